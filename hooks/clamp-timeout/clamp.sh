#!/bin/sh
limit=120000

# The name as the tool has it: of two keys that differ only in case, HOOK_TOOL_INPUT_TIMEOUT is the first.
given=${tool_input_timeout:-}

case $given in
[1-9]*e+[0-9]*) whole=9999999999 ;; # 1e+21
*) whole=${given%%.*} ;;
esac
case $whole in
'' | *[!0-9]*) exit 0 ;;
esac
while [ "${whole#0}" != "$whole" ]; do
	whole=${whole#0}
done

# A shell cannot compare numbers that are too long for it.
if [ "${#whole}" -gt 9 ] || [ "${whole:-0}" -gt "$limit" ]; then
	printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"timeout":%s}}}\n' "$limit"
fi
