import Glibc
import Testing
import TestSupport

@testable import Pictures

/// Names of pictures from catalogs that nobody vouches for.
@Suite struct PictureFolderTests {
    private let outer: TemporaryFolder
    private let path: String

    /// icons/ with pictures, a folder and traps in it; secret.png beside it.
    init() throws {
        outer = try TemporaryFolder()
        path = outer.path + "/icons"
        for folder in ["icons", "icons/bags", "icons/both"] {
            try #require(mkdir(outer.path + "/" + folder, 0o700) == 0)
        }
        try outer.write(PictureSamples.png, to: "secret.png")
        try outer.write(PictureSamples.png, to: "icons/red.png")
        try outer.write(PictureSamples.svg, to: "icons/red.svg")
        try outer.write(PictureSamples.jpeg, to: "icons/blue.jpeg")
        try outer.write(PictureSamples.gif, to: "icons/bags/手提包.gif")
        try outer.write(PictureSamples.gif, to: "icons/plain")
        try outer.write(PictureSamples.gif, to: "icons/both.gif")
        try outer.write(Array("<svg".utf8), to: "icons/broken.svg")
        try outer.write(PictureSamples.png, to: "icons/broken.png")
        try #require(symlink("../secret.png", path + "/link.png") == 0)
        try #require(symlink("..", path + "/up") == 0)
        try #require(mkfifo(path + "/pipe", 0o600) == 0)
    }

    @Test(
        arguments: [
            ("red", "red.svg"), ("red.png", "red.png"), ("red.svg", "red.svg"), ("blue", "blue.jpeg"),
            ("bags/手提包", "bags/手提包.gif"), ("bags/手提包.gif", "bags/手提包.gif"), ("plain", "plain"), ("both", "both.gif"),
        ]
    )
    func found(name: String, file: String) throws {
        let folder = try PictureFolder(path: path)
        let picture = try folder.open(name)
        let (found, header, flags) = (picture.name, try picture.header(), fcntl(picture.descriptor, F_GETFD))
        #expect(found == file)
        #expect(try header == self.header(of: name))
        #expect(flags & FD_CLOEXEC != 0)
        let descriptor = picture.take()
        #expect(close(descriptor) == 0)
    }

    @Test(
        arguments: [
            ("", .invalidName), ("/", .invalidName), ("..", .invalidName), (".", .invalidName),
            ("../secret.png", .invalidName),
            ("bags/../../secret.png", .invalidName), ("/etc/passwd", .invalidName), ("bags//手提包", .invalidName),
            ("red.png\0", .invalidName), ("red\0.png", .invalidName), ("bags/", .invalidName),
            ("./red.png", .invalidName),
            ("a/b/c/d/e/f/g/h/i", .invalidName), ("../\u{301}secret", .invalidName),
            (String(repeating: "a", count: 256), .invalidName), (String(repeating: "a", count: 255), .notFound),
            ("green", .notFound), ("red.gif", .notFound), ("red.png/x", .notFound), ("no/where", .notFound),
            ("bags", .notFound), ("..\\secret.png", .notFound), ("%2e%2e/secret.png", .notFound),
            ("link.png", .notAFile), ("link", .notAFile), ("up/secret.png", .notFound), ("up", .notAFile),
            ("pipe", .notAFile),
        ] as [(String, PictureError.Code)]
    )
    func refused(name: String, code: PictureError.Code) throws {
        let error = try #require(throws: PictureError.self) { try header(of: name) }
        #expect(error.code == code, "\(error)")
        #expect(error.name == name)
    }

    /// The header of a picture in a folder, by default the one of this suite.
    private func header(of name: String, in folder: String? = nil) throws(PictureError) -> PictureHeader {
        let folder = try PictureFolder(path: folder ?? path)
        return try folder.header(of: name)
    }

    /// A broken file costs itself, and no other file takes its place.
    @Test func brokenFile() throws {
        let error = try #require(throws: PictureError.self) { try header(of: "broken") }
        #expect(error.code == .truncated && error.message.contains("broken.svg"))
        #expect(try header(of: "broken.png").width == 3)
    }

    @Test(
        arguments: [("", .invalidName), ("a\0b", .invalidName), ("none", .notFound), ("plain", .notFound)]
            as [(String, PictureError.Code)]
    )
    func foldersThatAreNone(name: String, code: PictureError.Code) throws {
        let folder = name.isEmpty || name.contains("\0") ? name : path + "/" + name
        let error = try #require(throws: PictureError.self) { try header(of: "red", in: folder) }
        #expect(error.code == code && error.name == folder)
    }

    /// The folder itself may be a link, as /usr/share often has them.
    @Test func linkedFolder() throws {
        #expect(try header(of: "secret", in: path + "/up").width == 3)
    }

    /// Names made of the pieces that attacks are made of never open the file outside.
    @Test func randomNames() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let pieces = [
            "..", ".", "/", "bags", "up", "secret.png", "secret", "red", "\0", "link", "//", "\\", "icons", "é", " ",
        ]
        let folder = try PictureFolder(path: path)
        var secret = stat()
        try #require(stat(outer.path + "/secret.png", &secret) == 0)
        for _ in 0..<3_000 {
            let name = (0..<Int.random(in: 1...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }.joined()
            do {
                let picture = try folder.open(name)
                var status = stat()
                let isKnown = fstat(picture.descriptor, &status) == 0
                #expect(isKnown && status.st_ino != secret.st_ino, "seed \(seed): \(name.debugDescription)")
            } catch { #expect(!error.message.isEmpty) }
        }
    }

    /// Any change of the file under a name shows in its version, and a name that leads to another file too.
    @Test func versions() throws {
        let folder = try PictureFolder(path: path)
        let first = try folder.version(of: "red")
        #expect(try first.name == "red.svg" && folder.version(of: "red") == first)
        #expect(try folder.version(of: "bags/手提包").name == "bags/手提包.gif")
        #expect(try folder.version(of: "red.png") != first)
        try outer.write(PictureSamples.svg + [0x20], to: "icons/red.svg")
        #expect(try folder.version(of: "red") != first)
        try outer.write(PictureSamples.gif, to: "icons/red")
        #expect(try folder.version(of: "red").name == "red")
        for (name, code) in [
            ("pipe", PictureError.Code.notAFile), ("link.png", .notAFile), ("../secret.png", .invalidName),
        ] {
            let error = try #require(throws: PictureError.self) { try folder.version(of: name) }
            #expect(error.code == code && error.name == name)
        }
    }

    /// A file that was just written may be written again without a trace; one that is older may not.
    @Test func freshFilesAreNotSettled() throws {
        try outer.write(PictureSamples.png, to: "icons/fresh.png")
        let folder = try PictureFolder(path: path)
        let system = try PictureFolder(path: "/etc")
        let (isFreshSettled, isOldSettled) = (
            try folder.version(of: "fresh").isSettled, try system.version(of: "passwd").isSettled
        )
        #expect(!isFreshSettled && isOldSettled)
    }

    @Test func readsAWholeFileUpToALimit() throws {
        let folder = try PictureFolder(path: path)
        let count = PictureSamples.png.count
        #expect(try folder.open("red.png").contents(limit: count) == PictureSamples.png)
        #expect(throws: PictureError(.tooLarge, "it has more than \(count - 1) bytes", name: "red.png")) {
            try folder.open("red.png").contents(limit: count - 1)
        }
    }
}
