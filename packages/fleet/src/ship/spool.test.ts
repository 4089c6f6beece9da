import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ShippedRecord } from '../mappings/shipped-record.ts';
import { isNext, type Link, START } from './chain.ts';
import { compareLog } from './spans.ts';
import { Spool } from './spool.ts';

const LIMIT = { records: 3, bytes: 1_000_000 };
const scratch: string[] = [];

afterEach(() => {
  for (const directory of scratch.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A state directory with an event log. */
class Log {
  readonly stateDir: string = mkdtempSync(join(tmpdir(), 'hookmd-spool-'));
  #count = 0;

  constructor() {
    scratch.push(this.stateDir);
    mkdirSync(join(this.stateDir, 'event-log'), { mode: 0o700 });
  }

  path(day: string): string {
    return join(this.stateDir, 'event-log', `${day}.jsonl`);
  }

  append(day: string, count = 1): void {
    for (let each = 0; each < count; each += 1) {
      this.#count += 1;
      const record = {
        schema: 'hookmd.trace/1',
        eventId: `e${this.#count}`,
        time: `${day}T10:00:00.000Z`,
        hooks: [],
      };
      appendFileSync(this.path(day), `${JSON.stringify(record)}\n`);
    }
  }

  get count(): number {
    return this.#count;
  }

  notes(): readonly string[] {
    const names = readdirSync(join(this.stateDir, 'event-log'));
    const lines = names.flatMap((name) =>
      readFileSync(join(this.stateDir, 'event-log', name), 'utf8').split('\n'),
    );
    return lines.flatMap((line) => /"note":"([^"]*)"/.exec(line)?.[1] ?? []);
  }
}

/** A receiver that takes everything, once. */
function drain(spool: Spool, stored: ShippedRecord[]): void {
  for (let batch = spool.next(LIMIT); batch !== null; batch = spool.next(LIMIT)) {
    stored.push(...batch.records);
    spool.commit(batch);
  }
}

function isChain(records: readonly ShippedRecord[]): boolean {
  let last: Link = START;
  return records.every((record) => {
    const follows = isNext(record, last);
    last = record;
    return follows;
  });
}

const eventIds = (records: readonly ShippedRecord[]): readonly string[] =>
  records.flatMap(({ entry }) => (typeof entry['eventId'] === 'string' ? [entry['eventId']] : []));

describe('the spool', () => {
  it('gives every line once, in one chain, whatever days the clock makes and whenever the shipper is killed', () => {
    const day = fc.constantFrom('2026-11-24', '2026-11-25', '2026-11-26');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), day, count: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ kind: fc.constant('send' as const), isKilled: fc.boolean() }),
      fc.record({ kind: fc.constant('restart' as const) }),
      fc.record({ kind: fc.constant('forget' as const), back: fc.integer({ min: 1, max: 8 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const log = new Log();
        const stored: ShippedRecord[] = [];
        let spool = new Spool(log.stateDir, 'nats');
        const restart = (): void => {
          spool = new Spool(log.stateDir, 'nats');
          expect(spool.moveTo(stored.at(-1) ?? START)).toBe(true);
        };
        for (const each of steps) {
          if (each.kind === 'append') log.append(each.day, each.count);
          if (each.kind === 'restart') restart();
          if (each.kind === 'forget') {
            stored.splice(Math.max(0, stored.length - each.back));
            restart();
          }
          if (each.kind === 'send') {
            const batch = spool.next(LIMIT);
            if (batch === null) continue;
            stored.push(...batch.records);
            if (each.isKilled) restart();
            else spool.commit(batch);
          }
        }
        drain(spool, stored);
        expect(isChain(stored)).toBe(true);
        expect([...eventIds(stored)].sort()).toEqual(
          Array.from({ length: log.count }, (_, i) => `e${i + 1}`).sort(),
        );
        expect(compareLog(log.stateDir, 'nats')).toEqual({ records: log.count, edited: [] });
        expect(spool.waiting()).toEqual({ bytes: 0, records: 0 });
      }),
      { numRuns: 60 },
    );
  });

  it('keeps on the machine what hooks printed and the inputs of tools', () => {
    const log = new Log();
    const run = { name: 'a', reason: 'no', stdoutHead: 'SECRET', stderrTail: 'SECRET' };
    const entry = {
      schema: 'hookmd.trace/1',
      call: 'ls',
      input: '{"x":"SECRET"}',
      callDigest: 'SECRET',
      hooks: [run],
    };
    writeFileSync(log.path('2026-11-25'), `${JSON.stringify(entry)}\n`);
    const batch = new Spool(log.stateDir, 'nats').next(LIMIT);
    expect(batch?.records[0]?.entry).toEqual({
      schema: 'hookmd.trace/1',
      call: 'ls',
      hooks: [{ name: 'a', reason: 'no' }],
    });
  });

  it('sends a torn line as its size, and waits for the end of one that is being written', () => {
    const log = new Log();
    appendFileSync(log.path('2026-11-25'), '{"schema":"hookmd.tra\n{"schema":"hookmd.trace/1"');
    const spool = new Spool(log.stateDir, 'nats');
    const batch = spool.next(LIMIT);
    expect(batch?.records.map(({ entry }) => entry)).toEqual([
      expect.objectContaining({ schema: 'hookmd.unreadable/1', bytes: 21 }),
    ]);
    if (batch !== null) spool.commit(batch);
    expect(spool.next(LIMIT)).toBeNull();
  });

  const edits: readonly (readonly [string, (text: string) => string])[] = [
    ['a line changed in place', (text) => text.replace('"e2"', '"xx"')],
    ['a line removed', (text) => text.split('\n').toSpliced(1, 1).join('\n')],
    ['a line added', (text) => `{"schema":"hookmd.trace/1"}\n${text}`],
  ];
  it.each([
    ['a deep line', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['a long line', JSON.stringify({ a: 'x'.repeat(40_000) })],
    ['a line longer than what is read at once', JSON.stringify({ a: 'x'.repeat(600_000) })],
  ])('sends %s as its size, and what follows', (_, line) => {
    const log = new Log();
    log.append('2026-11-20');
    appendFileSync(log.path('2026-11-20'), `${line}\n`);
    const stored: ShippedRecord[] = [];
    drain(new Spool(log.stateDir, 'nats'), stored);
    log.append('2026-11-20');
    drain(new Spool(log.stateDir, 'nats'), stored);
    expect(stored.map(({ entry }) => entry['schema'])).toEqual([
      'hookmd.trace/1',
      'hookmd.unreadable/1',
      'hookmd.trace/1',
    ]);
    drain(new Spool(log.stateDir, 'nats'), stored);
    expect([stored.length, log.notes()]).toEqual([3, []]);
  });

  it('counts a note that cannot be written, because a directory is in place of the log', () => {
    const log = new Log();
    const today = new Date().toISOString().slice(0, 10);
    log.append(today);
    const spool = new Spool(log.stateDir, 'nats');
    drain(spool, []);
    rmSync(log.path(today));
    mkdirSync(log.path(today));
    drain(spool, []);
    expect(spool.cursor.notes).toEqual({ 'log-edited': 1 });
  });

  it.each(edits)('notices %s, reports it, and loses nothing', (_, edit) => {
    const log = new Log();
    log.append('2026-11-25', 5);
    const stored: ShippedRecord[] = [];
    drain(new Spool(log.stateDir, 'nats'), stored);
    const path = log.path('2026-11-25');
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
    log.append('2026-11-25', 2);
    expect(compareLog(log.stateDir, 'nats').edited).toEqual(['2026-11-25.jsonl']);
    drain(new Spool(log.stateDir, 'nats'), stored);
    expect(isChain(stored)).toBe(true);
    expect(eventIds(stored)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7']);
    expect(log.notes()).toEqual(['log-edited']);
  });

  it('sends what follows in a log that was emptied while it was read', () => {
    const log = new Log();
    log.append('2026-11-25', 5);
    const stored: ShippedRecord[] = [];
    const spool = new Spool(log.stateDir, 'nats');
    drain(spool, stored);
    writeFileSync(log.path('2026-11-25'), '');
    log.append('2026-11-25', 2);
    drain(spool, stored);
    expect(eventIds(stored).slice(-2)).toEqual(['e6', 'e7']);
    expect(log.notes()).toEqual(['log-edited']);
  });

  it('takes a new id where another log makes records under its own, and sends the rest', () => {
    const log = new Log();
    log.append('2026-11-25', 4);
    const spool = new Spool(log.stateDir, 'nats');
    const batch = spool.next(LIMIT);
    if (batch !== null) spool.commit(batch);
    const before = spool.cursor.machine;
    expect(spool.moveTo({ sequence: 3, hash: 'f'.repeat(64) })).toBe(false);
    spool.takeNewMachine();
    const stored: ShippedRecord[] = [];
    drain(spool, stored);
    expect(spool.cursor.machine).not.toBe(before);
    expect(isChain(stored)).toBe(true);
    expect(eventIds(stored)).toEqual(['e4']);
    expect(log.notes()).toEqual(['machine-copied']);
  });

  it('begins again with a new id where the state came from another computer', () => {
    const log = new Log();
    log.append('2026-11-25', 2);
    drain(new Spool(log.stateDir, 'nats'), []);
    const path = join(log.stateDir, 'fleet/machine.json');
    const machine = JSON.parse(readFileSync(path, 'utf8')) as { id: string };
    writeFileSync(path, JSON.stringify({ ...machine, computer: 'a'.repeat(64) }));
    const spool = new Spool(log.stateDir, 'nats');
    expect(spool.cursor.machine).not.toBe(machine.id);
    expect(log.notes()).toEqual(['machine-copied']);
  });

  it('reports that its cursor was damaged', () => {
    const log = new Log();
    log.append('2026-11-25', 2);
    drain(new Spool(log.stateDir, 'nats'), []);
    writeFileSync(join(log.stateDir, 'fleet/cursors/nats.json'), '{');
    new Spool(log.stateDir, 'nats');
    expect(log.notes()).toEqual(['cursor-lost']);
  });

  it('reads from spans of a bounded size', () => {
    const log = new Log();
    log.append('2026-11-25', 12_000);
    const spool = new Spool(log.stateDir, 'nats');
    for (let batch = spool.next({ records: 500, bytes: 1e9 }); batch !== null; ) {
      spool.commit(batch);
      batch = spool.next({ records: 500, bytes: 1e9 });
    }
    expect(spool.cursor.spans.map(({ after }) => after.sequence)).toEqual([0, 5_000, 10_000]);
    expect(spool.moveTo(spool.cursor.spans[1]?.after ?? START)).toBe(true);
    expect(spool.waiting().records).toBe(7_000);
  });

  it('gives nothing out before it is written how, and nothing twice after, while the disk is full', () => {
    const log = new Log();
    log.append('2026-11-25', 5);
    const spool = new Spool(log.stateDir, 'nats');
    const cursors = join(log.stateDir, 'fleet/cursors');
    const isFull = (full: boolean): void => {
      rmSync(cursors, { recursive: true, force: true });
      if (full) writeFileSync(cursors, '');
    };
    const full = expect.objectContaining({ code: 'STATE_NOT_WRITABLE' });
    isFull(true);
    expect(() => spool.next(LIMIT)).toThrow(full);
    expect(() => spool.next(LIMIT)).toThrow(full);
    isFull(false);
    const batch = spool.next(LIMIT);
    isFull(true);
    expect(() => batch !== null && spool.commit(batch)).toThrow(full);
    expect(eventIds(spool.next(LIMIT)?.records ?? [])).toEqual(['e4', 'e5']);
  });

  it('notes what a receiver rejected, but not that it rejected such notes', () => {
    const log = new Log();
    log.append('2026-11-25', 1);
    const spool = new Spool(log.stateDir, 'otlp');
    for (let round = 0; round < 4; round += 1) {
      const batch = spool.next(LIMIT);
      if (batch === null) break;
      spool.commit(batch);
      spool.reject(batch, 1, 'the receiver rejected it: 400');
    }
    expect(log.notes()).toEqual(['receiver-rejected']);
    expect(spool.cursor.rejected).toBe(2);
  });
});
