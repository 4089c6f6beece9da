import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PackageRejected } from './package-problem.ts';
import { entryBytes, gzipBytes, paxRecord, type TarEntry, tarBytes } from './tar-bytes.fixture.ts';
import { openArchive, writePackage } from './unpack.ts';

const unpack = (bytes: Buffer, dir: string): void => writePackage(openArchive(bytes), dir);
const HOOK: TarEntry = { name: 'package/HOOK.md', content: '---\n---\n' };
const BLOCK = 512;
const MB = 1024 * 1024;

/** In an archive with a good package around it. */
const entry = (tarEntry: TarEntry, ...rest: readonly TarEntry[]): Buffer =>
  tarBytes([HOOK, tarEntry, ...rest]);
const named = (name: string | Buffer): Buffer => entry({ name, content: 'x' });
const pax = (type: 'x' | 'g', ...records: readonly string[]): TarEntry => ({
  name: 'PaxHeader',
  type,
  content: records.join(''),
});
const good = tarBytes([HOOK]);

interface Row {
  readonly is: string;
  readonly bytes: () => Buffer;
  readonly code: string;
  readonly says: RegExp;
}

const rows: readonly Row[] = [
  // Kinds
  {
    is: 'a hard link',
    bytes: () => entry({ name: 'package/a', type: '1', target: 'package/HOOK.md' }),
    code: 'ARCHIVE_KIND',
    says: /it is a hard link/,
  },
  {
    is: 'a hard link to a file of the machine',
    bytes: () => entry({ name: 'package/a', type: '1', target: '/etc/passwd' }),
    code: 'ARCHIVE_KIND',
    says: /hard link/,
  },
  {
    is: 'a character device',
    bytes: () => entry({ name: 'package/a', type: '3' }),
    code: 'ARCHIVE_KIND',
    says: /it is a device/,
  },
  {
    is: 'a block device',
    bytes: () => entry({ name: 'package/a', type: '4' }),
    code: 'ARCHIVE_KIND',
    says: /it is a device/,
  },
  {
    is: 'a named pipe',
    bytes: () => entry({ name: 'package/a', type: '6' }),
    code: 'ARCHIVE_KIND',
    says: /named pipe/,
  },
  {
    is: 'a contiguous file',
    bytes: () => entry({ name: 'package/a', type: '7', content: 'x' }),
    code: 'ARCHIVE_KIND',
    says: /kind is unknown/,
  },
  {
    is: 'a sparse file of GNU tar',
    bytes: () => entry({ name: 'package/a', type: 'S', content: 'x' }),
    code: 'ARCHIVE_KIND',
    says: /sparse file/,
  },
  {
    is: 'a kind that nobody knows',
    bytes: () => entry({ name: 'package/a', type: 'Q' }),
    code: 'ARCHIVE_KIND',
    says: /kind is unknown/,
  },
  // Names
  {
    is: 'an absolute path',
    bytes: () => named('/tmp/hookmd-outside'),
    code: 'ARCHIVE_NAME',
    says: /absolute/,
  },
  {
    is: 'a path that climbs',
    bytes: () => named('package/../../outside'),
    code: 'ARCHIVE_NAME',
    says: /leaves the package/,
  },
  {
    is: 'a path that is `..`',
    bytes: () => entry({ name: '..', type: '5' }),
    code: 'ARCHIVE_NAME',
    says: /leaves the package/,
  },
  {
    is: 'a path with a dot in it',
    bytes: () => named('package/./a'),
    code: 'ARCHIVE_NAME',
    says: /`\.` in it/,
  },
  {
    is: 'a path with an empty part',
    bytes: () => named('package//a'),
    code: 'ARCHIVE_NAME',
    says: /empty part/,
  },
  { is: 'a name without a sign', bytes: () => named(''), code: 'ARCHIVE_DAMAGED', says: /path is required/ },
  { is: 'a backslash', bytes: () => named('package\\..\\..\\a'), code: 'ARCHIVE_NAME', says: /backslash/ },
  { is: 'a drive', bytes: () => named('C:/a'), code: 'ARCHIVE_NAME', says: /drive/ },
  {
    is: 'a name with a line break',
    bytes: () => named('package/a\nb'),
    code: 'ARCHIVE_NAME',
    says: /not shown/,
  },
  {
    is: 'a name that moves the cursor',
    bytes: () => named('package/\u001b[2Ka'),
    code: 'ARCHIVE_NAME',
    says: /rejects .*\\u\{1b\}\[2Ka:/,
  },
  {
    is: 'a name that turns text around',
    bytes: () => named('package/a\u202etxt.sh'),
    code: 'ARCHIVE_NAME',
    says: /not shown/,
  },
  {
    is: 'a name of a device',
    bytes: () => named('package/aux.sh'),
    code: 'ARCHIVE_NAME',
    says: /one of a device/,
  },
  {
    is: 'a name that ends with a dot',
    bytes: () => named('package/a.'),
    code: 'ARCHIVE_NAME',
    says: /cannot be written on some/,
  },
  {
    is: 'a stream of another file',
    bytes: () => named('package/HOOK.md:stream'),
    code: 'ARCHIVE_NAME',
    says: /cannot be written on some/,
  },
  {
    is: 'a file of git',
    bytes: () => named('package/.git/config'),
    code: 'ARCHIVE_NAME',
    says: /belongs to git/,
  },
  {
    is: 'a file of git in other letters',
    bytes: () => named('package/.GIT/hooks/post-checkout'),
    code: 'ARCHIVE_NAME',
    says: /belongs to git/,
  },
  {
    is: 'a file of git by its short name',
    bytes: () => named('package/git~1'),
    code: 'ARCHIVE_NAME',
    says: /belongs to git/,
  },
  {
    is: 'a name of 256 bytes',
    bytes: () => entry(pax('x', paxRecord('path', `package/${'a'.repeat(256)}`)), { name: 'x' }),
    code: 'ARCHIVE_NAME',
    says: /more than 255 bytes/,
  },
  {
    is: 'a path of more than 1,024 bytes',
    bytes: () => entry(pax('x', paxRecord('path', `package/${'abcdefghi/'.repeat(110)}x`)), { name: 'x' }),
    code: 'ARCHIVE_NAME',
    says: /more than 1024 bytes/,
  },
  {
    is: 'a path of 17 levels',
    bytes: () => named(`package/${'a/'.repeat(16)}b`),
    code: 'ARCHIVE_NAME',
    says: /levels deep/,
  },
  {
    is: 'a name that is not UTF-8',
    bytes: () => named(Buffer.from('7061636b6167652fff', 'hex')),
    code: 'ARCHIVE_DAMAGED',
    says: /not UTF-8/,
  },
  {
    is: 'a name that goes on behind its end',
    bytes: () => named('package/a\0.sh'),
    code: 'ARCHIVE_DAMAGED',
    says: /continues after its end/,
  },
  // Modes
  {
    is: 'a set-user-id file',
    bytes: () => entry({ name: 'package/a', mode: 0o4755 }),
    code: 'ARCHIVE_MODE',
    says: /set-user-id/,
  },
  {
    is: 'a set-group-id file',
    bytes: () => entry({ name: 'package/a', mode: 0o2755 }),
    code: 'ARCHIVE_MODE',
    says: /set-group-id/,
  },
  {
    is: 'a sticky directory',
    bytes: () => entry({ name: 'package/a', type: '5', mode: 0o1777 }),
    code: 'ARCHIVE_MODE',
    says: /sticky/,
  },
  // Twins
  { is: 'one path twice', bytes: () => entry(HOOK), code: 'ARCHIVE_TWIN', says: /twice/ },
  {
    is: 'names that differ in case',
    bytes: () => named('package/hook.MD'),
    code: 'ARCHIVE_TWIN',
    says: /the same as package\/HOOK\.md/,
  },
  {
    is: 'names that differ in how an accent is written',
    bytes: () => entry({ name: 'package/\u00e9' }, { name: 'package/e\u0301' }),
    code: 'ARCHIVE_TWIN',
    says: /same as/,
  },
  {
    is: 'names that fold to one',
    bytes: () => entry({ name: 'package/stra\u00dfe' }, { name: 'package/STRASSE' }),
    code: 'ARCHIVE_TWIN',
    says: /same as/,
  },
  {
    is: 'folders that differ in case',
    bytes: () => entry({ name: 'package/Lib/a' }, { name: 'package/lib/b' }),
    code: 'ARCHIVE_TWIN',
    says: /same as package\/Lib/,
  },
  {
    is: 'a file that is a folder too',
    bytes: () => entry({ name: 'package/a' }, { name: 'package/a/b' }),
    code: 'ARCHIVE_TWIN',
    says: /directory, and a file/,
  },
  {
    is: 'a file written through a link',
    bytes: () => entry({ name: 'package/a', type: '2', target: 'sub' }, { name: 'package/a/b' }),
    code: 'ARCHIVE_TWIN',
    says: /directory, and a file or link/,
  },
  // Links
  {
    is: 'a link to an absolute path',
    bytes: () => entry({ name: 'package/a', type: '2', target: '/etc/passwd' }),
    code: 'ARCHIVE_LINK',
    says: /absolute path/,
  },
  {
    is: 'a link that leaves the package',
    bytes: () => entry({ name: 'package/a', type: '2', target: '../b' }),
    code: 'ARCHIVE_LINK',
    says: /leaves the package/,
  },
  {
    is: 'a link that goes down and up again',
    bytes: () => entry({ name: 'package/a', type: '2', target: 'b/../../../c' }),
    code: 'ARCHIVE_LINK',
    says: /after a name/,
  },
  {
    is: 'a link without a target',
    bytes: () => entry({ name: 'package/a', type: '2' }),
    code: 'ARCHIVE_DAMAGED',
    says: /linkpath required/,
  },
  {
    is: 'a link of another system',
    bytes: () => entry({ name: 'package/a', type: '2', target: 'C:\\Windows' }),
    code: 'ARCHIVE_LINK',
    says: /another system/,
  },
  // Sizes
  {
    is: '2,001 files',
    bytes: () =>
      tarBytes([HOOK, ...Array.from({ length: 2_000 }, (_, index) => ({ name: `package/f${index}` }))]),
    code: 'PACKAGE_TOO_LARGE',
    says: /more than 2000 files/,
  },
  {
    is: '50,001 entries',
    bytes: () => tarBytes(Array.from({ length: 50_001 }, (_, index) => ({ name: `package/f${index}` }))),
    code: 'PACKAGE_TOO_LARGE',
    says: /entries/,
  },
  {
    is: 'files of more than 32 MB',
    bytes: () =>
      entry(
        { name: 'package/a', content: Buffer.alloc(16 * MB) },
        { name: 'package/b', content: Buffer.alloc(16 * MB) },
      ),
    code: 'PACKAGE_TOO_LARGE',
    says: /32 MB/,
  },
  {
    is: 'a bomb: 60 MB in 60 KB',
    bytes: () => gzipBytes(entry({ name: 'package/a', content: Buffer.alloc(60 * MB) })),
    code: 'PACKAGE_TOO_LARGE',
    says: /unpacks to more than 40 MB/,
  },
  {
    is: 'a bomb of a size that would be allowed',
    bytes: () => gzipBytes(entry({ name: 'package/a', content: Buffer.alloc(20 * MB) })),
    code: 'PACKAGE_TOO_LARGE',
    says: /200 times/,
  },
  {
    is: 'a file that says it has 8 GB',
    bytes: () => entry({ name: 'package/a', size: '77777777777\0' }),
    code: 'ARCHIVE_DAMAGED',
    says: /cut off/,
  },
  {
    is: 'a size in another notation',
    bytes: () => entry({ name: 'package/a', size: '\x80\0\0\0\0\0\0\0\0\0\0\x01' }),
    code: 'ARCHIVE_DAMAGED',
    says: /no plain number/,
  },
  {
    is: 'a size below nothing',
    bytes: () => entry({ name: 'package/a', size: '-0000000001\0' }),
    code: 'ARCHIVE_DAMAGED',
    says: /no plain number/,
  },
  {
    is: 'a folder with content',
    bytes: () => entry({ name: 'package/a', type: '5', content: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /directory in it has content/,
  },
  {
    is: 'a link with content',
    bytes: () => entry({ name: 'package/a', type: '2', target: 'HOOK.md', content: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /link in it has content/,
  },
  {
    is: 'a file with a target',
    bytes: () => entry({ name: 'package/a', target: 'HOOK.md' }),
    code: 'ARCHIVE_DAMAGED',
    says: /linkpath forbidden/,
  },
  // What stands before an entry
  {
    is: 'a pax header that gives another size',
    bytes: () => entry(pax('x', paxRecord('size', '0')), { name: 'package/a', content: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /another size/,
  },
  {
    is: 'a pax size in another notation',
    bytes: () => entry(pax('x', paxRecord('size', '01')), { name: 'package/a', content: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /another size/,
  },
  {
    is: 'a pax size before a long name, which has another',
    bytes: () =>
      entry(
        pax('x', paxRecord('size', '1')),
        { name: 'l', type: 'L', content: 'package/a' },
        { name: 'x', content: 'x' },
      ),
    code: 'ARCHIVE_DAMAGED',
    says: /another size/,
  },
  {
    is: 'a size for every file',
    bytes: () => entry(pax('g', paxRecord('size', '1')), { name: 'package/a', content: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /global pax/,
  },
  {
    is: 'something else than times behind a short prefix',
    bytes: () =>
      entry({ name: 'a', prefix: `${'package'.padEnd(131, '\0')}${'1'.repeat(11)}\0../../../etc` }),
    code: 'ARCHIVE_DAMAGED',
    says: /after its end/,
  },
  {
    is: 'a sparse file by pax',
    bytes: () => entry(pax('x', paxRecord('GNU.sparse.major', '1')), { name: 'package/a' }),
    code: 'ARCHIVE_DAMAGED',
    says: /GNU\.sparse/,
  },
  {
    is: 'a pax header with one key twice',
    bytes: () =>
      entry(pax('x', paxRecord('path', 'package/a'), paxRecord('path', 'package/b')), { name: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /twice/,
  },
  {
    is: 'a pax record that is longer than it says',
    bytes: () => entry(pax('x', '10 path=package/abc\n'), { name: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /wrong length/,
  },
  {
    is: 'a pax name with a NUL',
    bytes: () => entry(pax('x', paxRecord('path', 'package/a\0b')), { name: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /not text/,
  },
  {
    is: 'a pax name that climbs',
    bytes: () => entry(pax('x', paxRecord('path', '../outside')), { name: 'package/a' }),
    code: 'ARCHIVE_NAME',
    says: /leaves the package/,
  },
  {
    is: 'a pax target that leaves',
    bytes: () =>
      entry(pax('x', paxRecord('linkpath', '../outside')), {
        name: 'package/a',
        type: '2',
        target: 'HOOK.md',
      }),
    code: 'ARCHIVE_LINK',
    says: /leaves/,
  },
  {
    is: 'two pax headers',
    bytes: () =>
      entry(pax('x', paxRecord('path', 'package/a')), pax('x', paxRecord('path', 'package/b')), {
        name: 'x',
      }),
    code: 'ARCHIVE_DAMAGED',
    says: /two headers for its pax/,
  },
  {
    is: 'a global pax header with a name',
    bytes: () => entry(pax('g', paxRecord('path', 'package/a')), { name: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /global pax header/,
  },
  {
    is: 'a long name of GNU tar that climbs',
    bytes: () => entry({ name: '././@LongLink', type: 'L', content: 'package/../../a\0' }, { name: 'x' }),
    code: 'ARCHIVE_NAME',
    says: /leaves the package/,
  },
  {
    is: 'two long names',
    bytes: () =>
      entry(
        { name: 'l', type: 'L', content: 'package/a\0' },
        { name: 'l', type: 'L', content: 'package/b\0' },
        { name: 'x' },
      ),
    code: 'ARCHIVE_DAMAGED',
    says: /two headers for its path/,
  },
  {
    is: 'a long name and a pax name',
    bytes: () =>
      entry({ name: 'l', type: 'L', content: 'package/a\0' }, pax('x', paxRecord('path', 'package/b')), {
        name: 'x',
      }),
    code: 'ARCHIVE_DAMAGED',
    says: /two headers for its path/,
  },
  {
    is: 'a long name with a NUL in it',
    bytes: () => entry({ name: 'l', type: 'L', content: 'package/a\0b\0' }, { name: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /not text/,
  },
  {
    is: 'a long name of 65 KB',
    bytes: () => entry({ name: 'l', type: 'L', content: 'a'.repeat(65 * 1024 + 1) }, { name: 'x' }),
    code: 'ARCHIVE_DAMAGED',
    says: /longer than any name/,
  },
  {
    is: 'a long name without its entry',
    bytes: () => entry({ name: 'l', type: 'L', content: 'package/a\0' }),
    code: 'ARCHIVE_DAMAGED',
    says: /an entry should follow/,
  },
  // The file as a whole
  { is: 'nothing', bytes: () => Buffer.alloc(0), code: 'ARCHIVE_DAMAGED', says: /no tar archive/ },
  {
    is: 'no archive',
    bytes: () => Buffer.from('<!doctype html>'.repeat(100)),
    code: 'ARCHIVE_DAMAGED',
    says: /no tar archive/,
  },
  {
    is: 'an archive without files',
    bytes: () => tarBytes([{ name: 'package/', type: '5' }]),
    code: 'PACK_EMPTY',
    says: /no files/,
  },
  {
    is: 'a header with a wrong checksum',
    bytes: () => entry({ name: 'package/a', checksumOff: 1 }),
    code: 'ARCHIVE_DAMAGED',
    says: /checksum/,
  },
  {
    is: 'garbage between two entries',
    bytes: () => Buffer.concat([entryBytes(HOOK), Buffer.alloc(BLOCK, 'x'), good]),
    code: 'ARCHIVE_DAMAGED',
    says: /no tar archive/,
  },
  {
    is: 'a tar file that is cut off in a file',
    bytes: () =>
      tarBytes([HOOK, { name: 'package/a', content: 'x'.repeat(2_000) }]).subarray(0, 3 * BLOCK + 100),
    code: 'ARCHIVE_DAMAGED',
    says: /cut off/,
  },
  {
    is: 'a tar file without its end',
    bytes: () => entryBytes(HOOK),
    code: 'ARCHIVE_DAMAGED',
    says: /cut off/,
  },
  {
    is: 'a tar file behind a tar file',
    bytes: () => Buffer.concat([good, good]),
    code: 'ARCHIVE_DAMAGED',
    says: /after its end/,
  },
  {
    is: 'a gzip file behind a gzip file',
    bytes: () => Buffer.concat([gzipBytes(entryBytes(HOOK)), gzipBytes(good)]),
    code: 'ARCHIVE_TWIN',
    says: /twice/,
  },
  {
    is: 'garbage behind a gzip file',
    bytes: () => Buffer.concat([gzipBytes(good), Buffer.from('x')]),
    code: 'ARCHIVE_DAMAGED',
    says: /gzip cannot unpack it/,
  },
  {
    is: 'a gzip file that is cut off',
    bytes: () => gzipBytes(good).subarray(0, -20),
    code: 'ARCHIVE_DAMAGED',
    says: /unexpected end of file/,
  },
  {
    is: 'a gzip file with a wrong checksum',
    bytes: () => {
      const bytes = gzipBytes(good);
      bytes[bytes.length - 8] = (bytes[bytes.length - 8] ?? 0) ^ 1;
      return bytes;
    },
    code: 'ARCHIVE_DAMAGED',
    says: /incorrect data check/,
  },
  {
    is: 'a gzip file with a wrong length',
    bytes: () => {
      const bytes = gzipBytes(good);
      bytes[bytes.length - 1] = 9;
      return bytes;
    },
    code: 'ARCHIVE_DAMAGED',
    says: /incorrect length check/,
  },
  {
    is: 'a gzip file whose header never ends',
    bytes: () => gzipBytes(good, { flags: 8, extra: Buffer.alloc(0) }).subarray(0, 12),
    code: 'ARCHIVE_DAMAGED',
    says: /unexpected end of file/,
  },
];

let outside: string;
let stage: string;
beforeEach(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-unpack-')));
  stage = join(outside, 'a', 'b', 'stage');
  mkdirSync(stage, { recursive: true });
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

function rejectionOf(bytes: Buffer): PackageRejected {
  try {
    unpack(bytes, join(stage, 'package'));
  } catch (error) {
    if (error instanceof PackageRejected) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('an archive is refused, and nothing is written, when it is or has', () => {
  it.each(rows)('$is', ({ bytes, code, says: message }) => {
    const rejected = rejectionOf(bytes());
    expect(rejected).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(readdirSync(outside, { recursive: true }).sort()).toEqual(['a', 'a/b', 'a/b/stage']);
  });

  it('says all that is wrong at once', () => {
    const bytes = tarBytes([
      HOOK,
      { name: '../a' },
      { name: 'package/b', type: '6' },
      { name: 'package/c', mode: 0o4755 },
    ]);
    expect(rejectionOf(bytes).issues.map(({ code }) => code)).toEqual([
      'ARCHIVE_NAME',
      'ARCHIVE_KIND',
      'ARCHIVE_MODE',
    ]);
  });

  it('leaves nothing where writing fails in the middle', () => {
    const entries = [HOOK, { name: 'package/a', content: 'x' }];
    mkdirSync(join(stage, 'package'));
    expect(() => unpack(tarBytes(entries), join(stage, 'package'))).toThrow(/EEXIST/);
    expect(readdirSync(stage)).toEqual(['package']);
  });

  it('or is changed in any byte: then it is refused or holds nothing outside the stage', () => {
    const bytes = entry(
      { name: 'package/sub/a', content: 'hello' },
      { name: 'package/l', type: '2', target: 'HOOK.md' },
    );
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ flip;
        try {
          unpack(changed, join(stage, 'package'));
          rmSync(join(stage, 'package'), { recursive: true });
        } catch (error) {
          if (!(error instanceof PackageRejected)) throw error;
        }
        expect(readdirSync(outside, { recursive: true }).sort()).toEqual(['a', 'a/b', 'a/b/stage']);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an archive is written', () => {
  const unpacked = (bytes: Buffer): string => {
    const dir = join(stage, 'package');
    unpack(bytes, dir);
    return dir;
  };

  it('with modes 755 and 644, whatever it says and whatever the umask', () => {
    const before = process.umask(0o077);
    const dir = unpacked(
      tarBytes([
        HOOK,
        { name: 'package/run', mode: 0o777 },
        { name: 'package/sub/a', mode: 0o600 },
        { name: 'package/none', mode: 0 },
      ]),
    );
    process.umask(before);
    const mode = (path: string): string => (lstatSync(join(dir, path)).mode & 0o7777).toString(8);
    expect(['.', 'sub', 'run', 'HOOK.md', 'sub/a', 'none'].map(mode)).toEqual([
      '755',
      '755',
      '755',
      '644',
      '644',
      '644',
    ]);
  });

  it('without the folder around it where all entries stand in one', () => {
    expect(
      readdirSync(
        unpacked(
          tarBytes([
            { name: 'any-name/', type: '5' },
            { ...HOOK, name: 'any-name/HOOK.md' },
          ]),
        ),
      ),
    ).toEqual(['HOOK.md']);
  });

  it('with all folders where there is more than one', () => {
    expect(
      readdirSync(unpacked(tarBytes([{ name: './', type: '5' }, { name: './a/x' }, { name: './b/x' }]))),
    ).toEqual(['a', 'b']);
  });

  it('with links that stay inside', () => {
    const dir = unpacked(tarBytes([HOOK, { name: 'package/sub/l', type: '2', target: '../HOOK.md' }]));
    expect(readlinkSync(join(dir, 'sub/l'))).toBe('../HOOK.md');
  });

  it.each([
    [
      'a prefix',
      [{ name: 'a.txt', prefix: `package/${'d'.repeat(120)}`, content: 'x' }],
      `${'d'.repeat(120)}/a.txt`,
    ],
    [
      'a long name of GNU tar',
      [
        { name: 'l', type: 'L', content: `package/${'n'.repeat(200)}\0`, magic: 'ustar  \0' },
        { name: 'x', magic: 'ustar  \0' },
      ],
      'n'.repeat(200),
    ],
    [
      'a pax name',
      [pax('x', paxRecord('mtime', '1.5'), paxRecord('path', 'package/ü.txt')), { name: 'x' }],
      'ü.txt',
    ],
    [
      'a prefix with times behind it',
      [{ name: 'a.txt', prefix: `${'package/sub'.padEnd(131, '\0')}${'15034711523\0'.repeat(2)}` }],
      'sub/a.txt',
    ],
    [
      'a pax header with the size that the file has',
      [pax('x', paxRecord('size', '1')), { name: 'package/a', content: 'x' }],
      'a',
    ],
    [
      'a comment as of git archive',
      [pax('g', paxRecord('comment', 'f'.repeat(40))), { name: 'package/a' }],
      'a',
    ],
  ] as const)('with names that are written as %s', (_, entries, path) => {
    expect(
      lstatSync(
        join(unpacked(entry(entries[0] as TarEntry, ...(entries.slice(1) as TarEntry[]))), path),
      ).isFile(),
    ).toBe(true);
  });

  it.each([
    ['gnu', ['--format=gnu']],
    ['ustar', ['--format=ustar']],
    ['pax', ['--format=pax']],
  ])('as the tar of this machine reads it, in the format %s', (_, format) => {
    const from = join(outside, 'from');
    mkdirSync(join(from, 'package', 'n'.repeat(90), 'm'.repeat(60)), { recursive: true });
    writeFileSync(join(from, 'package', 'HOOK.md'), '---\n---\n');
    writeFileSync(join(from, 'package', 'n'.repeat(90), 'm'.repeat(60), 'long.txt'), 'content');
    execFileSync('tar', [...format, '-czf', join(outside, 'x.tgz'), '-C', from, 'package']);
    const dir = unpacked(readFileSync(join(outside, 'x.tgz')));
    expect(readdirSync(dir, { recursive: true }).sort()).toEqual(
      readdirSync(join(from, 'package'), { recursive: true }).sort(),
    );
    expect(readFileSync(join(dir, 'n'.repeat(90), 'm'.repeat(60), 'long.txt'), 'utf8')).toBe('content');
  });
});
