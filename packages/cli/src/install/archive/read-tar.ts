import { isUtf8 } from 'node:buffer';
import { MAX_FILES } from '@hookmd/core/internal/trust/package-tree';
import { damaged, isProblem, type Problem, tooLarge } from '../refused.ts';
import type { EntryKind, RawEntry } from './entry.ts';
import { type PaxKeys, readPax } from './pax.ts';
import { BLOCK_BYTES, readBlock, type TarBlock } from './tar-block.ts';

const kinds: Readonly<Record<string, EntryKind>> = {
  '0': 'file',
  '1': 'hard link',
  '2': 'link',
  '3': 'device',
  '4': 'device',
  '5': 'folder',
  '6': 'named pipe',
  S: 'sparse file',
};
/** Blocks that say something about the entry behind them. */
const META = ['x', 'g', 'L', 'K'];
const MAX_META_BYTES = 64 * 1024;
const END = Buffer.alloc(2 * BLOCK_BYTES);

/** What meta blocks said of the next entry. */
interface Pending {
  pax?: PaxKeys;
  L?: string;
  K?: string;
}

/**
 * Every header of a tar file, before anything is written, or why it cannot be read as one. What is extracted later is
 * what was read here: there is no second reader that could see other names.
 */
export function readTar(bytes: Buffer): readonly RawEntry[] | Problem {
  const entries: RawEntry[] = [];
  let pending: Pending = {};
  for (let at = 0; ; ) {
    const block = bytes.subarray(at, at + BLOCK_BYTES);
    if (block.length < BLOCK_BYTES) return damaged(at === 0 ? 'it is no tar archive' : 'it is cut off');
    if (block.every((byte) => byte === 0)) return endOf(bytes.subarray(at), pending) ?? entries;
    const header = readBlock(block);
    if ('wrong' in header) return damaged(header.wrong);
    const start = at + BLOCK_BYTES;
    const content = bytes.subarray(start, start + header.size);
    at = start + Math.ceil(header.size / BLOCK_BYTES) * BLOCK_BYTES;
    if (at > bytes.length) return damaged('it is cut off');
    if (META.includes(header.type)) {
      const next = readMeta(header, content, pending);
      if (isProblem(next)) return next;
      pending = next;
      continue;
    }
    const entry = toEntry(header, content, pending);
    if (isProblem(entry)) return entry;
    if (entries.push(entry) > 2 * MAX_FILES) return tooLarge(`has more than ${2 * MAX_FILES} entries`);
    pending = {};
  }
}

function endOf(rest: Buffer, pending: Pending): Problem | null {
  if (Object.keys(pending).length > 0) return damaged('it ends where an entry should follow');
  if (rest.length < END.length || rest.length % BLOCK_BYTES !== 0) return damaged('it is cut off');
  return rest.every((byte) => byte === 0) ? null : damaged('something stands behind its end');
}

function readMeta({ type, size }: TarBlock, content: Buffer, pending: Pending): Pending | Problem {
  if (size > MAX_META_BYTES) return damaged('a name in it is longer than any name');
  if (type === 'x' || type === 'g') {
    const pax = readPax(content);
    if ('wrong' in pax) return damaged(pax.wrong);
    // It would give every entry behind it the same name.
    if (type === 'g')
      return Object.keys(pax).length === 0 ? pending : damaged('a global pax header names a file');
    return pending.pax === undefined ? { ...pending, pax } : damaged('an entry has two pax headers');
  }
  const key = type as 'L' | 'K';
  if (pending[key] !== undefined) return damaged('an entry has two long names');
  const text = content.at(-1) === 0 ? content.subarray(0, -1) : content;
  if (!isUtf8(text) || text.includes(0)) return damaged('a long name in it is no text');
  return { ...pending, [key]: text.toString('utf8') };
}

function toEntry(header: TarBlock, content: Buffer, pending: Pending): RawEntry | Problem {
  const { pax = {}, L, K } = pending;
  if ((pax.path !== undefined && L !== undefined) || (pax.linkpath !== undefined && K !== undefined))
    return damaged('an entry has two long names');
  const name = pax.path ?? L ?? header.name;
  const written = kinds[header.type] ?? 'unknown';
  // As old writers say that a file is a folder.
  const kind = written === 'file' && name.endsWith('/') ? 'folder' : written;
  const target = pax.linkpath ?? K ?? header.target;
  if (kind !== 'file' && kind !== 'unknown' && kind !== 'sparse file' && content.length > 0)
    return damaged(`a ${kind} in it has content`);
  if (kind === 'file' && target !== '') return damaged('a file in it has the target of a link');
  return {
    name,
    kind,
    mode: header.mode,
    size: content.length,
    target: kind === 'link' ? target : null,
    read: () => content,
  };
}
