import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 5_000_000;
const KEPT_FILES = 4;
const MAX_WHAT = 300;
const MAX_REASON = 300;
const MAX_NAME = 100;

const folder = process.env.HOOK_DATA_DIR;
const file = join(folder, 'audit.jsonl');
const now = new Date();
const event = JSON.parse(readFileSync(0, 'utf8'));

append(`${JSON.stringify(lineOf(event))}\n`);

function lineOf({ session_id, agent, hook_event_name, tool_name, decision }) {
  return {
    time: now.toISOString(),
    session: cut(session_id, MAX_NAME),
    agent: cut(agent?.name, MAX_NAME),
    event: hook_event_name,
    tool: cut(tool_name, MAX_NAME),
    what: cut(whatOf(event), MAX_WHAT),
    decision: decision?.decision ?? null,
    reason: cut(decision?.reason, MAX_REASON),
    decidedBy: decision?.decidedBy ?? [],
    changed: decision?.changed ?? [],
  };
}

/** What the event is about, in one text. */
function whatOf({ tool, tool_input: input, prompt, source, reason }) {
  if (tool === undefined) return prompt ?? source ?? reason;
  const { command, paths = [] } = tool;
  return (
    command ?? (paths.join(' ') || (input?.url ?? input?.pattern ?? input?.query ?? JSON.stringify(input)))
  );
}

function cut(text, length) {
  if (typeof text !== 'string') return null;
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** One write to a file opened for appending: lines of processes that write at the same time do not mix. */
function append(line) {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    writeSync(descriptor, line);
    const { size, ino } = fstatSync(descriptor);
    if (size >= MAX_BYTES && statSync(file, { throwIfNoEntry: false })?.ino === ino) rotate();
  } finally {
    closeSync(descriptor);
  }
}

/** Sets the file aside under a name that nobody else takes, so that two who do it at once lose nothing. */
function rotate() {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
  renameSync(file, join(folder, `audit-${stamp}-${process.pid}.jsonl`));
  const old = readdirSync(folder)
    .filter((name) => /^audit-.*\.jsonl$/.test(name))
    .sort();
  for (const name of old.slice(0, -KEPT_FILES)) rmSync(join(folder, name), { force: true });
}
