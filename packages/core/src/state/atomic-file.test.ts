import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeFile, writeFileAtomic } from './files.ts';
import { encodeFileName } from './hash.ts';
import { ownershipProblem, readRecord } from './record-file.ts';

interface Sample {
  readonly schema: 'sample';
  readonly text: string;
}

const isSample = (value: unknown): value is Sample => (value as Sample | undefined)?.schema === 'sample';
const good = JSON.stringify({ schema: 'sample', text: 'é\n' });
const isRoot = process.geteuid?.() === 0;

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-record-'));
  path = join(dir, 'folder', 'record.json');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('writing', () => {
  test('makes file and folders for the owner alone, whatever the umask', () => {
    const before = process.umask(0o277);
    try {
      writeFileAtomic(join(dir, 'record.json'), good);
    } finally {
      process.umask(before);
    }
    writeFileAtomic(path, good);
    expect(lstatSync(join(dir, 'record.json')).mode & 0o777).toBe(0o600);
    expect(lstatSync(join(dir, 'folder')).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, 'utf8')).toBe(good);
    expect(readdirSync(join(dir, 'folder'))).toEqual(['record.json']);
  });

  test('replaces a link instead of writing through it', () => {
    writeFileSync(join(dir, 'victim'), 'mine');
    mkdirSync(join(dir, 'folder'));
    symlinkSync('../victim', path);
    writeFileAtomic(path, good);
    expect(readFileSync(join(dir, 'victim'), 'utf8')).toBe('mine');
    expect(lstatSync(path).isFile()).toBe(true);
  });

  test('a file in the place of a folder is a clear error and nothing changes', () => {
    writeFileSync(join(dir, 'folder'), 'a file');
    expect(() => writeFileAtomic(path, good)).toThrowError(
      expect.objectContaining({
        code: 'STATE_NOT_WRITABLE',
        exitCode: 1,
        remedy: `Free disk space, or fix the permissions of ${join(dir, 'folder')}.`,
      }),
    );
    expect(readFileSync(join(dir, 'folder'), 'utf8')).toBe('a file');
  });

  test('a folder in the place of the file is an error and leaves no temporary file', () => {
    mkdirSync(path, { recursive: true });
    expect(() => writeFileAtomic(path, good)).toThrowError(
      expect.objectContaining({ code: 'STATE_NOT_WRITABLE' }),
    );
    expect(readdirSync(join(dir, 'folder'))).toEqual(['record.json']);
  });

  test('clears what killed writers of the same file left an hour ago, and nothing else', () => {
    writeFileAtomic(path, good);
    const leftover = [
      '.record.json.aaaaaaaaaaaa.tmp',
      '.record.json.bbbbbbbbbbbb.tmp',
      '.other.json.cccccccccccc.tmp',
    ];
    for (const name of leftover) writeFileSync(join(dir, 'folder', name), '');
    const twoHoursAgo = Date.now() / 1000 - 7200;
    for (const name of [leftover[0], leftover[2]]) {
      utimesSync(join(dir, 'folder', name ?? ''), twoHoursAgo, twoHoursAgo);
    }
    writeFileAtomic(path, good);
    expect(readdirSync(join(dir, 'folder')).sort()).toEqual([leftover[2], leftover[1], 'record.json']);
  });

  test('removing says whether there was a file', () => {
    writeFileAtomic(path, good);
    expect([removeFile(path), removeFile(path), removeFile(join(path, 'below'))]).toEqual([
      true,
      false,
      false,
    ]);
    mkdirSync(path);
    expect(() => removeFile(path)).toThrowError(expect.objectContaining({ code: 'STATE_NOT_WRITABLE' }));
  });
});

