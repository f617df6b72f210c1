# bash completion for cartctl 0.1.0, made by `cartctl completion bash`.

# The words that can follow those of a command, into next.
__cartctl_words() {
    case $1 in
        '') next=(add remove set show watch clear carts catalog layout hit render control status describe completion version demo) ;;
        catalog) next=(list show import remove watch) ;;
        layout) next=(grid list control) ;;
        hit) next=(grid list control) ;;
        render) next=(grid list control) ;;
        control) next=(set clear show list remove select deselect disable enable highlight unhighlight focus unfocus send poll watch) ;;
        *) next=() ;;
    esac
}

# The options of a command, into options.
__cartctl_options() {
    case $1 in
        add)
            options=(--quantity --cart --catalog --capacity)
            ;;
        remove)
            options=(--line --cart)
            ;;
        set | show | clear)
            options=(--cart)
            ;;
        watch)
            options=(--cart --count)
            ;;
        carts)
            options=(--watch --count)
            ;;
        'catalog import')
            options=(--name)
            ;;
        'catalog watch')
            options=(--count)
            ;;
        'layout grid')
            options=(--cart --catalog --group --width --height --columns --rows --tile-width --tile-height --scale --direction --font-size --visible --relative)
            ;;
        'layout list')
            options=(--catalog --width --height --row-height --header-height --margin --icon-width --icon-height --icon-spacing --no-index --index-title --index-width --index-title-width --index-padding --maximum-index-width --index-entry-height --index-font-size --scale --direction --font-size --visible --offset --relative)
            ;;
        'layout control')
            options=(--width --height --state --horizontal --vertical --spacing --title --color --image --image-size --title-size --scale --direction --font-size)
            ;;
        'hit grid')
            options=(--at --cart --catalog --group --width --height --columns --rows --tile-width --tile-height --scale --direction --font-size --visible --relative)
            ;;
        'hit list')
            options=(--at --catalog --width --height --row-height --header-height --margin --icon-width --icon-height --icon-spacing --no-index --index-title --index-width --index-title-width --index-padding --maximum-index-width --index-entry-height --index-font-size --scale --direction --font-size --visible --offset --relative)
            ;;
        'hit control')
            options=(--at --width --height --state --horizontal --vertical --spacing --title --color --image --image-size --title-size --scale --direction --font-size)
            ;;
        'render grid')
            options=(-o --output --font --icons --cart --catalog --group --width --height --columns --rows --tile-width --tile-height --scale --direction --font-size --visible)
            ;;
        'render list')
            options=(-o --output --font --icons --catalog --width --height --row-height --header-height --margin --icon-width --icon-height --icon-spacing --no-index --index-title --index-width --index-title-width --index-padding --maximum-index-width --index-entry-height --index-font-size --scale --direction --font-size --visible --offset)
            ;;
        'render control')
            options=(-o --output --font --icons --width --height --state --horizontal --vertical --spacing --title --color --image --image-size --title-size --scale --direction --font-size)
            ;;
        'control set')
            options=(--state --title --color --image --spacing --horizontal --vertical)
            ;;
        'control clear')
            options=(--state --values)
            ;;
        'control poll')
            options=(--after --events)
            ;;
        'control watch')
            options=(--events --count)
            ;;
        completion)
            options=(--names --cart --catalog)
            ;;
        *) options=() ;;
    esac
    options+=(--socket --json --timeout --help)
}

# Offers what can stand for a command's argument, counted from 0; fails where the command has none there.
__cartctl_argument() {
    case $1 in
        'add 0' | 'set 0')
            __cartctl_names products
            ;;
        'remove 0')
            __cartctl_names lines
            ;;
        'set 1')
            :
            ;;
        'catalog show 0' | 'catalog remove 0' | 'catalog watch 0')
            __cartctl_names catalogs
            ;;
        'catalog import 0')
            __cartctl_files -f
            ;;
        'layout control 0' | 'hit control 0' | 'render control 0' | 'control set 0' | 'control clear 0' | 'control show 0' | 'control remove 0' | 'control select 0' | 'control deselect 0' | 'control disable 0' | 'control enable 0' | 'control highlight 0' | 'control unhighlight 0' | 'control focus 0' | 'control unfocus 0' | 'control send 0' | 'control poll 0' | 'control watch 0')
            __cartctl_names controls
            ;;
        'control send 1')
            __cartctl_list -- touchDown touchDownRepeat touchDragInside touchDragOutside touchDragEnter touchDragExit touchUpInside touchUpOutside touchCancel valueChanged primaryActionTriggered menuActionTriggered editingDidBegin editingChanged editingDidEnd editingDidEndOnExit
            ;;
        'completion 0')
            __cartctl_offer bash zsh fish
            ;;
        *) return 1 ;;
    esac
}

