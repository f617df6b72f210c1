import CartCommands
import CartModel
import Testing

@Suite("Reading a command line")
struct ArgumentParserTests {
    /// What a command line is read as: the command and, for some parameters, the texts that were given.
    private func read(_ line: String) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        switch try ArgumentParser(.cartctl).parse(words) {
        case .help(let path, _): return "help \(path.joined(separator: " "))"
        case .command(let command, let arguments):
            let shown = command.parameters + Parameters.global
            return command.name
                + shown.compactMap { parameter in
                    arguments.text(of: parameter).map { " \(parameter.name)=\($0)" }
                }.joined()
        }
    }

    private func refusal(_ line: String) -> CartError? {
        do {
            let read = try read(line)
            Issue.record("\(line) was read as \(read)")
            return nil
        } catch {
            return error as? CartError
        }
    }

    @Test(
        "is understood",
        arguments: [
            ("show", "show"),
            ("add", "add"),
            ("add qianbao", "add PRODUCT=qianbao"),
            ("add --quantity 2 qianbao", "add PRODUCT=qianbao quantity=2"),
            ("add qianbao --quantity=2", "add PRODUCT=qianbao quantity=2"),
            ("add --quantity -1", "add quantity=-1"),
            ("add --quantity=-1", "add quantity=-1"),
            ("add --catalog=a=b", "add catalog=a=b"),
            ("add --catalog=", "add catalog="),
            ("add --catalog=\u{301}a", "add catalog=\u{301}a"),
            ("render grid -o\u{301}a", "render grid output=\u{301}a"),
            ("add --cart -x", "add cart=-x"),
            ("set qianbao -1", "set PRODUCT=qianbao N=-1"),
            ("set qianbao +5", "set PRODUCT=qianbao N=+5"),
            ("set -1 -2", "set PRODUCT=-1 N=-2"),
            ("set -1.5e3 2", "set PRODUCT=-1.5e3 N=2"),
            ("add -", "add PRODUCT=-"),
            ("add -- --quantity", "add PRODUCT=--quantity"),
            ("render grid -o a.svg", "render grid output=a.svg"),
            ("render grid -oa.svg", "render grid output=a.svg"),
            ("render grid -o=a.svg", "render grid output==a.svg"),
            ("render grid --output a.svg", "render grid output=a.svg"),
            ("render grid --output=-", "render grid output=-"),
            ("render grid -o -", "render grid output=-"),
            ("render grid -o -x", "render grid output=-x"),
            ("hit control --at -1,2.5 buy", "hit control at=-1,2.5 NAME=buy"),
            ("layout control --state normal", "layout control state=normal"),
            ("-- add", "add"),
            ("--json show", "show json="),
            ("show --json", "show json="),
            ("--socket /s --timeout 2.5 show --json", "show socket=/s json= timeout=2.5"),
            ("catalog --json list", "catalog list json="),
            ("catalog import bags.plist --name bags", "catalog import FILE=bags.plist name=bags"),
            ("layout grid --visible -5,0,1e2,.5", "layout grid visible=-5,0,1e2,.5"),
            ("layout grid --width nan --height -inf", "layout grid width=nan height=-inf"),
            ("remove --line 99999999999999999999", "remove line=99999999999999999999"),
            ("--help", "help "), ("-h", "help "), ("help", "help "),
            ("help add", "help add"), ("add --help", "help add"), ("--help catalog import", "help catalog import"),
            ("catalog --help", "help catalog"),
            ("set --help", "help set"),
            ("add --nonsense --help", "help add"),
        ]
    )
    func understands(line: String, expected: String) throws {
        #expect(try read(line) == expected)
    }

    @Test(
        "is refused, with the word at fault and what may have been meant",
        arguments: [
            ("", "a command is missing, such as `add`; see `cartctl --help`", nil, nil),
            ("ad", "there is no command 'ad'; did you mean 'add'? see `cartctl --help`", "ad", "add"),
            ("shwo", "there is no command 'shwo'; did you mean 'show'? see `cartctl --help`", "shwo", "show"),
            ("frobnicate", "there is no command 'frobnicate'; see `cartctl --help`", "frobnicate", nil),
            (
                "catalog",
                "'catalog' needs one of these after it: list, show, import, remove, watch; see `cartctl catalog --help`",
                nil, nil
            ),
            (
                "catalog imprt x",
                "there is no command 'catalog imprt'; did you mean 'catalog import'? "
                    + "see `cartctl catalog --help`", "imprt", "catalog import"
            ),
            (
                "add --quanity 3", "'add' has no option --quanity; did you mean '--quantity'? see `cartctl add --help`",
                "--quanity", "--quantity"
            ),
            (
                "add --quant=3", "'add' has no option --quant; did you mean '--quantity'? see `cartctl add --help`",
                "--quant",
                "--quantity"
            ),
            (
                "add -x",
                "'add' has no option -x; put -- before an argument that begins with a dash; see `cartctl add --help`",
                "-x", nil
            ),
            ("show --capacity 3", "'show' has no option --capacity; see `cartctl show --help`", "--capacity", nil),
            (
                "--cart x show", "--cart belongs after its command, as in `cartctl add --cart`; see `cartctl --help`",
                "--cart",
                nil
            ),
            (
                "--jsno show", "there is no option --jsno; did you mean '--json'? see `cartctl --help`", "--jsno",
                "--json"
            ),
            ("add --cart a --cart a", "--cart is given twice; see `cartctl add --help`", "--cart", nil),
            ("--json show --json", "--json is given twice; see `cartctl show --help`", "--json", nil),
            ("--json=yes show", "--json takes no value; see `cartctl --help`", "--json", nil),
            ("add --quantity", "--quantity needs a value: --quantity N; see `cartctl add --help`", "--quantity", nil),
            (
                "add --cart --json",
                "--cart needs a value: --cart NAME; for one that begins with dashes write --cart=--json; "
                    + "see `cartctl add --help`", "--cart", nil
            ),
            ("render grid -o a -o b", "-o is given twice; see `cartctl render grid --help`", "-o", nil),
            ("render grid -o", "-o needs a value: -o FILE; see `cartctl render grid --help`", "-o", nil),
            (
                "render grid -o --json",
                "-o needs a value: -o FILE; for one that begins with dashes write -o--json; "
                    + "see `cartctl render grid --help`", "-o", nil
            ),
            (
                "render grid",
                "-o is missing: the SVG file to write, in place of one that is there; - is standard output; "
                    + "see `cartctl render grid --help`", "-o", nil
            ),
            ("show -o x", "'show' has no option -o; see `cartctl show --help`", "-o", nil),
            (
                "layout list", "--catalog is missing: the catalog; see `cartctl layout list --help`", "--catalog", nil
            ),
            (
                "hit grid --at 1",
                "--at has to be two numbers with a comma between them, such as 100,40, not '1'; "
                    + "see `cartctl hit grid --help`", "--at", nil
            ),
            (
                "layout control --state selected,happy",
                "--state has to be normal, or one or more of highlighted, disabled, selected or focused with commas "
                    + "between them, not 'selected,happy'; see `cartctl layout control --help`", "--state", nil
            ),
            (
                "control send buy touched",
                "EVENTS has to be names such as touchUpInside, with commas between them, not 'touched'; "
                    + "see `cartctl control send --help`", "EVENTS", nil
            ),
            (
                "layout control --vertical middle",
                "--vertical has to be center, top, bottom or fill, not 'middle'; see `cartctl layout control --help`",
                "--vertical", nil
            ),
            (
                "layout grid --relative",
                "--relative makes sense only with --visible; see `cartctl layout grid --help`", "--relative", nil
            ),
            ("show extra", "'extra' is more than 'show' takes; see `cartctl show --help`", "extra", nil),
            ("set", "PRODUCT is missing: the product's id; see `cartctl set --help`", "PRODUCT", nil),
            (
                "set qianbao",
                "N is missing: how many, 0 to 2147483647; 0 takes the line out; see `cartctl set --help`", "N",
                nil
            ),
            ("set qianbao abc", "N has to be a whole number, not 'abc'; see `cartctl set --help`", "N", nil),
            (
                "add --quantity 1.5", "--quantity has to be a whole number, not '1.5'; see `cartctl add --help`",
                "--quantity",
                nil
            ),
            (
                "add --quantity=", "--quantity has to be a whole number, not ''; see `cartctl add --help`",
                "--quantity", nil
            ),
            (
                "add --quantity ٣", "--quantity has to be a whole number, not '٣'; see `cartctl add --help`",
                "--quantity", nil
            ),
            (
                "remove a --line 1",
                "PRODUCT and --line do not go together; give one of them; see `cartctl remove --help`",
                "--line", nil
            ),
            (
                "layout grid --cart a --catalog b",
                "--cart and --catalog do not go together; give one of them; see `cartctl layout grid --help`",
                "--catalog", nil
            ),
            (
                "layout grid --group A", "--group makes sense only with --catalog; see `cartctl layout grid --help`",
                "--group",
                nil
            ),
            (
                "layout grid --direction up",
                "--direction has to be ltr or rtl, not 'up'; see `cartctl layout grid --help`",
                "--direction", nil
            ),
            (
                "layout grid --visible 1,2,3",
                "--visible has to be four numbers with commas between them, such as "
                    + "0,0,280,220, not '1,2,3'; see `cartctl layout grid --help`", "--visible", nil
            ),
            (
                "--timeout 0 show",
                "--timeout has to be a number of seconds above 0, such as 2.5, not '0'; "
                    + "see `cartctl --help`", "--timeout", nil
            ),
            (
                "--timeout inf show",
                "--timeout has to be a number of seconds above 0, such as 2.5, not 'inf'; "
                    + "see `cartctl --help`", "--timeout", nil
            ),
        ] as [(String, String, String?, String?)]
    )
    func refuses(line: String, message: String, argument: String?, suggestion: String?) throws {
        let error = try #require(refusal(line))
        #expect(error.code == .usage)
        #expect(error.message == message)
        #expect(error.details["argument"] == argument.map { .string($0) })
        #expect(error.details["suggestion"] == suggestion.map { .string($0) })
    }

    @Test("takes a time too short or too long to count as the nearest that counts")
    func extremeTimes() throws {
        #expect(try #require(Seconds(argument: "1e-300")).duration == .nanoseconds(1))
        #expect(try #require(Seconds(argument: "1e300")).duration == .seconds(1_000_000_000))
        #expect(Seconds(argument: "-1") == nil)
        #expect(Seconds(argument: "nan") == nil)
    }

    @Test("shortens what it repeats of an endless word")
    func longWords() throws {
        let word = String(repeating: "x", count: 100_000)
        for line in [word, "add --\(word)", "add --quantity \(word)", "show \(word)"] {
            let error = try #require(refusal(line))
            #expect(error.message.utf8.count < 400)
            #expect(error.details.values.allSatisfy { "\($0)".utf8.count < 200 })
        }
    }

    @Test("an option that may be repeated keeps all its values in order")
    func repeated() throws {
        let words = ["render", "grid", "--font", "b.ttf", "-o", "x", "--font=a.ttf", "--font", "b.ttf"]
        guard case .command(let command, let arguments) = try ArgumentParser(.cartctl).parse(words) else {
            Issue.record("it is a command")
            return
        }
        let font = Parameter<String>.option("font", "PATH", repeatable: true, "")
        #expect(arguments.all(font) == ["b.ttf", "a.ttf", "b.ttf"])
        #expect(arguments[font] == "b.ttf")
        #expect(command.options.filter(\.isRepeatable).map(\.synopsis) == ["--font PATH..."])
        #expect(command.options.filter(\.isRequired).map(\.spellings) == [["-o", "--output"]])
    }
}
