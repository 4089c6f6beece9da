import { sharedFunctions } from './bash-and-zsh.ts';
import type { CommandLine } from './command-line.ts';

/** To be sourced after compinit, or kept as a file \`_hooks\` in fpath. compadd quotes what it inserts. */
export function zshScript(line: CommandLine): string {
  return `#compdef hooks
# Completion of hooks for zsh, made by \`hooks completion zsh\`. To have it, after compinit: source <(hooks completion zsh)

_hooks_words() { compadd -- "$@"; }

_hooks_described() {
  local -a names lines
  while (($# > 1)); do
    names+=("$1")
    lines+=("\${(r:26:)1} $2")
    shift 2
  done
  compadd -l -d lines -- "\${names[@]}"
}

_hooks_names() {
  local -a names
  names=("\${(f)$(command hooks completion --names "$1" "\${roots[@]}" 2>/dev/null </dev/null)}")
  names=("\${(@M)names:#[A-Za-z0-9][A-Za-z0-9._/-]#}")
  compadd -- "\${names[@]}"
}

_hooks_folders() { _files -/; }
_hooks_files() { _files; }
_hooks_after_equals() { compset -P '*='; }

${sharedFunctions(line)}
_hooks() {
  emulate -L zsh -o extended_glob
  local cur="\${words[CURRENT]}" command='' option=''
  local -i place=1
  local -a roots
  _hooks_scan "\${(@)words[2,CURRENT-1]}"
  _hooks_complete
}

if [[ $funcstack[1] == _hooks ]]; then
  _hooks "$@"
elif (( $+functions[compdef] )); then
  compdef _hooks hooks
fi
`;
}
