// Generated from hooks/audit-log/bounded-file.ts by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Where lines go, and how much of them is kept. */
export interface BoundedFile {
  /** The data folder of the hook. */
  readonly folder: string | undefined;
  /** Without `.jsonl`. */
  readonly name: string;
  readonly maxBytes: number;
  /** How many full files are kept beside the one that is written. */
  readonly keptFiles: number;
}

/** One write to a file opened for appending: lines of processes that write at the same time do not mix. */
export function appendLine(line: string, { folder, name, maxBytes, keptFiles }: BoundedFile): void {
  if (folder === undefined) throw new Error('there is no HOOK_DATA_DIR to write to');
  const file = join(folder, `${name}.jsonl`);
  const descriptor = openSync(file, 'a', 0o600);
  try {
    writeSync(descriptor, `${line}\n`);
    const { size, ino } = fstatSync(descriptor);
    if (size < maxBytes || statSync(file, { throwIfNoEntry: false })?.ino !== ino) return;
    // Under a name that nobody else takes, so that two who do it at once lose nothing.
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    renameSync(file, join(folder, `${name}-${stamp}-${process.pid}.jsonl`));
  } finally {
    closeSync(descriptor);
  }
  const full = readdirSync(folder).filter((one) => one.startsWith(`${name}-`) && one.endsWith('.jsonl'));
  for (const old of full.sort().slice(0, -keptFiles)) rmSync(join(folder, old), { force: true });
}
