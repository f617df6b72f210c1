import CartServer
import Testing

@Suite("Answers among events")
struct OutputAnswerTests {
    func read(_ count: Int, of output: inout OutputBuffer) {
        output.send { min(count, $0.count) }
    }

    @Test("Events alone owe no reading; an answer does until its last byte is read, whatever comes behind it")
    func answers() {
        var output = OutputBuffer()
        output.appendEvent { $0 += [1, 2, 3] }
        output.seal()
        #expect(!output.hasAnswers && !output.hasSendableAnswers)
        output.append { $0 += [4, 5] }
        #expect(output.hasAnswers)
        output.seal()
        output.appendEvent { $0 += [6, 7, 8] }
        output.seal()
        for left in [7, 6, 5, 4] {
            #expect(output.hasSendableAnswers)
            read(1, of: &output)
            #expect(output.count == left)
        }
        read(1, of: &output)
        #expect(output.count == 3)
        #expect(!output.hasAnswers && !output.hasSendableAnswers)
        read(3, of: &output)
        #expect(!output.hasAnswers)
    }

    @Test("An answer that was dropped is not owed")
    func dropped() {
        var output = OutputBuffer()
        output.append { $0 += [1] }
        #expect(output.hasAnswers)
        output.dropUnsealed()
        #expect(!output.hasAnswers)
        output.append { $0 += [1] }
        output.seal()
        output.append { $0 += [2] }
        output.dropUnsealed()
        #expect(output.hasSendableAnswers)
        read(1, of: &output)
        #expect(!output.hasAnswers)
    }

    @Test("Of what is kept only answers are owed, however long the events around them are")
    func owed() {
        var output = OutputBuffer()
        output.appendEvent { $0 += [UInt8](repeating: 0, count: 50_000) }
        output.seal()
        #expect(output.owed == 0)
        output.append { $0 += [1, 2, 3] }
        output.seal()
        output.append { $0 += [4] }
        #expect(output.owed == 4)
        output.dropUnsealed()
        #expect(output.owed == 3)
        output.appendEvent { $0 += [UInt8](repeating: 0, count: 50_000) }
        output.append { $0 += [5, 6] }
        output.seal()
        #expect(output.owed == 5)
        read(99_990, of: &output)
        #expect(output.owed == 5)
        read(14, of: &output)
        #expect(output.owed == 1)
        output.appendEvent { $0 += [7] }
        output.seal()
        read(1, of: &output)
        #expect(output.owed == 0)
        read(1, of: &output)
        output.append { $0 += [8, 9] }
        #expect(output.owed == 2)
    }

    @Test("Cutting what was read off the front moves the mark along")
    func long() {
        var output = OutputBuffer()
        output.appendEvent { $0 += [UInt8](repeating: 0, count: 70_000) }
        output.append { $0 += [1, 2] }
        output.appendEvent { $0 += [3] }
        output.seal()
        read(69_999, of: &output)
        #expect(output.count == 4)
        read(2, of: &output)
        #expect(output.hasSendableAnswers)
        read(1, of: &output)
        #expect(!output.hasAnswers)
        #expect(output.count == 1)
    }
}
