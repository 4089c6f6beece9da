import { createHash } from 'node:crypto';
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
import { MAX_PACKAGE_BYTES } from '@hookmd/core/trust';
import { isProblem, PackageRejected, rejectProblems, tooLarge } from './package-problem.ts';
import { readArchive } from './read-archive.ts';
import { findOuter, type Tree, type ValidEntry, validateEntries } from './validate-entries.ts';

const DIRECTORY_MODE = 0o755;

/** The files of a tarball. Throws PackageRejected. */
export function openArchive(bytes: Buffer): Tree {
  const entries = readArchive(bytes);
  if (isProblem(entries)) throw new PackageRejected(entries);
  return { entries, outer: findOuter(entries) };
}

/** Validates entries and writes them into a new directory `dir`, all or nothing; `outer` as in `Tree`. Throws PackageRejected. */
export function writePackage({ entries: found, outer }: Tree, dir: string): void {
  const { entries, problems } = validateEntries(found, outer);
  rejectProblems(problems);
  if (!entries.some(({ kind }) => kind === 'file'))
    throw new PackageRejected({ code: 'PACK_EMPTY', parameters: { detail: 'it has no files' } });
  writeEntries(entries, dir);
}

/** Creates `dir`, with modes 755 and 644 whatever the archive has. A failure removes `dir` again. */
function writeEntries(entries: readonly ValidEntry[], dir: string): void {
  mkdirSync(dir, { mode: DIRECTORY_MODE });
  try {
    chmodSync(dir, DIRECTORY_MODE); // a umask may have removed bits
    // Links last: until then nothing in `dir` leads anywhere.
    for (const entry of entries.filter(({ kind }) => kind === 'directory')) makeDirectories(dir, entry.path);
    let left = MAX_PACKAGE_BYTES;
    for (const entry of entries.filter(({ kind }) => kind === 'file')) {
      makeDirectories(dir, dirname(entry.path));
      const content = entry.read();
      left -= content.length;
      if (left < 0) throw new PackageRejected(tooLarge(`has more than ${MAX_PACKAGE_BYTES >> 20} MB`));
      writeNew(join(dir, entry.path), content, entry.isExecutable ? 0o755 : 0o644);
    }
    for (const { path, target } of entries.filter(({ kind }) => kind === 'link')) {
      makeDirectories(dir, dirname(path));
      symlinkSync(target ?? '', join(dir, path));
    }
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

function makeDirectories(dir: string, path: string): void {
  if (path === '.') return;
  makeDirectories(dir, dirname(path));
  try {
    mkdirSync(join(dir, path), { mode: DIRECTORY_MODE });
    chmodSync(join(dir, path), DIRECTORY_MODE);
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

/** `sha512-…`, as package-lock.json and hooks.lock write it. */
export function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/**
 * The SHA-512 of an integrity text of a registry or lockfile, or null if there is not exactly one. Other algorithms in it are
 * weaker.
 */
export function strongIntegrity(text: string): string | null {
  const found = text.split(/\s+/).filter((name) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(name));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Throws INTEGRITY_MISMATCH; `subject` names the tarball. */
export function checkIntegrity(bytes: Buffer, expected: string, label: string): void {
  const found = integrityOf(bytes);
  if (found !== expected)
    throw new PackageRejected({ code: 'INTEGRITY_MISMATCH', parameters: { source: label, expected, found } });
}
