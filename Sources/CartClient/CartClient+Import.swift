import Glibc
import UnixSockets

extension CartClient {
    /// Has the daemon read a catalog from a file, and put it in place of one of the same name.
    ///
    /// The file is opened here, with the caller's permissions, and its descriptor is passed to the daemon (SCM_RIGHTS,
    /// unix(7)), which needs no permission of its own and has no limit of a message to keep.
    ///
    /// - Parameters:
    ///   - name: The name that the catalog gets.
    ///   - path: The file: a property list.
    ///   - timeout: The time for the whole call; nil is the configuration's.
    /// - Throws: `permissionDenied` for a file that may not be read; `invalidCatalog` for one that is not there or not a file,
    ///   and for a file that the daemon refuses, with `details.rows`; what ``call(_:timeout:)`` throws.
    public func importCatalog(
        named name: String,
        from path: String,
        timeout: Duration? = nil
    ) throws(CartError) -> ImportCatalog.Answer {
        let limit = limit(timeout)
        let file = try Self.openFile(path)
        return try perform(ImportCatalog(catalog: name, file: path), file: file, limit: limit)
    }

    /// Has the daemon read a catalog from a file, as the synchronous one does, while the task is suspended.
    ///
    /// Opening the file is all that the calling thread does itself.
    public func importCatalog(
        named name: String,
        from path: String,
        timeout: Duration? = nil
    ) async throws(CartError) -> ImportCatalog.Answer {
        let limit = limit(timeout)
        let file = try Self.openFile(path)
        return try await perform(ImportCatalog(catalog: name, file: path), file: file, limit: limit)
    }

    /// open(2) for reading, without waiting for the other end of a pipe.
    private static func openFile(_ path: String) throws(CartError) -> PassedFile {
        guard !path.utf8.contains(0) else {
            throw CartError(.invalidCatalog, "the path of a file cannot contain a NUL character")
        }
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard number >= 0 else {
            let error = SystemError(code: errno, operation: "open", context: path)
            throw CartError(
                error.code == EACCES || error.code == EPERM ? .permissionDenied : .invalidCatalog,
                "the catalog file cannot be read: \(error)",
                details: ["file": .string(path)]
            )
        }
        let file = OwnedDescriptor(taking: number)
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CartError(
                .invalidCatalog,
                "\(path) is not a file; name a property list",
                details: ["file": .string(path)]
            )
        }
        return PassedFile(file)
    }
}
