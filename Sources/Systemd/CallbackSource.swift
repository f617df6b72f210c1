import CSystemd

/// A source whose handler is told nothing but which source it is.
public class CallbackSource: EventSource {
    /// The `sd_event_add_...` functions that take an `sd_event_handler_t`.
    typealias Adding = (
        OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, sd_event_handler_t?, UnsafeMutableRawPointer?
    ) -> Int32

    /// Calls the handler; it must not hold the source, which holds it.
    final var callback: (() throws -> Void)?

    /// Adds the source by one of those functions.
    final func attach(
        _ function: StaticString,
        priority: EventPriority,
        _ add: Adding,
        callback: @escaping () throws -> Void
    ) throws(SystemdError) {
        self.callback = callback
        try attach(function, priority: priority) { loop, source, userdata in
            add(loop, &source, dispatch, userdata)
        }
    }

    override func releaseHandler() {
        // The old handler is let go of after the property was written, because that may run code that reads it.
        withExtendedLifetime(callback) { callback = nil }
    }

    final func run() {
        guard let callback else { return }
        do { try callback() } catch { report(error) }
    }
}

/// Always answers 0: a negative answer would make libsystemd disable the source.
private let dispatch: sd_event_handler_t = { _, userdata in
    guard let userdata else { return 0 }
    Unmanaged<CallbackSource>.fromOpaque(userdata).takeUnretainedValue().run()
    return 0
}
