# hooks-fire AGENT EVENT: the launcher on a machine without a C compiler. It starts `hooks run` for each event, and uses no daemon.
# Without Node, it replies as hooks-fire.c does. It runs only builtins, because the PATH of an agent can contain other programs.
#
# bash also imports functions from the environment, and they replace builtins. The next line removes those.
unset -f printf read pwd [
agent=$1
event=$2
tab=$(printf '\t')

if [ $# -ne 2 ]; then
  printf '%s\n' 'Usage: hooks-fire AGENT EVENT, with the payload on standard input. Agents run this command for each event.' >&2
  exit 0
fi

# Whether a hook with `onFailure: block` guards this event in the working directory.
must_agree() {
  here=$(pwd -P)
  for file in "$state"/active/*.must-agree; do
    [ -f "$file" ] || continue
    while IFS=$tab read -r name directory; do
      [ "$name" = "$1" ] || continue
      case $here/ in "$directory"/*) return 0 ;; esac
      [ -n "$directory" ] || return 0
    done <"$file"
  done
  return 1
}

# Reports why the event cannot be handled, prints the reply for the agent, and exits. unhandled-replies.ts describes the lines.
exit_unhandled() {
  printf '%s\n' "hookmd: $1 \`hooks doctor\` shows more." >&2
  reply=
  exit_code=0
  if [ -f "$state/bin/hooks-fire.answers" ]; then
    while IFS=$tab read -r line_agent line_event canonical kind code stream text; do
      [ "$line_agent" = "$agent" ] && [ "$line_event" = "$event" ] || continue
      if [ -z "$reply" ]; then
        reply=notice
        if must_agree "$canonical"; then reply=rejection; fi
      fi
      [ "$kind" = "$reply" ] || continue
      if [ "$stream" = 2 ]; then printf '%s\n' "$text" >&2; else printf '%s\n' "$text"; fi
      exit_code=$code
    done <"$state/bin/hooks-fire.answers"
  fi
  if [ -z "$reply" ] && must_agree "$event"; then
    printf '%s\n' 'HookMD blocks this event, because a hook that must not be skipped cannot run.' >&2
    exit_code=2
  fi
  exit "$exit_code"
}

node= command= home=
if [ -r "$state/bin/hooks-fire.places" ]; then
  { IFS= read -r node && IFS= read -r command && IFS= read -r home; } <"$state/bin/hooks-fire.places"
fi
[ -n "$home" ] || exit_unhandled 'The launcher is incomplete. Run `hooks daemon --launcher`.'
[ -x "$node" ] || exit_unhandled 'Node was moved or removed. Run `hooks daemon --launcher`.'
[ -r "$command" ] || exit_unhandled 'The hooks command was moved or removed. Run `hooks daemon --launcher`.'
# Removes the variables that hooks-fire.c removes. The lines of a value can look like further variables; those are removed too.
while IFS= read -r line; do
  name=${line#export }
  name=${name#declare -x }
  name=${name%%=*}
  case $name in
    *[!A-Za-z0-9_]* | NODE_ENV | NODE_DISABLE_COMPILE_CACHE) ;;
    NODE_* | LD_* | DYLD_* | OPENSSL_* | GCONV_PATH | GLIBC_TUNABLES) unset "$name" ;;
  esac
done <<END
$(export -p)
END
exec "$node" "$command" run "$event" --agent "$agent" --home "$home" --state "$state"
