import Glibc

/// The most address space that this process ever had, in KiB: `VmPeak` of proc_pid_status(5).
func peakMemory() throws -> Int {
    struct Unreadable: Error {}
    guard let file = fopen("/proc/self/status", "r") else { throw Unreadable() }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace)
        if words.first == "VmPeak:", words.count > 1, let size = Int(words[1]) { return size }
    }
    throw Unreadable()
}
