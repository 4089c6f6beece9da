/** What one line in the event log costs. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { appendRecord } from '@hookmd/core/event-log';
import { comparePairs, LOOP_PAIRS, timeTightLoop } from '../measure.mjs';

const LINES = 2000;

export const eventLogRows = [
  {
    id: 23,
    what: 'event log append, default',
    yardstick: 'writeSync on a kept descriptor',
    target: '≤ 1.3',
    note: 'both make the line of the same record, and write it.',
    measure: measureAppend,
  },
];

async function measureAppend({ folder }) {
  const ownDir = path.join(folder, 'event-log');
  const otherDir = path.join(folder, 'kept');
  for (const dir of [ownDir, otherDir]) mkdirSync(dir, { mode: 0o700 });
  const record = makeRecord();
  const kept = openSync(path.join(otherDir, 'kept.jsonl'), 'a', 0o600);
  try {
    const ours = () =>
      timeTightLoop(LINES, () => {
        if (appendRecord(ownDir, record, new Date()) !== null) throw new Error('it cannot be written');
      });
    const theirs = () =>
      timeTightLoop(LINES, () => writeSync(kept, Buffer.from(`${JSON.stringify(record)}\n`)));
    return [{ ...(await comparePairs('', LOOP_PAIRS, ours, theirs)), atMost: 1.3 }];
  } finally {
    closeSync(kept);
  }
}

/** As large as that of an event with one hook. */
function makeRecord() {
  return {
    schema: 'hookmd.trace/1',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    time: new Date().toISOString(),
    event: 'PreToolUse',
    sessionId: 'b8fb665a',
    agent: 'claude-code',
    projectDir: '/home/somebody/project',
    tool: { kind: 'shell', name: 'Bash' },
    decision: 'none',
    reason: null,
    hooks: [{ name: 'guard', qualifiedName: 'user/guard', phase: 'guard', outcome: 'success', exitCode: 0 }],
    durationMs: 3.1,
  };
}
