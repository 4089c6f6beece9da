import { readFileSync } from 'node:fs';
import { writeFileAtomic } from '../state/atomic-file.ts';
import { HOOKMD_VERSION } from '../version.ts';
import type { PackageReading } from './package-reading.ts';

/** Raised when the meaning of a reading changes: an older index is thrown away. */
const INDEX_SCHEMA = 'hookmd.index/2';

/** What a reading depends on beside the package. */
const VERSION = `${HOOKMD_VERSION} node ${process.versions.node}`;

type Entries = Readonly<Record<string, { readonly stamp: string; readonly reading: PackageReading }>>;

/** The readings of a root by folder; empty where there is no index, or none of this version. */
export function readIndex(path: string): Entries {
  try {
    const index = JSON.parse(readFileSync(path, 'utf8')) as {
      schema: string;
      version: string;
      entries: Entries;
    };
    return index.schema === INDEX_SCHEMA && index.version === VERSION ? index.entries : {};
  } catch {
    return {};
  }
}

/** Best effort: a state folder that cannot be written only makes the next reading slower. */
export function writeIndex(path: string, entries: Entries): void {
  try {
    const index = { schema: INDEX_SCHEMA, version: VERSION, entries };
    writeFileAtomic(path, JSON.stringify(index), { isMemory: true });
  } catch {
    // The command that needs to write will say it.
  }
}
