import Glibc
import Systemd

extension Daemon {
    /// Runs the daemon with the arguments of the process.
    ///
    /// An argument that is not UTF-8 is refused by name: silently repaired, it would name another file.
    package static func main(
        _ count: Int32,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int32 {
        var texts: [String] = []
        for index in 1..<max(1, Int(count)) {
            guard let argument = arguments[index] else {
                break
            }
            guard let text = String(validatingCString: argument) else {
                Log().writeLast("argument \(index) is not UTF-8: \(String(cString: argument))")
                return 2
            }
            texts.append(text)
        }
        return run(texts)
    }
}