# Offers what can be the value of an option; fails where the option takes none.
__cartctl_value() {
    case $1 in
        --socket | -o | --output | --font)
            __cartctl_files -f
            ;;
        --timeout | --quantity | --capacity | --line | --count | --width | --height | --columns | --rows | --tile-width | --tile-height | --font-size | --visible | --row-height | --header-height | --margin | --icon-width | --icon-height | --icon-spacing | --index-title | --index-width | --index-title-width | --index-padding | --maximum-index-width | --index-entry-height | --index-font-size | --offset | --spacing | --title | --color | --image | --image-size | --title-size | --at | --after)
            :
            ;;
        --cart)
            __cartctl_names carts
            ;;
        --catalog | --name)
            __cartctl_names catalogs
            ;;
        --group)
            __cartctl_names groups
            ;;
        --scale)
            __cartctl_offer 0 1 2 3
            ;;
        --direction)
            __cartctl_offer ltr rtl
            ;;
        --state)
            __cartctl_list normal -- highlighted disabled selected focused
            ;;
        --horizontal)
            __cartctl_offer center left right fill leading trailing
            ;;
        --vertical)
            __cartctl_offer center top bottom fill
            ;;
        --icons)
            __cartctl_files -d
            ;;
        --values)
            __cartctl_list -- title color image
            ;;
        --events)
            __cartctl_list -- touchDown touchDownRepeat touchDragInside touchDragOutside touchDragEnter touchDragExit touchUpInside touchUpOutside touchCancel valueChanged primaryActionTriggered menuActionTriggered editingDidBegin editingChanged editingDidEnd editingDidEndOnExit
            ;;
        --names)
            __cartctl_offer carts catalogs controls groups lines products
            ;;
        *) return 1 ;;
    esac
}

