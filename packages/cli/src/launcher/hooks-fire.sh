# hooks-fire AGENT EVENT, where there is no C compiler: a process of Node for each event, and no runtime. What it does without
# Node is what hooks-fire.c does. Builtins only: the PATH of an agent may be anybody's.
# bash takes functions from the environment too, and asks them before most of its builtins; never before those of this line.
unset -f printf read pwd [
agent=$1
event=$2
tab=$(printf '\t')

if [ $# -ne 2 ]; then
  printf '%s\n' 'Usage: hooks-fire AGENT EVENT, with the event on standard input. Agents call it; their settings name it.' >&2
  exit 0
fi

must_agree() {
  here=$(pwd -P)
  for file in "$state"/active/*.must-agree; do
    [ -f "$file" ] || continue
    while IFS=$tab read -r name folder; do
      [ "$name" = "$1" ] || continue
      case $here/ in "$folder"/*) return 0 ;; esac
      [ -n "$folder" ] || return 0
    done <"$file"
  done
  return 1
}

unable() {
  printf '%s\n' "hookmd: $1 \`hooks doctor\` shows more." >&2
  known=
  status=0
  if [ -f "$state/bin/hooks-fire.answers" ]; then
    while IFS=$tab read -r its word canonical kind code stream text; do
      [ "$its" = "$agent" ] && [ "$word" = "$event" ] || continue
      if [ -z "$known" ]; then
        known=notice
        if must_agree "$canonical"; then known=rejection; fi
      fi
      [ "$kind" = "$known" ] || continue
      if [ "$stream" = 2 ]; then printf '%s\n' "$text" >&2; else printf '%s\n' "$text"; fi
      status=$code
    done <"$state/bin/hooks-fire.answers"
  fi
  if [ -z "$known" ] && must_agree "$event"; then
    printf '%s\n' 'HookMD cannot judge this event, and a hook must agree to it.' >&2
    status=2
  fi
  exit "$status"
}

node= command= home=
if [ -r "$state/bin/hooks-fire.places" ]; then
  { IFS= read -r node && IFS= read -r command && IFS= read -r home; } <"$state/bin/hooks-fire.places"
fi
[ -n "$home" ] || unable 'The launcher is not complete. Run `hooks daemon --launcher`.'
[ -x "$node" ] || unable 'Node is not where it was. Run `hooks daemon --launcher`.'
[ -r "$command" ] || unable 'The hooks command is not where it was. Run `hooks daemon --launcher`.'
# As in hooks-fire.c. A value of several lines looks like further names, and those are only taken out as well.
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
