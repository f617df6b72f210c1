import CartCommands
import Testing

/// What the commands about screens say of themselves, as it stands on a terminal.
@Suite("Help: screens")
struct ScreenHelpTests {
    @Test(
        "of the commands about screens",
        arguments: [
            (
                "layout list",
                """
                cartctl layout list: lay out a catalog as a list with a section index

                Usage: cartctl layout list --catalog NAME [--width W] [--height H]
                       [--row-height H] [--header-height H] [--margin N] [--icon-width W]
                       [--icon-height H] [--icon-spacing N] [--no-index]
                       [--index-title TITLE...] [--index-width W] [--index-title-width W]
                       [--index-padding N] [--maximum-index-width W] [--index-entry-height H]
                       [--index-font-size N] [--scale S] [--direction DIRECTION] [--font-size N]
                       [--visible X,Y,W,H] [--offset Y] [--relative]

                Lengths are points from the top left corner. The frames of icon and title are
                relative to their row, those of the section index to the room that the list is
                seen through: it does not scroll.

                Options
                  --catalog NAME           the catalog
                  --width W                points from side to side; 320 when not given
                  --height H               points of the room that the list is seen through; 568
                                           when not given
                  --row-height H           points of a row; 60 when not given
                  --header-height H        points of the header of a section that has a title;
                                           28 when not given
                  --margin N               points at both ends of a row and of a header; 16 when
                                           not given
                  --icon-width W           points of a row's icon; 44 when not given, 0 is no
                                           icon
                  --icon-height H          points of a row's icon; 44 when not given
                  --icon-spacing N         points between a row's icon and its title; 16 when
                                           not given
                  --no-index               without a section index
                  --index-title TITLE...   a title of the section index, such as a letter of the
                                           alphabet; those of the sections when not given
                  --index-width W          least points of the section index from side to side;
                                           15 when not given
                  --index-title-width W    points of the widest title of the section index;
                                           measured when not given
                  --index-padding N        points at both sides of the widest title of the
                                           section index; 2 when not given
                  --maximum-index-width W  most points of the section index from side to side;
                                           100 when not given
                  --index-entry-height H   points of an entry of the section index; 14 when not
                                           given
                  --index-font-size N      points of the font of the section index; 11 when not
                                           given
                  --scale S                snap to the pixels of a screen with 1, 2 or 3 a
                                           point; 0 or not given snaps nothing
                  --direction DIRECTION    ltr or rtl: the side where reading begins; ltr when
                                           not given
                  --font-size N            points of the font of titles; 17 when not given
                  --visible X,Y,W,H        only what this part of the content shows
                  --offset Y               points that the content is scrolled down, which
                                           decides what header stays at the top; the top of
                                           --visible when not given
                  --relative               coordinates count from the top left corner of
                                           --visible, not of the content
                """
            ),
            (
                "hit list",
                """
                cartctl hit list: tell which part of a list is at a point

                Usage: cartctl hit list --at X,Y --catalog NAME [--width W] [--height H]
                       [--row-height H] [--header-height H] [--margin N] [--icon-width W]
                       [--icon-height H] [--icon-spacing N] [--no-index]
                       [--index-title TITLE...] [--index-width W] [--index-title-width W]
                       [--index-padding N] [--maximum-index-width W] [--index-entry-height H]
                       [--index-font-size N] [--scale S] [--direction DIRECTION] [--font-size N]
                       [--visible X,Y,W,H] [--offset Y] [--relative]

                Nothing there is an answer too. The options are those of `layout list`.

                The section index and the header at the top of the screen lie over the rows, so
                it counts how far the content is scrolled: by --offset, else by the top of
                --visible.

                Options
                  --at X,Y                 the point to look at
                  --catalog NAME           the catalog
                  --width W                points from side to side; 320 when not given
                  --height H               points of the room that the list is seen through; 568
                                           when not given
                  --row-height H           points of a row; 60 when not given
                  --header-height H        points of the header of a section that has a title;
                                           28 when not given
                  --margin N               points at both ends of a row and of a header; 16 when
                                           not given
                  --icon-width W           points of a row's icon; 44 when not given, 0 is no
                                           icon
                  --icon-height H          points of a row's icon; 44 when not given
                  --icon-spacing N         points between a row's icon and its title; 16 when
                                           not given
                  --no-index               without a section index
                  --index-title TITLE...   a title of the section index, such as a letter of the
                                           alphabet; those of the sections when not given
                  --index-width W          least points of the section index from side to side;
                                           15 when not given
                  --index-title-width W    points of the widest title of the section index;
                                           measured when not given
                  --index-padding N        points at both sides of the widest title of the
                                           section index; 2 when not given
                  --maximum-index-width W  most points of the section index from side to side;
                                           100 when not given
                  --index-entry-height H   points of an entry of the section index; 14 when not
                                           given
                  --index-font-size N      points of the font of the section index; 11 when not
                                           given
                  --scale S                snap to the pixels of a screen with 1, 2 or 3 a
                                           point; 0 or not given snaps nothing
                  --direction DIRECTION    ltr or rtl: the side where reading begins; ltr when
                                           not given
                  --font-size N            points of the font of titles; 17 when not given
                  --visible X,Y,W,H        only what this part of the content shows
                  --offset Y               points that the content is scrolled down, which
                                           decides what header stays at the top; the top of
                                           --visible when not given
                  --relative               coordinates count from the top left corner of
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
}
