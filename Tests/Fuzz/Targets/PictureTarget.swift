import Pictures

/// A picture has a size that is one, or is refused with a reason; in a file it has the same as in memory.
func exercisePicture(_ input: [UInt8]) throws {
    let inMemory = header { () throws(PictureError) in try PictureHeader.read(bytes: input) }
    if case .success(let header) = inMemory {
        let sides = [header.width, header.height]
        try require(
            sides.allSatisfy { $0.isFinite && $0 > 0 && $0 <= PictureHeader.largestSide },
            "a picture has the size \(header.width) x \(header.height)"
        )
    }
    let file = try MemoryFile(input)
    let inFile = header { () throws(PictureError) in try PictureHeader.read(descriptor: file.descriptor) }
    try require(inFile == inMemory, "in a file \(inFile), in memory \(inMemory)")
}

private func header(_ body: () throws(PictureError) -> PictureHeader) -> Result<PictureHeader, PictureError> {
    Result(catching: body)
}
