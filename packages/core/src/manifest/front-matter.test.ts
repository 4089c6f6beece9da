import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFrontMatter } from './parse.ts';

function readValue(text: string): unknown {
  const reading = readFrontMatter(text);
  return 'yaml' in reading && 'value' in reading.yaml ? { ...(reading.yaml.value as object) } : reading;
}

describe('the front matter', () => {
  it.each([
    ['LF', '---\na: 1\n---\nbody\n'],
    ['CRLF', '---\r\na: 1\r\n---\r\nbody\n'],
    ['a byte order mark', '\ufeff---\na: 1\n---\nbody\n'],
    ['a byte order mark and CRLF', '\ufeff---\r\na: 1\r\n---\r\nbody\n'],
  ])('is read between two fence lines with %s', (_, text) => {
    expect(readValue(text)).toEqual({ a: 1 });
    expect(readFrontMatter(text)).toMatchObject({ body: 'body\n' });
  });

  it('may be empty, or hold only comments, and need no text below it', () => {
    for (const text of ['---\n---', '---\n---\n', '---\n\n# note\n---\n', '---\r\n---\r\n']) {
      expect(readValue(text)).toEqual({});
    }
  });

  it('ends at the first closing fence: later ones are Markdown', () => {
    expect(readFrontMatter('---\na: 1\n---\none\n---\ntwo\n')).toMatchObject({ body: 'one\n---\ntwo\n' });
  });

  it('counts lines from the beginning of the file', () => {
    expect(readFrontMatter('---\na: 1\nb: *x\n---\n')).toMatchObject({
      yaml: { problems: [{ line: 3, column: 4 }] },
    });
    expect(readFrontMatter('\ufeff---\r\na: 1\r\nb: *x\r\n---\r\n')).toMatchObject({
      yaml: { problems: [{ line: 3, column: 4 }] },
    });
  });

  it.each([
    ['', 'empty'],
    ['\n---\na: 1\n---\n', 'empty'],
    ['# Title\n', '"# Title"'],
    [' ---\na: 1\n---\n', '" ---"'],
    ['--- \na: 1\n---\n', '"--- "'],
    ['----\na: 1\n---\n', '"----"'],
    ['---yaml\na: 1\n---\n', '"---yaml"'],
    ['--- # x\na: 1\n---\n', '"--- # x"'],
  ])('must begin with a line that is exactly the fence: %j', (text, found) => {
    expect(readFrontMatter(text)).toEqual({ fence: 'missing', found });
  });

  it.each([
    ['---', 1],
    ['---\na: 1\n', 3],
    ['---\na: 1\n----\n', 3],
    ['---\na: 1\n--- \nb\n---\n', 3],
    ['---\na: 1\n...\n', 4],
  ])('must end with a line that is exactly the fence: %j', (text, line) => {
    expect(readFrontMatter(text)).toEqual({ fence: 'unclosed', at: { line, column: 1 } });
  });

  it('is not handed on with more blank lines in a row than gray-matter takes in good time', () => {
    for (const blank of ['\n', '\r\n', ' \t\n', '\u2028', '\r']) {
      const reading = readFrontMatter(`---\na: 1\n${blank.repeat(101)}\n---\n`);
      expect(reading).toMatchObject({ yaml: { problems: [{ kind: 'size', message: /100 blank lines/ }] } });
    }
    expect(readValue(`---\na: 1${'\n'.repeat(100)}\n---\n`)).toEqual({ a: 1 });
  });
});

describe('code in a front matter', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hookmd-canary-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const fences = [
    '---js',
    '---javascript',
    '--- js',
    '---JS',
    '---json',
    '---Javascript ',
    '---coffee',
    '---toml',
    '---\tjs',
  ];
  it.each([...fences, '---'])('is never run after the fence %j', (fence) => {
    const canary = join(directory, 'canary');
    const code = `process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(canary)}, 'x')`;
    for (const text of [
      `${fence}\n{ "name": ${code} }\n---\n`,
      `${fence}\n${code}\n---\n`,
      `\ufeff${fence}\r\nmodule.exports = ${code}\r\n---\r\n`,
    ]) {
      expect(readValue(text)).not.toMatchObject({ name: expect.anything() });
      // A second reading is not answered from a cache either.
      expect(JSON.stringify(readFrontMatter(text))).toBe(JSON.stringify(readFrontMatter(text)));
    }
    expect(existsSync(canary)).toBe(false);
  });

  it('that is broken twice is reported twice', () => {
    const broken = '---\na: [\n---\n';
    expect(readFrontMatter(broken)).toMatchObject({ yaml: { problems: [{ line: 2, column: 5 }] } });
    expect(readFrontMatter(broken)).toMatchObject({ yaml: { problems: [{ line: 2, column: 5 }] } });
  });
});
