import type { ReadFile } from './read-files.ts';
import { patchText } from './text-patch.ts';

/** One file of the content that a digest covers. */
export interface FileFacts {
  readonly type: 'file' | 'link';
  readonly isExecutable: boolean;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Of a link. */
  readonly target: string | null;
}

/** One file that differs between the approved content and the directory. */
export interface FileChange {
  readonly path: string;
  /** `renamed`: the same bytes under another path; `mode`: only the executable bit. */
  readonly change: 'added' | 'removed' | 'changed' | 'mode' | 'renamed';
  /** The earlier path; only of what was renamed. */
  readonly from?: string;
  /** Null = there was none. */
  readonly was: FileFacts | null;
  readonly now: FileFacts | null;
  /** A unified diff; null for what is not text, for what is too long to be read, and where nothing but its name or mode changed. */
  readonly patch: string | null;
}

type Files = ReadonlyMap<string, ReadFile>;

/** Longer files are shown by size and digest. */
const MAX_PATCH = 64 * 1024;
/** Of one package, in characters and in time: a stranger's texts can be made to take long. */
const MAX_PATCHES = 512 * 1024;
const MAX_MS = 3_000;
const MAX_MS_EACH = 500;

/** Compares two readings of a package, file by file, in the order of the paths. */
export function compareFiles(before: Files, after: Files): readonly FileChange[] {
  const origins = renamedFrom(before, after);
  const left = new Set(origins.values());
  const patchOf = boundedPatches();
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !left.has(path)).sort();
  return paths.flatMap((path): readonly FileChange[] => {
    const from = origins.get(path);
    const old = before.get(from ?? path);
    const now = after.get(path);
    const facts = { path, was: factsOf(old), now: factsOf(now) };
    if (from !== undefined) return [{ ...facts, change: 'renamed', from, patch: null }];
    if (old === undefined || now === undefined) {
      return [{ ...facts, change: old === undefined ? 'added' : 'removed', patch: patchOf(path, old, now) }];
    }
    if (old.sha256 !== now.sha256 || old.type !== now.type)
      return [{ ...facts, change: 'changed', patch: patchOf(path, old, now) }];
    return old.isExecutable === now.isExecutable ? [] : [{ ...facts, change: 'mode', patch: null }];
  });
}

function factsOf(file: ReadFile | undefined): FileFacts | null {
  if (file === undefined) return null;
  const { type, isExecutable, size, sha256, target } = file;
  return { type, isExecutable, size, sha256, target };
}

/** New path to old path, of the same bytes; an empty file has no bytes to be known by. */
function renamedFrom(before: Files, after: Files): ReadonlyMap<string, string> {
  const gone = new Map<string, string[]>();
  for (const [path, file] of before) {
    if (after.has(path) || file.size === 0) continue;
    gone.set(keyOf(file), [...(gone.get(keyOf(file)) ?? []), path]);
  }
  const origins = new Map<string, string>();
  for (const [path, file] of after) {
    const from = before.has(path) || file.size === 0 ? undefined : gone.get(keyOf(file))?.shift();
    if (from !== undefined) origins.set(path, from);
  }
  return origins;
}

function keyOf({ type, sha256 }: ReadFile): string {
  return `${type} ${sha256}`;
}

function boundedPatches(): (
  path: string,
  old: ReadFile | undefined,
  now: ReadFile | undefined,
) => string | null {
  const startedAt = performance.now();
  let length = 0;
  return (path, old, now) => {
    const before = textOf(old);
    const after = textOf(now);
    const leftMs = MAX_MS - (performance.now() - startedAt);
    if (before === null || after === null || leftMs <= 0) return null;
    const patch = patchText(path, before, after, ['approved', 'now'], {
      timeout: Math.min(leftMs, MAX_MS_EACH),
    });
    if (patch === null || patch.length > MAX_PATCH || length + patch.length > MAX_PATCHES) return null;
    length += patch.length;
    return patch;
  };
}

/** "" of a file that is not there. A link has a target and no text. */
function textOf(file: ReadFile | undefined): string | null {
  if (file === undefined) return '';
  return file.type === 'link' ? null : file.text;
}