describe('reading', () => {
  test('a missing record is no problem', () => {
    expect(readRecord(path, isSample)).toEqual({ value: null, problem: null });
    writeFileSync(join(dir, 'folder'), 'a file');
    expect(readRecord(path, isSample)).toEqual({ value: null, problem: null });
  });

  test('what was written is read', () => {
    writeFileAtomic(path, good);
    expect(readRecord(path, isSample)).toEqual({ value: { schema: 'sample', text: 'é\n' }, problem: null });
  });

  test('a record cut at any byte is set aside and never believed', () => {
    writeFileAtomic(path, good);
    const whole = readFileSync(path);
    for (let size = 0; size < whole.length; size += 1) {
      writeFileSync(path, whole.subarray(0, size), { mode: 0o600 });
      const { value, problem } = readRecord(path, isSample);
      expect([size, value, problem?.code]).toEqual([size, null, 'STATE_CORRUPT']);
      expect(existsSync(path)).toBe(false);
    }
  });

  const damaged: Readonly<Record<string, string | Buffer>> = {
    'is empty': '',
    'is filled with NUL': Buffer.alloc(100),
    'is no JSON': 'enabled: true',
    'is not UTF-8': Buffer.from([0x22, 0xff, 0x22]),
    'has another shape': '{"schema":"other"}',
    'is just null': 'null',
    'is nested beyond reason': '['.repeat(300_000),
    'is larger than 1 MiB': JSON.stringify({ schema: 'sample', text: 'x'.repeat(1024 * 1024) }),
  };
  test.each(Object.entries(damaged))('a record that %s is set aside and said', (_, content) => {
    writeFileAtomic(path, content);
    const { value, problem } = readRecord(path, isSample);
    expect(value).toBeNull();
    expect(problem).toMatchObject({
      code: 'STATE_CORRUPT',
      path,
      message: `A damaged state record was moved to ${path}.corrupt, so some hooks may no longer be enabled or approved.`,
    });
    expect(readFileSync(`${path}.corrupt`).equals(Buffer.from(content))).toBe(true);
    expect(readRecord(path, isSample)).toEqual({ value: null, problem: null });
  });

  test('setting aside never overwrites what was set aside before', () => {
    for (const content of ['first', 'second', 'third']) {
      writeFileAtomic(path, content);
      readRecord(path, isSample);
    }
    const names = readdirSync(join(dir, 'folder'));
    expect(names.map((name) => readFileSync(join(dir, 'folder', name), 'utf8')).sort()).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(names).toContain('record.json.corrupt');
  });

  const hostile: Readonly<Record<string, () => void>> = {
    'a named pipe': () => execFileSync('mkfifo', [path]),
    'a folder': () => mkdirSync(path),
    'a link to a good record': () => {
      writeFileAtomic(join(dir, 'folder', 'good.json'), good);
      symlinkSync('good.json', path);
    },
    'a link to itself': () => symlinkSync('record.json', path),
  };
  test.each(Object.entries(hostile))(
    '%s in the place of a record is set aside without waiting',
    (_, location) => {
      mkdirSync(join(dir, 'folder'), { mode: 0o700 });
      location();
      expect(readRecord(path, isSample)).toMatchObject({ value: null, problem: { code: 'STATE_CORRUPT' } });
      writeFileAtomic(path, good);
      expect(readRecord(path, isSample).value).not.toBeNull();
    },
  );

  test('a record that others can write is ignored and left in place', () => {
    writeFileAtomic(path, good, { mode: 0o662 });
    expect(readRecord(path, isSample)).toMatchObject({
      value: null,
      problem: { code: 'STATE_IGNORED', message: `HookMD ignores this state: others can write ${path}.` },
    });
    expect(existsSync(path)).toBe(true);
  });

  test('a record in a folder that others can write is ignored', () => {
    writeFileAtomic(path, good);
    chmodSync(join(dir, 'folder'), 0o777);
    expect(readRecord(path, isSample).problem?.code).toBe('STATE_IGNORED');
  });

  test('a record of another user is ignored', ({ skip }) => {
    if (!isRoot) skip('only root can give files away');
    writeFileAtomic(path, good);
    chownSync(path, 65534, 65534);
    expect(readRecord(path, isSample)).toMatchObject({
      value: null,
      problem: {
        code: 'STATE_IGNORED',
        message: `HookMD ignores this state: ${path} belongs to another user.`,
      },
    });
  });

  test('a folder is judged by who may write it, a missing one is fine', () => {
    mkdirSync(join(dir, 'shared'));
    chmodSync(join(dir, 'shared'), 0o770);
    expect(ownershipProblem(join(dir, 'shared'))?.code).toBe('STATE_IGNORED');
    expect(ownershipProblem(dir)).toBeNull();
    expect(ownershipProblem(join(dir, 'missing'))).toBeNull();
  });
});

describe('file names', () => {
  test('plain names stay as they are and everything else is percent-encoded', () => {
    expect(encodeFileName('project/deny-rm_1.0')).toBe('project%2Fdeny-rm_1.0');
    expect(encodeFileName('..')).toBe('%2E.');
    expect(encodeFileName('é~ +')).toBe('%C3%A9%7E%20%2B');
    expect(encodeFileName('')).toMatch(/^~[0-9a-f]{16}$/);
  });

  test('any text is one short name of its own', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [first, second] = [encodeFileName(a), encodeFileName(b)];
        expect(first).toMatch(/^[A-Za-z0-9_%~-][A-Za-z0-9._%~-]{0,99}$/);
        expect(first === second).toBe(a === b);
      }),
    );
  });

  test('long names with the same beginning differ', () => {
    const long = 'x'.repeat(150);
    expect(encodeFileName(`${long}a`)).not.toBe(encodeFileName(`${long}b`));
  });
});
