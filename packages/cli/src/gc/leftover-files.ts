import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A file that a running process writes is younger. */
export const STALE_MS = 3_600_000;
const MAX_ENTRIES = 20_000;
/** Directories that hooks write themselves. */
const CLOSED: ReadonlySet<string> = new Set(['data']);

/** `record`: a damaged record that was renamed; `file`: a temporary file. */
type Kind = 'record' | 'file';

/** Names of the files that a killed process leaves; the first that matches decides. */
const kinds: readonly { readonly name: RegExp; readonly kind: Kind }[] = [
  { name: /\.corrupt(-[0-9a-f]+)?$/, kind: 'record' },
  { name: /^\..+\.[0-9a-f]{12}\.tmp$/, kind: 'file' },
  { name: /^\.stage-[0-9a-f]{16}(-damaged)?$/, kind: 'file' },
  { name: /^\.swept-[0-9a-f]{12}$/, kind: 'file' },
  { name: /^(lock|\.repair)\.\d+\.\d+\./, kind: 'file' },
];

/** A file or directory of the state that no process needs. */
export interface Leftover {
  readonly path: string;
  readonly kind: Kind;
  readonly ageMs: number;
}

/** Every leftover in the state directory, of any age. Changes nothing; follows no link. */
export function findLeftovers(stateDir: string, now: number): readonly Leftover[] {
  const found: Leftover[] = [];
  let looked = 0;
  const visit = (dir: string, depth: number): void => {
    for (const entry of entriesOf(dir)) {
      looked += 1;
      if (looked > MAX_ENTRIES) return;
      const path = join(dir, entry.name);
      const known = kinds.find(({ name }) => name.test(entry.name));
      if (known === undefined) {
        const isOpen = entry.isDirectory() && depth < 4 && !(depth === 0 && CLOSED.has(entry.name));
        // A package in the store is named by its digest.
        if (isOpen && !/^[0-9a-f]{64}$/.test(entry.name)) visit(path, depth + 1);
      } else {
        found.push({ path, kind: known.kind, ageMs: ageOf(path, now) });
      }
    }
  };
  visit(stateDir, 0);
  return found;
}

function entriesOf(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

function ageOf(path: string, now: number): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : now - stats.mtimeMs;
}
