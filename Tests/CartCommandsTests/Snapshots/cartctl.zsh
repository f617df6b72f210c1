#compdef cartctl
# zsh completion for cartctl 0.1.0, made by `cartctl completion zsh`.

# Names that the daemon knows; nothing where it does not answer. The last argument is their kind, those before are
# for compadd.
_cartctl_names() {
    local -a names context
    local program=cartctl option= word
    # An alias or another name is no program to ask.
    [[ $cartctl_words[1] == */cartctl ]] && program=${cartctl_words[1]/#\~\//$HOME/}
    for word in "${(@)cartctl_words[2,-1]}"; do
        if [[ -n $option ]]; then
            context+=("$option=$word")
            option=
        else
            case $word in
                (--socket|--cart|--catalog) option=$word ;;
                (--socket=*|--cart=*|--catalog=*) context+=("$word") ;;
                (--) break ;;
            esac
        fi
    done
    names=("${(@f)$(command $program completion --timeout 1 --names $@[-1] $context 2>/dev/null </dev/null)}")
    names=(${names:#})
    compadd "${(@)@[1,-2]}" -a names
}

# The words before -- alone, and those behind it also one after the other with commas between them. What comes
# before the first - is for compadd.
_cartctl_list() {
    local -a given=("${(@)@[1,(i)-]}") alone joined taken
    given[-1]=()
    shift $#given
    shift
    alone=("${(@)@[1,(i)--]}")
    alone[-1]=()
    joined=("${(@)@[$#alone+2,-1]}")
    if [[ $PREFIX == *,* ]]; then
        taken=(${(s:,:)${PREFIX%,*}})
        compset -P '*,'
        joined=(${joined:|taken})
        alone=()
    fi
    compadd "$given[@]" -q -S , -a joined
    (($#alone)) && compadd "$given[@]" -a alone
}

_cartctl() {
    local -a cartctl_words=("${(@Q)words[1,CURRENT-1]}") everywhere cartctl_next specs
    local command= word
    integer index first=1 skips=0
    everywhere=(
        '--socket=[the daemon'\''s socket; else CARTD_SOCKET, else the system'\''s, else your own]:PATH:_files'
        '--json[print one JSON object, for programs]'
        '--timeout=[give up after that many seconds in all (exit status 75)]:SECONDS: '
        '--help[show help; nothing else is done]'
    )
    for ((index = 2; index <= CURRENT; index++)); do
        # The words that can follow those of the command.
        case $command in
            ('')
                cartctl_next=(
                    'add:put a product into a cart; the first makes the cart'
                    'remove:take a line out of a cart, whatever its quantity'
                    'set:set the quantity of a product; 0 takes its line out'
                    'show:show a cart and what can be done with it'
                    'watch:show a cart, and again after every change'
                    'clear:take every line out of a cart'
                    'carts:list the carts'
                    'catalog:list, show, import, remove or watch'
                    'layout:grid, list or control'
                    'hit:grid, list or control'
                    'render:grid, list or control'
                    'control:set, clear, show, list, remove, select, deselect, disable, enable, highlight, unhighlight, focus, unfocus, send, poll or watch'
                    'status:show how the daemon is'
                    'describe:print the protocol\: every message, in CDDL'
                    'completion:print what makes a shell complete command lines'
                    'version:show the version of this tool; no daemon is needed'
                    'demo:see all of it at work in a temporary folder'
                )
                ;;
            (catalog)
                cartctl_next=(
                    'list:list the catalogs'
                    'show:show the products of a catalog'
                    'import:make a catalog of a file, or replace it by one'
                    'remove:take a catalog away; carts keep their lines'
                    'watch:list the catalogs, and again after every change'
                )
                ;;
            (layout)
                cartctl_next=(
                    'grid:lay out a cart or a catalog as a grid of tiles'
                    'list:lay out a catalog as a list with a section index'
                    'control:lay out an image-over-title control'
                )
                ;;
            (hit)
                cartctl_next=(
                    'grid:tell which tile of a grid is at a point'
                    'list:tell which part of a list is at a point'
                    'control:tell which part of a control is at a point'
                )
                ;;
            (render)
                cartctl_next=(
                    'grid:draw a grid as an SVG picture'
                    'list:draw a list as an SVG picture'
                    'control:draw an image-over-title control as a picture'
                )
                ;;
            (control)
                cartctl_next=(
                    'set:set values of a control; the first makes the control'
                    'clear:take away what was set for some states'
                    'show:show a control and what its states show'
                    'list:list the controls'
                    'remove:take a control away'
                    'select:choose a control'
                    'deselect:end the choice of a control'
                    'disable:make a control not react to touches'
                    'enable:make a control react to touches again'
                    'highlight:show a control as touched'
                    'unhighlight:show a control as no longer touched'
                    'focus:give a control the focus'
                    'unfocus:take the focus from a control'
                    'send:tell that something happened to a control'
                    'poll:show what has happened to controls; does not wait'
                    'watch:list the controls, then show what happens to them'
                )
                ;;
            (*) break ;;
        esac
        ((index < CURRENT)) || break
        word=${(Q)words[index]}
        if ((skips)); then
            skips=0
        elif [[ $word == (--socket|--timeout) ]]; then
            skips=1
        elif [[ $word == -* || ( -z $command && $word == help ) ]]; then
            continue
        elif ((${cartctl_next[(I)${(b)word}:*]})); then
            command+=${command:+ }$word
            first=$index
            cartctl_next=()
        else
            return 1
        fi
    done
    # What stands before the last word of the command is read.
    words=("${(@)words[first,-1]}")
    ((CURRENT -= first - 1))
    if (($#cartctl_next)); then
        _arguments -S $everywhere '*:command:{_describe -t commands command cartctl_next}'
        return
    fi
    case $command in
        (add)
            specs=(
                '--quantity=[how many, 1 to 2147483647; 1 when not given]:N: '
                '--cart=[the cart; `default` when none is named]:NAME:_cartctl_names carts'
                '--catalog=[the catalog of a new cart; `shop` when none is named]:NAME:_cartctl_names catalogs'
                '--capacity=[the lines that a new cart can hold, 1 to 1000; 6 when not given]:N: '
                '1::PRODUCT:_cartctl_names products'
            )
            ;;
        (remove)
            specs=(
                '(1)--line=[the line to remove, counted from 1 as `show` does]:N: '
                '--cart=[the cart; `default` when none is named]:NAME:_cartctl_names carts'
                '1::PRODUCT:_cartctl_names lines'
            )
            ;;
        (set)
            specs=(
                '--cart=[the cart; `default` when none is named]:NAME:_cartctl_names carts'
                '1:PRODUCT:_cartctl_names products'
                '2:N: '
            )
            ;;
        (show|clear)
            specs=(
                '--cart=[the cart; `default` when none is named]:NAME:_cartctl_names carts'
            )
            ;;
        (watch)
            specs=(
                '--cart=[the cart; `default` when none is named]:NAME:_cartctl_names carts'
                '--count=[end after N events; the first is how things are]:N: '
            )
            ;;
        (carts)
            specs=(
                '--watch[go on and show every change, until interrupted]'
                '--count=[end after N events; the first is how things are]:N: '
            )
            ;;
        ('catalog show'|'catalog remove')
            specs=(
                '1:NAME:_cartctl_names catalogs'
            )
            ;;
        ('catalog import')
            specs=(
                '--name=[what to call the catalog; the file'\''s name without its extension when not given]:NAME:_cartctl_names catalogs'
                '1:FILE:_files'
            )
            ;;
        ('catalog watch')
            specs=(
                '--count=[end after N events; the first is how things are]:N: '
                '1::NAME:_cartctl_names catalogs'
            )
            ;;
        ('layout grid')
            specs=(
                '(--catalog)--cart=[the cart; `default` when none is named]:NAME:_cartctl_names carts'
                '(--cart)--catalog=[lay out a catalog instead of a cart]:NAME:_cartctl_names catalogs'
                '--group=[only the catalog'\''s group of this title]:TITLE:_cartctl_names groups'
                '--width=[points from side to side; 280 when not given]:W: '
                '--height=[points from top to bottom; 220 when not given]:H: '
                '--columns=[tiles in a row; 3 when not given]:C: '
                '--rows=[rows that share the height; 2 when not given]:R: '
                '--tile-width=[points of a tile and of its icon; 80 when not given]:W: '
                '--tile-height=[points of a tile with its title; 100 when not given]:H: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '--visible=[only what this part of the content shows]:X,Y,W,H: '
                '--relative[coordinates count from the top left corner of --visible, not of the content]'
            )
            ;;
        ('layout list')
            specs=(
                '--catalog=[the catalog]:NAME:_cartctl_names catalogs'
                '--width=[points from side to side; 320 when not given]:W: '
                '--height=[points of the room that the list is seen through; 568 when not given]:H: '
                '--row-height=[points of a row; 60 when not given]:H: '
                '--header-height=[points of the header of a section that has a title; 28 when not given]:H: '
                '--margin=[points at both ends of a row and of a header; 16 when not given]:N: '
                '--icon-width=[points of a row'\''s icon; 44 when not given, 0 is no icon]:W: '
                '--icon-height=[points of a row'\''s icon; 44 when not given]:H: '
                '--icon-spacing=[points between a row'\''s icon and its title; 16 when not given]:N: '
                '--no-index[without a section index]'
                '*--index-title=[a title of the section index, such as a letter of the alphabet; those of the sections when not given]:TITLE: '
                '--index-width=[least points of the section index from side to side; 15 when not given]:W: '
                '--index-title-width=[points of the widest title of the section index; measured when not given]:W: '
                '--index-padding=[points at both sides of the widest title of the section index; 2 when not given]:N: '
                '--maximum-index-width=[most points of the section index from side to side; 100 when not given]:W: '
                '--index-entry-height=[points of an entry of the section index; 14 when not given]:H: '
                '--index-font-size=[points of the font of the section index; 11 when not given]:N: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '--visible=[only what this part of the content shows]:X,Y,W,H: '
                '--offset=[points that the content is scrolled down, which decides what header stays at the top; the top of --visible when not given]:Y: '
                '--relative[coordinates count from the top left corner of --visible, not of the content]'
            )
            ;;
        ('layout control')
            specs=(
                '--width=[points from side to side; those of its content when not given]:W: '
                '--height=[points from top to bottom; those of its content when not given]:H: '
                '--state=[the states to show it in, such as highlighted,selected; those that it is in when not given]:LIST:_cartctl_list - normal -- highlighted disabled selected focused'
                '--horizontal=[where the content is\: center, left, right, fill, leading or trailing]:A:(center left right fill leading trailing)'
                '--vertical=[where the content is\: center, top, bottom or fill]:A:(center top bottom fill)'
                '--spacing=[points between image and title; a new control has 2]:N: '
                '--title=[the text; an empty one shows none]:T: '
                '--color=[the colour of the text]:#RRGGBB: '
                '--image=[the name of the image; an empty one shows none]:I: '
                '--image-size=[points of the image; those that the daemon knows, else 44,44 when not given]:W,H: '
                '--title-size=[points of the title; measured when not given]:W,H: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '1::NAME:_cartctl_names controls'
            )
            ;;
        ('hit grid')
            specs=(
                '--at=[the point to look at]:X,Y: '
                '(--catalog)--cart=[the cart; `default` when none is named]:NAME:_cartctl_names carts'
                '(--cart)--catalog=[lay out a catalog instead of a cart]:NAME:_cartctl_names catalogs'
                '--group=[only the catalog'\''s group of this title]:TITLE:_cartctl_names groups'
                '--width=[points from side to side; 280 when not given]:W: '
                '--height=[points from top to bottom; 220 when not given]:H: '
                '--columns=[tiles in a row; 3 when not given]:C: '
                '--rows=[rows that share the height; 2 when not given]:R: '
                '--tile-width=[points of a tile and of its icon; 80 when not given]:W: '
                '--tile-height=[points of a tile with its title; 100 when not given]:H: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '--visible=[only what this part of the content shows]:X,Y,W,H: '
                '--relative[coordinates count from the top left corner of --visible, not of the content]'
            )
            ;;
        ('hit list')
            specs=(
                '--at=[the point to look at]:X,Y: '
                '--catalog=[the catalog]:NAME:_cartctl_names catalogs'
                '--width=[points from side to side; 320 when not given]:W: '
                '--height=[points of the room that the list is seen through; 568 when not given]:H: '
                '--row-height=[points of a row; 60 when not given]:H: '
                '--header-height=[points of the header of a section that has a title; 28 when not given]:H: '
                '--margin=[points at both ends of a row and of a header; 16 when not given]:N: '
                '--icon-width=[points of a row'\''s icon; 44 when not given, 0 is no icon]:W: '
                '--icon-height=[points of a row'\''s icon; 44 when not given]:H: '
                '--icon-spacing=[points between a row'\''s icon and its title; 16 when not given]:N: '
                '--no-index[without a section index]'
                '*--index-title=[a title of the section index, such as a letter of the alphabet; those of the sections when not given]:TITLE: '
                '--index-width=[least points of the section index from side to side; 15 when not given]:W: '
                '--index-title-width=[points of the widest title of the section index; measured when not given]:W: '
                '--index-padding=[points at both sides of the widest title of the section index; 2 when not given]:N: '
                '--maximum-index-width=[most points of the section index from side to side; 100 when not given]:W: '
                '--index-entry-height=[points of an entry of the section index; 14 when not given]:H: '
                '--index-font-size=[points of the font of the section index; 11 when not given]:N: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '--visible=[only what this part of the content shows]:X,Y,W,H: '
                '--offset=[points that the content is scrolled down, which decides what header stays at the top; the top of --visible when not given]:Y: '
                '--relative[coordinates count from the top left corner of --visible, not of the content]'
            )
            ;;
        ('hit control')
            specs=(
                '--at=[the point to look at]:X,Y: '
                '--width=[points from side to side; those of its content when not given]:W: '
                '--height=[points from top to bottom; those of its content when not given]:H: '
                '--state=[the states to show it in, such as highlighted,selected; those that it is in when not given]:LIST:_cartctl_list - normal -- highlighted disabled selected focused'
                '--horizontal=[where the content is\: center, left, right, fill, leading or trailing]:A:(center left right fill leading trailing)'
                '--vertical=[where the content is\: center, top, bottom or fill]:A:(center top bottom fill)'
                '--spacing=[points between image and title; a new control has 2]:N: '
                '--title=[the text; an empty one shows none]:T: '
                '--color=[the colour of the text]:#RRGGBB: '
                '--image=[the name of the image; an empty one shows none]:I: '
                '--image-size=[points of the image; those that the daemon knows, else 44,44 when not given]:W,H: '
                '--title-size=[points of the title; measured when not given]:W,H: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '1::NAME:_cartctl_names controls'
            )
            ;;
        ('render grid')
            specs=(
                '(-o --output)'{-o+,--output=}'[the SVG file to write, in place of one that is there; - is standard output]:FILE:_files'
                '*--font=[a TrueType or OpenType file to set titles in, or FILE#N for font N of a collection; the next one has what this one lacks. Without any, the viewer'\''s own font]:PATH:_files'
                '--icons=[the folder of the icons; without it they are stood in for]:DIR:_files -/'
                '(--catalog)--cart=[the cart; `default` when none is named]:NAME:_cartctl_names carts'
                '(--cart)--catalog=[lay out a catalog instead of a cart]:NAME:_cartctl_names catalogs'
                '--group=[only the catalog'\''s group of this title]:TITLE:_cartctl_names groups'
                '--width=[points from side to side; 280 when not given]:W: '
                '--height=[points from top to bottom; 220 when not given]:H: '
                '--columns=[tiles in a row; 3 when not given]:C: '
                '--rows=[rows that share the height; 2 when not given]:R: '
                '--tile-width=[points of a tile and of its icon; 80 when not given]:W: '
                '--tile-height=[points of a tile with its title; 100 when not given]:H: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '--visible=[only what this part of the content shows]:X,Y,W,H: '
            )
            ;;
        ('render list')
            specs=(
                '(-o --output)'{-o+,--output=}'[the SVG file to write, in place of one that is there; - is standard output]:FILE:_files'
                '*--font=[a TrueType or OpenType file to set titles in, or FILE#N for font N of a collection; the next one has what this one lacks. Without any, the viewer'\''s own font]:PATH:_files'
                '--icons=[the folder of the icons; without it they are stood in for]:DIR:_files -/'
                '--catalog=[the catalog]:NAME:_cartctl_names catalogs'
                '--width=[points from side to side; 320 when not given]:W: '
                '--height=[points of the room that the list is seen through; 568 when not given]:H: '
                '--row-height=[points of a row; 60 when not given]:H: '
                '--header-height=[points of the header of a section that has a title; 28 when not given]:H: '
                '--margin=[points at both ends of a row and of a header; 16 when not given]:N: '
                '--icon-width=[points of a row'\''s icon; 44 when not given, 0 is no icon]:W: '
                '--icon-height=[points of a row'\''s icon; 44 when not given]:H: '
                '--icon-spacing=[points between a row'\''s icon and its title; 16 when not given]:N: '
                '--no-index[without a section index]'
                '*--index-title=[a title of the section index, such as a letter of the alphabet; those of the sections when not given]:TITLE: '
                '--index-width=[least points of the section index from side to side; 15 when not given]:W: '
                '--index-title-width=[points of the widest title of the section index; measured when not given]:W: '
                '--index-padding=[points at both sides of the widest title of the section index; 2 when not given]:N: '
                '--maximum-index-width=[most points of the section index from side to side; 100 when not given]:W: '
                '--index-entry-height=[points of an entry of the section index; 14 when not given]:H: '
                '--index-font-size=[points of the font of the section index; 11 when not given]:N: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '--visible=[only what this part of the content shows]:X,Y,W,H: '
                '--offset=[points that the content is scrolled down, which decides what header stays at the top; the top of --visible when not given]:Y: '
            )
            ;;
        ('render control')
            specs=(
                '(-o --output)'{-o+,--output=}'[the SVG file to write, in place of one that is there; - is standard output]:FILE:_files'
                '*--font=[a TrueType or OpenType file to set titles in, or FILE#N for font N of a collection; the next one has what this one lacks. Without any, the viewer'\''s own font]:PATH:_files'
                '--icons=[the folder of the icons; without it they are stood in for]:DIR:_files -/'
                '--width=[points from side to side; those of its content when not given]:W: '
                '--height=[points from top to bottom; those of its content when not given]:H: '
                '--state=[the states to show it in, such as highlighted,selected; those that it is in when not given]:LIST:_cartctl_list - normal -- highlighted disabled selected focused'
                '--horizontal=[where the content is\: center, left, right, fill, leading or trailing]:A:(center left right fill leading trailing)'
                '--vertical=[where the content is\: center, top, bottom or fill]:A:(center top bottom fill)'
                '--spacing=[points between image and title; a new control has 2]:N: '
                '--title=[the text; an empty one shows none]:T: '
                '--color=[the colour of the text]:#RRGGBB: '
                '--image=[the name of the image; an empty one shows none]:I: '
                '--image-size=[points of the image; those that the daemon knows, else 44,44 when not given]:W,H: '
                '--title-size=[points of the title; measured when not given]:W,H: '
                '--scale=[snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing]:S:(0 1 2 3)'
                '--direction=[ltr or rtl\: the side where reading begins; ltr when not given]:DIRECTION:(ltr rtl)'
                '--font-size=[points of the font of titles; 17 when not given]:N: '
                '1::NAME:_cartctl_names controls'
            )
            ;;
        ('control set')
            specs=(
                '--state=[the set of states that title, colour and image are for, such as highlighted,selected; normal when not given]:LIST:_cartctl_list - normal -- highlighted disabled selected focused'
                '--title=[the text; an empty one shows none]:T: '
                '--color=[the colour of the text]:#RRGGBB: '
                '--image=[the name of the image; an empty one shows none]:I: '
                '--spacing=[points between image and title; a new control has 2]:N: '
                '--horizontal=[where the content is\: center, left, right, fill, leading or trailing]:A:(center left right fill leading trailing)'
                '--vertical=[where the content is\: center, top, bottom or fill]:A:(center top bottom fill)'
                '1:NAME:_cartctl_names controls'
            )
            ;;
        ('control clear')
            specs=(
                '--state=[exactly this set of states is cleared, such as highlighted,selected or normal]:LIST:_cartctl_list - normal -- highlighted disabled selected focused'
                '--values=[only some of title, color, image; all three when not given]:LIST:_cartctl_list - -- title color image'
                '1:NAME:_cartctl_names controls'
            )
            ;;
        ('control show'|'control remove'|'control select'|'control deselect'|'control disable'|'control enable'|'control highlight'|'control unhighlight'|'control focus'|'control unfocus')
            specs=(
                '1:NAME:_cartctl_names controls'
            )
            ;;
        ('control send')
            specs=(
                '1:NAME:_cartctl_names controls'
                '2:EVENTS:_cartctl_list - -- touchDown touchDownRepeat touchDragInside touchDragOutside touchDragEnter touchDragExit touchUpInside touchUpOutside touchCancel valueChanged primaryActionTriggered menuActionTriggered editingDidBegin editingChanged editingDidEnd editingDidEndOnExit'
            )
            ;;
        ('control poll')
            specs=(
                '--after=[only what came after it\: the sequence of the answer before, or of `control list`]:SEQUENCE: '
                '--events=[of the events that were sent only these; all of them when not given]:LIST:_cartctl_list - -- touchDown touchDownRepeat touchDragInside touchDragOutside touchDragEnter touchDragExit touchUpInside touchUpOutside touchCancel valueChanged primaryActionTriggered menuActionTriggered editingDidBegin editingChanged editingDidEnd editingDidEndOnExit'
                '1::NAME:_cartctl_names controls'
            )
            ;;
        ('control watch')
            specs=(
                '--events=[of the events that were sent only these; all of them when not given]:LIST:_cartctl_list - -- touchDown touchDownRepeat touchDragInside touchDragOutside touchDragEnter touchDragExit touchUpInside touchUpOutside touchCancel valueChanged primaryActionTriggered menuActionTriggered editingDidBegin editingChanged editingDidEnd editingDidEndOnExit'
                '--count=[end after N events; the first is how things are]:N: '
                '1::NAME:_cartctl_names controls'
            )
            ;;
        (completion)
            specs=(
                '(1)--names=[print names instead, one a line\: carts, catalogs, controls, groups, lines or products]:KIND:(carts catalogs controls groups lines products)'
                '--cart=[the cart that lines are in and products are for; `default` when none is named]:NAME:_cartctl_names carts'
                '--catalog=[the catalog that groups and products are of; the cart'\''s when none is named]:NAME:_cartctl_names catalogs'
                '1::SHELL:(bash zsh fish)'
            )
            ;;
    esac
    _arguments -S $everywhere $specs
}

# Sourced it registers itself; from fpath it is called for the first time here.
if [[ $funcstack[1] == _cartctl ]]; then
    _cartctl "$@"
else
    compdef _cartctl cartctl
fi
