/** A database that OpenCode wrote, whole and damaged. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { type HistoryIssue, histories, type PastEvent } from '../index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hookmd-sqlite-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const path = join(scratch, 'opencode.db');
const recorded = (name: string): Buffer =>
  gunzipSync(readFileSync(join(import.meta.dirname, '../opencode/recorded-history/sessions', `${name}.gz`)));
const database = recorded('opencode.db');
const log = recorded('opencode.db-wal');
const PAGE = 4096;

async function readAll(file: Buffer, beside: Buffer | null): Promise<readonly (PastEvent | HistoryIssue)[]> {
  writeFileSync(path, file);
  rmSync(`${path}-wal`, { force: true });
  if (beside !== null) writeFileSync(`${path}-wal`, beside);
  const items = [];
  for await (const item of histories['opencode']?.read(path) ?? []) items.push(item);
  return items;
}

const messagesOf = (items: readonly (PastEvent | HistoryIssue)[]): readonly string[] =>
  items.flatMap((item) => ('message' in item ? [item.message] : []));
const commandsOf = (items: readonly (PastEvent | HistoryIssue)[]): readonly unknown[] =>
  items.flatMap((item) =>
    'event' in item && item.event === 'PreToolUse' ? [Object(item.payload['tool_input']).command] : [],
  );

it('a session that is only in the write-ahead log is read', async () => {
  const [whole, without] = [await readAll(database, log), await readAll(database, null)];
  expect(commandsOf(whole)).toContain('echo again');
  expect(commandsOf(without)).not.toContain('echo again');
  expect(commandsOf(without)).toContain('echo after');
  expect([...messagesOf(whole), ...messagesOf(without)]).toEqual([]);
});

it('a transaction that is cut off did not happen', async () => {
  const items = await readAll(database, log.subarray(0, log.length / 2));
  expect(commandsOf(items)).toEqual(expect.arrayContaining(['echo hello', 'echo after']));
  expect(messagesOf(items)).toEqual([]);
});

it('a log of another database is left aside', async () => {
  const other = Buffer.from(log);
  other.fill(7, 16, 24);
  expect(await readAll(database, other)).toEqual(await readAll(database, null));
});

it('a row that takes several pages is whole', async () => {
  const items = await readAll(database, log);
  const written = items.flatMap((item) =>
    'event' in item ? [Object(item.payload['tool_input']).content] : [],
  );
  expect(written).toContain('long '.repeat(3_000));
});

it.each([
  [
    'no database',
    Buffer.from('no database, but longer than the header of one'.repeat(3)),
    /it is no SQLite database/,
  ],
  ['an empty file', Buffer.alloc(0), /it ends too early/],
  [
    'a database that is cut off',
    database.subarray(0, database.length / 2),
    /A page of the database is damaged/,
  ],
])('%s is reported', async (_, file, message) => {
  expect(messagesOf(await readAll(file, null)).join()).toMatch(message);
});

it('a database with other tables is reported', async () => {
  const other = Buffer.from(database.toString('latin1').replaceAll('part', 'prat'), 'latin1');
  expect(messagesOf(await readAll(other, null))).toEqual(['The database has no table `part`.']);
});

it('a damaged page is reported, and the rest is read', async () => {
  const whole = commandsOf(await readAll(database, null));
  let reported = 0;
  for (let page = 1; page < database.length / PAGE; page += 1) {
    const damaged = Buffer.from(database);
    damaged.fill(0xff, page * PAGE, (page + 1) * PAGE);
    const items = await readAll(damaged, null);
    if (commandsOf(items).length < whole.length) {
      reported += 1;
      expect(messagesOf(items)[0]).toMatch(/damaged|cannot be read|no JSON object/);
    }
  }
  expect(reported).toBeGreaterThan(1);
});

it('no byte makes the reader throw, or read for ever', async () => {
  for (let seed = 1; seed < 200; seed += 1) {
    const damaged = Buffer.from(database);
    // Bytes in the headers of pages, where the numbers of other pages are.
    for (let count = 0; count < 200; count += 1) {
      const place = (seed * 7919 + count * 104_729) % (database.length / PAGE);
      damaged[place * PAGE + ((seed * count) % 64) + (place === 0 ? 100 : 0)] = (seed * count * 31) % 256;
    }
    await readAll(damaged, log);
  }
}, 60_000);
