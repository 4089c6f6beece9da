/** Documents of Cline, whole and damaged. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type HistoryIssue, histories, type PastEvent } from '../index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hookmd-history-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const recorded = join(import.meta.dirname, '../cline/recorded-history/sessions');
const [file = ''] = readdirSync(recorded, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.messages.json') && !basename(name).startsWith('agent_'))
  .sort();
const text = readFileSync(join(recorded, file), 'utf8');

async function readAll(content: string, beside: boolean): Promise<readonly (PastEvent | HistoryIssue)[]> {
  const directory = join(scratch, dirname(file));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  writeFileSync(join(scratch, file), content);
  if (beside) writeFileSync(join(directory, `${basename(directory)}.json`), '{ "cwd": "/project" }');
  const items = [];
  for await (const item of histories['cline']?.read(join(scratch, file)) ?? []) items.push(item);
  return items;
}

it.each([
  ['cut off', text.slice(0, -20), 'The file is no JSON object, or it is cut off.'],
  ['of rubbish', 'rubbish', 'The file is no JSON object, or it is cut off.'],
  ['with a list', '[]', 'The file is no JSON object, or it is cut off.'],
])('a file %s is reported', async (_, content, message) => {
  expect(await readAll(content, true)).toEqual([{ line: null, message }]);
});

it('a file longer than 32 MB is reported, and not read', async () => {
  await readAll(text, true);
  truncateSync(join(scratch, file), 33 * 1024 * 1024);
  const items = [];
  for await (const item of histories['cline']?.read(join(scratch, file)) ?? []) items.push(item);
  expect(items).toEqual([{ line: null, message: 'The file is longer than 32 MB.' }]);
});

it('without the file beside it, the directory is unknown, and the calls are read', async () => {
  const [whole, without] = [await readAll(text, true), await readAll(text, false)];
  expect(whole.length).toBeGreaterThan(2);
  expect(without.filter((item) => 'event' in item)).toHaveLength(whole.length);
  expect(without.at(-1)).toEqual({ line: null, message: 'The directory of this session is not known.' });
});
