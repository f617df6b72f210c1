package import CartModel
import Glibc

/// The bytes of a command line, which are not always text.
package struct RawArguments: Sendable {
    /// The arguments without the tool's name.
    package let arguments: [[UInt8]]

    /// Takes arguments.
    package init(_ arguments: [[UInt8]]) {
        self.arguments = arguments
    }

    /// The arguments of this process.
    static var ofProcess: RawArguments {
        var arguments: [[UInt8]] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            // The vector ends with NULL at `argc` (execve(2)), so no index below it is empty.
            guard let text = CommandLine.unsafeArgv[index] else { break }
            arguments.append(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
        }
        return RawArguments(arguments)
    }

    /// The arguments as text; nothing is repaired, because a repaired name is another name.
    ///
    /// - Throws: `usage` that names the first argument that is not UTF-8.
    package func texts() throws(CartError) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(arguments.count)
        for (index, bytes) in arguments.enumerated() {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                let shown = Self.escaped(bytes.prefix(64)) + (bytes.count > 64 ? "…" : "")
                throw .usage(
                    "argument \(index + 1) is not valid UTF-8: \(shown)",
                    argument: shown,
                    details: ["index": .integer(Int64(index) + 1)]
                )
            }
            texts.append(text)
        }
        return texts
    }

    /// Those of the arguments that are text.
    package var validTexts: [String] {
        arguments.compactMap { String(validating: $0, as: UTF8.self) }
    }

    /// The bytes with everything but printable ASCII as `\xNN`, so that the message itself is valid text.
    private static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if (0x20..<0x7F).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
