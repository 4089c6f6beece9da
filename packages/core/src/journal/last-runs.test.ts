import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HookRun } from '../protocol/outcome.ts';
import { appendRecord } from './append.ts';
import { rememberRuns } from './keep-runs.ts';
import { readLastRuns } from './last-runs.ts';
import { makeRecord, makeRun } from './record.fixture.ts';
import { catchUp } from './runs-index.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-runs-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const index = (): string => join(dir, 'last-runs.json');
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();
const append = (minute: number, run: HookRun, facts = {}): void => {
  const record = makeRecord({ time: at(minute), traceId: `t${minute}`, hooks: [run], ...facts });
  expect(appendRecord(dir, record, new Date(record.time))).toBeNull();
};
const lastRun = (name = 'user/a', project = '/p'): unknown => readLastRuns(dir, project).of(name);

describe('the last run', () => {
  test.each<[string, Partial<HookRun>, string | null]>([
    ['a block', { outcome: 'blocking' }, 'blocked'],
    ['a failure', { outcome: 'non_blocking_error', cause: 'EXIT' }, 'failed'],
    ['a time limit', { outcome: 'cancelled', cause: 'TIMEOUT' }, 'failed'],
    ['a cancelled run', { outcome: 'cancelled', cause: 'ABORTED' }, 'cancelled'],
    ['a change', { changed: ['command'] }, 'changed'],
    ['nothing', {}, 'ok'],
    ['not being asked', { outcome: 'skipped', cause: 'NO_MATCH' }, null],
  ])('of %s is said in one word', (_, facts, outcome) => {
    append(1, makeRun('user/a', facts));
    const expected = { time: at(1), outcome, event: 'PreToolUse', traceId: 't1', durationMs: 1 };
    expect(lastRun()).toEqual(outcome === null ? null : expected);
  });

  test('is the newest by its time, and of two in one dispatch the worse', () => {
    append(5, makeRun('user/a'));
    append(3, makeRun('user/a', { outcome: 'blocking' }));
    expect(lastRun()).toMatchObject({ time: at(5), outcome: 'ok' });
    append(6, makeRun('user/a'), {
      hooks: [
        makeRun('user/a', { changed: ['x'] }),
        makeRun('user/a', { phase: 'recheck', durationMs: null }),
      ],
    });
    expect(lastRun()).toMatchObject({ time: at(6), outcome: 'changed' });
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
    expect(lastRun()).toMatchObject({ time: at(2), outcome: 'blocked' });
  });
});

describe('the index', () => {
  const runMuch = (minute: number): void => {
    append(minute, makeRun('user/much', { reason: 'x'.repeat(70_000) }));
  };

  test('is kept when much was read, and what was appended since is read on top', async () => {
    append(1, makeRun('user/a'));
    await readLastRuns(dir, '/').keep();
    expect(existsSync(index())).toBe(false);
    runMuch(2);
    await readLastRuns(dir, '/').keep();
    const kept = readFileSync(index(), 'utf8');
    append(3, makeRun('user/b'));
    await readLastRuns(dir, '/').keep();
    expect(readFileSync(index(), 'utf8')).toBe(kept);
    expect([lastRun('user/a'), lastRun('user/b')]).toMatchObject([{ time: at(1) }, { time: at(3) }]);
  });

  test('is not stopped by a run of which most is missing', () => {
    append(1, makeRun('user/a'));
    const odd = { ...makeRecord(), hooks: [{ qualifiedName: 'user/b', outcome: 'success' }] };
    appendFileSync(join(dir, '2026-11-20.jsonl'), `${JSON.stringify(odd)}\n`);
    expect([lastRun('user/a'), lastRun('user/b')]).toMatchObject([{ time: at(1) }, null]);
  });

  test('outlives the files it was made from', async () => {
    append(1, makeRun('user/a'));
    runMuch(2);
    await readLastRuns(dir, '/').keep();
    rmSync(join(dir, '2026-11-20.jsonl'));
    expect(lastRun()).toMatchObject({ time: at(1) });
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"schema":"hookmd.last-runs/1"}',
    '{"schema":"x","files":{},"runs":{}}',
    '{"schema":"hookmd.last-runs/1","files":{"2026-11-20.jsonl":null},"runs":{}}',
    '{"schema":"hookmd.last-runs/1","files":{"2026-11-20.jsonl":{"inode":1,"offset":-5}},"runs":{}}',
  ])('that is %j is made anew', async (text) => {
    append(1, makeRun('user/a'));
    runMuch(2);
    writeFileSync(index(), text);
    expect(lastRun()).toMatchObject({ time: at(1) });
    await readLastRuns(dir, '/').keep();
    expect(JSON.parse(readFileSync(index(), 'utf8'))).toMatchObject({ schema: 'hookmd.last-runs/1' });
  });

  test('does not hide what is in a file that was cut or replaced', async () => {
    runMuch(1);
    await readLastRuns(dir, '/').keep();
    truncateSync(join(dir, '2026-11-20.jsonl'), 0);
    append(2, makeRun('user/a'));
    expect(lastRun()).toMatchObject({ time: at(2) });
    rmSync(join(dir, '2026-11-20.jsonl'));
    append(3, makeRun('user/b', { reason: 'y'.repeat(80_000) }));
    expect(lastRun('user/b')).toMatchObject({ time: at(3) });
  });

  test('does not hide what is appended to an old day while the clock is set back', async () => {
    const day = (name: string, text = ''): void => appendFileSync(join(dir, `${name}.jsonl`), text);
    for (const name of ['2026-11-17', '2026-11-18', '2026-11-19']) day(name);
    runMuch(1);
    await readLastRuns(dir, '/').keep();
    const kept = JSON.parse(readFileSync(index(), 'utf8'));
    writeFileSync(index(), JSON.stringify({ ...kept, keptMs: Date.now() + 1e6 }));
    day('2026-11-17', `${JSON.stringify(makeRecord({ hooks: [makeRun('user/a')] }))}\n`);
    expect(lastRun()).not.toBeNull();
  });

  test('has what stood in a file that is swept while somebody looks', () => {
    append(1, makeRun('user/a'));
    rememberRuns(dir, ['2026-11-20.jsonl']);
    rmSync(join(dir, '2026-11-20.jsonl'));
    const before = { files: {}, runs: {}, keptMs: 0 };
    expect(Object.keys(catchUp(dir, ['2026-11-20.jsonl'], before).runs)).toEqual(['user/a']);
  });

  test('that cannot be written is no trouble', async () => {
    runMuch(1);
    const missing = join(dir, 'missing');
    await readLastRuns(missing, '/').keep();
    expect(readLastRuns(missing, '/').of('user/a')).toBeNull();
    expect(readdirSync(dir)).toEqual(['2026-11-20.jsonl']);
  });

  test('says the same as the whole journal, whenever it was brought up to date and wherever writing stopped', async () => {
    const step = fc.oneof(
      fc.record({
        day: fc.integer({ min: 19, max: 20 }),
        name: fc.constantFrom('user/a', 'user/b', 'project/c'),
        outcome: fc.constantFrom('success', 'blocking', 'skipped', 'non_blocking_error'),
      }),
      fc.record({ cut: fc.integer({ min: 1, max: 400 }) }),
      fc.constantFrom('look' as const, 'remember' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        for (const name of readdirSync(dir)) rmSync(join(dir, name));
        let minute = 0;
        for (const one of steps) {
          minute += 1;
          if (one === 'look') await readLastRuns(dir, '/').keep();
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
