import CartClient
import Testing
import TestSupport

/// The state on a filesystem without room.
@Suite("A full disk", .enabled(if: SmallDisk.obstacle == nil || FullRun.isRequired, "\(SmallDisk.obstacle ?? "")"))
struct FullDiskTests {
    @Test("Adds are refused, show goes on, with room again adds work, all without a restart")
    func fullDisk() throws {
        let place = try TemporaryFolder()
        let disk = try SmallDisk(at: place("disk"), size: "1m")
        let daemon = try TestDaemon(state: disk.path + "/state", prefix: disk.prefix)
        let before: CartAnswer = try daemon.json("add", "qianbao")
        let process = try daemon.running().process

        for round in 1...3 as ClosedRange<Int64> {
            try disk.fill()
            // What still fits, such as a page at the end of the log, may be taken; soon nothing fits.
            let client = try CartClient(.init(socket: .path(daemon.socketPath)))
            var acknowledged = try client.call(ShowCart())
            var refusals = 0
            while refusals < 20 {
                do throws(CartError) {
                    acknowledged = try client.call(AddLineItem(product: "qianbao"))
                    refusals = 0
                } catch {
                    try #require(error.code == .storageFailure, "\(error)")
                    #expect(error.message.contains("free some space"), "\(error)")
                    refusals += 1
                }
                #expect(try client.call(ShowCart()) == acknowledged)
            }
            let refused: ErrorObject = try daemon.json(status: 1, "add", "qianbao")
            #expect(refused.error.code == "storageFailure")
            let shown: CartAnswer = try daemon.json("show")
            #expect(shown == acknowledged)
            let made = try? client.call(AddLineItem(cart: "other \(round)"))
            #expect(made == nil)

            try disk.clear()
            let taken = try client.call(AddLineItem(product: "qianbao"))
            #expect(taken.cart.version == acknowledged.cart.version + 1)
            #expect(try daemon.running().process == process && daemon.running().isRunning)
        }
        let last: CartAnswer = try daemon.json("show")
        #expect(last.cart.version > before.cart.version)

        daemon.kill()
        try daemon.start()
        let kept: CartAnswer = try daemon.json("show")
        #expect(kept == last)
        let carts = try CartClient(.init(socket: .path(daemon.socketPath))).carts()
        #expect(carts.map(\.name) == ["default"])
        #expect(daemon.stop() == 0)
    }

    @Test("On a disk that is full from the start the daemon says so, and starts once there is room")
    func fullFromTheStart() throws {
        let place = try TemporaryFolder()
        let disk = try SmallDisk(at: place("disk"), size: "1m")
        try disk.fill()
        let daemon = try TestDaemon(state: disk.path + "/state", prefix: disk.prefix)
        #expect(daemon.child?.wait() == 1)
        try disk.clear()
        try daemon.start()
        let added: CartAnswer = try daemon.json("add")
        #expect(added.cart.version == 1)
        #expect(daemon.stop() == 0)
    }

    @Test("A kill while the disk is full loses nothing that was acknowledged")
    func killedWhileFull() throws {
        let place = try TemporaryFolder()
        let disk = try SmallDisk(at: place("disk"), size: "8m")
        let daemon = try TestDaemon(state: disk.path + "/state", prefix: disk.prefix)
        var acknowledged: Int64 = 0
        for _ in 0..<5 {
            do {
                let client = try CartClient(.init(socket: .path(daemon.socketPath)))
                for _ in 0..<20 { acknowledged = try client.call(AddLineItem(product: "qianbao")).cart.version }
                try disk.fill()
                for _ in 0..<20 {
                    if let answer = try? client.call(AddLineItem(product: "qianbao")) {
                        acknowledged = answer.cart.version
                    }
                }
            }
            daemon.kill()
            try disk.clear()
            try daemon.start()
            let shown: CartAnswer = try daemon.json("show")
            #expect(shown.cart.version == acknowledged)
            #expect(shown.cart.lines.map(\.quantity) == [acknowledged])
        }
        #expect(daemon.stop() == 0)
    }
}
