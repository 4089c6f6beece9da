/** Histories with faults: each is reported, and the rest is read. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type HistoryIssue, histories, type PastEvent } from '../index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hookmd-histories-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function readAll(agent: string, path: string): Promise<readonly (PastEvent | HistoryIssue)[]> {
  const items = [];
  for await (const item of histories[agent]?.read(path) ?? []) items.push(item);
  return items;
}

const addLines =
  (...lines: readonly (string | Buffer)[]) =>
  (history: Buffer): Buffer =>
    Buffer.concat([history, ...lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])]);

const faults: readonly (readonly [title: string, change: (history: Buffer) => Buffer, message: string])[] = [
  [
    'a last line that is cut off',
    (history) => Buffer.concat([history, Buffer.from('{"type":"us')]),
    'The last line is cut off.',
  ],
  ['a line of rubbish', addLines('rubbish'), 'The line is no JSON object.'],
  [
    'many lines of rubbish',
    addLines('x', '[]', '"x"', '{'),
    'The line is no JSON object. (3 more like this)',
  ],
  ['deep nesting', addLines(`{"a":${'['.repeat(1_000_000)}`), 'The line is no JSON object.'],
  [
    'NUL bytes before a line',
    (history) => Buffer.concat([Buffer.from('\0\0\0'), history]),
    'The line has NUL bytes.',
  ],
  [
    'bytes that are not UTF-8',
    addLines(Buffer.from([0x7b, 0xff, 0x7d])),
    'The line is not UTF-8; its wrong bytes are replaced.',
  ],
  ['a line of 9 MB', addLines(`{"a":"${'x'.repeat(9 * 1024 * 1024)}"}`), 'The line is longer than 8 MB.'],
];

const kinds = [null, 1, 'x', [], [null, 1], {}, [{}], [[]]];

/** A value with one value of another kind in it, wherever that is. */
function* changesOf(value: unknown): Generator<unknown> {
  yield* kinds;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value))
    for (const changed of changesOf(item))
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}

/** The first recorded session of an agent with calls, in a directory with what is beside it. */
function sessionOf(agent: string): { readonly directory: string; readonly file: string } {
  const directory = join(import.meta.dirname, '..', agent, 'recorded-history', 'sessions');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  const file = files.find((name) => histories[agent]?.isSession(name) && name.endsWith('.jsonl'));
  return { directory, file: file ?? '' };
}

const agents = Object.keys(histories).filter((agent) => sessionOf(agent).file !== '');

describe.each(agents)('of %s', (agent) => {
  const { directory, file } = sessionOf(agent);
  const recorded = readFileSync(join(directory, file));

  it.each(faults)('%s is reported, and the rest is read', async (title, change, message) => {
    const path = join(scratch, agent, title, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, change(recorded));
    const isEvent = (item: PastEvent | HistoryIssue): boolean => 'event' in item;
    const eventsOf = (items: readonly (PastEvent | HistoryIssue)[]) =>
      items.filter(isEvent).map((item) => ('event' in item ? [item.event, item.at] : []));
    const [items, whole] = [await readAll(agent, path), await readAll(agent, join(directory, file))];
    expect(eventsOf(whole).length).toBeGreaterThan(2);
    expect(eventsOf(items)).toEqual(eventsOf(whole));
    expect(items.flatMap((item) => ('message' in item ? [item.message] : []))).toContain(message);
  });

  it('a record of an unknown type is reported with its line', async () => {
    const path = join(scratch, agent, 'unknown.jsonl');
    writeFileSync(path, '\n{"type":"from-the-future","payload":{"name":"bash"},"data":{}}\n');
    expect(await readAll(agent, path)).toContainEqual({
      line: 2,
      message: expect.stringMatching(/"from-the-future" are unknown/),
    });
  });

  it('records with values of other kinds are no events, and nothing is thrown', async () => {
    const path = join(scratch, agent, 'kinds.jsonl');
    const lines = recorded
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, 40);
    const changed = lines.flatMap((line) => [...changesOf(JSON.parse(line))]);
    expect(changed.length).toBeGreaterThan(500);
    writeFileSync(path, changed.map((record) => JSON.stringify(record)).join('\n'));
    const items = await readAll(agent, path);
    for (const item of items) if ('event' in item) expect(typeof item.payload).toBe('object');
    expect(items.filter((item) => 'message' in item && item.message.startsWith('The file cannot'))).toEqual(
      [],
    );
  });
});

describe('a path that is no file', () => {
  it.each([
    ['a symlink', (path: string) => symlinkSync('/etc/hostname', path), /^The file cannot be read: .*ELOOP/],
    ['a directory', (path: string) => mkdirSync(path), /^This is no file\.$/],
    ['a named pipe', (path: string) => execFileSync('mkfifo', [path]), /^This is no file\.$/],
    ['nothing', () => {}, /^The file cannot be read: .*ENOENT/],
  ])('%s is reported', async (title, make, message) => {
    const path = join(scratch, `${title}.jsonl`);
    make(path);
    expect(await readAll('claude-code', path)).toEqual([
      { line: null, message: expect.stringMatching(message) },
    ]);
  });
});
