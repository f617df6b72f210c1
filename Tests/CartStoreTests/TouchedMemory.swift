import Glibc
import TestSupport

/// The bytes of memory that the calling thread has touched for the first time since it began: its minor page faults,
/// getrusage(2).
///
/// Unlike the size of the process it has nothing of what other threads do meanwhile, and memory that was freed and given
/// back in between counts. Where pages are larger than they say it is less than was used, never more.
func touchedMemory() throws -> Int {
    // RUSAGE_THREAD, which Swift's Glibc module leaves out.
    let thread: Int32 = 1
    var usage = rusage()
    guard getrusage(thread, &usage) == 0 else { throw SystemFailure("getrusage") }
    return usage.ru_minflt * sysconf(Int32(_SC_PAGESIZE))
}
