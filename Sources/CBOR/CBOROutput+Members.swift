extension CBOROutput {
    /// What to go back to when a member cannot be encoded and the type goes on without it.
    struct Mark {
        let level: Int
        let frame: Frame
        let count: Int
    }

    /// Begins a member of a map: writes its key.
    @inline(__always)
    @discardableResult
    func beginMember(_ key: some CodingKey, level: UInt32, serial: UInt32) throws -> Mark {
        guard isCurrent(level, serial) else { throw failure ?? outOfTurn() }
        let index = Int(level)
        let start = bytes.count
        let mark = Mark(level: index, frame: frames.base[index], count: start)
        if configuration.keyStrategy == .integers, let number = key.intValue {
            bytes.appendInteger(number)
        } else {
            bytes.appendText(key.stringValue)
        }
        if mark.frame.count > 0, mark.frame.isSorted {
            frames.base[index].isSorted =
                compareBytes(bytes.range(mark.frame.keyStart, mark.frame.keyEnd), bytes.range(start, bytes.count)) < 0
        }
        frames.base[index].keyStart = start
        frames.base[index].keyEnd = bytes.count
        frames.base[index].count += 1
        return mark
    }

    /// Begins an element of an array.
    @inline(__always)
    @discardableResult
    func beginElement(level: UInt32, serial: UInt32) throws -> Mark {
        guard isCurrent(level, serial) else { throw failure ?? outOfTurn() }
        let index = Int(level)
        let mark = Mark(level: index, frame: frames.base[index], count: bytes.count)
        frames.base[index].count += 1
        return mark
    }

    /// Begins the one value of a single value container.
    @inline(__always)
    func beginSingle(level: UInt32, serial: UInt32) throws {
        guard isCurrent(level, serial) else { throw failure ?? outOfTurn() }
        guard frames.base[Int(level)].form == .nothing else {
            throw invalid(Any.self, Int(level), "A value was encoded a second time")
        }
        frames.base[Int(level)].form = .single
    }

    /// Takes a begun member or element back.
    func rewind(_ mark: Mark) {
        guard frames.count > mark.level else { return }
        frames.truncate(to: mark.level + 1)
        frames.base[mark.level] = mark.frame
        bytes.truncate(to: mark.count)
        while let last = deferred.last, last.level > mark.level || last.offset > mark.count {
            deferred.removeLast()
        }
    }

    /// An output for what is filled in later, at the place where a key or an element was just begun.
    func deferOutput(level: UInt32) -> CBOROutput {
        let output = CBOROutput(
            configuration: configuration,
            outerDepth: outerDepth + frames.count,
            path: codingPath(level: frames.count)
        )
        deferred.append(Deferred(level: Int(level), offset: bytes.count, output: output))
        return output
    }

    /// The keys to a level of nesting: those that the outer values are at.
    func codingPath(level: Int) -> [any CodingKey] {
        var path = path
        for frame in frames.elements.prefix(level) {
            switch frame.form {
            case .array:
                path.append(CBORKey(index: frame.count - 1))
            case .map where frame.keyEnd <= bytes.count:
                path.append(key(frame.keyStart..<frame.keyEnd))
            default:
                break
            }
        }
        return path
    }

    private func key(_ range: Range<Int>) -> CBORKey {
        var tape = CBORTape(bytes.range(range.lowerBound, range.upperBound))
        defer { tape.close() }
        var open = CBORTape.Entry.none
        guard (try? tape.scan(maximumDepth: 0, open: &open)) != nil else { return CBORKey(stringValue: "?") }
        return tape.pathKey(0)
    }

    func invalid(_ value: Any, _ level: Int, _ message: String) -> EncodingError {
        .invalidValue(
            value,
            EncodingError.Context(codingPath: codingPath(level: level), debugDescription: message)
        )
    }

    /// A container was used after its value was finished or while a value inside of it was not.
    func outOfTurn() -> EncodingError {
        invalid(Any.self, frames.count, "A container was used while it was not its turn")
    }
}
