/** Calls `hooks __complete -- WORDS`, the last word being the one at the cursor, and gives its lines to the shell. */
const HEAD = `made by \`hooks completion`;

/** For bash 3.2 and newer. Never `compgen -W`: it would expand what a name contains. */
const bash = `# Completion of hooks for bash, ${HEAD} bash\`. To use it: source <(hooks completion bash)

_hooks_paths() {
  local name quotes=''
  # From here on readline quotes what is chosen; where it cannot, only plain names are offered.
  if compopt -o filenames 2>/dev/null; then quotes=yes; fi
  while IFS= read -r name; do
    if [[ -n $quotes || $name =~ ^[A-Za-z0-9._/~+@%-]*$ ]]; then COMPREPLY+=("$name"); fi
  done < <(compgen "$1" -- "$cur")
}

_hooks() {
  local cur='' before='' after='' line word index
  local -a words
  words=()
  COMPREPLY=()
  # bash splits words at = and at :, so they are joined again.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if ((\${#words[@]} > 0)) && [[ -n $after || $word == [=:]* ]]; then
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    after=''
    if [[ $word == *[=:] ]]; then after=yes; fi
  done
  if ((\${#words[@]} > 0)); then cur=\${words[\${#words[@]} - 1]}; fi
  if [[ $cur == --*=* ]]; then
    # bash replaces only what is behind the = where that ends a word.
    if [[ $COMP_WORDBREAKS != *=* ]]; then before="\${cur%%=*}="; fi
    cur=\${cur#*=}
  fi
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    if [[ $word == :directories ]]; then
      _hooks_paths -d
    elif [[ $word == :files ]]; then
      _hooks_paths -f
    elif [[ $word =~ ^(-h|(--)?[A-Za-z0-9][A-Za-z0-9._/:-]*)$ && $word == "$cur"* ]]; then
      if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then word=\${word#"\${cur%:*}:"}; fi
      COMPREPLY+=("$before$word")
    fi
  done < <(command hooks __complete -- \${words[@]+"\${words[@]}"} 2>/dev/null </dev/null)
}

complete -F _hooks hooks
`;

/** To be sourced after compinit, or kept as a file `_hooks` in fpath. compadd quotes what it inserts. */
const zsh = `#compdef hooks
# Completion of hooks for zsh, ${HEAD} zsh\`. To have it, after compinit: source <(hooks completion zsh)

_hooks() {
  emulate -L zsh -o extended_glob
  local cur="\${words[CURRENT]}" line name
  local -a names lines
  for line in "\${(@f)$(command hooks __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null </dev/null)}"; do
    name=\${line%%$'\\t'*}
    case $name in
      :directories | :files) ;;
      *)
        [[ $name == -h || \${name#--} == [A-Za-z0-9][A-Za-z0-9._/:-]# ]] || continue
        names+=("$name")
        lines+=("\${(r:26:)name} \${\${line#$name}#$'\\t'}")
        continue
        ;;
    esac
    [[ $cur == --*=* ]] && compset -P '*='
    if [[ $name == :files ]]; then _files; else _files -/; fi
    return
  done
  [[ $cur == --*=* ]] && compset -P '*='
  compadd -l -d lines -- "\${names[@]}"
}

if [[ $funcstack[1] == _hooks ]]; then
  _hooks "$@"
elif (( $+functions[compdef] )); then
  compdef _hooks hooks
fi
`;

/** fish quotes what it inserts, and keeps what follows a tab as a description. */
const fish = `# Completion of hooks for fish, ${HEAD} fish\`. To have it: hooks completion fish | source

function __hooks_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l before (string match -r -- '^--[a-z-]+=' $words[-1])
    for line in (command hooks __complete -- $words[2..-1] 2>/dev/null </dev/null)
        switch $line
            case ':directories'
                __fish_complete_directories (string replace -r -- '^--[a-z-]+=' '' $words[-1])
            case ':files'
                __fish_complete_path (string replace -r -- '^--[a-z-]+=' '' $words[-1])
            case '*'
                string match -q -r -- '^(-h|(--)?[A-Za-z0-9][A-Za-z0-9._/:-]*)(\\t|$)' $line; and echo -- $before$line
        end
    end
end

complete -c hooks -e
complete -c hooks -f -a '(__hooks_complete)'
`;

export const completionScripts: Readonly<Record<'bash' | 'zsh' | 'fish', string>> = { bash, zsh, fish };
