import Glibc
import Systemd
import Testing

// Where notifications go is told by the environment of the process; each of these tests has a process of its own.
@Suite("Notifications to the service manager")
struct NotificationTests {
    @Test func nobodyListens() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            try #require(!ServiceManager.isManaged)
            try #require(try !ServiceManager.notify(.ready))
            try #require(try !ServiceManager.store(descriptors: [0], name: "x"))
        }
    }

    @Test func everythingSaidTogetherIsOneMessage() async {
        await #expect(processExitsWith: .success) {
            let manager = try Manager()
            defer { keep(manager) }
            try #require(ServiceManager.isManaged)
            try #require(try ServiceManager.notify(.ready, .status("6 carts"), .mainProcess(77)))
            try #require(manager.receive() == "READY=1\nSTATUS=6 carts\nMAINPID=77")
            try #require(try ServiceManager.notify(.stopping))
            try #require(manager.receive() == "STOPPING=1")
            try ServiceManager.notify(.watchdog, .extendTimeout(.milliseconds(1500)), .errno(ENOSPC))
            try #require(manager.receive() == "WATCHDOG=1\nEXTEND_TIMEOUT_USEC=1500000\nERRNO=28")
            try ServiceManager.notify(.watchdogTrigger, .extendTimeout(.seconds(-1)))
            try #require(manager.receive() == "WATCHDOG=trigger\nEXTEND_TIMEOUT_USEC=0")
        }
    }

    @Test func reloadingCarriesThePresent() async {
        await #expect(processExitsWith: .success) {
            let manager = try Manager()
            defer { keep(manager) }
            let before = MonotonicInstant.now
            try ServiceManager.notify(.reloading)
            let after = MonotonicInstant.now
            let message = manager.receive()
            let prefix = "RELOADING=1\nMONOTONIC_USEC="
            try #require(message.hasPrefix(prefix))
            let microseconds = try #require(UInt64(message.dropFirst(prefix.count)))
            try #require((before.microseconds...after.microseconds).contains(microseconds))
        }
    }

    @Test func textCannotSayMoreThanAStatus() async {
        await #expect(processExitsWith: .success) {
            let manager = try Manager()
            defer { keep(manager) }
            for text in ["a\nSTOPPING=1", "a\r\nSTOPPING=1", "a\u{0}STOPPING=1", "a\u{7F}STOPPING=1"] {
                try ServiceManager.notify(.status(text))
                let message = manager.receive()
                try #require(message.hasPrefix("STATUS=a "))
                try #require(message.hasSuffix(" STOPPING=1"))
                try #require(message.utf8.allSatisfy { $0 >= 0x20 })
            }
            try ServiceManager.notify(.status("6 Taschen für 饺子包 👜"))
            try #require(manager.receive() == "STATUS=6 Taschen für 饺子包 👜")
        }
    }

    @Test func descriptorsAreStoredUnderTheirName() async {
        await #expect(processExitsWith: .success) {
            let manager = try Manager()
            defer { keep(manager) }
            let sockets = try Sockets()
            defer { keep(sockets) }
            try #require(try ServiceManager.store(descriptors: [sockets.first], name: "cart-1"))
            try #require(manager.receive() == "FDSTORE=1\nFDNAME=cart-1")
            try #require(manager.descriptorsReceived == 1)
            try #require(try ServiceManager.removeStored(name: "cart-1"))
            try #require(manager.receive() == "FDSTOREREMOVE=1\nFDNAME=cart-1")
            for name in ["", "a:b", "a\nb", "ä", String(repeating: "n", count: 256)] {
                let error = #expect(throws: SystemdError.self) {
                    try ServiceManager.store(descriptors: [sockets.first], name: name)
                }
                try #require(error?.code == .invalidArgument)
                #expect(throws: SystemdError.self) { try ServiceManager.removeStored(name: name) }
            }
            #expect(throws: SystemdError.self) { try ServiceManager.store(descriptors: [], name: "x") }
            #expect(throws: SystemdError.self) {
                try ServiceManager.store(descriptors: [Int32](repeating: 0, count: 254), name: "x")
            }
        }
    }

    @Test func managerThatIsGoneIsAnError() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "/nowhere/at/all", 1)
            let error = #expect(throws: SystemdError.self) { try ServiceManager.notify(.ready) }
            try #require(error?.code == .notFound)
            try #require(error?.description.contains("NOTIFY_SOCKET=/nowhere/at/all") == true)
            setenv("NOTIFY_SOCKET", "nonsense", 1)
            #expect(throws: SystemdError.self) { try ServiceManager.notify(.ready) }
        }
    }

    @Test func watchdogIntervalIsRead() async {
        await #expect(processExitsWith: .success) {
            unsetenv("WATCHDOG_USEC")
            unsetenv("WATCHDOG_PID")
            try #require(try ServiceManager.watchdogInterval() == nil)
            setenv("WATCHDOG_USEC", "2500000", 1)
            try #require(try ServiceManager.watchdogInterval() == .milliseconds(2500))
            setenv("WATCHDOG_PID", "1", 1)
            try #require(try ServiceManager.watchdogInterval() == nil)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            try #require(try ServiceManager.watchdogInterval() == .milliseconds(2500))
            for malformed in ["soon", "0", "-1", "18446744073709551615", "99999999999999999999999"] {
                setenv("WATCHDOG_USEC", malformed, 1)
                let error = #expect(throws: SystemdError.self) { try ServiceManager.watchdogInterval() }
                try #require(error?.context == "WATCHDOG_USEC=\(malformed)")
            }
        }
    }

    @Test func loopFeedsTheWatchdog() async {
        await #expect(processExitsWith: .success) {
            let manager = try Manager()
            defer { keep(manager) }
            setenv("WATCHDOG_USEC", "20000", 1)
            unsetenv("WATCHDOG_PID")
            let loop = try EventLoop()
            try #require(try loop.setWatchdog(true))
            try #require(manager.receive() == "WATCHDOG=1")
            let beats = Box(0)
            let source = try loop.addIO(manager.descriptor, events: .readable) { _, _ in
                if manager.receive() == "WATCHDOG=1" { beats.value += 1 }
            }
            defer { keep(source) }
            while beats.value < 3 { try loop.runOnce(timeout: .seconds(10)) }
            try #require(try !loop.setWatchdog(false))
            source.cancel()
        }
    }
}

