# fish completion for cartctl 0.1.0, made by `cartctl completion fish`.

# Reads the words before the cursor, once a line: the command that they call, how many arguments follow it, and what
# says where the daemon is asked.
function __cartctl_read
    set -l words (commandline -opc)
    set -l line (string escape -- $words)
    test "$line" = "$__cartctl_line"; and return
    set -g __cartctl_line "$line"
    set -g __cartctl_command ''
    set -g __cartctl_count 0
    set -g __cartctl_context
    set -l option
    set -l ended
    for word in $words[2..-1]
        if test -n "$option"
            contains -- $option --socket --cart --catalog; and set -a __cartctl_context $option=$word
            set option
        else if test -z "$ended"; and test "$word" = --
            set ended 1
        else if test -z "$ended"; and string match -qr '^-[^0-9.]' -- $word
            set -l name (string replace -r '=.*' '' -- $word)
            if test "$name" = "$word"
                contains -- $word --socket --timeout --quantity --cart --catalog --capacity --line --count --name --group --width --height --columns --rows --tile-width --tile-height --scale --direction --font-size --visible --row-height --header-height --margin --icon-width --icon-height --icon-spacing --index-title --index-width --index-title-width --index-padding --maximum-index-width --index-entry-height --index-font-size --offset --state --horizontal --vertical --spacing --title --color --image --image-size --title-size --at -o --output --font --icons --values --after --events --names; and set option $word
            else if contains -- $name --socket --cart --catalog
                set -a __cartctl_context $word
            end
        else
            # The words that can follow those of the command.
            set -l next
            switch $__cartctl_command
                case ''
                    set next add remove set show watch clear carts catalog layout hit render control status describe completion version demo
                case catalog
                    set next list show import remove watch
                case layout
                    set next grid list control
                case hit
                    set next grid list control
                case render
                    set next grid list control
                case control
                    set next set clear show list remove select deselect disable enable highlight unhighlight focus unfocus send poll watch
            end
            if contains -- $word $next
                set __cartctl_command (string trim -- "$__cartctl_command $word")
            else if set -q next[1]
                test "$__cartctl_command$word" = help; or set __cartctl_command -
            else
                set __cartctl_count (math $__cartctl_count + 1)
            end
        end
    end
end

# Whether the words before the cursor call one of these commands.
function __cartctl_at
    __cartctl_read
    contains -- "$__cartctl_command" $argv
end

# Whether they do, and so many arguments stand behind it.
function __cartctl_argument -a count
    __cartctl_read
    test $__cartctl_count = $count; and contains -- "$__cartctl_command" $argv[2..-1]
end

# Names that the daemon knows; nothing where it does not answer.
function __cartctl_names -a kind
    __cartctl_read
    set -l program (commandline -opc)[1]
    # An alias or another name is no program to ask.
    string match -q '*/cartctl' -- $program; or set program cartctl
    set program (string replace -r '^~/' "$HOME/" -- $program)
    command -q $program; or return
    command $program completion --timeout 1 --names $kind $__cartctl_context 2>/dev/null </dev/null
end

# The words before -- alone, and those behind it also one after the other with commas between them.
function __cartctl_list
    set -l end (contains -i -- -- $argv)
    set -l token (string replace -r '^--[^=]*=' '' -- (commandline -ct))
    set -l before (string match -r '.*,' -- $token)
    test -z "$before"; and test $end -gt 1; and printf '%s\n' $argv[1..(math $end - 1)]
    for word in $argv[(math $end + 1)..-1]
        contains -- $word (string split , -- "$before"); or printf '%s\n' "$before$word"
    end
end

# Folders, also for the value behind --option=.
function __cartctl_folders
    __fish_complete_directories (string replace -r '^--[^=]*=' '' -- (commandline -ct))
end

complete -c cartctl -e
complete -c cartctl -f

