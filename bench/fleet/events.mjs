/** What developers' machines write: the event log of each, by the function that the product has for it. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { appendRecord } from '@hookmd/core/event-log';

const DAY_MS = 86_400_000;
const TICK_MS = 50;

/** Numbers between 0 and 1, always the same ones for a seed. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function stateDir(folder, machine) {
  return path.join(folder, 'machines', String(machine));
}

export function eventId(machine, event) {
  return `m${machine}-e${event}`;
}

/** One event of a shell command with two guards: about 1 KB. */
function makeEvent(machine, event, now) {
  const hex = (length) => event.toString(16).padStart(4, '0').repeat(length).slice(0, length);
  const run = (name, facts) => ({
    name,
    qualifiedName: `user/${name}`,
    source: 'user',
    phase: 'guard',
    mode: 'module',
    file: 'handler.mjs',
    enforcement: 'blocks',
    cause: null,
    reason: null,
    changed: [],
    exitCode: null,
    startMs: 0.4,
    durationMs: 1.8,
    digest: `sha256:${hex(64)}`,
    stderrTail: null,
    warnings: [],
    cost: null,
    ...facts,
  });
  return {
    schema: 'hookmd.trace/1',
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: null,
    time: now.toISOString(),
    event: 'PreToolUse',
    eventId: eventId(machine, event),
    sessionId: `session-${machine}-${Math.floor(event / 40)}`,
    agent: 'claude-code',
    projectDir: `/home/dev${machine}/src/service-${machine % 17}`,
    tool: { kind: 'shell', name: 'Bash' },
    call: `npm test -- --filter service-${machine % 17} --shard ${event % 8}`,
    decision: event % 50 === 0 ? 'block' : 'none',
    reason: event % 50 === 0 ? 'It would push to a protected branch.' : null,
    hooks: [
      run('protect-branches', { outcome: 'success' }),
      run('protect-secrets', { outcome: 'skipped', cause: 'no-match' }),
    ],
    dropped: [],
    failedOpen: [],
    cost: null,
    durationMs: 2.6,
  };
}

/** Of ten machines one is a day ahead and one a day behind, until half of their events are written. */
function clockOf(machine, event, events) {
  const days = event * 2 < events ? ({ 1: 1, 2: -1 }[machine % 10] ?? 0) : 0;
  return new Date(Date.now() + days * DAY_MS);
}

/** Writes `events` on each machine, evenly over the time, in an order that the seed gives. Returns how many were written. */
export async function writeEvents(folder, { machines, events, seconds, seed }) {
  const random = randomNumbers(seed);
  const next = new Array(machines).fill(0);
  const open = Array.from({ length: machines }, (_, index) => index);
  const total = machines * events;
  const beganAt = performance.now();
  let written = 0;
  while (written < total) {
    const due = Math.min(total, Math.ceil((total * (performance.now() - beganAt)) / (seconds * 1_000)));
    for (; written < due; written += 1) {
      const place = Math.floor(random() * open.length);
      const machine = open[place];
      const event = next[machine];
      const now = clockOf(machine, event, events);
      const issue = appendRecord(
        path.join(stateDir(folder, machine), 'event-log'),
        makeEvent(machine, event, now),
        now,
      );
      if (issue !== null) throw new Error(issue.message);
      next[machine] = event + 1;
      if (next[machine] === events) open.splice(place, 1);
    }
    await delay(TICK_MS);
  }
  return written;
}

/** A process of its own: `node events.mjs FOLDER JSON`. */
if (process.argv[1] === import.meta.filename) {
  const [folder, settings] = process.argv.slice(2);
  console.log(await writeEvents(folder, JSON.parse(settings)));
}
