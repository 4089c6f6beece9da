import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MAX_PACKAGE_BYTES } from '@hookmd/core/internal/trust/package-tree';
import { Refused, tooLarge } from '../refused.ts';
import type { Entry } from './entry.ts';

const FOLDER_MODE = 0o755;

/**
 * Writes entries that passed into `dir`, which it makes. Where anything fails, `dir` is gone again, and the failure is
 * thrown. Modes are 755 and 644, whatever the archive says.
 */
export function writeEntries(entries: readonly Entry[], dir: string): void {
  mkdirSync(dir, { mode: FOLDER_MODE });
  try {
    chmodSync(dir, FOLDER_MODE); // an umask may have taken bits away
    // Links last: until then nothing in `dir` leads anywhere.
    for (const entry of entries.filter(({ kind }) => kind === 'folder')) makeFolders(dir, entry.path);
    let left = MAX_PACKAGE_BYTES;
    for (const entry of entries.filter(({ kind }) => kind === 'file')) {
      makeFolders(dir, dirname(entry.path));
      const content = entry.read();
      left -= content.length;
      if (left < 0) throw new Refused(tooLarge(`has more than ${MAX_PACKAGE_BYTES >> 20} MB`));
      writeNew(join(dir, entry.path), content, entry.isExecutable ? 0o755 : 0o644);
    }
    for (const { path, target } of entries.filter(({ kind }) => kind === 'link')) {
      makeFolders(dir, dirname(path));
      symlinkSync(target ?? '', join(dir, path));
    }
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

function makeFolders(dir: string, path: string): void {
  if (path === '.') return;
  makeFolders(dir, dirname(path));
  try {
    mkdirSync(join(dir, path), { mode: FOLDER_MODE });
    chmodSync(join(dir, path), FOLDER_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function writeNew(path: string, content: Buffer, mode: number): void {
  const file = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    mode,
  );
  try {
    fchmodSync(file, mode);
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}
