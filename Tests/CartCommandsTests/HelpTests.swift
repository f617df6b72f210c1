import CartCommands
import CartJSON
import Testing

@Suite("Help")
struct HelpTests {
    @Test("of the whole tool")
    func overview() throws {
        let expected = """
            cartctl: one catalog and one cart for every screen of a kiosk

            Usage: cartctl [--socket PATH] [--json] [--timeout SECONDS] COMMAND

            Carts
              add [PRODUCT]             put a product into a cart; the first makes the cart
              remove [PRODUCT]          take a line out of a cart, whatever its quantity
              set PRODUCT N             set the quantity of a product; 0 takes its line out
              show                      show a cart and what can be done with it
              watch                     show a cart, and again after every change
              clear                     take every line out of a cart
              carts                     list the carts

            Catalogs
              catalog list              list the catalogs
              catalog show NAME         show the products of a catalog
              catalog import FILE       make a catalog of a file, or replace it by one
              catalog remove NAME       take a catalog away; carts keep their lines
              catalog watch [NAME]      list the catalogs, and again after every change

            Layout
              layout grid               lay out a cart or a catalog as a grid of tiles
              layout list               lay out a catalog as a list with a section index
              layout control [NAME]     lay out an image-over-title control
              hit grid                  tell which tile of a grid is at a point
              hit list                  tell which part of a list is at a point
              hit control [NAME]        tell which part of a control is at a point
              render grid               draw a grid as an SVG picture
              render list               draw a list as an SVG picture
              render control [NAME]     draw an image-over-title control as a picture

            Controls
              control set NAME          set values of a control; the first makes the control
              control clear NAME        take away what was set for some states
              control show NAME         show a control and what its states show
              control list              list the controls
              control remove NAME       take a control away
              control select NAME       choose a control
              control deselect NAME     end the choice of a control
              control disable NAME      make a control not react to touches
              control enable NAME       make a control react to touches again
              control highlight NAME    show a control as touched
              control unhighlight NAME  show a control as no longer touched
              control focus NAME        give a control the focus
              control unfocus NAME      take the focus from a control
              control send NAME EVENTS  tell that something happened to a control
              control poll [NAME]       show what has happened to controls; does not wait
              control watch [NAME]      list the controls, then show what happens to them

            Service
              status                    show how the daemon is
              describe                  print the protocol: every message, in CDDL
              completion [SHELL]        print what makes a shell complete command lines
              version                   show the version of this tool; no daemon is needed
              demo                      see all of it at work in a temporary folder

            Everywhere
              --socket PATH      the daemon's socket; else CARTD_SOCKET, else the system's,
                                 else your own
              --json             print one JSON object, for programs
              --timeout SECONDS  give up after that many seconds in all (exit status 75)
              --help             show help; nothing else is done

            Exit status
              0   done
              1   the daemon refused, or a file cannot be used; the error says why
              2   the command line cannot be understood
              69  there is no daemon, or it went away before it answered
              74  done, but the output could not be written
              75  the time given by --timeout has passed

            Environment
              CARTD_SOCKET     the daemon's socket, where --socket is not given
              CARTD_DAEMON     the program that is started where no daemon runs
              XDG_RUNTIME_DIR  holds the socket of your own daemon, in cartd/
              XDG_STATE_HOME   holds the state of your own daemon, in cartd/
              NO_COLOR         no colour, if it is not empty

            More about a command: cartctl COMMAND --help. All of it at work: cartctl demo.

            """
        for words in [["--help"], ["-h"], ["help"], ["--nonsense", "--help"]] {
            #expect(try Bench().run(words) == Run(0, expected))
        }
    }

    @Test("of a group of commands")
    func group() throws {
        #expect(
            try Bench().run("catalog", "--help").output == """
                Usage: cartctl catalog [--socket PATH] [--json] [--timeout SECONDS] COMMAND

                Catalogs
                  catalog list          list the catalogs
                  catalog show NAME     show the products of a catalog
                  catalog import FILE   make a catalog of a file, or replace it by one
                  catalog remove NAME   take a catalog away; carts keep their lines
                  catalog watch [NAME]  list the catalogs, and again after every change

                Everywhere
                  --socket PATH      the daemon's socket; else CARTD_SOCKET, else the system's,
                                     else your own
                  --json             print one JSON object, for programs
                  --timeout SECONDS  give up after that many seconds in all (exit status 75)
                  --help             show help; nothing else is done

                """
        )
    }

    @Test("of a command")
    func command() throws {
        #expect(
            try Bench().run("remove", "--help").output == """
                cartctl remove: take a line out of a cart, whatever its quantity

                Usage: cartctl remove [PRODUCT | --line N] [--cart NAME]

                Arguments
                  PRODUCT  the product's id; without it the last line goes

                Options
                  --line N     the line to remove, counted from 1 as `show` does
                  --cart NAME  the cart; `default` when none is named

                Everywhere
                  --socket PATH      the daemon's socket; else CARTD_SOCKET, else the system's,
                                     else your own
                  --json             print one JSON object, for programs
                  --timeout SECONDS  give up after that many seconds in all (exit status 75)
                  --help             show help; nothing else is done

                Examples
                  cartctl remove
                  cartctl remove qianbao
                  cartctl remove --line 1

                """
        )
        #expect(
            try Bench().run("layout", "grid", "--help").output.contains(
                """

                Usage: cartctl layout grid [--cart NAME | --catalog NAME] [--group TITLE]
                       [--width W] [--height H] [--columns C] [--rows R] [--tile-width W]
                       [--tile-height H] [--scale S] [--direction DIRECTION] [--font-size N]
                       [--visible X,Y,W,H] [--relative]

                """
            )
        )
    }

    @Test("of every command names all that it takes, in lines that fit, with examples that are understood")
    func everyCommand() throws {
        for command in CommandTable.cartctl.commands {
            let run = try Bench().run(command.path + ["--help"])
            #expect(run.status == 0 && run.complaint.isEmpty)
            for parameter in command.parameters {
                #expect(run.output.contains("  \(parameter.synopsis) "), "\(command.name): \(parameter.synopsis)")
            }
            for line in run.output.split(separator: "\n") {
                #expect(String(line).displayWidth <= 80, "\(line)")
            }
            #expect(!command.examples.isEmpty)
            for example in command.examples {
                let words = example.split(separator: " ").dropFirst().map(String.init)
                let invocation = try ArgumentParser(.cartctl).parse(words)
                guard case .command(let called, _) = invocation else {
                    Issue.record("\(example) calls no command")
                    continue
                }
                #expect(called.name == command.name)
            }
        }
    }

    @Test("as JSON is one object")
    func json() throws {
        let run = try Bench().run("version", "--help", "--json")
        #expect(run.status == 0)
        #expect(
            run.output.hasPrefix(
                #"{"help":"cartctl version: show the version of this tool; no daemon is needed\n\nUsage"#
            )
        )
        #expect(run.output.hasSuffix("\"}\n"))
    }

    @Test("no command at all is a usage error")
    func nothing() throws {
        #expect(
            try Bench().run([])
                == Run(2, complaint: "cartctl: a command is missing, such as `add`; see `cartctl --help`\n")
        )
    }
}
