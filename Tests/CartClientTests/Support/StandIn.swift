import CartClient
import Glibc
import Testing
import TestSupport

/// A program in the place of `cartd`: a shell script that notes how it was started, in a folder of its own test.
///
/// Where it has to serve, the shell becomes perl (of Debian's and Ubuntu's essential packages), which answers hello on
/// every connection, then one call with a cart of version 42, and ends as told.
struct StandIn {
    /// What the script does after its notes.
    enum Behaviour {
        /// Answers hello and one call on each connection until it is killed.
        case serves
        /// Answers hello on one connection, and ends with it.
        case servesOnce
        /// Writes lines to its standard error and ends.
        case fails([String])
    }

    let folder: TemporaryFolder
    /// The path of the script.
    let program: String

    init(_ behaviour: Behaviour, in folder: TemporaryFolder) throws {
        self.folder = folder
        program = folder.file("cartd")
        #expect(mkdir(folder.file("starts"), 0o700) == 0)
        #expect(mkdir(folder.file("run"), 0o700) == 0)
        // Hello's answer names the process, so its place in the bytes is left open.
        let placeholder: Int32 = 0x7A7A_7A7A
        try folder.write(Frames.reply(0, Hello.Answer.fake(pid: placeholder)), to: "hello")
        try folder.write(Frames.reply(1, CartAnswer.fake(version: 42)), to: "answer")
        try folder.write(Self.server, to: "server.pl")
        let notes = """
            #!/bin/sh
            cd "\(folder.path)/starts" || exit 1
            {
                echo "arguments $*"
                echo "self $$"
                env | sed 's/^/env /'
                sed 's/^/status /' /proc/$$/status
                echo "session $(cut -d ' ' -f 6 /proc/$$/stat)"
                echo "umask $(umask)"
                for fd in /proc/$$/fd/*; do echo "fd ${fd##*/} $(readlink "$fd")"; done
            } > "$$.new"
            mv "$$.new" "$$"

            """
        let rest =
            switch behaviour {
            case .serves: "exec perl \"\(folder.path)/server.pl\" \"\(folder.path)\" 0\n"
            case .servesOnce: "exec perl \"\(folder.path)/server.pl\" \"\(folder.path)\" 1\n"
            case .fails(let lines): lines.map { "printf '%b\\n' '\($0)' >&2\n" }.joined() + "exit 1\n"
            }
        try folder.write(notes + rest, to: "cartd", mode: 0o700)
    }

    /// Serves on descriptor 3; it ends by itself after a minute, should a test be killed.
    private static let server = """
        use strict; use warnings;
        alarm 60;
        my ($folder, $once) = @ARGV;
        my @answers = map { open(my $in, '<:raw', "$folder/$_") or die; local $/; <$in> } ('hello', 'answer');
        my $pid = pack('N', $$); $answers[0] =~ s/zzzz/$pid/;
        open(my $status, '<', '/proc/self/status') or die; open(my $note, '>', "$folder/status.$$") or die;
        while (my $line = <$status>) { print $note $line; } close $note;
        open(my $listener, '+<&=', 3) or die "no socket: $!";
        my %peers; my $bits = ''; vec($bits, 3, 1) = 1;
        while (1) {
            my $ready = $bits; select($ready, undef, undef, undef);
            for my $fd (keys %peers) {
                next unless vec($ready, $fd, 1);
                my $count = sysread($peers{$fd}{socket}, my $bytes, 65536);
                if (!$count) { vec($bits, $fd, 1) = 0; delete $peers{$fd}; exit 0 if $once; next; }
                my $answer = $answers[$peers{$fd}{answered}++];
                syswrite($peers{$fd}{socket}, $answer) if $answer;
            }
            if (vec($ready, 3, 1) && accept(my $peer, $listener)) {
                vec($bits, fileno($peer), 1) = 1; $peers{fileno($peer)} = { socket => $peer, answered => 0 };
            }
        }

        """

    /// A configuration that starts the stand-in.
    func configuration(timeout: Duration = .seconds(30)) -> CartClient.Configuration {
        var configuration = CartClient.Configuration(
            timeout: timeout,
            daemon: program,
            environment: [
                "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder.file("run"), "GREETING": "a b\n=c",
                "NOTIFY_SOCKET": "/not/for/the/daemon", "STATE_DIRECTORY": "/neither", "LISTEN_PID": "1",
                "LISTEN_FDS": "7",
            ]
        )
        configuration.systemSocket = folder.file("system.sock")
        return configuration
    }

    /// The process numbers of those that were started.
    var starts: [Int32] { folder.names(in: "starts").compactMap { Int32($0) } }

    /// The notes of one of them, by their first word.
    func notes(_ process: Int32) throws -> [String: [String]] {
        let text = try folder.text(of: "starts/\(process)")
        return Dictionary(grouping: text.split(separator: "\n")) { String($0.prefix { $0 != " " }) }
            .mapValues { $0.map { String($0.drop { $0 != " " }.dropFirst()) } }
    }

    /// Ends those that were started, and only those.
    func end() {
        for process in starts { kill(process, SIGKILL) }
    }
}
