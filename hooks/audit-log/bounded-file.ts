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
  /** The data directory of the hook. */
  readonly directory: string | undefined;
  /** Without `.jsonl`. */
  readonly name: string;
  readonly maxBytes: number;
  /** How many full files are kept beside the one that is written. */
  readonly maxFullFiles: number;
}

/** One write to a file opened for appending: lines of processes that write at the same time do not mix. */
export function appendLine(line: string, { directory, name, maxBytes, maxFullFiles }: BoundedFile): void {
  if (directory === undefined) throw new Error('there is no HOOK_DATA_DIR to write to');
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
