import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HookRun } from '../protocol/outcome.ts';
import { appendRecord } from './append.ts';
import { readFreshRuns } from './fresh-runs.ts';
import { catchUp, readLastRuns, rememberRuns } from './last-runs.ts';
import { makeRecord, makeRun } from './record.fixture.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-runs-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const index = (): string => join(dir, 'last-runs', 'index.json');
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();
const ms = (minute: number): number => Date.parse(at(minute));
const append = (minute: number, run: HookRun, facts = {}): void => {
  const record = makeRecord({ time: at(minute), traceId: `t${minute}`, hooks: [run], ...facts });
  expect(appendRecord(dir, record, new Date(record.time))).toBeNull();
};
const lastRun = (name = 'user/a', project = '/p'): unknown => readLastRuns(dir, project).of(name);

describe('the last run', () => {
  test.each<[string, Partial<HookRun>, string | null]>([
    ['a block', { outcome: 'blocking' }, 'blocked'],
    ['a stop of the agent', { outcome: 'blocking', halts: true }, 'stopped'],
    ['an agent sent back', { sendsBack: true, changed: ['x'] }, 'sent back'],
    ['a failure', { outcome: 'non_blocking_error', cause: 'EXIT' }, 'failed'],
    ['a time limit', { outcome: 'cancelled', cause: 'TIMEOUT' }, 'failed'],
    ['a cancelled run', { outcome: 'cancelled', cause: 'ABORTED' }, 'cancelled'],
    ['a change', { changed: ['command'] }, 'changed'],
    ['nothing', {}, 'ok'],
    ['not being asked', { outcome: 'skipped', cause: 'NO_MATCH' }, null],
  ])('of %s is said in one word', (_, facts, outcome) => {
    append(1, makeRun('user/a', facts));
    const expected = { timeMs: ms(1), outcome, event: 'PreToolUse', traceId: 't1', durationMs: 1 };
    expect(lastRun()).toEqual(outcome === null ? null : expected);
  });

  test('is the newest by its time, and of two in one dispatch the worse', () => {
    append(5, makeRun('user/a'));
    append(3, makeRun('user/a', { outcome: 'blocking' }));
    expect(lastRun()).toMatchObject({ timeMs: ms(5), outcome: 'ok' });
    append(6, makeRun('user/a'), {
      hooks: [
        makeRun('user/a', { changed: ['x'] }),
        makeRun('user/a', { phase: 'recheck', durationMs: null }),
      ],
    });
    expect(lastRun()).toMatchObject({ timeMs: ms(6), outcome: 'changed' });
  });

  test('of a hook of a project is that in this project', () => {
    append(1, makeRun('project/a'), { projectDir: '/p' });
    expect([lastRun('project/a', '/p'), lastRun('project/a', '/q')]).toMatchObject([{ outcome: 'ok' }, null]);
  });

  test('may have come late', () => {
    append(1, makeRun('user/a'));
    const { traceId, spanId, parentSpanId, event, projectDir } = makeRecord();
    const late = { traceId, spanId, parentSpanId, event, projectDir, time: at(2) };
    const hooks = [makeRun('user/a', { outcome: 'blocking' })];
    const record = { schema: 'hookmd.late/1', ...late, hooks };
    appendRecord(dir, record, new Date(at(2)));
    expect(lastRun()).toMatchObject({ timeMs: ms(2), outcome: 'blocked' });
  });
});