/// Stands in for the service manager: a datagram socket, named in this process's environment.
private final class Manager {
    let descriptor: Int32
    private(set) var descriptorsReceived = 0

    init() throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var length = socklen_t(MemoryLayout<sa_family_t>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                // Without a path the kernel chooses a free abstract name, unix(7) "autobind".
                guard bind(descriptor, address, length) == 0 else { return Int32(-1) }
                length = socklen_t(MemoryLayout<sockaddr_un>.size)
                return getsockname(descriptor, address, &length)
            }
        }
        try #require(status == 0)
        let name = withUnsafeBytes(of: &address.sun_path) { path in
            String(decoding: path.prefix(Int(length) - 2).dropFirst(), as: UTF8.self)
        }
        setenv("NOTIFY_SOCKET", "@\(name)", 1)
    }

    deinit { close(descriptor) }

    /// The next message, which has been sent already.
    func receive() -> String {
        var text = [UInt8](repeating: 0, count: 4096)
        var control = [UInt8](repeating: 0, count: 256)
        let length = text.withUnsafeMutableBytes { text in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: text.baseAddress, iov_len: text.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    let length = recvmsg(descriptor, &message, Int32(MSG_DONTWAIT))
                    // One message with descriptors and nothing else: a header of 16 bytes and 4 for each.
                    if message.msg_controllen >= 20 {
                        let header = control.load(as: cmsghdr.self)
                        if header.cmsg_type == Int32(SCM_RIGHTS) {
                            descriptorsReceived = (Int(header.cmsg_len) - 16) / 4
                        }
                    }
                    return length
                }
            }
        }
        return length < 0 ? "nothing" : String(decoding: text.prefix(length), as: UTF8.self)
    }
}