# Reads the line up to the cursor as bash does: the words before the last into words, without their quotes; the last
# into current, what readline keeps of it into kept, and a quote that is open in it into quote. What follows < and >
# is no word; redirected tells whether the cursor is there.
#
# COMP_WORDS is of no use for it: bash splits it at every : and = as well, and leaves the quotes in.
__cartctl_read() {
    local line=${COMP_LINE:0:COMP_POINT} char started=
    local -i place start=$((${#line} - ${#1}))
    words=() current='' kept='' quote='' redirected=''
    for ((place = 0; place < ${#line}; place++)); do
        ((place > start)) || kept=$current
        char=${line:place:1}
        if [[ $quote ]]; then
            if [[ $char == "$quote" ]]; then
                quote=
            elif [[ $char == \\ && $quote == \" && ${line:place+1:1} == [\"\\\$\`] ]]; then
                place+=1
                current+=${line:place:1}
            else
                current+=$char
            fi
            continue
        fi
        case $char in
            \' | \") quote=$char started=1 ;;
            \\)
                place+=1
                current+=${line:place:1} started=1
                ;;
            [[:space:]])
                [[ $started ]] || continue
                [[ $redirected ]] || words+=("$current")
                current='' started='' redirected=''
                ;;
            [\<\>])
                [[ $started && ! $redirected && $current != [0-9] ]] && words+=("$current")
                current='' started='' redirected=1
                ;;
            *)
                [[ $redirected && ! $started && $char == [\&\|] ]] || current+=$char started=1
                ;;
        esac
    done
    ((place > start)) || kept=$current
}

# The text as it has to stand on the line behind what readline keeps, into quoted.
__cartctl_quote() {
    local special='[][:space:]\\"'\''`$&|;<>(){}*?!#~^[]'
    local char
    local -i place
    case $quote in
        \') special=\' ;;
        \") special='[\\"$`]' ;;
    esac
    quoted=$1
    [[ $1 == *$special* ]] || return 0
    quoted=
    for ((place = 0; place < ${#1}; place++)); do
        char=${1:place:1}
        if [[ $char != $special ]]; then
            quoted+=$char
        elif [[ $quote == \' ]]; then
            quoted+=\'\\\'\'
        else
            quoted+=\\$char
        fi
    done
}

# Offers those of the words that go on with what is there.
__cartctl_offer() {
    local word quoted
    for word; do
        word=$prefix$word
        [[ $word == "$current"* ]] || continue
        __cartctl_quote "${word#"$kept"}"
        COMPREPLY+=("$quoted")
    done
}

# Offers the words before -- alone, and those behind it also one after the other with commas between them.
__cartctl_list() {
    local before
    compopt -o nospace 2>/dev/null
    while [[ $1 != -- ]]; do
        __cartctl_offer "$1"
        shift
    done
    shift
    before=${current#"$prefix"}
    case $before in
        *,*) before=${before%,*}, ;;
        *) before= ;;
    esac
    for word; do
        [[ ,$before == *",$word,"* ]] || __cartctl_offer "$before$word"
    done
}

# Offers files, or folders with -d.
__cartctl_files() {
    local -a paths=()
    local path
    compopt -o filenames 2>/dev/null
    mapfile -t paths < <(compgen "$1" -- "${current#"$prefix"}")
    for path in "${paths[@]}"; do
        path=$prefix$path
        COMPREPLY+=("${path#"$kept"}")
    done
}

# Offers names that the daemon knows; nothing where it does not answer.
__cartctl_names() {
    local -a names=()
    mapfile -t names < <(
        command "$program" completion --timeout 1 --names "$1" "${context[@]}" 2>/dev/null </dev/null
    )
    __cartctl_offer "${names[@]}"
}

_cartctl() {
    local -a words=() context=() next=() options=() fitting=()
    local current kept quote redirected program=cartctl command='' option='' ended='' given=' ' prefix='' word
    local IFS=$' \t\n'
    local -i count=0
    COMPREPLY=()
    __cartctl_read "$2"
    if [[ $redirected ]]; then
        __cartctl_files -f
        return
    fi
    # An alias or another name is no program to ask.
    [[ ${words[0]-} == */cartctl ]] && program=${words[0]/#\~\//"$HOME/"}
    __cartctl_words ''
    for word in "${words[@]:1}"; do
        if [[ $option ]]; then
            case $option in
                --socket | --cart | --catalog) context+=("$option=$word") ;;
            esac
            option=
        elif [[ ! $ended && $word == -- ]]; then
            ended=1
        elif [[ ! $ended && $word == -[!0-9.]* ]]; then
            given+="${word%%=*} "
            case ${word%%=*} in
                --socket | --cart | --catalog) [[ $word == *=* ]] && context+=("$word") ;;
            esac
            [[ $word != *=* ]] && __cartctl_takes_value "$word" && option=$word
        elif ((${#next[@]} > 0)); then
            [[ ! $command && $word == help ]] && continue
            [[ $word != *' '* && " ${next[*]} " == *" $word "* ]] || return 0
            command+=${command:+ }$word
            __cartctl_words "$command"
        else
            count+=1
        fi
    done
    if [[ ! $option && ! $ended ]]; then
        case $current in
            --*=*) option=${current%%=*} prefix=${current%%=*}= ;;
            -[!-]?*) option=${current:0:2} prefix=${current:0:2} ;;
        esac
    fi
    if [[ $option ]]; then
        __cartctl_value "$option"
    elif [[ ! $ended && $current == -* ]]; then
        __cartctl_offer_options
    elif ((${#next[@]} > 0)); then
        __cartctl_offer "${next[@]}"
    else
        # Where no argument is left there are options.
        __cartctl_argument "$command $count" || [[ $ended ]] || __cartctl_offer_options
    fi
    return 0
}

# Whether an option takes a value.
__cartctl_takes_value() {
    case $1 in
        --socket | --timeout | --quantity | --cart | --catalog | --capacity | --line | --count | --name | --group | --width | --height | --columns | --rows | --tile-width | --tile-height | --scale | --direction | --font-size | --visible | --row-height | --header-height | --margin | --icon-width | --icon-height | --icon-spacing | --index-title | --index-width | --index-title-width | --index-padding | --maximum-index-width | --index-entry-height | --index-font-size | --offset | --state | --horizontal | --vertical | --spacing | --title | --color | --image | --image-size | --title-size | --at | -o | --output | --font | --icons | --values | --after | --events | --names) return 0 ;;
        *) return 1 ;;
    esac
}

# Offers the options that can still be given.
__cartctl_offer_options() {
    __cartctl_options "$command"
    for word in "${options[@]}"; do
        case $word in
            --index-title | --font) ;;
            *) [[ $given == *" $word "* ]] && continue ;;
        esac
        fitting+=("$word")
    done
    __cartctl_offer "${fitting[@]}"
}

complete -F _cartctl cartctl
