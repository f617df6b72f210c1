import CartModel
import Glibc

/// Some consecutive products of a catalog as the database keeps them in one value.
///
/// A product is its id, name and icon, each as a length of two bytes, little-endian, and so many bytes of UTF-8; the
/// length FFFF stands for no icon. Products are never looked up in the database, and a row for each would make both an
/// import and the first use of a catalog several times as long.
enum ProductChunk {
    /// Products in a chunk, at most.
    static let capacity = 512

    /// Packs products, which a ``Catalog`` has checked, so that every length fits.
    static func pack(_ products: [Product]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(products.count * 64)
        for product in products {
            append(product.id, to: &bytes)
            append(product.name, to: &bytes)
            append(product.icon, to: &bytes)
        }
        return bytes
    }

    private static func append(_ text: String?, to bytes: inout [UInt8]) {
        let length = text.map { UInt16(truncatingIfNeeded: $0.utf8.count) } ?? none
        bytes.append(UInt8(truncatingIfNeeded: length))
        bytes.append(UInt8(truncatingIfNeeded: length >> 8))
        text?.withUTF8Bytes { bytes.append(contentsOf: $0) }
    }

    private static let none = UInt16.max

    /// Unpacks products.
    ///
    /// - Returns: Whether the bytes were so many whole products of valid UTF-8.
    static func unpack(_ bytes: UnsafeBufferPointer<UInt8>, to products: inout [Product]) -> Bool {
        var position = 0
        while position < bytes.count {
            guard case .text(let id) = text(in: bytes, at: &position),
                case .text(let name) = text(in: bytes, at: &position)
            else {
                return false
            }
            switch text(in: bytes, at: &position) {
            case .text(let icon): products.append(Product(id: id, name: name, icon: icon))
            case .none: products.append(Product(id: id, name: name))
            case .bad: return false
            }
        }
        return true
    }

    private enum Field {
        case text(String), none, bad
    }

    private static func text(in bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> Field {
        guard bytes.count - position >= 2 else {
            return .bad
        }
        let length = UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8
        position += 2
        guard length != none else {
            return .none
        }
        let end = position + Int(length)
        guard end <= bytes.count, let text = String(exactly: UnsafeBufferPointer(rebasing: bytes[position..<end]))
        else {
            return .bad
        }
        position = end
        return .text(text)
    }
}

extension String {
    /// The text that has exactly these bytes, or nil where they are not UTF-8.
    init?(exactly bytes: UnsafeBufferPointer<UInt8>) {
        // Decoding repairs; where it had nothing to repair the bytes are the same. Several times as fast as
        // String(validating:as:), which is generic code of the standard library.
        self.init(decoding: bytes, as: UTF8.self)
        guard withUTF8Bytes({ $0.hasSameBytes(as: bytes) }) else {
            return nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// memcmp(3); a tenth of the time that comparing one by one takes.
    fileprivate func hasSameBytes(as other: Self) -> Bool {
        guard count == other.count, let baseAddress, let otherAddress = other.baseAddress else {
            return count == other.count
        }
        return memcmp(baseAddress, otherAddress, count) == 0
    }
}