# Commands.
complete -c cartctl -n '__cartctl_at ""' -a add -d 'put a product into a cart; the first makes the cart'
complete -c cartctl -n '__cartctl_at ""' -a remove -d 'take a line out of a cart, whatever its quantity'
complete -c cartctl -n '__cartctl_at ""' -a set -d 'set the quantity of a product; 0 takes its line out'
complete -c cartctl -n '__cartctl_at ""' -a show -d 'show a cart and what can be done with it'
complete -c cartctl -n '__cartctl_at ""' -a watch -d 'show a cart, and again after every change'
complete -c cartctl -n '__cartctl_at ""' -a clear -d 'take every line out of a cart'
complete -c cartctl -n '__cartctl_at ""' -a carts -d 'list the carts'
complete -c cartctl -n '__cartctl_at ""' -a catalog -d 'list, show, import, remove or watch'
complete -c cartctl -n '__cartctl_at ""' -a layout -d 'grid, list or control'
complete -c cartctl -n '__cartctl_at ""' -a hit -d 'grid, list or control'
complete -c cartctl -n '__cartctl_at ""' -a render -d 'grid, list or control'
complete -c cartctl -n '__cartctl_at ""' -a control -d 'set, clear, show, list, remove, select, deselect, disable, enable, highlight, unhighlight, focus, unfocus, send, poll or watch'
complete -c cartctl -n '__cartctl_at ""' -a status -d 'show how the daemon is'
complete -c cartctl -n '__cartctl_at ""' -a describe -d 'print the protocol: every message, in CDDL'
complete -c cartctl -n '__cartctl_at ""' -a completion -d 'print what makes a shell complete command lines'
complete -c cartctl -n '__cartctl_at ""' -a version -d 'show the version of this tool; no daemon is needed'
complete -c cartctl -n '__cartctl_at ""' -a demo -d 'see all of it at work in a temporary folder'
complete -c cartctl -n '__cartctl_at catalog' -a list -d 'list the catalogs'
complete -c cartctl -n '__cartctl_at catalog' -a show -d 'show the products of a catalog'
complete -c cartctl -n '__cartctl_at catalog' -a import -d 'make a catalog of a file, or replace it by one'
complete -c cartctl -n '__cartctl_at catalog' -a remove -d 'take a catalog away; carts keep their lines'
complete -c cartctl -n '__cartctl_at catalog' -a watch -d 'list the catalogs, and again after every change'
complete -c cartctl -n '__cartctl_at layout' -a grid -d 'lay out a cart or a catalog as a grid of tiles'
complete -c cartctl -n '__cartctl_at layout' -a list -d 'lay out a catalog as a list with a section index'
complete -c cartctl -n '__cartctl_at layout' -a control -d 'lay out an image-over-title control'
complete -c cartctl -n '__cartctl_at hit' -a grid -d 'tell which tile of a grid is at a point'
complete -c cartctl -n '__cartctl_at hit' -a list -d 'tell which part of a list is at a point'
complete -c cartctl -n '__cartctl_at hit' -a control -d 'tell which part of a control is at a point'
complete -c cartctl -n '__cartctl_at render' -a grid -d 'draw a grid as an SVG picture'
complete -c cartctl -n '__cartctl_at render' -a list -d 'draw a list as an SVG picture'
complete -c cartctl -n '__cartctl_at render' -a control -d 'draw an image-over-title control as a picture'
complete -c cartctl -n '__cartctl_at control' -a set -d 'set values of a control; the first makes the control'
complete -c cartctl -n '__cartctl_at control' -a clear -d 'take away what was set for some states'
complete -c cartctl -n '__cartctl_at control' -a show -d 'show a control and what its states show'
complete -c cartctl -n '__cartctl_at control' -a list -d 'list the controls'
complete -c cartctl -n '__cartctl_at control' -a remove -d 'take a control away'
complete -c cartctl -n '__cartctl_at control' -a select -d 'choose a control'
complete -c cartctl -n '__cartctl_at control' -a deselect -d 'end the choice of a control'
complete -c cartctl -n '__cartctl_at control' -a disable -d 'make a control not react to touches'
complete -c cartctl -n '__cartctl_at control' -a enable -d 'make a control react to touches again'
complete -c cartctl -n '__cartctl_at control' -a highlight -d 'show a control as touched'
complete -c cartctl -n '__cartctl_at control' -a unhighlight -d 'show a control as no longer touched'
complete -c cartctl -n '__cartctl_at control' -a focus -d 'give a control the focus'
complete -c cartctl -n '__cartctl_at control' -a unfocus -d 'take the focus from a control'
complete -c cartctl -n '__cartctl_at control' -a send -d 'tell that something happened to a control'
complete -c cartctl -n '__cartctl_at control' -a poll -d 'show what has happened to controls; does not wait'
complete -c cartctl -n '__cartctl_at control' -a watch -d 'list the controls, then show what happens to them'

