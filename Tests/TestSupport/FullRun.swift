import Glibc

/// Whether a test may be skipped for want of what the machine has to have.
package enum FullRun {
    /// What is missing is then a failure: the environment has `CARTD_REQUIRE_LAB=1`, as in CI.
    package static let isRequired = getenv("CARTD_REQUIRE_LAB").map { String(cString: $0) } == "1"
}
