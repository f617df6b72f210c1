extension CBORTape {
    /// The way from the root to an item, found by walking down, so that nobody has to keep it while decoding.
    func codingPath(to target: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var index = 0
        while index < target, index < count, let head = try? head(index) {
            switch head.majorType {
            case .tag:
                index += 1
            case .array:
                guard target >= index + 2 else { return path }
                index = element(of: index, around: target, &path)
            case .map:
                guard target >= index + 2 else { return path }
                index = member(of: index, around: target, &path)
            default:
                return path
            }
        }
        return path
    }

    private func element(of array: Int, around target: Int, _ path: inout [any CodingKey]) -> Int {
        var child = array + 2
        var position = 0
        while child < count, next(child) <= target {
            child = next(child)
            position += 1
        }
        path.append(CBORKey(index: position))
        return child
    }

    private func member(of map: Int, around target: Int, _ path: inout [any CodingKey]) -> Int {
        var key = map + 2
        while key < count, next(key) < count, next(next(key)) <= target {
            key = next(next(key))
        }
        path.append(pathKey(key))
        return target >= next(key) ? next(key) : key
    }

    /// The way to the place where a scan stopped: through the containers that were still open.
    func codingPath(toOpen open: UInt32) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var open = open
        while open != Entry.none {
            let index = Int(open)
            if let head = try? head(index) {
                switch head.majorType {
                case .array: path.append(CBORKey(index: Int(self[index + 1].next)))
                case .map where self[index + 1].next & 1 == 1: path.append(lastKey(ofOpenMap: index))
                default: break
                }
            }
            open = self[index].next
        }
        return path.reversed()
    }

    private func lastKey(ofOpenMap map: Int) -> CBORKey {
        var key = map + 2
        for _ in 0..<self[map + 1].next / 2 {
            key = next(next(key))
        }
        return pathKey(key)
    }

    /// A map's key as a step of a path.
    func pathKey(_ index: Int) -> CBORKey {
        guard index < count, let value = try? value(index) else { return CBORKey(stringValue: "?") }
        switch value {
        case .text(let text):
            return CBORKey(stringValue: text)
        case .unsigned(let number):
            return Int(exactly: number).map(CBORKey.init(intValue:)) ?? CBORKey(stringValue: String(number))
        case .negative(let number) where number <= UInt64(Int.max):
            return CBORKey(intValue: -1 - Int(number))
        default:
            return CBORKey(stringValue: value.diagnostic)
        }
    }
}
