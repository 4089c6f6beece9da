import { closeSync, fstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openNameless, openStdinFile, openUnlinked } from './spawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'stdin-file-'));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

const ways = { openNameless, openUnlinked, openStdinFile };

describe.each(Object.entries(ways))('%s', (name, open) => {
  const isAvailable = name !== 'openNameless' || process.platform === 'linux';

  it.runIf(isAvailable)('gives a private, read-only file at its start that has no name', () => {
    vi.stubEnv('TMPDIR', folder);
    const bytes = Buffer.from('some bytes');
    const descriptor = open(bytes) as number;
    try {
      const { mode, nlink, size } = fstatSync(descriptor);
      expect([mode & 0o777, nlink, size]).toEqual([0o600, 0, bytes.length]);
      expect(readdirSync(folder)).toEqual([]);
      expect(readFileSync(descriptor)).toEqual(bytes);
      expect(() => writeSync(descriptor, 'x')).toThrow(/EBADF/);
    } finally {
      closeSync(descriptor);
    }
  });

  it('gives null where no file can be made', () => {
    vi.stubEnv('TMPDIR', '/nowhere');
    expect(open(Buffer.from('x'))).toBeNull();
  });
});
