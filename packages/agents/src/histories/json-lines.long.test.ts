/** A long history is read in pieces. It is the build that is measured, in a process of its own. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SIZE = 200 * 1024 * 1024;
const build = new URL('../../dist/index.js', import.meta.url);
const script = `
  const { histories } = await import(${JSON.stringify(build.href)});
  const found = { events: 0, messages: [] };
  for await (const item of histories['claude-code'].read(process.argv[1]))
    if ('event' in item) found.events += 1;
    else found.messages.push(item.message);
  console.log(JSON.stringify({ ...found, rss: process.resourceUsage().maxRSS * 1024 }));
`;

const directory = mkdtempSync(join(tmpdir(), 'hookmd-history-'));
const path = join(directory, 'session.jsonl');
let calls = 0;

beforeAll(() => {
  const file = openSync(path, 'w');
  const common = { sessionId: 's', cwd: '/project', timestamp: '2026-11-26T15:00:00.000Z' };
  const line = (fields: object): string => `${JSON.stringify({ ...common, ...fields })}\n`;
  // A call without a result stays open, as those of a session that was killed.
  for (let size = 0; size < SIZE; ) {
    const lines = Array.from({ length: 200 }, (_, index) => {
      const input = { file_path: '/project/a.txt', content: 'some text '.repeat(index * 10) };
      const content = [{ type: 'tool_use', id: `call_${calls++}`, name: 'Write', input }];
      return line({ type: 'assistant', message: { role: 'assistant', content } });
    });
    const text = `${lines.join('')}${line({ type: 'attachment', attachment: { text: 'x'.repeat(3_000_000) } })}`;
    size += writeSync(file, text);
  }
  writeSync(file, `${'x'.repeat(20 * 1024 * 1024)}\n{"type":"assist`);
  closeSync(file);
});

afterAll(() => rmSync(directory, { recursive: true }));

it('200 MB take less than 10 seconds and 200 MB of memory', () => {
  const began = performance.now();
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, path], {
    encoding: 'utf8',
  });
  expect(performance.now() - began).toBeLessThan(10_000);
  const { events, messages, rss } = JSON.parse(output);
  expect(events).toBe(calls);
  expect(messages).toEqual(['The line is longer than 8 MB.', 'The last line is cut off.']);
  expect(rss).toBeLessThan(200 * 1024 * 1024);
});
