import type { EventName } from '@hookmd/core/events';

/** `judge` is the whole of what a person edits. Python's own modules are enough. */
function guard(event: EventName, imports: string, judge: string): string {
  return `# Asked on ${event}; the event is JSON on standard input.
# Exit 0 without a word: no objection. Exit 2: it is blocked, and standard error says why.
${imports}


def judge(event):
    """Your condition: why it is blocked, or None."""
${judge}
    return None


reason = judge(json.load(sys.stdin.buffer))
if reason is not None:
    print(reason, file=sys.stderr)
    sys.exit(2)
`;
}

export function pyToolGuard(event: EventName): string {
  return guard(
    event,
    'import json\nimport re\nimport sys',
    `    command = event["tool"].get("command") or ""
    if re.search(r"git push.*--force", command, re.DOTALL):
        return "force push: ask a person first"`,
  );
}

export function pyGuard(event: EventName, field: string): string {
  return guard(
    event,
    'import json\nimport sys',
    `    if "forbidden" in event["${field}"]:
        return "forbidden: say here what to do instead"`,
  );
}

export function pyObserver(event: EventName): string {
  return `# Told of ${event} after everything is decided; the event is JSON on standard input.
# It says nothing. A line for each event is in events.log of its own data folder.
import json
import os
import sys
from datetime import datetime, timezone

event = json.load(sys.stdin.buffer)
now = datetime.now(timezone.utc).isoformat()
with open(os.path.join(os.environ["HOOK_DATA_DIR"], "events.log"), "a", encoding="utf-8") as log:
    print(now, event["hook_event_name"], event.get("tool_name", ""), file=log)
`;
}
