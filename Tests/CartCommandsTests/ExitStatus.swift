import Glibc
import TestSupport

/// Runs a program and says what it exits with: posix_spawn(3).
func exitStatus(of program: String, _ arguments: [String]) throws -> Int32 {
    var pid: pid_t = 0
    let words = ([program] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    let number = posix_spawn(&pid, program, nil, nil, words + [nil], environ)
    guard number == 0 else { throw SystemFailure("posix_spawn \(program)", number) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
}
