import { sharedFunctions } from './bash-and-zsh.ts';
import type { CommandLine } from './command-line.ts';

/** For bash 3.2 and newer. Never `compgen -W`: it would expand what stands in a name. */
export function bashScript(line: CommandLine): string {
  return `# Completion of hooks for bash, made by \`hooks completion bash\`. To have it: source <(hooks completion bash)

_hooks_words() {
  local word
  for word in "$@"; do
    if [[ $word == "$cur"* ]]; then COMPREPLY+=("$word"); fi
  done
}

_hooks_described() {
  while (($# > 1)); do
    _hooks_words "$1"
    shift 2
  done
}

_hooks_names() {
  local name
  while IFS= read -r name; do
    if [[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._/-]*$ ]]; then _hooks_words "$name"; fi
  done < <(command hooks completion --names "$1" \${roots[@]+"\${roots[@]}"} 2>/dev/null </dev/null)
}

_hooks_folders() { _hooks_paths -d; }
_hooks_files() { _hooks_paths -f; }

_hooks_paths() {
  local name isQuoted=''
  # From here on readline quotes what is chosen; where it cannot, only plain names are offered.
  if compopt -o filenames 2>/dev/null; then isQuoted=yes; fi
  while IFS= read -r name; do
    if [[ -n $isQuoted || $name =~ ^[A-Za-z0-9._/~+@%-]*$ ]]; then COMPREPLY+=("$name"); fi
  done < <(compgen "$1" -- "$cur")
}

# bash replaces only what stands behind the = where that ends a word.
_hooks_after_equals() {
  if [[ $COMP_WORDBREAKS != *=* ]]; then before="$option="; fi
  cur=\${cur#*=}
}

${sharedFunctions(line)}
_hooks() {
  local cur='' command='' option='' place=1 before='' after='' word index
  local -a words roots
  words=()
  roots=()
  COMPREPLY=()
  # bash takes words apart at = and at :, so they are put together again.
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
  if ((\${#words[@]} > 0)); then
    cur=\${words[\${#words[@]} - 1]}
    _hooks_scan "\${words[@]:0:\${#words[@]} - 1}"
  fi
  _hooks_complete
  if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
    for index in "\${!COMPREPLY[@]}"; do COMPREPLY[index]=\${COMPREPLY[index]#"\${cur%:*}:"}; done
  elif [[ -n $before ]]; then
    for index in "\${!COMPREPLY[@]}"; do COMPREPLY[index]=$before\${COMPREPLY[index]}; done
  fi
}

complete -F _hooks hooks
`;
}
