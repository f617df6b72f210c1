extension BashCompletion {
    /// What is the same for every table: reading the line, offering words.
    var machine: String {
        #"""

        # Reads the line up to the cursor as bash does: the words before the last into words, without their quotes; the last
        # into current, what readline keeps of it into kept, and a quote that is open in it into quote. What follows < and >
        # is no word; redirected tells whether the cursor is there.
        #
        # COMP_WORDS is of no use for it: bash splits it at every : and = as well, and leaves the quotes in.
        __TOOL_read() {
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
        __TOOL_quote() {
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
        __TOOL_offer() {
            local word quoted
            for word; do
                word=$prefix$word
                [[ $word == "$current"* ]] || continue
                __TOOL_quote "${word#"$kept"}"
                COMPREPLY+=("$quoted")
            done
        }

        # Offers the words before -- alone, and those behind it also one after the other with commas between them.
        __TOOL_list() {
            local before
            compopt -o nospace 2>/dev/null
            while [[ $1 != -- ]]; do
                __TOOL_offer "$1"
                shift
            done
            shift
            before=${current#"$prefix"}
            case $before in
                *,*) before=${before%,*}, ;;
                *) before= ;;
            esac
            for word; do
                [[ ,$before == *",$word,"* ]] || __TOOL_offer "$before$word"
            done
        }

        # Offers files, or folders with -d.
        __TOOL_files() {
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
        __TOOL_names() {
            local -a names=()
            mapfile -t names < <(
                command "$program" completion --timeout PATIENCE --names "$1" "${context[@]}" 2>/dev/null </dev/null
            )
            __TOOL_offer "${names[@]}"
        }

        _TOOL() {
            local -a words=() context=() next=() options=() fitting=()
            local current kept quote redirected program=TOOL command='' option='' ended='' given=' ' prefix='' word
            local IFS=$' \t\n'
            local -i count=0
            COMPREPLY=()
            __TOOL_read "$2"
            if [[ $redirected ]]; then
                __TOOL_files -f
                return
            fi
            # An alias or another name is no program to ask.
            [[ ${words[0]-} == */TOOL ]] && program=${words[0]/#\~\//"$HOME/"}
            __TOOL_words ''
            for word in "${words[@]:1}"; do
                if [[ $option ]]; then
                    case $option in
                        CONTEXT) context+=("$option=$word") ;;
                    esac
                    option=
                elif [[ ! $ended && $word == -- ]]; then
                    ended=1
                elif [[ ! $ended && $word == -[!0-9.]* ]]; then
                    given+="${word%%=*} "
                    case ${word%%=*} in
                        CONTEXT) [[ $word == *=* ]] && context+=("$word") ;;
                    esac
                    [[ $word != *=* ]] && __TOOL_takes_value "$word" && option=$word
                elif ((${#next[@]} > 0)); then
                    [[ ! $command && $word == help ]] && continue
                    [[ $word != *' '* && " ${next[*]} " == *" $word "* ]] || return 0
                    command+=${command:+ }$word
                    __TOOL_words "$command"
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
                __TOOL_value "$option"
            elif [[ ! $ended && $current == -* ]]; then
                __TOOL_offer_options
            elif ((${#next[@]} > 0)); then
                __TOOL_offer "${next[@]}"
            else
                # Where no argument is left there are options.
                __TOOL_argument "$command $count" || [[ $ended ]] || __TOOL_offer_options
            fi
            return 0
        }

        # Whether an option takes a value.
        __TOOL_takes_value() {
            case $1 in
                VALUED) return 0 ;;
                *) return 1 ;;
            esac
        }

        # Offers the options that can still be given.
        __TOOL_offer_options() {
            __TOOL_options "$command"
            for word in "${options[@]}"; do
                case $word in
                    REPEATABLE) ;;
                    *) [[ $given == *" $word "* ]] && continue ;;
                esac
                fitting+=("$word")
            done
            __TOOL_offer "${fitting[@]}"
        }

        complete -F _TOOL TOOL

        """#
        .replacing("TOOL", with: table.tool)
        .replacing("PATIENCE", with: CompletionScript.patience)
        .replacing("CONTEXT", with: CompletionScript.context.joined(separator: " | "))
        .replacing("VALUED", with: table.optionsWithValue.flatMap(\.spellings).joined(separator: " | "))
        .replacing(
            "REPEATABLE",
            with: table.optionsWithValue.filter(\.isRepeatable).flatMap(\.spellings).joined(separator: " | ")
        )
    }
}
