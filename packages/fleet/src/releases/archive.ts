import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { MAX_DEPTH, MAX_FILES, MAX_PACKAGE_BYTES, readPackage } from '@hookmd/core/trust';

interface ArchiveFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly isExecutable: boolean;
  readonly bytes: Buffer;
}

const BLOCK_BYTES = 512;
/** Every file with its header and what fills up its last block. */
const MAX_TAR_BYTES: number = MAX_PACKAGE_BYTES + (MAX_FILES + 1) * 2 * BLOCK_BYTES;
const MAX_NAME_BYTES = 100;
const MAX_PREFIX_BYTES = 155;

/** A package directory as an archive, with the digest of its content. Throws an Error that names every problem. */
export function packPackage(dir: string): {
  readonly digest: string;
  readonly paths: readonly string[];
  pack(): Buffer;
} {
  const { files, digest, issues } = readPackage(dir);
  const problems = issues.map(({ path, message }) => `${path ?? dir}: ${message}`);
  for (const { path, type } of files) {
    if (type === 'link') problems.push(`${path} is a link. A release has regular files only.`);
    else if (splitPath(path) === null) problems.push(`${path} is too long for an archive.`);
  }
  if (!files.some(({ path }) => path === 'HOOK.md')) problems.push('It has no HOOK.md.');
  if (digest === null || problems.length > 0) throw new Error(problems.join(' '));
  const toFile = ({ path, isExecutable }: (typeof files)[number]): ArchiveFile => ({
    path,
    isExecutable,
    bytes: readFileSync(join(dir, path)),
  });
  const paths = files.map(({ path }) => path);
  return { digest, paths, pack: () => gzipSync(writeTar(files.map(toFile)), { level: 9 }) };
}

/**
 * Unpacks an archive that `packPackage` made into a new directory, and returns the digest of its content. An archive that
 * this file would have written otherwise is rejected, so that there is one way to read it. Throws an Error.
 */
export function unpackPackage(bytes: Buffer, dir: string): string {
  const tar = gunzipSync(bytes, { maxOutputLength: MAX_TAR_BYTES });
  const files = readTar(tar);
  if (!writeTar(files).equals(tar)) throw new Error('it is not in the form in which `publish` writes it');
  mkdirSync(dir, { mode: 0o755 });
  for (const { path, isExecutable, bytes: content } of files) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { flag: 'wx' });
    chmodSync(file, isExecutable ? 0o755 : 0o644);
    for (let above = dirname(file); above.length >= dir.length; above = dirname(above))
      chmodSync(above, 0o755);
  }
  const { digest, issues } = readPackage(dir);
  if (digest === null) throw new Error(issues.map(({ message }) => message).join(' '));
  return digest;
}

function readTar(tar: Buffer): readonly ArchiveFile[] {
  const files: ArchiveFile[] = [];
  let total = 0;
  let last = '';
  for (let at = 0; at + BLOCK_BYTES <= tar.length && tar[at] !== 0; ) {
    const text = (from: number, length: number): string =>
      tar.toString('utf8', at + from, at + from + length).split('\0')[0] ?? '';
    const path = [text(345, MAX_PREFIX_BYTES), text(0, MAX_NAME_BYTES)]
      .filter((part) => part !== '')
      .join('/');
    const size = Number.parseInt(text(124, 12), 8);
    if (tar.toString('latin1', at + 156, at + 157) !== '0') throw new Error(`${path} is not a regular file`);
    if (!isPlainPath(path) || Buffer.compare(Buffer.from(path), Buffer.from(last)) <= 0)
      throw new Error(`it has the path ${JSON.stringify(path.slice(0, 200))}`);
    total += size;
    if (!(total <= MAX_PACKAGE_BYTES) || files.length >= MAX_FILES)
      throw new Error('it has more than a package may have');
    const start = at + BLOCK_BYTES;
    const isExecutable = (Number.parseInt(text(100, 8), 8) & 0o100) !== 0;
    files.push({ path, isExecutable, bytes: tar.subarray(start, start + size) });
    last = path;
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return files;
}

function isPlainPath(path: string): boolean {
  const parts = path.split('/');
  return (
    parts.length <= MAX_DEPTH &&
    !/[\p{Cc}\\]/u.test(path) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** The same bytes for the same files: no time, no owner, in the order of the paths. */
function writeTar(files: readonly ArchiveFile[]): Buffer {
  const blocks = files.flatMap(({ path, isExecutable, bytes }) => [
    makeHeader(path, isExecutable, bytes.length),
    bytes,
    Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1)),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]);
}

function makeHeader(path: string, isExecutable: boolean, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, at: number, digits: number): number =>
    header.write(value.toString(8).padStart(digits, '0'), at);
  const { prefix, name } = splitPath(path) ?? { prefix: '', name: '' };
  header.write(name, 0);
  octal(isExecutable ? 0o755 : 0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  octal(sum, 148, 6);
  header[154] = 0;
  return header;
}

/** The two fields of a header that have the path together; null = it does not fit. */
function splitPath(path: string): { readonly prefix: string; readonly name: string } | null {
  if (Buffer.byteLength(path) <= MAX_NAME_BYTES) return { prefix: '', name: path };
  const cuts = [...path.matchAll(/\//g)].map(({ index }) => index);
  const halves = cuts.map((at) => ({ prefix: path.slice(0, at), name: path.slice(at + 1) }));
  const fits = ({ prefix, name }: { readonly prefix: string; readonly name: string }): boolean =>
    Buffer.byteLength(prefix) <= MAX_PREFIX_BYTES && Buffer.byteLength(name) <= MAX_NAME_BYTES;
  return halves.find(fits) ?? null;
}
