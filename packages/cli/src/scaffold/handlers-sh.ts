import type { EventName } from '@hookmd/core/events';

const head = (event: EventName): string => `#!/bin/sh
# Asked on ${event}; the event is JSON on standard input.
# Exit 0 without a word: no objection. Exit 2: it is blocked, and standard error says why.
`;

/** The arguments of a tool are variables, so nobody needs jq. */
export function shToolGuard(event: EventName): string {
  return `${head(event)}
# The tool's arguments are variables too. What is too long for one cannot be judged here.
case ",\${HOOK_TOOL_INPUT_OMITTED:-}," in
*,command,*)
	echo 'this command is too long to be judged' >&2
	exit 2
	;;
esac

# Your condition:
case \${HOOK_TOOL_INPUT_COMMAND:-} in
*'git push'*--force*)
	echo 'force push: ask a person first' >&2
	exit 2
	;;
esac
`;
}

export function shGuard(event: EventName, field: string): string {
  return `${head(event)}event=$(cat)

# Your condition. It looks at all that follows "${field}", so it finds too much rather than too little.
# To look at that field alone, use jq, or a handler in JavaScript.
case $event in
*'"${field}":'*forbidden*)
	echo 'forbidden: say here what to do instead' >&2
	exit 2
	;;
esac
`;
}

export function shObserver(event: EventName): string {
  return `#!/bin/sh
# Told of ${event} after everything is decided; the event is JSON on standard input.
# It says nothing. A line for each event is in events.log of its own data folder.
printf '%s %s %s\\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$HOOK_EVENT" "\${HOOK_TOOL_NAME:-}" >>"$HOOK_DATA_DIR/events.log"
`;
}
