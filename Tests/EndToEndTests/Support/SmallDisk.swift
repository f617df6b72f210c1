import Glibc

/// A tiny filesystem in a mount namespace of its own, so that it is gone with the value, whatever happens.
final class SmallDisk {
    /// Why there can be none here, nil where there can.
    static let obstacle: String? = {
        guard geteuid() == 0 else { return "mounting a tmpfs needs root" }
        guard let outcome = try? Program("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).run() else {
            return "unshare is not installed (apt-get install util-linux)"
        }
        return outcome.status == 0 ? nil : "this machine does not let root mount: \(outcome.errors)"
    }()

    /// Where it is mounted, inside.
    let path: String
    /// The same for those outside.
    let outerPath: String
    /// Has a program run inside.
    let prefix: [String]
    private let holder: Child

    /// - Parameter size: As mount(8) takes it, such as `1m`.
    init(at path: String, size: String) throws {
        guard mkdir(path, 0o700) == 0 else {
            throw Failure("mkdir: errno \(errno)")
        }
        let (ours, theirs) = try connectedPair()
        defer { close(ours) }
        // It says so once it is mounted, and keeps the namespace until it is killed.
        let script =
            "mount -t tmpfs -o size=\(size),mode=0700 tmpfs \"$1\" && echo mounted && exec tail -f /dev/null >&2"
        holder = try Program("unshare", ["--mount", "/bin/sh", "-c", script, "sh", path]).start(output: theirs)
        close(theirs)
        var bytes = [UInt8](repeating: 0, count: 64)
        guard read(ours, &bytes, bytes.count) > 0 else {
            throw Failure("the tmpfs could not be mounted")
        }
        self.path = path
        outerPath = "/proc/\(holder.process)/root\(path)"
        prefix = ["nsenter", "--target", "\(holder.process)", "--mount"]
    }

    /// Writes a file until nothing more fits.
    func fill() throws {
        let descriptor = open(outerPath + "/ballast", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure("open \(outerPath)/ballast: errno \(errno)")
        }
        defer { close(descriptor) }
        let page = [UInt8](repeating: 1, count: 4096)
        while write(descriptor, page, page.count) > 0 {}
        guard errno == ENOSPC else {
            throw Failure("write: errno \(errno)")
        }
    }

    /// Makes room again.
    func clear() throws {
        guard unlink(outerPath + "/ballast") == 0 else {
            throw Failure("unlink: errno \(errno)")
        }
    }
}