# Arguments.
complete -c cartctl -n '__cartctl_argument 0 add set' -f -a '(__cartctl_names products)'
complete -c cartctl -n '__cartctl_argument 0 remove' -f -a '(__cartctl_names lines)'
complete -c cartctl -n '__cartctl_argument 0 "catalog show" "catalog remove" "catalog watch"' -f -a '(__cartctl_names catalogs)'
complete -c cartctl -n '__cartctl_argument 0 "catalog import"' -F
complete -c cartctl -n '__cartctl_argument 0 "layout control" "hit control" "render control" "control set" "control clear" "control show" "control remove" "control select" "control deselect" "control disable" "control enable" "control highlight" "control unhighlight" "control focus" "control unfocus" "control send" "control poll" "control watch"' -f -a '(__cartctl_names controls)'
complete -c cartctl -n '__cartctl_argument 1 "control send"' -f -a '(__cartctl_list -- touchDown touchDownRepeat touchDragInside touchDragOutside touchDragEnter touchDragExit touchUpInside touchUpOutside touchCancel valueChanged primaryActionTriggered menuActionTriggered editingDidBegin editingChanged editingDidEnd editingDidEndOnExit)'
complete -c cartctl -n '__cartctl_argument 0 completion' -f -a 'bash zsh fish'

