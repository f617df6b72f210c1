import CartCommands
import CartJSON
import CartLayout
import CartModel
import CartProtocol
import Testing

@Suite("Controls")
struct ControlCommandTests {
    /// A bench with the control `buy`, selected, at version 3.
    private func bench() throws -> Bench {
        let bench = try Bench()
        bench.run("control", "set", "buy", "--title", "Buy", "--image", "bag")
        bench.run("control", "set", "buy", "--state", "highlighted,selected", "--title", "买", "--color", "#2E7D32")
        bench.run("control", "select", "buy")
        return bench
    }

    @Test("set, clear, show, list and remove in text")
    func text() throws {
        let bench = try bench()
        let shown = """
            Control buy · selected · version 3 · horizontal center, vertical center, spacing 2

            State                 Title  Colour   Image
            normal                Buy    -        bag
            highlighted,selected  买     #2E7D32  -

            """
        #expect(bench.run("control", "show", "buy") == Run(0, shown))
        #expect(bench.run("control", "set", "buy", "--title", "Buy") == Run(0, "Set buy\n" + shown))
        #expect(
            bench.run("control", "clear", "buy", "--state", "selected,highlighted", "--values", "color").output == """
                Cleared buy
                Control buy · selected · version 4 · horizontal center, vertical center, spacing 2

                State                 Title  Colour  Image
                normal                Buy    -       bag
                highlighted,selected  买     -       -

                """
        )
        bench.run(
            "control",
            "set",
            "other",
            "--horizontal",
            "trailing",
            "--vertical",
            "fill",
            "--spacing",
            "2.5",
            "--title",
            ""
        )
        #expect(
            bench.run("control", "list").output == """
                Control  Version  State     Title  Image
                buy            4  selected  Buy    bag
                other          1  normal           -

                """
        )
        #expect(
            bench.run("control", "remove", "other").output == """
                Removed other
                Control other · normal · version 1 · horizontal trailing, vertical fill, spacing 2.5

                State   Title   Colour  Image
                normal  (none)  -       -

                """
        )
        #expect(
            bench.run("control", "show", "other")
                == Run(
                    1,
                    complaint:
                        "cartctl: there is no control other; `cartctl control list` shows what there is\n"
                )
        )
    }

    @Test("as JSON: states are UIKit's bits")
    func json() throws {
        let bench = try bench()
        let control = """
            {"name":"buy","version":3,"state":4,"spacing":2,"horizontal":"center","vertical":"center","values":[\
            {"state":0,"title":"Buy","color":null,"image":"bag"},{"state":5,"title":"买","color":"#2E7D32","image":null}]}
            """
        #expect(bench.run("--json", "control", "show", "buy").output == #"{"control":\#(control)}"# + "\n")
        #expect(
            bench.run("--json", "control", "list").output == #"{"controls":[\#(control)],"sequence":3}"# + "\n"
        )
        #expect(
            bench.run("--json", "control", "send", "buy", "touchUpInside").output == #"{"sequence":4}"# + "\n"
        )
        #expect(
            bench.run("--json", "control", "poll", "--after", "2").output == """
                {"events":[{"sequence":3,"control":"buy","kind":"state","events":null,"state":4,"version":3},\
                {"sequence":4,"control":"buy","kind":"sent","events":64,"state":4,"version":3}],"sequence":4,"newest":4}

                """
        )
    }

    @Test(
        "each change of state is one word",
        arguments: [
            ("select", 4, 0), ("deselect", 0, 4), ("disable", 2, 0), ("enable", 0, 2), ("highlight", 1, 0),
            ("unhighlight", 0, 1), ("focus", 8, 0), ("unfocus", 0, 8),
        ] as [(String, UInt32, UInt32)]
    )
    func states(word: String, set: UInt32, clear: UInt32) throws {
        let bench = try bench()
        #expect(bench.run("control", word, "buy").status == 0)
        #expect(
            bench.service.last(ChangeControlState.self)
                == ChangeControlState(
                    control: "buy",
                    set: set == 0 ? nil : ControlState(rawValue: set),
                    clear: clear == 0 ? nil : ControlState(rawValue: clear)
                )
        )
    }

    @Test("every option is passed on")
    func options() throws {
        let bench = try bench()
        bench.run(
            [
                "control", "set", "buy", "--state", "focused,disabled", "--title", "", "--color", "#000000", "--image",
                "i",
                "--spacing", "4", "--horizontal", "leading", "--vertical", "bottom",
            ]
        )
        #expect(
            bench.service.last(SetControl.self)
                == SetControl(
                    control: "buy",
                    state: [.focused, .disabled],
                    title: "",
                    color: "#000000",
                    image: "i",
                    spacing: 4,
                    horizontal: .leading,
                    vertical: .bottom
                )
        )
        bench.run("control", "clear", "buy", "--state", "normal", "--values", "image,title,image")
        #expect(
            bench.service.last(ClearControl.self)
                == ClearControl(control: "buy", state: .normal, values: [.image, .title])
        )
        bench.run("control", "poll", "buy", "--after", "99999999999999999999", "--events", "touchDown,valueChanged")
        #expect(
            bench.service.last(PollControlEvents.self)
                == PollControlEvents(after: .max, control: "buy", events: [.touchDown, .valueChanged])
        )
    }

    @Test("events in text: what happened, how to go on, and that some are lost")
    func events() throws {
        let bench = try bench()
        #expect(
            bench.run("control", "send", "buy", "touchUpInside,valueChanged").output
                == "Sent touchUpInside,valueChanged of buy · event 4\n"
        )
        #expect(
            bench.run("control", "poll", "buy", "--after", "2").output == """
                Event  Control  What                             State     Version
                    3  buy      state                            selected        3
                    4  buy      sent touchUpInside,valueChanged  selected        3

                What comes next: `cartctl control poll buy --after 4`

                """
        )
        #expect(
            bench.run("control", "poll", "--after", "4").output
                == "Nothing has happened. What comes next: `cartctl control poll --after 4`\n"
        )
        #expect(
            bench.run("control", "poll", "--after", "5").output.hasPrefix(
                "Older events are lost: look at the controls again with `cartctl control list`.\nEvent  Control"
            )
        )
        #expect(bench.run("--json", "control", "poll", "--after", "5").output.hasSuffix(#","resync":true}"# + "\n"))
    }

    @Test("bits without a name are shown as their number")
    func namelessBits() {
        let event = PollControlEvents.Event(
            sequence: 1,
            control: "a",
            kind: .sent,
            events: ControlEvents(rawValue: 0x4100_0040),
            state: ControlState(rawValue: 0x10),
            version: 1
        )
        let report = ControlEventsReport(
            answer: .init(events: [event], sequence: 1, newest: 1),
            call: PollControlEvents()
        )
        var page = Page(for: Terminal(isTerminal: false))
        report.write(to: &page)
        #expect(page.text.contains("sent touchUpInside,1090519040  16 "))
    }

    @Test("layout control in text: drawn to scale, with its parts")
    func layoutText() throws {
        let bench = try bench()
        #expect(
            bench.run("layout", "control", "buy", "--width", "120", "--height", "80").output == """
                Control buy · 120 x 80 points · selected · version 3

                  ┌──────────────────────────────────────────────┐
                  │                                              │
                  │              ┌────────────────┐              │
                  │              │                │              │
                  │              │                │              │
                  │              │                │              │
                  │              │      bag       │              │
                  │              │                │              │
                  │              │                │              │
                  │              │                │              │
                  │              └────────────────┘              │
                  │                                              │
                  │                     Buy                      │
                  │                                              │
                  │                                              │
                  └──────────────────────────────────────────────┘

                Part     Frame             Shows
                control  120x80 at 0,0
                content  44x63 at 38,8.5
                image    44x44 at 38,8.5   bag
                title    26x17 at 47,54.5  Buy

                """
        )
    }

    @Test("layout control as JSON: the fields of the design, null for what there is none of")
    func layoutJSON() throws {
        let bench = try bench()
        #expect(
            bench.run(
                [
                    "--json", "layout", "control", "buy", "--width", "120", "--height", "80", "--state",
                    "highlighted,selected",
                ]
            ).output == """
                {"content":{"x":38,"y":8.5,"width":44,"height":63},"image":{"x":38,"y":8.5,"width":44,"height":44},\
                "title":{"x":51.5,"y":54.5,"width":17,"height":17},\
                "appearance":{"title":"买","color":"#2E7D32","image":"bag"},"state":5}

                """
        )
        #expect(
            bench.run("--json", "layout", "control", "--title", "Hi").output == """
                {"content":{"x":0,"y":0,"width":17,"height":17},"image":null,"title":{"x":0,"y":0,"width":17,"height":17},\
                "appearance":{"title":"Hi","color":null,"image":null},"state":0}

                """
        )
    }

    @Test("layout control: every option is passed on")
    func layoutOptions() throws {
        let bench = try bench()
        bench.run(
            [
                "layout", "control", "buy", "--width", "1", "--height", "2", "--state", "normal", "--horizontal",
                "right",
                "--vertical", "top", "--spacing", "3", "--title", "t", "--color", "#123456", "--image", "i",
                "--image-size", "4,5", "--title-size", "6,7", "--scale", "3", "--direction", "rtl", "--font-size", "8",
            ]
        )
        #expect(
            bench.service.last(LayOutControl.self)
                == LayOutControl(
                    control: "buy",
                    title: "t",
                    color: "#123456",
                    image: "i",
                    width: 1,
                    height: 2,
                    state: .normal,
                    horizontal: .right,
                    vertical: .top,
                    spacing: 3,
                    direction: .rightToLeft,
                    scale: 3,
                    imageSize: Size(width: 4, height: 5),
                    titleSize: Size(width: 6, height: 7),
                    fontSize: 8
                )
        )
    }

    @Test("numbers of a peer that nothing can be drawn from do no harm")
    func hostileNumbers() {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 0, -1, .leastNonzeroMagnitude, 1e308, -1e308, 40]
        for x in numbers {
            for width in numbers {
                let frame = Rect(x: x, y: x, width: width, height: width)
                for bounds in [frame, Rect(x: 0, y: 0, width: 40, height: 40)] {
                    let report = ControlLayoutReport(
                        answer: LayOutControl.Answer(
                            bounds: bounds,
                            content: frame,
                            image: frame,
                            title: frame,
                            appearance: .init(title: "买买买", color: "x", image: "bag")
                        ),
                        call: LayOutControl()
                    )
                    var page = Page(for: Terminal(isTerminal: false))
                    report.write(to: &page)
                    #expect(page.text.contains("bag") && report.json.text.contains("bag"))
                }
            }
        }
    }
}
