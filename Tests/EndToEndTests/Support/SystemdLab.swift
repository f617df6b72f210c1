/// The machine with a real systemd that Lab/boot-systemd makes.
enum SystemdLab {
    /// The folder of its scripts.
    static let folder = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/Lab"

    /// The script that runs a command in it.
    static let boot = folder + "/boot-systemd"

    /// Why it cannot run here, nil where it can: what `boot-systemd --check` says.
    static let obstacle: String? = {
        do {
            let check = try Program("bash", [boot, "--check"]).run()
            guard check.status != 0 else { return nil }
            let reason = (check.output + check.errors).split(separator: "\n").joined(separator: "; ")
            return reason.isEmpty ? "boot-systemd --check exits with \(check.status)" : reason
        } catch {
            return "\(error)"
        }
    }()
}
