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

/** The file for the lines, and the limit of its size. */
export interface BoundedFile {
  /** The data directory of the hook. */
  readonly directory: string | undefined;
  /** Without `.jsonl`. */
  readonly name: string;
  readonly maxBytes: number;
  /** How many full files are kept next to the current one. */
  readonly maxFullFiles: number;
}

/** One write to a file opened for appending: lines of processes that write at the same time do not mix. */
export function appendLine(line: string, { directory, name, maxBytes, maxFullFiles }: BoundedFile): void {
  if (directory === undefined) throw new Error('HOOK_DATA_DIR is not set');
  const file = join(directory, `${name}.jsonl`);
  const descriptor = openSync(file, 'a', 0o600);
  try {
    writeSync(descriptor, `${line}\n`);
    const { size, ino } = fstatSync(descriptor);
    if (size < maxBytes || statSync(file, { throwIfNoEntry: false })?.ino !== ino) return;
    // A unique name, so that two processes at the same time lose nothing.
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    renameSync(file, join(directory, `${name}-${stamp}-${process.pid}.jsonl`));
  } finally {
    closeSync(descriptor);
  }
  const full = readdirSync(directory).filter(
    (item) => item.startsWith(`${name}-`) && item.endsWith('.jsonl'),
  );
  for (const old of full.sort().slice(0, -maxFullFiles)) rmSync(join(directory, old), { force: true });
}
