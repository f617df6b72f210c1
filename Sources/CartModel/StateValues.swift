/// A value for each state that one was set for: titles, colours, images.
///
/// The lookup is UIKit's: the value of exactly the asked set of states, else that of `normal`, else none. A value for
/// a part of the set is never taken.
public struct StateValues<Value> {
    private var values: [ControlState: Value] = [:]

    /// Makes a table without values.
    public init() {}

    /// Makes a table with a value for the normal state.
    public init(normal: Value) {
        values[.normal] = normal
    }

    /// The value that was set for exactly this set of states; setting nil clears it.
    public subscript(state: ControlState) -> Value? {
        get { values[state] }
        set { values[state] = newValue }
    }

    /// The value to show in this set of states: its own, else that of `normal`.
    public func value(for state: ControlState) -> Value? {
        values[state] ?? values[.normal]
    }

    /// The sets of states that have a value of their own, by their bits.
    public var states: [ControlState] {
        values.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether no state has a value.
    public var isEmpty: Bool { values.isEmpty }

    /// The sum of what each value takes.
    func size(of value: (Value) -> Int) -> Int {
        values.values.reduce(0) { $0 + value($1) }
    }
}

extension StateValues: Equatable where Value: Equatable {}
extension StateValues: Hashable where Value: Hashable {}
extension StateValues: Sendable where Value: Sendable {}

/// One value with its set of states, as `StateValues` is written: an array of these, by ascending bits.
private struct StateValue<Value> {
    var state: ControlState
    var value: Value
}

extension StateValue: Encodable where Value: Encodable {}
extension StateValue: Decodable where Value: Decodable {}

extension StateValues: Encodable where Value: Encodable {
    /// Writes an array of {state, value}, by ascending bits, so that equal tables are written alike.
    public func encode(to encoder: any Encoder) throws {
        var array = encoder.unkeyedContainer()
        for state in states {
            guard let value = values[state] else { continue }
            try array.encode(StateValue(state: state, value: value))
        }
    }
}

extension StateValues: Decodable where Value: Decodable {
    /// Reads an array of {state, value}; a state that comes twice is refused.
    public init(from decoder: any Decoder) throws {
        var array = try decoder.unkeyedContainer()
        while !array.isAtEnd {
            let entry = try array.decode(StateValue<Value>.self)
            guard values.updateValue(entry.value, forKey: entry.state) == nil else {
                throw DecodingError.dataCorruptedError(
                    in: array,
                    debugDescription: "state \(entry.state.rawValue) has two values"
                )
            }
        }
    }
}
