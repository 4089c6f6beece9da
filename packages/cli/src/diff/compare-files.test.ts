import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compareFiles, type FileChange } from './compare-files.ts';
import { type ReadFile, readFiles } from './read-files.ts';

interface Spec {
  readonly bytes?: string | Buffer;
  readonly isExecutable?: boolean;
  readonly target?: string;
}

/** As a package is read: the bytes come in pieces, of a buffer that is filled again. */
function reading(specs: Readonly<Record<string, Spec>>): ReadonlyMap<string, ReadFile> {
  return readFiles((sink) => ({
    files: Object.entries(specs).map(([path, { bytes = '', isExecutable = false, target = null }]) => {
      const content = Buffer.from(target ?? bytes);
      if (target === null) {
        sink.begin(path, isExecutable);
        const chunk = Buffer.alloc(1024);
        for (let at = 0; at < content.length; at += chunk.length) {
          const count = content.copy(chunk, 0, at);
          sink.write(chunk.subarray(0, count));
        }
        sink.end();
      }
      const sha256 = createHash('sha256').update(content).digest('hex');
      const type = target === null ? 'file' : 'link';
      return { path, type, isExecutable, size: content.length, sha256, target } as const;
    }),
  })).files;
}

function compare(
  before: Readonly<Record<string, Spec>>,
  after: Readonly<Record<string, Spec>>,
): readonly FileChange[] {
  return compareFiles(reading(before), reading(after));
}

describe('the difference of files', () => {
  test('is a unified diff where both are text', () => {
    const [change, ...rest] = compare({ a: { bytes: 'one\ntwo\n' } }, { a: { bytes: 'one\n2\n' } });
    expect(rest).toEqual([]);
    expect(change).toMatchObject({ path: 'a', change: 'changed', was: { size: 8 }, now: { size: 6 } });
    expect(change?.patch).toMatch(/^-two\n\+2$/m);
  });

  test('says what is new and what is gone, with its text', () => {
    const changes = compare({ gone: { bytes: 'g\n' } }, { new: { bytes: 'n\n', isExecutable: true } });
    expect(changes.map(({ path, change, was, now }) => [path, change, was, now?.isExecutable])).toMatchObject(
      [
        ['gone', 'removed', { size: 2 }, undefined],
        ['new', 'added', null, true],
      ],
    );
    expect(changes.map(({ patch }) => patch?.split('\n').at(-2))).toEqual(['-g', '+n']);
  });

  test('recognises a file that has another name, also with another mode; what is empty is not known by its bytes', () => {
    const changes = compare(
      { 'a.sh': { bytes: 'x' }, empty: {} },
      { 'lib/b.sh': { bytes: 'x', isExecutable: true }, nothing: {} },
    );
    expect(changes.map(({ path, change, from }) => [path, change, from])).toEqual([
      ['empty', 'removed', undefined],
      ['lib/b.sh', 'renamed', 'a.sh'],
      ['nothing', 'added', undefined],
    ]);
    expect(changes[1]).toMatchObject({ was: { isExecutable: false }, now: { isExecutable: true } });
  });

  test('does not take a copy for a renamed file, and gives each new name one old one', () => {
    const changes = compare({ a: { bytes: 'x' } }, { a: { bytes: 'x' }, b: { bytes: 'x' } });
    expect(changes.map(({ path, change }) => [path, change])).toEqual([['b', 'added']]);
    const twice = compare({ a: { bytes: 'x' } }, { b: { bytes: 'x' }, c: { bytes: 'x' } });
    expect(twice.map(({ path, change }) => [path, change])).toEqual([
      ['b', 'renamed'],
      ['c', 'added'],
    ]);
  });

  test('says a mode, and where a link leads', () => {
    const changes = compare(
      { a: { bytes: 'x' }, l: { target: 'a' }, m: { bytes: 'a' } },
      { a: { bytes: 'x', isExecutable: true }, l: { target: 'b' }, m: { target: 'a' } },
    );
    expect(changes.map(({ path, change, was, now }) => [path, change, was?.target, now?.target])).toEqual([
      ['a', 'mode', null, null],
      ['l', 'changed', 'a', 'b'],
      ['m', 'changed', null, 'a'],
    ]);
    expect(changes.every(({ patch }) => patch === null)).toBe(true);
  });

  test('names what is no text, or too long to be read, by size and digest alone', () => {
    const long = 'x\n'.repeat(200_000);
    const changes = compare(
      { binary: { bytes: Buffer.from([0, 1]) }, latin: { bytes: 'a' }, long: { bytes: long } },
      {
        binary: { bytes: Buffer.from([0, 2]) },
        latin: { bytes: Buffer.from([0xff]) },
        long: { bytes: `${long}y` },
      },
    );
    expect(changes.map(({ path, patch }) => [path, patch])).toEqual([
      ['binary', null],
      ['latin', null],
      ['long', null],
    ]);
    expect(changes[0]?.now).toMatchObject({ size: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('of 200 files made to take long is there in seconds, and not longer than a person reads', () => {
    const text = (seed: number): string =>
      Array.from({ length: 5000 }, (_, line) => `${(line * seed) % 7}`).join('\n');
    const many = (seed: number): Record<string, Spec> =>
      Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [
          `f${index}`,
          { bytes: `${text(seed + index)}${randomBytes(200).toString('hex')}` },
        ]),
      );
    const before = reading(many(3));
    const after = reading(many(1000));
    const startedAt = performance.now();
    const changes = compareFiles(before, after);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(changes).toHaveLength(200);
    expect(changes.reduce((sum, { patch }) => sum + (patch?.length ?? 0), 0)).toBeLessThanOrEqual(512 * 1024);
  });
});