# Options.
complete -c cartctl -l socket -r -F -d 'the daemon\'s socket; else CARTD_SOCKET, else the system\'s, else your own'
complete -c cartctl -l json -d 'print one JSON object, for programs'
complete -c cartctl -l timeout -r -f -d 'give up after that many seconds in all (exit status 75)'
complete -c cartctl -l help -d 'show help; nothing else is done'
complete -c cartctl -n '__cartctl_at add' -l quantity -r -f -d 'how many, 1 to 2147483647; 1 when not given'
complete -c cartctl -n '__cartctl_at add remove set show watch clear "layout grid" "hit grid" "render grid"' -l cart -r -f -a '(__cartctl_names carts)' -d 'the cart; `default` when none is named'
complete -c cartctl -n '__cartctl_at add' -l catalog -r -f -a '(__cartctl_names catalogs)' -d 'the catalog of a new cart; `shop` when none is named'
complete -c cartctl -n '__cartctl_at add' -l capacity -r -f -d 'the lines that a new cart can hold, 1 to 1000; 6 when not given'
complete -c cartctl -n '__cartctl_at remove' -l line -r -f -d 'the line to remove, counted from 1 as `show` does'
complete -c cartctl -n '__cartctl_at watch carts "catalog watch" "control watch"' -l count -r -f -d 'end after N events; the first is how things are'
complete -c cartctl -n '__cartctl_at carts' -l watch -d 'go on and show every change, until interrupted'
complete -c cartctl -n '__cartctl_at "catalog import"' -l name -r -f -a '(__cartctl_names catalogs)' -d 'what to call the catalog; the file\'s name without its extension when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "hit grid" "render grid"' -l catalog -r -f -a '(__cartctl_names catalogs)' -d 'lay out a catalog instead of a cart'
complete -c cartctl -n '__cartctl_at "layout grid" "hit grid" "render grid"' -l group -r -f -a '(__cartctl_names groups)' -d 'only the catalog\'s group of this title'
complete -c cartctl -n '__cartctl_at "layout grid" "hit grid" "render grid"' -l width -r -f -d 'points from side to side; 280 when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "hit grid" "render grid"' -l height -r -f -d 'points from top to bottom; 220 when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "hit grid" "render grid"' -l columns -r -f -d 'tiles in a row; 3 when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "hit grid" "render grid"' -l rows -r -f -d 'rows that share the height; 2 when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "hit grid" "render grid"' -l tile-width -r -f -d 'points of a tile and of its icon; 80 when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "hit grid" "render grid"' -l tile-height -r -f -d 'points of a tile with its title; 100 when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "layout list" "layout control" "hit grid" "hit list" "hit control" "render grid" "render list" "render control"' -l scale -r -f -a '0 1 2 3' -d 'snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing'
complete -c cartctl -n '__cartctl_at "layout grid" "layout list" "layout control" "hit grid" "hit list" "hit control" "render grid" "render list" "render control"' -l direction -r -f -a 'ltr rtl' -d 'ltr or rtl: the side where reading begins; ltr when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "layout list" "layout control" "hit grid" "hit list" "hit control" "render grid" "render list" "render control"' -l font-size -r -f -d 'points of the font of titles; 17 when not given'
complete -c cartctl -n '__cartctl_at "layout grid" "layout list" "hit grid" "hit list" "render grid" "render list"' -l visible -r -f -d 'only what this part of the content shows'
complete -c cartctl -n '__cartctl_at "layout grid" "layout list" "hit grid" "hit list"' -l relative -d 'coordinates count from the top left corner of --visible, not of the content'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l catalog -r -f -a '(__cartctl_names catalogs)' -d 'the catalog'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l width -r -f -d 'points from side to side; 320 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l height -r -f -d 'points of the room that the list is seen through; 568 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l row-height -r -f -d 'points of a row; 60 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l header-height -r -f -d 'points of the header of a section that has a title; 28 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l margin -r -f -d 'points at both ends of a row and of a header; 16 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l icon-width -r -f -d 'points of a row\'s icon; 44 when not given, 0 is no icon'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l icon-height -r -f -d 'points of a row\'s icon; 44 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l icon-spacing -r -f -d 'points between a row\'s icon and its title; 16 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l no-index -d 'without a section index'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l index-title -r -f -d 'a title of the section index, such as a letter of the alphabet; those of the sections when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l index-width -r -f -d 'least points of the section index from side to side; 15 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l index-title-width -r -f -d 'points of the widest title of the section index; measured when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l index-padding -r -f -d 'points at both sides of the widest title of the section index; 2 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l maximum-index-width -r -f -d 'most points of the section index from side to side; 100 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l index-entry-height -r -f -d 'points of an entry of the section index; 14 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l index-font-size -r -f -d 'points of the font of the section index; 11 when not given'
complete -c cartctl -n '__cartctl_at "layout list" "hit list" "render list"' -l offset -r -f -d 'points that the content is scrolled down, which decides what header stays at the top; the top of --visible when not given'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control"' -l width -r -f -d 'points from side to side; those of its content when not given'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control"' -l height -r -f -d 'points from top to bottom; those of its content when not given'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control"' -l state -r -f -a '(__cartctl_list normal -- highlighted disabled selected focused)' -d 'the states to show it in, such as highlighted,selected; those that it is in when not given'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control" "control set"' -l horizontal -r -f -a 'center left right fill leading trailing' -d 'where the content is: center, left, right, fill, leading or trailing'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control" "control set"' -l vertical -r -f -a 'center top bottom fill' -d 'where the content is: center, top, bottom or fill'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control" "control set"' -l spacing -r -f -d 'points between image and title; a new control has 2'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control" "control set"' -l title -r -f -d 'the text; an empty one shows none'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control" "control set"' -l color -r -f -d 'the colour of the text'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control" "control set"' -l image -r -f -d 'the name of the image; an empty one shows none'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control"' -l image-size -r -f -d 'points of the image; those that the daemon knows, else 44,44 when not given'
complete -c cartctl -n '__cartctl_at "layout control" "hit control" "render control"' -l title-size -r -f -d 'points of the title; measured when not given'
complete -c cartctl -n '__cartctl_at "hit grid" "hit list" "hit control"' -l at -r -f -d 'the point to look at'
complete -c cartctl -n '__cartctl_at "render grid" "render list" "render control"' -s o -l output -r -F -d 'the SVG file to write, in place of one that is there; - is standard output'
complete -c cartctl -n '__cartctl_at "render grid" "render list" "render control"' -l font -r -F -d 'a TrueType or OpenType file to set titles in, or FILE#N for font N of a collection; the next one has what this one lacks. Without any, the viewer\'s own font'
complete -c cartctl -n '__cartctl_at "render grid" "render list" "render control"' -l icons -r -f -a '(__cartctl_folders)' -d 'the folder of the icons; without it they are stood in for'
complete -c cartctl -n '__cartctl_at "control set"' -l state -r -f -a '(__cartctl_list normal -- highlighted disabled selected focused)' -d 'the set of states that title, colour and image are for, such as highlighted,selected; normal when not given'
complete -c cartctl -n '__cartctl_at "control clear"' -l state -r -f -a '(__cartctl_list normal -- highlighted disabled selected focused)' -d 'exactly this set of states is cleared, such as highlighted,selected or normal'
complete -c cartctl -n '__cartctl_at "control clear"' -l values -r -f -a '(__cartctl_list -- title color image)' -d 'only some of title, color, image; all three when not given'
complete -c cartctl -n '__cartctl_at "control poll"' -l after -r -f -d 'only what came after it: the sequence of the answer before, or of `control list`'
complete -c cartctl -n '__cartctl_at "control poll" "control watch"' -l events -r -f -a '(__cartctl_list -- touchDown touchDownRepeat touchDragInside touchDragOutside touchDragEnter touchDragExit touchUpInside touchUpOutside touchCancel valueChanged primaryActionTriggered menuActionTriggered editingDidBegin editingChanged editingDidEnd editingDidEndOnExit)' -d 'of the events that were sent only these; all of them when not given'
complete -c cartctl -n '__cartctl_at completion' -l names -r -f -a 'carts catalogs controls groups lines products' -d 'print names instead, one a line: carts, catalogs, controls, groups, lines or products'
complete -c cartctl -n '__cartctl_at completion' -l cart -r -f -a '(__cartctl_names carts)' -d 'the cart that lines are in and products are for; `default` when none is named'
complete -c cartctl -n '__cartctl_at completion' -l catalog -r -f -a '(__cartctl_names catalogs)' -d 'the catalog that groups and products are of; the cart\'s when none is named'
