import CartProtocol

/// The completion of zsh(1): zshcompsys(1), for `_arguments` and its specifications of options.
struct ZshCompletion {
    let table: CommandTable

    private var tool: String { table.tool }

    /// The script: a file for `fpath`, that can be sourced as well.
    var text: String {
        #"""
        #compdef TOOL
        # zsh completion for TOOL VERSION, made by `TOOL completion zsh`.

        # Names that the daemon knows; nothing where it does not answer. The last argument is their kind, those before are
        # for compadd.
        _TOOL_names() {
            local -a names context
            local program=TOOL option= word
            # An alias or another name is no program to ask.
            [[ $TOOL_words[1] == */TOOL ]] && program=${TOOL_words[1]/#\~\//$HOME/}
            for word in "${(@)TOOL_words[2,-1]}"; do
                if [[ -n $option ]]; then
                    context+=("$option=$word")
                    option=
                else
                    case $word in
                        (CONTEXT) option=$word ;;
                        (CONTEXT_JOINED) context+=("$word") ;;
                        (--) break ;;
                    esac
                fi
            done
            names=("${(@f)$(command $program completion --timeout PATIENCE --names $@[-1] $context 2>/dev/null </dev/null)}")
            names=(${names:#})
            compadd "${(@)@[1,-2]}" -a names
        }

        # The words before -- alone, and those behind it also one after the other with commas between them. What comes
        # before the first - is for compadd.
        _TOOL_list() {
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

        _TOOL() {
            local -a TOOL_words=("${(@Q)words[1,CURRENT-1]}") everywhere TOOL_next specs
            local command= word
            integer index first=1 skips=0
            everywhere=(
        EVERYWHERE
            )
            for ((index = 2; index <= CURRENT; index++)); do
                # The words that can follow those of the command.
                case $command in
        WORDS
                    (*) break ;;
                esac
                ((index < CURRENT)) || break
                word=${(Q)words[index]}
                if ((skips)); then
                    skips=0
                elif [[ $word == (GLOBAL) ]]; then
                    skips=1
                elif [[ $word == -* || ( -z $command && $word == help ) ]]; then
                    continue
                elif ((${TOOL_next[(I)${(b)word}:*]})); then
                    command+=${command:+ }$word
                    first=$index
                    TOOL_next=()
                else
                    return 1
                fi
            done
            # What stands before the last word of the command is read.
            words=("${(@)words[first,-1]}")
            ((CURRENT -= first - 1))
            if (($#TOOL_next)); then
                _arguments -S $everywhere '*:command:{_describe -t commands command TOOL_next}'
                return
            fi
            case $command in
        SPECS
            esac
            _arguments -S $everywhere $specs
        }

        # Sourced it registers itself; from fpath it is called for the first time here.
        if [[ $funcstack[1] == _TOOL ]]; then
            _TOOL "$@"
        else
            compdef _TOOL TOOL
        fi

        """#
        .replacing("EVERYWHERE", with: lines(Parameters.global.map { specification($0, excluding: []) }, indent: 8))
        .replacing("WORDS", with: words)
        .replacing("SPECS", with: specifications)
        .replacing(
            "GLOBAL",
            with: Parameters.global.filter(\.takesValue).flatMap(\.spellings).joined(separator: "|")
        )
        .replacing("CONTEXT_JOINED", with: CompletionScript.context.map { $0 + "=*" }.joined(separator: "|"))
        .replacing("CONTEXT", with: CompletionScript.context.joined(separator: "|"))
        .replacing("PATIENCE", with: CompletionScript.patience)
        .replacing("VERSION", with: ProtocolVersion.software)
        .replacing("TOOL", with: tool)
    }

    // MARK: Tables

    private var words: String {
        table.groups.map { path in
            let items = table.words(after: path).map { word in
                "\(word):\(table.meaning(of: word, after: path).replacing(":", with: "\\:"))".posixQuoted
            }
            let name = path.joined(separator: " ").posixWord
            return
                "            (\(name))\n                TOOL_next=(\n\(lines(items, indent: 20))\n                )\n                ;;"
        }.joined(separator: "\n")
    }

    private var specifications: String {
        table.grouped { specifications(of: $0) }.filter { !$0.key.isEmpty }.map { group in
            let names = group.commands.map { $0.name.posixWord }.joined(separator: "|")
            return
                "        (\(names))\n            specs=(\n\(lines(group.key, indent: 16))\n            )\n            ;;"
        }.joined(separator: "\n")
    }

    private func specifications(of command: CommandDeclaration) -> [String] {
        command.options.map { option in
            let excluded = command.rules.compactMap { rule -> String? in
                switch rule {
                case .either(option.spelling, or: let other), .either(let other, or: option.spelling):
                    let place = command.arguments.firstIndex { $0.spelling == other }
                    return place.map { "\($0 + 1)" } ?? other
                default: return nil
                }
            }
            return specification(option, excluding: excluded)
        }
            + command.arguments.enumerated().map { (place, argument) in
                let optional = argument.isRequired ? ":" : "::"
                return "\(place + 1)\(optional)\(escaped(argument.name)):\(action(for: argument.source))".posixQuoted
            }
    }

    private func specification(_ option: ParameterDeclaration, excluding others: [String]) -> String {
        let excluded = (option.isRepeatable ? [] : option.spellings.count > 1 ? option.spellings : []) + others
        var text = option.isRepeatable ? "*" : ""
        if !excluded.isEmpty { text = "(\(excluded.joined(separator: " ")))" + text }
        var rest = "[\(escaped(option.help))]"
        if option.takesValue { rest += ":\(escaped(option.valueName)):\(action(for: option.source))" }
        // One with a letter is written as two that exclude each other: `-o FILE`, `-oFILE`, `--output FILE`, `--output=FILE`.
        let names = option.spellings.map { $0 + (!option.takesValue ? "" : $0.hasPrefix("--") ? "=" : "+") }
        guard names.count > 1 else { return (text + names[0] + rest).posixQuoted }
        return text.posixQuoted + "{" + names.joined(separator: ",") + "}" + rest.posixQuoted
    }

    private func action(for source: ValueSource) -> String {
        switch source {
        case .anything: return " "
        case .choices(let choices): return "(\(choices.joined(separator: " ")))"
        case .list(let alone, let joined):
            return "_\(tool)_list - " + (alone + ["--"] + joined).joined(separator: " ")
        case .file: return "_files"
        case .folder: return "_files -/"
        case .names(let kind): return "_\(tool)_names \(kind.rawValue)"
        }
    }

    /// A text in a specification, which a colon or a bracket would end.
    private func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if ":[]\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private func lines(_ items: [String], indent: Int) -> String {
        items.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}
