import { isUtf8 } from 'node:buffer';
import { gunzipSync, type ZlibOptions } from 'node:zlib';
import { describeError } from '@hookmd/core/errors';
import { Header, Parser, type ReadEntry } from 'tar';
import { damaged, isProblem, type Problem, tooLarge } from './package-problem.ts';
import type { EntryKind, FoundEntry } from './validate-entries.ts';

/** All files, their headers and what fills them up to blocks, with room to spare. */
const MAX_TAR_BYTES = 40 * 1024 * 1024;
/** More than a package may have, because not all of a large plugin is installed. */
export const MAX_ENTRIES = 50_000;
/** Text shrinks to a tenth, many small files to a fortieth; deflate could do a thousandth. */
const MAX_RATIO = 200;
/** Small archives may have any ratio. */
const RATIO_FREE_BYTES = 4 * 1024 * 1024;
const MAX_META_BYTES = 64 * 1024;
const BLOCK_BYTES = 512;

const kinds: Readonly<Record<string, EntryKind>> = {
  File: 'file',
  OldFile: 'file',
  Directory: 'directory',
  SymbolicLink: 'link',
  Link: 'hard link',
  CharacterDevice: 'device',
  BlockDevice: 'device',
  FIFO: 'named pipe',
  SparseFile: 'sparse file',
};
/** Header types that describe the entry after them. */
const META_TYPES = ['x', 'g', 'L', 'K'];
/** Keys of a pax header that change nothing of what is written. */
const HARMLESS_PAX_KEY =
  /^(comment|mtime|atime|ctime|uid|gid|uname|gname|SCHILY\.(dev|ino|nlink|fflags|acl\..*|xattr\..*)|RHT\.security\.selinux|LIBARCHIVE\.(creationtime|xattr\..*)|NODETAR\..*)$/;

/** The entries of a tar file, compressed with gzip or not, or why it is rejected. Writes nothing. */
export function readArchive(bytes: Buffer): readonly FoundEntry[] | Problem {
  const tar = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(bytes) : bytes;
  if (isProblem(tar)) return tar;
  try {
    const ambiguity = findAmbiguity(tar);
    return ambiguity === null ? readEntries(tar) : damaged(ambiguity);
  } catch (error) {
    return damaged(describeError(error)); // node-tar throws on a header that it cannot decode
  }
}

function gunzip(bytes: Buffer): Buffer | Problem {
  let result: { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
  try {
    const options: ZlibOptions = { maxOutputLength: MAX_TAR_BYTES, info: true };
    result = gunzipSync(bytes, options) as unknown as typeof result;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(`unpacks to more than ${MAX_TAR_BYTES >> 20} MB`)
      : damaged(`gzip cannot unpack it: ${(error as Error).message}`);
  }
  const { buffer, engine } = result;
  if (engine.bytesWritten !== bytes.length) return damaged('there are bytes after its end');
  if (buffer.length > RATIO_FREE_BYTES && buffer.length > bytes.length * MAX_RATIO)
    return tooLarge(`unpacks to more than ${MAX_RATIO} times its size`);
  return buffer;
}

/** Reads entries with node-tar, whose strict mode turns each of its warnings into an error. */
function readEntries(tar: Buffer): readonly FoundEntry[] | Problem {
  const entries: FoundEntry[] = [];
  let problem: Problem | null = null;
  const stop = (found: Problem): void => {
    problem ??= found;
  };
  const add = (entry: ReadEntry): void => {
    if (problem !== null) return;
    const chunks: Buffer[] = [];
    entries.push(toFound(entry, chunks));
    if (entries.length > MAX_ENTRIES) stop(tooLarge(`has more than ${MAX_ENTRIES} entries`));
    else entry.on('data', (chunk: Buffer) => chunks.push(chunk));
  };
  const parser = new Parser({
    strict: true,
    maxMetaEntrySize: MAX_META_BYTES,
    // A compressed tar file inside of one is no tar file.
    zstd: false,
    brotli: false,
    filter: () => problem === null,
    onReadEntry: (entry) => {
      add(entry);
      entry.resume();
    },
  });
  parser.on('ignoredEntry', add);
  parser.on('error', (error: Error) => stop(damaged(error.message.replace(/^TAR_\w+: /, ''))));
  parser.end(tar);
  return problem ?? entries;
}

function toFound({ path, type, mode = 0, size, linkpath }: ReadEntry, chunks: readonly Buffer[]): FoundEntry {
  const kind = kinds[type] ?? 'unknown';
  const target = kind === 'link' ? (linkpath ?? '') : null;
  return { name: path, kind, mode, size, target, read: () => Buffer.concat(chunks) };
}

/** What meta headers give the entry after them. */
interface Described {
  readonly pax?: string;
  readonly path?: string;
  readonly linkpath?: string;
  readonly size?: string;
}

/**
 * Why another program could read other entries out of a tar file than node-tar does, or null: bytes that node-tar passes
 * over, headers of which it takes the last, and sizes that readers disagree on. Source: docs/decisions/0060.
 */
function findAmbiguity(tar: Buffer): string | null {
  let described: Described = {};
  for (let at = 0; at + BLOCK_BYTES <= tar.length; ) {
    const block = tar.subarray(at, at + BLOCK_BYTES);
    const header = new Header(block);
    if (header.nullBlock) return findEndProblem(tar.subarray(at), described);
    const size = readOctal(block, 124, 12);
    const problem = findHeaderProblem(block, header, described, size ?? 0);
    if (size === null || problem !== null) return problem ?? 'a header has a size that is no plain number';
    const content = tar.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + size);
    at += BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
    if (at > tar.length) return 'it is cut off';
    const meta = readMeta(block.toString('latin1', 156, 157), content);
    if (typeof meta === 'string') return meta;
    const twice = Object.keys(meta ?? {}).find((key) => Object.hasOwn(described, key));
    if (twice !== undefined) return `an entry has two headers for its ${twice}`;
    described = meta === null ? {} : { ...described, ...meta };
  }
  return tar.length < BLOCK_BYTES ? 'it is no tar archive' : 'it is cut off';
}