describe('the index', () => {
  const runMuch = (minute: number): void => {
    append(minute, makeRun('user/much', { reason: 'x'.repeat(70_000) }));
  };

  test('is kept when much was read or a minute is over, and what was appended since is read on top', async () => {
    runMuch(1);
    readLastRuns(dir, '/').keep();
    const kept = readFileSync(index(), 'utf8');
    append(3, makeRun('user/b'));
    readLastRuns(dir, '/').keep();
    expect(readFileSync(index(), 'utf8')).toBe(kept);
    expect([lastRun('user/much'), lastRun('user/b')]).toMatchObject([{ timeMs: ms(1) }, { timeMs: ms(3) }]);
    writeFileSync(index(), JSON.stringify({ ...JSON.parse(kept), keptMs: Date.now() - 60_001 }));
    for (; !readFileSync(index(), 'utf8').includes('user/b'); await delay(20)) readLastRuns(dir, '/').keep();
  });

  test('of a journal that has nothing is not kept', () => {
    readLastRuns(dir, '/').keep();
    expect(readdirSync(dir)).toEqual([]);
  });

  const keepQuiet = async (): Promise<void> => {
    // A journal that was written to a moment ago vouches for nothing.
    const isKept = (): boolean =>
      existsSync(index()) && JSON.parse(readFileSync(index(), 'utf8')).witnesses !== null;
    for (; !isKept(); await delay(20)) readLastRuns(dir, '/').keep();
  };
  const changes: Readonly<Record<string, () => void>> = {
    'nothing more than a line more': () => append(2, makeRun('user/a')),
    'a line more of an old day, as while the clock is set back': () => {
      const line = JSON.stringify(makeRecord({ hooks: [makeRun('user/a')] }));
      appendFileSync(join(dir, '2026-11-01.jsonl'), `${line}\n`);
    },
    'a day more': () => {
      appendRecord(dir, makeRecord({ hooks: [makeRun('user/a')] }), new Date('2026-12-24T00:00:00Z'));
    },
  };
  test.each(Object.entries(changes))('is not taken for fresh after %s', async (_, change) => {
    for (const day of ['01', '18', '19']) writeFileSync(join(dir, `2026-11-${day}.jsonl`), '');
    append(1, makeRun('user/much'));
    await keepQuiet();
    expect((await readFreshRuns(dir, '/')).of('user/a')).toBeNull();
    change();
    expect((await readFreshRuns(dir, '/')).of('user/a')).toMatchObject({ outcome: 'ok' });
  });

  test('is not stopped by a run of which most is missing', () => {
    append(1, makeRun('user/a'));
    const odd = { ...makeRecord(), hooks: [{ qualifiedName: 'user/b', outcome: 'success' }] };
    appendFileSync(join(dir, '2026-11-20.jsonl'), `${JSON.stringify(odd)}\n`);
    expect([lastRun('user/a'), lastRun('user/b')]).toMatchObject([{ timeMs: ms(1) }, null]);
  });

  test('outlives the files it was made from', async () => {
    append(1, makeRun('user/a'));
    runMuch(2);
    readLastRuns(dir, '/').keep();
    rmSync(join(dir, '2026-11-20.jsonl'));
    expect(lastRun()).toMatchObject({ timeMs: ms(1) });
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"schema":"hookmd.last-runs/1"}',
    '{"schema":"x","files":{},"runs":{}}',
    '{"schema":"hookmd.last-runs/1","files":{},"runs":{}}',
    '{"schema":"hookmd.last-runs/1","files":{"2026-11-20.jsonl":null},"runs":{}}',
    '{"schema":"hookmd.last-runs/1","files":{"2026-11-20.jsonl":{"inode":1,"offset":-5}},"runs":{}}',
  ])('that is %j is made anew', async (text) => {
    append(1, makeRun('user/a'));
    runMuch(2);
    mkdirSync(join(dir, 'last-runs'));
    writeFileSync(index(), text);
    expect((await readFreshRuns(dir, '/')).of('user/a')).toMatchObject({ timeMs: ms(1) });
    readLastRuns(dir, '/').keep();
    expect(JSON.parse(readFileSync(index(), 'utf8'))).toMatchObject({ schema: 'hookmd.last-runs/1' });
  });

  test('does not hide what is in a file that was cut or replaced', async () => {
    runMuch(1);
    readLastRuns(dir, '/').keep();
    truncateSync(join(dir, '2026-11-20.jsonl'), 0);
    append(2, makeRun('user/a'));
    expect(lastRun()).toMatchObject({ timeMs: ms(2) });
    rmSync(join(dir, '2026-11-20.jsonl'));
    append(3, makeRun('user/b', { reason: 'y'.repeat(80_000) }));
    expect(lastRun('user/b')).toMatchObject({ timeMs: ms(3) });
  });

  test('has what stood in a file that is swept while somebody looks', () => {
    append(1, makeRun('user/a'));
    rememberRuns(dir, ['2026-11-20.jsonl']);
    rmSync(join(dir, '2026-11-20.jsonl'));
    const before = { files: {}, runs: {}, witnesses: null, keptMs: 0 };
    expect(Object.keys(catchUp(dir, ['2026-11-20.jsonl'], before).runs)).toEqual(['user/a']);
  });

  test('that cannot be written is no trouble', async () => {
    runMuch(1);
    const missing = join(dir, 'missing');
    readLastRuns(missing, '/').keep();
    expect(readLastRuns(missing, '/').of('user/a')).toBeNull();
    expect(readdirSync(dir)).toEqual(['2026-11-20.jsonl']);
  });

  test('says the same as the whole journal, whenever it was brought up to date and wherever writing stopped', async () => {
    const step = fc.oneof(
      fc.record({
        day: fc.integer({ min: 18, max: 20 }),
        name: fc.constantFrom('user/a', 'user/b', 'project/c'),
        outcome: fc.constantFrom('success', 'blocking', 'skipped', 'non_blocking_error'),
      }),
      fc.record({ cut: fc.integer({ min: 1, max: 400 }) }),
      fc.constantFrom('look' as const, 'remember' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true });
        let minute = 0;
        for (const one of steps) {
          minute += 1;
          if (one === 'look') readLastRuns(dir, '/').keep();
          else if (one === 'remember')
            rememberRuns(
              dir,
              readdirSync(dir).filter((name) => name.endsWith('l')),
            );
          else if ('cut' in one) {
            const line = JSON.stringify(makeRecord({ time: at(minute), hooks: [makeRun('user/torn')] }));
            appendFileSync(join(dir, '2026-11-20.jsonl'), line.slice(0, one.cut));
          } else {
            const run = makeRun(one.name, { outcome: one.outcome as HookRun['outcome'] });
            const record = makeRecord({ time: at(minute), traceId: `t${minute}`, hooks: [run] });
            appendRecord(dir, record, new Date(Date.UTC(2026, 10, one.day)));
          }
        }
        const names = ['user/a', 'user/b', 'project/c'];
        const known = names.map((name) => lastRun(name, '/'));
        rmSync(index(), { force: true });
        expect(known).toEqual(names.map((name) => lastRun(name, '/')));
      }),
      { numRuns: 150 },
    );
  });
});
