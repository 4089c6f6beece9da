import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readContent, readPackage } from './digest.ts';
import { isDigest } from './store.ts';

const NFC = '\u00e9.txt';
const NFD = 'e\u0301.txt';

let dir: string;
const at = (...names: string[]): string => join(dir, 'package', ...names);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-digest-'));
  mkdirSync(at('lib'), { recursive: true });
  writeFileSync(at('HOOK.md'), '---\nname: x\n---\n');
  writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(at('lib', 'a.txt'), 'content of a');
  symlinkSync('lib/a.txt', at('link'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const digest = (): string | null => readPackage(at()).digest;
/** What cannot be approved, as "path: detail". */
const problems = (): string[] => readContent(at()).problems.map(({ path, detail }) => `${path}: ${detail}`);

describe('the digest', () => {
  test('stands for a list that anybody can compute', () => {
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const list = [
      'hookpkg-v1',
      `file - 16 ${sha256('---\nname: x\n---\n')} HOOK.md`,
      `file - 12 ${sha256('content of a')} lib/a.txt`,
      `link - 9 ${sha256('lib/a.txt')} link`,
      `file x 10 ${sha256('#!/bin/sh\n')} run.sh`,
    ];
    expect(digest()).toBe(`sha256:${sha256(list.map((line) => `${line}\0`).join(''))}`);
    expect(digest()).toBe('sha256:e8b6880b3dd3ca74ee8500042e012ed6bf9cd19c884fe903c429b99f8e556bb6');
  });

  test('comes with the files it stands for', () => {
    const { files, issues } = readPackage(at());
    expect(issues).toEqual([]);
    expect(
      files.map(({ path, type, isExecutable, size, target }) => [path, type, isExecutable, size, target]),
    ).toEqual([
      ['HOOK.md', 'file', false, 16, null],
      ['lib/a.txt', 'file', false, 12, null],
      ['link', 'link', false, 9, 'lib/a.txt'],
      ['run.sh', 'file', true, 10, null],
    ]);
  });

  test('is in byte order also beyond the basic plane', () => {
    for (const name of ['\u{1f600}', '\uff5e', 'z', 'Z', 'lib.txt', 'lib-x']) writeFileSync(at(name), '');
    const paths = readPackage(at()).files.map(({ path }) => path);
    expect(paths).toEqual([...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test('does not depend on times, other mode bits, empty folders or where the package lies', () => {
    const before = digest();
    chmodSync(at('HOOK.md'), 0o600);
    chmodSync(at('run.sh'), 0o700);
    chmodSync(at('lib'), 0o2770);
    mkdirSync(at('empty', 'deeper'), { recursive: true });
    cpSync(at(), join(dir, 'elsewhere'), { recursive: true, verbatimSymlinks: true });
    expect(digest()).toBe(before);
    expect(readPackage(join(dir, 'elsewhere')).digest).toBe(before);
  });

  const changes: Readonly<Record<string, () => void>> = {
    'a changed byte': () => writeFileSync(at('lib', 'a.txt'), 'content of b'),
    'a byte more': () => writeFileSync(at('lib', 'a.txt'), 'content of a\n'),
    'an execute bit': () => chmodSync(at('lib', 'a.txt'), 0o744),
    'an execute bit less': () => chmodSync(at('run.sh'), 0o655),
    'a new file': () => writeFileSync(at('lib', 'new'), ''),
    'a removed file': () => unlinkSync(at('lib', 'a.txt')),
    'a renamed file': () => renameSync(at('lib', 'a.txt'), at('lib', 'b.txt')),
    'a moved file': () => renameSync(at('lib', 'a.txt'), at('a.txt')),
    'two files with exchanged names': () => {
      renameSync(at('HOOK.md'), at('tmp'));
      renameSync(at('lib', 'a.txt'), at('HOOK.md'));
      renameSync(at('tmp'), at('lib', 'a.txt'));
    },
    'a link to another target': () => {
      unlinkSync(at('link'));
      symlinkSync('HOOK.md', at('link'));
    },
    'a file with the text of the link in its place': () => {
      unlinkSync(at('link'));
      writeFileSync(at('link'), 'lib/a.txt');
    },
    'a copy in the place of the link': () => {
      unlinkSync(at('link'));
      writeFileSync(at('link'), 'content of a');
    },
    'a case twin': () => writeFileSync(at('hook.MD'), '---\nname: x\n---\n'),
    'a twin in another normal form': () => {
      writeFileSync(at(NFC), '');
      writeFileSync(at(NFD), '');
    },
    'another normal form of the same name': () => {
      writeFileSync(at(NFC), '');
      before = digest();
      renameSync(at(NFC), at(NFD));
    },
  };
  let before: string | null;
  test.each(Object.entries(changes))('%s changes it', (_, change) => {
    before = digest();
    expect(isDigest(before)).toBe(true);
    change();
    expect(digest()).not.toBe(before);
  });

  test('any of 1,000 random changes of packages of random files changes it', () => {
    const names = ['HOOK.md', 'run.sh', 'lib/a.txt'];
    const file = fc.constantFrom(...names);
    const newName = fc
      .stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?$/)
      .filter((name) => !/^(link|lib$)/.test(name));
    const copy = join(dir, 'copy');
    // Digits keep them apart from what a change adds.
    const randomFiles = fc.uniqueArray(
      fc.record({
        name: fc.stringMatching(/^[0-9]{1,6}(\/[0-9a-f.]{1,6}[0-9])?$/),
        bytes: fc.uint8Array({ maxLength: 300 }),
        mode: fc.constantFrom(0o600, 0o644, 0o700, 0o755),
      }),
      { maxLength: 8, selector: ({ name }) => name.split('/')[0] },
    );
    const flip = (path: string, offset: number, xor: number): void => {
      const bytes = readFileSync(path);
      const location = offset % bytes.length;
      bytes[location] = (bytes[location] ?? 0) ^ xor;
      writeFileSync(path, bytes);
    };
    const change = fc.oneof(
      fc.tuple(file, fc.nat(), fc.integer({ min: 1, max: 255 })).map(([name, offset, xor]) => ({
        what: `flip ${name} ${offset} ${xor}`,
        apply: () => flip(join(copy, name), offset, xor),
      })),
      fc.tuple(file, fc.nat(9)).map(([name, size]) => ({
        what: `cut ${name} ${size}`,
        apply: () => truncateSync(join(copy, name), size),
      })),
      fc.tuple(file, fc.uint8Array({ minLength: 1, maxLength: 100 })).map(([name, bytes]) => ({
        what: `append ${name}`,
        apply: () => writeFileSync(join(copy, name), bytes, { flag: 'a' }),
      })),
      fc.tuple(newName, fc.uint8Array({ maxLength: 10 })).map(([name, bytes]) => ({
        what: `add ${name}`,
        apply: () => {
          mkdirSync(join(copy, name, '..'), { recursive: true });
          writeFileSync(join(copy, name), bytes);
        },
      })),
      fc.tuple(file, newName).map(([name, to]) => ({
        what: `move ${name} ${to}`,
        apply: () => {
          mkdirSync(join(copy, to, '..'), { recursive: true });
          renameSync(join(copy, name), join(copy, to));
        },
      })),
      file.map((name) => ({ what: `remove ${name}`, apply: () => unlinkSync(join(copy, name)) })),
      file.map((name) => ({
        what: `execute bit ${name}`,
        apply: () => chmodSync(join(copy, name), name === 'run.sh' ? 0o600 : 0o700),
      })),
      newName.map((target) => ({
        what: `retarget ${target}`,
        apply: () => {
          unlinkSync(join(copy, 'link'));
          symlinkSync(target, join(copy, 'link'));
        },
      })),
    );
    fc.assert(
      fc.property(randomFiles, change, (files, { apply }) => {
        rmSync(copy, { recursive: true, force: true });
        cpSync(at(), copy, { recursive: true, verbatimSymlinks: true });
        for (const { name, bytes, mode } of files) {
          mkdirSync(join(copy, name, '..'), { recursive: true });
          writeFileSync(join(copy, name), bytes, { mode });
        }
        const before = readPackage(copy).digest;
        expect(isDigest(before)).toBe(true);
        apply();
        expect(readPackage(copy).digest).not.toBe(before);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('what cannot be approved', () => {
  test('is said with path, reason and remedy, all at once', () => {
    symlinkSync('/etc/passwd', at('secrets'));
    execFileSync('mkfifo', [at('lib', 'pipe')]);
    const { digest, issues, files } = readPackage(at());
    expect(digest).toBeNull();
    expect(files.map(({ path }) => path)).toEqual(['HOOK.md', 'lib/a.txt', 'link', 'run.sh']);
    expect(issues.map(({ code, message, remedy, path }) => [code, message, remedy, path])).toEqual([
      [
        'PACKAGE_UNAPPROVABLE',
        'lib/pipe cannot be approved: it is a named pipe.',
        'Remove it from the package.',
        at('lib/pipe'),
      ],
      [
        'PACKAGE_UNAPPROVABLE',
        'secrets cannot be approved: it is a link to an absolute path.',
        'Put a copy of the file in its place.',
        at('secrets'),
      ],
    ]);
  });

  const hostile: Readonly<Record<string, readonly [() => void, ...string[]]>> = {
    'a set-user-id file': [
      () => chmodSync(at('run.sh'), 0o4755),
      'run.sh: it is set-user-id or set-group-id',
    ],
    'a set-group-id file': [
      () => chmodSync(at('run.sh'), 0o2755),
      'run.sh: it is set-user-id or set-group-id',
    ],
    'a git directory': [
      () => mkdirSync(at('.GIT')),
      '.GIT: it belongs to git, which changes it and runs programs named in it',
    ],
    'a git file': [
      () => writeFileSync(at('lib', '.git'), 'gitdir: x'),
      'lib/.git: it belongs to git, which changes it and runs programs named in it',
    ],
    'a link that leaves the package': [
      () => symlinkSync('../../x', at('lib', 'out')),
      'lib/out: it is a link that leaves the package',
    ],
    'a link to the folder above': [
      () => symlinkSync('..', at('out')),
      'out: it is a link that leaves the package',
    ],
    'a link with dots in between': [
      () => symlinkSync('./.././../x', at('lib', 'out')),
      'lib/out: it is a link that leaves the package',
    ],
    'a link that climbs through another link': [
      () => {
        symlinkSync('..', at('lib', 'up'));
        symlinkSync('up/../../x', at('lib', 'out'));
      },
      'lib/out: it is a link with `..` after a name',
    ],
    'a name that is not UTF-8': [
      () => writeFileSync(Buffer.concat([Buffer.from(`${at()}/a`), Buffer.from([0xff])]), ''),
      'a\ufffd: its name is not UTF-8',
    ],
    'a name with an escape sequence': [
      () => writeFileSync(at('a\u001b[2K'), ''),
      'a\\u{1b}[2K: its name has control characters',
    ],
    'two names that differ in case': [
      () => writeFileSync(at('LIB'), ''),
      'lib: on some file systems it is the same as LIB',
    ],
    'two names that fold to the same': [
      () => {
        writeFileSync(at('stra\u00dfe'), '');
        writeFileSync(at('STRASSE'), '');
      },
      'stra\u00dfe: on some file systems it is the same as STRASSE',
    ],
    'two orders of the same accents': [
      () => {
        writeFileSync(at('\u03b1\u0301\u0345'), '');
        writeFileSync(at('\u03b1\u0345\u0301'), '');
      },
      '\u03b1\u0345\u0301: on some file systems it is the same as \u03b1\u0301\u0345',
    ],
    'two normal forms of one name': [
      () => {
        writeFileSync(at(NFC), '');
        writeFileSync(at(NFD), '');
      },
      `${NFC}: on some file systems it is the same as ${NFD}`,
    ],
    '3,000 files': [
      () => {
        for (let index = 0; index < 3000; index += 1) writeFileSync(at(`f${index}`), '');
      },
      '.: the package has more than 2000 files',
    ],
    '3,000 folders': [
      () => {
        for (let index = 0; index < 3000; index += 1) mkdirSync(at(`f${index}`));
      },
      '.: the package has more than 2000 directories',
    ],
    'more than 32 MB': [
      () => truncateSync(at('run.sh'), 32 * 1024 * 1024),
      '.: the package has more than 32 MB',
    ],
    '20 levels of folders': [
      () => mkdirSync(at(...Array.from({ length: 20 }, () => 'd')), { recursive: true }),
      `${Array.from({ length: 16 }, () => 'd').join('/')}: it is more than 16 levels deep`,
    ],
  };
  test.each(Object.entries(hostile))('%s', (_, [make, ...expected]) => {
    make();
    const { issues, digest } = readPackage(at());
    const messages = expected.map((line) => `${line.replace(': ', ' cannot be approved: ')}.`);
    expect(issues.map(({ message }) => message)).toEqual(messages);
    expect(digest).toBeNull();
  });

  test('a socket', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
    expect(problems()).toEqual(['socket: it is a socket']);
    await new Promise((resolve) => server.close(resolve));
  });

  test('a device', ({ skip }) => {
    try {
      execFileSync('mknod', [at('zero'), 'c', '1', '5'], { stdio: 'ignore' });
    } catch {
      skip('only root can make devices');
    }
    expect(problems()).toEqual(['zero: it is a device']);
  });

  test('a folder that is missing, or is none', () => {
    rmSync(at(), { recursive: true });
    expect(problems()).toEqual([expect.stringMatching(/^\.: it cannot be read \(ENOENT/)]);
    writeFileSync(at(), '');
    expect(problems()).toEqual([expect.stringMatching(/^\.: it cannot be read \(ENOTDIR/)]);
  });
});

describe('what can be approved', () => {
  test('2,000 files and 16 levels', () => {
    const deep = Array.from({ length: 15 }, () => 'd');
    mkdirSync(at(...deep), { recursive: true });
    writeFileSync(at(...deep, 'file'), '');
    for (let index = 0; index < 1995; index += 1) writeFileSync(at(`f${index}`), '');
    expect(problems()).toEqual([]);
    expect(readPackage(at()).files).toHaveLength(2000);
  });

  test('links in a circle and to folders above, as long as they stay inside', () => {
    symlinkSync('circle', at('circle'));
    symlinkSync('..', at('lib', 'up'));
    symlinkSync('.', at('here'));
    symlinkSync('../run.sh', at('lib', 'run'));
    symlinkSync('missing', at('dangling'));
    expect(problems()).toEqual([]);
    expect(isDigest(digest())).toBe(true);
  });
});

describe('a package that changes while it is read', () => {
  /** Does something between the listing and the reading of the files after HOOK.md. */
  const during = (change: () => void): string[] => {
    const sink = { begin: (path: string) => path === 'HOOK.md' && change(), write: () => {}, end: () => {} };
    return readContent(at(), sink as never).problems.map(({ path, detail }) => `${path}: ${detail}`);
  };

  test('a file that became a pipe is not waited for', () => {
    const swap = (): void => {
      unlinkSync(at('run.sh'));
      execFileSync('mkfifo', [at('run.sh')]);
    };
    expect(during(swap)).toEqual(['run.sh: it was replaced while it was read']);
  });

  test('a file that became a link is not followed', () => {
    const swap = (): void => {
      unlinkSync(at('run.sh'));
      symlinkSync('/etc/passwd', at('run.sh'));
    };
    expect(during(swap)).toEqual([expect.stringMatching(/^run\.sh: it cannot be read \(ELOOP/)]);
  });

  test('a file that grows beyond the cap is not read to its end', () => {
    expect(during(() => truncateSync(at('run.sh'), 40 * 1024 * 1024))).toEqual([
      'run.sh: it grew while it was read',
    ]);
  });

  test('a link that was turned to the outside is refused', () => {
    const swap = (): void => {
      unlinkSync(at('link'));
      symlinkSync('/etc/passwd', at('link'));
    };
    expect(during(swap)).toEqual(['link: it is a link to an absolute path']);
  });
});
