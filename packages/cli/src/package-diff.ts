import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeUtf8 } from '@hookmd/core/internal/protocol/json-document';
import { definitionKinds } from '@hookmd/core/internal/registry/definition-kinds';
import type { PackageRecord } from '@hookmd/core/internal/registry/inventory';
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

/** Compares an approved copy with what stands in the root, file by file; reads, never runs. */
export async function compareWithApproved(
  approvedDir: string,
  record: PackageRecord,
): Promise<readonly FileChange[]> {
  const reader = await definitionKinds[record.root.kind].load();
  const before = new Map(readPackage(approvedDir).files.map((file) => [file.path, file]));
  const after = new Map(reader.content(record).files.map((file) => [file.path, file]));
  const patch = (path: string): string | null => {
    const old = readText(before.has(path), () => readFileSync(join(approvedDir, path)));
    const now = readText(after.has(path), () => reader.readFile(record, path));
    return old === null || now === null ? null : patchText(path, old, now, ['approved', 'now']);
  };
  const changes: FileChange[] = [];
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const old = before.get(path);
    const now = after.get(path);
    if (old === undefined || now === undefined) {
      changes.push({ path, change: old === undefined ? 'added' : 'removed', patch: patch(path) });
    } else if (JSON.stringify({ ...old, isExecutable: 0 }) !== JSON.stringify({ ...now, isExecutable: 0 })) {
      changes.push({ path, change: 'changed', patch: patch(path) });
    } else if (old.isExecutable !== now.isExecutable) {
      changes.push({ path, change: 'mode', patch: null });
    }
  }
  return changes;
}

/** "" for a file that is not there, null for one that cannot be shown as text. */
function readText(isThere: boolean, read: () => Buffer): string | null {
  if (!isThere) return '';
  try {
    const bytes = read();
    const text = bytes.length > MAX_DIFF_BYTES ? null : decodeUtf8(bytes);
    return text?.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
