import CartCommands
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
              clear                     take every line out of a cart
              carts                     list the carts

            Catalogs
              catalog list              list the catalogs
              catalog show NAME         show the products of a catalog
              catalog import FILE       make a catalog of a file, or replace it by one
              catalog remove NAME       take a catalog away; carts keep their lines

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
              control send NAME EVENTS  tell who polls that something happened to a control
              control poll [NAME]       show what has happened to controls; does not wait

            Service
              status                    show how the daemon is
              describe                  print the protocol: every message, in CDDL
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
                  catalog list         list the catalogs
                  catalog show NAME    show the products of a catalog
                  catalog import FILE  make a catalog of a file, or replace it by one
                  catalog remove NAME  take a catalog away; carts keep their lines

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

    @Test(
        "of the commands about screens",
        arguments: [
            (
                "layout list",
                """
                cartctl layout list: lay out a catalog as a list with a section index

                Usage: cartctl layout list --catalog NAME [--width W] [--height H]
                       [--row-height H] [--scale S] [--direction DIRECTION] [--font-size N]
                       [--visible X,Y,W,H] [--offset Y] [--relative]

                Lengths are points from the top left corner. The frames of icon and title are
                relative to their row, those of the section index to the room that the list is
                seen through: it does not scroll.

                Options
                  --catalog NAME         the catalog
                  --width W              points from side to side; 320 when not given
                  --height H             points of the room that the list is seen through; 568
                                         when not given
                  --row-height H         points of a row; 60 when not given
                  --scale S              snap to the pixels of a screen with 1, 2 or 3 a point;
                                         0 or not given snaps nothing
                  --direction DIRECTION  ltr or rtl: the side where reading begins; ltr when not
                                         given
                  --font-size N          points of the font of titles; 17 when not given
                  --visible X,Y,W,H      only what this part of the content shows
                  --offset Y             points that the content is scrolled down, which decides
                                         what header stays at the top; the top of --visible when
                                         not given
                  --relative             coordinates count from the top left corner of
                                         --visible, not of the content
                """
            ),
            (
                "hit list",
                """
                cartctl hit list: tell which part of a list is at a point

                Usage: cartctl hit list --at X,Y --catalog NAME [--width W] [--height H]
                       [--row-height H] [--scale S] [--direction DIRECTION] [--font-size N]
                       [--visible X,Y,W,H] [--offset Y] [--relative]

                Nothing there is an answer too. The options are those of `layout list`.

                The section index and the header at the top of the screen lie over the rows, so
                it counts how far the content is scrolled: by --offset, else by the top of
                --visible.

                Options
                  --at X,Y               the point to look at
                  --catalog NAME         the catalog
                  --width W              points from side to side; 320 when not given
                  --height H             points of the room that the list is seen through; 568
                                         when not given
                  --row-height H         points of a row; 60 when not given
                  --scale S              snap to the pixels of a screen with 1, 2 or 3 a point;
                                         0 or not given snaps nothing
                  --direction DIRECTION  ltr or rtl: the side where reading begins; ltr when not
                                         given
                  --font-size N          points of the font of titles; 17 when not given
                  --visible X,Y,W,H      only what this part of the content shows
                  --offset Y             points that the content is scrolled down, which decides
                                         what header stays at the top; the top of --visible when
                                         not given
                  --relative             coordinates count from the top left corner of
                                         --visible, not of the content
                """
            ),
            (
                "render control",
                """
                cartctl render control: draw an image-over-title control as a picture

                Usage: cartctl render control [NAME] -o FILE [--font PATH...] [--icons DIR]
                       [--width W] [--height H] [--state LIST] [--horizontal A] [--vertical A]
                       [--spacing N] [--title T] [--color #RRGGBB] [--image I]
                       [--image-size W,H] [--title-size W,H] [--scale S] [--direction DIRECTION]
                       [--font-size N]

                What is given here wins over what was set for the control.

                With --font titles are measured and drawn in that font, as outlines that look
                alike everywhere. Without it the viewer sets them, and titles that do not fit
                are cut where the daemon cuts them.

                The picture is SVG 1.1 and refers to nothing outside of it.

                Arguments
                  NAME  the control; without it one that the options describe

                Options
                  -o FILE                the SVG file to write, in place of one that is there; -
                                         is standard output
                  --font PATH...         a TrueType or OpenType file to set titles in, or FILE#N
                                         for font N of a collection; the next one has what this
                                         one lacks. Without any, the viewer's own font
                  --icons DIR            the folder of the icons; without it they are stood in
                                         for
                  --width W              points from side to side; those of its content when not
                                         given
                  --height H             points from top to bottom; those of its content when
                                         not given
                  --state LIST           the states to show it in, such as highlighted,selected;
                                         those that it is in when not given
                  --horizontal A         where the content is: center, left, right, fill,
                                         leading or trailing
                  --vertical A           where the content is: center, top, bottom or fill
                  --spacing N            points between image and title; a new control has 2
                  --title T              the text; an empty one shows none
                  --color #RRGGBB        the colour of the text
                  --image I              the name of the image; an empty one shows none
                  --image-size W,H       points of the image; those that the daemon knows, else
                                         44,44 when not given
                  --title-size W,H       points of the title; measured when not given
                  --scale S              snap to the pixels of a screen with 1, 2 or 3 a point;
                                         0 or not given snaps nothing
                  --direction DIRECTION  ltr or rtl: the side where reading begins; ltr when not
                                         given
                  --font-size N          points of the font of titles; 17 when not given
                """
            ),
            (
                "control set",
                """
                cartctl control set: set values of a control; the first makes the control

                Usage: cartctl control set NAME [--state LIST] [--title T] [--color #RRGGBB]
                       [--image I] [--spacing N] [--horizontal A] [--vertical A]

                Title, colour and image are for exactly the states of --state; a set of states
                without a value of its own shows that of normal. What is not given stays as it
                is.

                Arguments
                  NAME  the control

                Options
                  --state LIST     the set of states that title, colour and image are for, such
                                   as highlighted,selected; normal when not given
                  --title T        the text; an empty one shows none
                  --color #RRGGBB  the colour of the text
                  --image I        the name of the image; an empty one shows none
                  --spacing N      points between image and title; a new control has 2
                  --horizontal A   where the content is: center, left, right, fill, leading or
                                   trailing
                  --vertical A     where the content is: center, top, bottom or fill
                """
            ),
            (
                "control poll",
                """
                cartctl control poll: show what has happened to controls; does not wait

                Usage: cartctl control poll [NAME] [--after SEQUENCE] [--events LIST]

                Only the newest events are kept. Who has missed some is told so, and looks at
                the controls again.

                Arguments
                  NAME  the control; without it all of them

                Options
                  --after SEQUENCE  only what came after it: the sequence of the answer before,
                                    or of `control list`
                  --events LIST     of the events that were sent only these; all of them when
                                    not given
                """
            ),
        ]
    )
    func screens(command: String, expected: String) throws {
        let words = command.split(separator: " ").map(String.init)
        #expect(try Bench().run(words + ["--help"]).output.hasPrefix(expected + "\n\nEverywhere\n"))
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
