import Testing

@testable import TextMeasurement

/// The library behind the measures, which is loaded when it is wanted.
@Suite struct HarfBuzzTests {
    @Test func aLibraryThatIsMissingIsNamedWithTheWayOut() throws {
        let error = try #require(throws: FontError.self) { try HarfBuzz(file: "libnowhere.so.0") }
        #expect(error.file == "libnowhere.so.0")
        #expect(
            error.message
                == "titles need libnowhere.so.0 to be measured: libnowhere.so.0: cannot open shared object file: "
                + "No such file or directory; install the Debian package libharfbuzz0b"
        )
    }

    /// The C library has none of the functions; the mathematical one is a library of the same kind.
    @Test(arguments: ["libc.so.6", "libm.so.6"])
    func aLibraryThatLacksAFunctionIsRefused(file: String) throws {
        let error = try #require(throws: FontError.self) { try HarfBuzz(file: file) }
        #expect(error.file == file && error.reason.contains("undefined symbol: hb_blob_create_from_file_or_fail"))
    }

    @Test func whatTheLinkerSaysIsCutNotOverrun() throws {
        let path = "/" + String(repeating: "nowhere/", count: 400)
        let error = try #require(throws: FontError.self) { try HarfBuzz(file: path) }
        #expect(error.reason.utf8.count == 1023 && path.hasPrefix(error.reason))
    }

    /// All threads get the one table.
    @Test func manyThreadsLoadItOnce() async throws {
        let functions = try await withThrowingTaskGroup(of: UInt.self) { group in
            for _ in 0..<8 {
                group.addTask { UInt(bitPattern: try HarfBuzz.loaded().unicodeFunctions) }
            }
            return try await group.reduce(into: Set<UInt>()) { $0.insert($1) }
        }
        #expect(functions.count == 1 && !functions.contains(0))
    }
}