function findHeaderProblem(block: Buffer, header: Header, described: Described, size: number): string | null {
  const magic = block.toString('latin1', 257, 265);
  if (magic !== 'ustar\x0000' && magic !== 'ustar  \0') return 'it is no tar archive';
  if (!header.cksumValid) return 'the checksum of a header is wrong';
  if (readOctal(block, 100, 8) === null) return 'a header has a mode that is no plain number';
  const isShort = block[475] === 0;
  // Behind the prefix of GNU, and behind a short one, are times.
  const prefix = magic === 'ustar  \0' ? 0 : isShort ? 130 : 155;
  const texts = [block.subarray(0, 100), block.subarray(157, 257), block.subarray(345, 345 + prefix)];
  if (texts.some(hasHiddenBytes) || (isShort && /[^0-7 \0]/.test(block.toString('latin1', 476, 500))))
    return 'a header has a name that is not UTF-8, or continues after its end';
  if (described.size !== undefined && described.size !== String(size))
    return 'a pax header gives a file another size';
  const kind = kinds[header.type] ?? 'unknown';
  const isDirectory = kind === 'directory' || (kind === 'file' && described.path?.endsWith('/') === true);
  if (size > 0 && (isDirectory || !['file', 'sparse file', 'unknown'].includes(kind)))
    return `a ${isDirectory ? 'directory' : kind} in it has content`;
  return header.type === 'OldExtendedHeader' || header.type === 'OldGnuLongPath'
    ? 'a header is of a kind that no program writes any more'
    : null;
}

/** What a meta header message, why it is rejected, or null for every other header. */
function readMeta(type: string, content: Buffer): Described | string | null {
  if (!META_TYPES.includes(type)) return null;
  if (content.length > MAX_META_BYTES) return 'a name in it is longer than any name';
  if (type === 'x') return readPax(content);
  if (type === 'g') {
    const pax = readPax(content);
    if (typeof pax === 'string') return pax;
    return Object.keys(pax).length > 1 ? 'a global pax header describes every file' : {};
  }
  const text = content.at(-1) === 0 ? content.subarray(0, -1) : content;
  if (!isUtf8(text) || text.includes(0)) return 'a long name in it is not text';
  return { [type === 'L' ? 'path' : 'linkpath']: text.toString('utf8') };
}

function readPax(content: Buffer): Described | string {
  const keys: Record<string, string> = { pax: '' };
  const text = content.toString('utf8');
  if (content.length > 0 && !text.endsWith('\n')) return 'a pax header has records of a wrong length';
  for (const line of content.length === 0 ? [] : text.slice(0, -1).split('\n')) {
    const [, length, key = '', value = ''] = /^([1-9]\d*) ([^=]+)=([\s\S]*)$/.exec(line) ?? [];
    if (Number(length) !== Buffer.byteLength(line) + 1) return 'a pax header has records of a wrong length';
    if (HARMLESS_PAX_KEY.test(key)) continue;
    if (key !== 'path' && key !== 'linkpath' && key !== 'size')
      return `a pax header has the key ${JSON.stringify(key.slice(0, 60))}`;
    if (Object.hasOwn(keys, key)) return `a pax header has the key "${key}" twice`;
    if (/[\0\ufffd]/.test(value)) return 'a pax header has a name that is not text';
    keys[key] = value;
  }
  return keys;
}

function findEndProblem(end: Buffer, described: Described): string | null {
  if (Object.keys(described).length > 0) return 'it ends where an entry should follow';
  if (end.length < 2 * BLOCK_BYTES || end.length % BLOCK_BYTES !== 0) return 'it is cut off';
  return end.every((byte) => byte === 0) ? null : 'there are bytes after its end';
}

function hasHiddenBytes(field: Buffer): boolean {
  const end = field.indexOf(0);
  const text = end === -1 ? field : field.subarray(0, end);
  return !isUtf8(text) || field.subarray(text.length).some((byte) => byte !== 0);
}

function readOctal(block: Buffer, at: number, length: number): number | null {
  const digits = /^ *([0-7]*)[ \0]*$/.exec(block.toString('latin1', at, at + length))?.[1];
  return digits === undefined ? null : Number.parseInt(digits || '0', 8);
}
