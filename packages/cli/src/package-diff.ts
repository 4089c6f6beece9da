import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeUtf8 } from '@hookmd/core/internal/protocol/json-document';
import { readPackage } from '@hookmd/core/internal/trust/digest';
import { patchText } from './text-patch.ts';

/** One file that differs between the approved bytes and the folder. */
export interface FileChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed' | 'mode';
  /** A unified diff; null for what is not text, or too large to read. */
  readonly patch: string | null;
}

const MAX_DIFF_BYTES = 256 * 1024;

/** Compares two package folders file by file; reads, never runs. */
export function comparePackages(approvedDir: string, presentDir: string): readonly FileChange[] {
  const before = new Map(readPackage(approvedDir).files.map((file) => [file.path, file]));
  const after = new Map(readPackage(presentDir).files.map((file) => [file.path, file]));
  const changes: FileChange[] = [];
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const old = before.get(path);
    const now = after.get(path);
    if (old === undefined || now === undefined) {
      changes.push({
        path,
        change: old === undefined ? 'added' : 'removed',
        patch: patchOf(approvedDir, presentDir, path),
      });
    } else if (JSON.stringify({ ...old, isExecutable: 0 }) !== JSON.stringify({ ...now, isExecutable: 0 })) {
      changes.push({ path, change: 'changed', patch: patchOf(approvedDir, presentDir, path) });
    } else if (old.isExecutable !== now.isExecutable) {
      changes.push({ path, change: 'mode', patch: null });
    }
  }
  return changes;
}

function patchOf(approvedDir: string, presentDir: string, path: string): string | null {
  const old = readText(join(approvedDir, path));
  const now = readText(join(presentDir, path));
  if (old === null || now === null) return null;
  return patchText(path, old, now, ['approved', 'now']);
}

/** "" for a file that is not there, null for one that cannot be shown as text. */
function readText(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    const text = bytes.length > MAX_DIFF_BYTES ? null : decodeUtf8(bytes);
    return text?.includes('\0') ? null : text;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : null;
  }
}
