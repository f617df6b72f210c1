import CartModel
import CartStore
import Glibc
import TestSupport
import Testing
import UnixSockets

@testable import CartServer

@Suite("The threads that read catalogs")
struct CatalogReaderTests {
    /// A semaphore: sem_init(3).
    final class Semaphore: @unchecked Sendable {
        // sem_t may be used from any thread; it is neither moved nor freed before the last user is gone.
        private let pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

        init() { sem_init(pointer, 0, 0) }

        deinit {
            sem_destroy(pointer)
            pointer.deallocate()
        }

        func signal() { sem_post(pointer) }
        func wait() { while sem_wait(pointer) != 0 {} }
    }

    /// Descriptors of this process that are open on a file.
    static func descriptors(of path: String) -> Int {
        var (file, other) = (stat(), stat())
        guard stat(path, &file) == 0 else {
            return -1
        }
        return (0..<1024 as Range<Int32>).count {
            fstat($0, &other) == 0 && other.st_ino == file.st_ino && other.st_dev == file.st_dev
        }
    }

    static func job(_ number: UInt64, _ path: String, _ desk: Desk) throws -> CatalogReadJob {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        return CatalogReadJob(
            number: number,
            descriptor: OwnedDescriptor(taking: descriptor),
            catalog: "c\(number)",
            file: "file",
            contents: desk.dispatcher.store.contents
        )
    }

    @Test("A cancelled import closes its file at once while another is read, and gives nothing")
    func cancelled() throws {
        let desk = try Desk()
        let path = try desk.folder.write(LargeCatalogTests.file(3000), to: "c.json")
        let (gate, done) = (Semaphore(), Semaphore())
        let reader = CatalogReader { done.signal() }
        // What is read just now.
        reader.files.add { gate.wait() }
        for number in 1...3 as ClosedRange<UInt64> { reader.read(try Self.job(number, path, desk)) }
        #expect(reader.isRunning)
        #expect(Self.descriptors(of: path) == 3)
        reader.cancel(2)
        #expect(Self.descriptors(of: path) == 2)
        reader.cancel(2)
        reader.cancel(77)
        gate.signal()
        var numbers: [UInt64] = []
        while numbers.count < 2 {
            done.wait()
            for case .read(let number, let result) in reader.takeFinished() {
                numbers.append(number)
                #expect(try result.get().catalog.count == 3000)
            }
        }
        #expect(numbers == [1, 3])
        #expect(reader.takeFinished().isEmpty)
        #expect(Self.descriptors(of: path) == 0)
        // Two of them have written their products.
        #expect(desk.folder.names(in: "catalogs").count == 2)
    }

    @Test("Imports that are cancelled while one hangs leave nothing that waits")
    func hanging() throws {
        let desk = try Desk()
        let path = try desk.folder.write("[]", to: "c.json")
        let (gate, begun, done) = (Semaphore(), Semaphore(), Semaphore())
        let reader = CatalogReader { done.signal() }
        reader.files.add {
            begun.signal()
            gate.wait()
        }
        begun.wait()
        for number in 1...1000 as ClosedRange<UInt64> {
            reader.read(try Self.job(number, path, desk))
            if number != 500 { reader.cancel(number) }
        }
        #expect(reader.files.waitingCount == 1)
        #expect(Self.descriptors(of: path) == 1)
        gate.signal()
        done.wait()
        var numbers: [UInt64] = []
        for case .read(let number, _) in reader.takeFinished() { numbers.append(number) }
        #expect(numbers == [500])
    }

    @Test("What is in the store is read while a file is imported")
    func beside() throws {
        let desk = try LargeCatalogTests.desk()
        let load = try #require(desk.dispatcher.store.load(ofCatalog: "c"))
        let (gate, done) = (Semaphore(), Semaphore())
        let reader = CatalogReader { done.signal() }
        reader.files.add { gate.wait() }
        reader.load(load)
        done.wait()
        guard case .loaded(_, .success(let catalog))? = reader.takeFinished().first else {
            Issue.record("the catalog was not read")
            return
        }
        #expect(catalog.count == 3000)
        gate.signal()
    }
}
