import Glibc

/// libFuzzer over the target that the environment names, which the processes that libFuzzer starts inherit.
@main
struct Fuzzer {
    fileprivate static let target: FuzzTarget = {
        let name = getenv("CARTD_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            print("CARTD_FUZZ_TARGET is \(name); it has to be one of \(FuzzTarget.allCases.map(\.rawValue))")
            exit(2)
        }
        return target
    }()

    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(runDriver(&count, &arguments, testOneInput))
    }
}

/// LLVMFuzzerTestOneInput: what libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
        try Fuzzer.target.exercise(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    } catch {
        // libFuzzer keeps the input of a process that ends like this.
        fatalError("\(error)")
    }
}

/// LLVMFuzzerRunDriver (FuzzerInterface.h): libFuzzer without its own main.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// LLVMFuzzerCustomMutator: changes an input in place.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int, _ seed: UInt32) -> Int {
    var mutation = Mutation(seed: seed, maximum: maximum, mutateBytes: mutateBytes)
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    let changed = mutation.mutate(input, Fuzzer.target.form)
    bytes.update(from: changed, count: changed.count)
    return changed.count
}

/// LLVMFuzzerCustomCrossOver: makes one input of two.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func cross(
    _ left: UnsafePointer<UInt8>,
    _ leftCount: Int,
    _ right: UnsafePointer<UInt8>,
    _ rightCount: Int,
    _ output: UnsafeMutablePointer<UInt8>,
    _ maximum: Int,
    _ seed: UInt32
) -> Int {
    // Libfuzzer's own cross-over is among what it does to bytes.
    guard Fuzzer.target.form == .frames else { return 0 }
    var mutation = Mutation(seed: seed, maximum: maximum, mutateBytes: mutateBytes)
    let crossed = mutation.cross(
        Array(UnsafeBufferPointer(start: left, count: leftCount)),
        Array(UnsafeBufferPointer(start: right, count: rightCount))
    )
    output.update(from: crossed, count: crossed.count)
    return crossed.count
}

private func mutateBytes(_ bytes: [UInt8], _ maximum: Int) -> [UInt8] {
    let room = max(maximum, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        _ = buffer.initialize(from: bytes)
        buffer[bytes.count...].initialize(repeating: 0)
        count = buffer.baseAddress.map { libFuzzerMutate($0, bytes.count, room) } ?? 0
    }
}

/// LLVMFuzzerMutate (FuzzerInterface.h): changes bytes in place, in one of libFuzzer's ways.
@_silgen_name("LLVMFuzzerMutate")
private func libFuzzerMutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int) -> Int

extension FuzzTarget {
    /// What its inputs are made of.
    var form: Mutation.Form {
        switch self {
        case .cbor: .item
        case .frames, .server, .client: .frames
        case .catalog, .picture, .font, .layout: .bytes
        }
    }
}
