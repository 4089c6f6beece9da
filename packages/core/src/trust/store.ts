import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, HookError, isErrno, isHookError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { makeDirectory, randomHex, syncDirectory } from '../state/files.ts';
import { withLock } from '../state/lock.ts';
import { ownershipProblem } from '../state/record-file.ts';
import { type ContentSink, digestOf, type PackageFile, readContent, readPackage } from './digest.ts';
import { readTree, removeTree } from './package-tree.ts';

const STAGE = '.stage-';
const STALE_STAGE_MS = 3_600_000;

/** As `storeContent`, of a package folder. */
export function storePackage(dir: string, storeRoot: string): Stored {
  return storeContent((sink) => readContent(dir, sink), storeRoot);
}

/** Where a copy is, and the digest of its bytes. */
export interface Stored {
  readonly digest: string;
  readonly path: string;
}

/**
 * Copies what `read` reads into the content-addressed store, read-only, and says under which digest.
 *
 * Every file is read once: the digest is that of the bytes in the copy, whatever happens to the package
 * meanwhile. The caller compares it with the one a person approved. Any number of processes may store the
 * same package at once. Throws PACKAGE_UNAPPROVABLE, STATE_NOT_WRITABLE and, where a damaged copy is being
 * repaired by others, STATE_LOCKED; the store is then as before.
 */
export function storeContent(
  read: (sink: ContentSink) => ReturnType<typeof readContent>,
  storeRoot: string,
): Stored {
  const stage = join(storeRoot, `${STAGE}${randomHex(8)}`);
  try {
    makeDirectory(storeRoot);
    removeStaleStages(storeRoot);
    mkdirSync(stage, { mode: 0o700 });
    const { files, problems } = read(copyInto(stage));
    const [problem] = problems;
    if (problem !== undefined) throw new HookError('PACKAGE_UNAPPROVABLE', { ...problem }, { exitCode: 1 });
    finishStage(stage, files);
    const digest = digestOf(files);
    const path = storedPath(storeRoot, digest);
    publish(stage, path, digest, files);
    return { digest, path };
  } catch (cause) {
    if (isHookError(cause)) throw cause;
    const parameters = { detail: describeError(cause), path: storeRoot };
    throw new HookError('STATE_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  } finally {
    removeTree(stage);
  }
}

/** Whether the store has a copy that nobody else could have put there. Reads no content. */
export function isStored(storeRoot: string, digest: string): boolean {
  const path = storedPath(storeRoot, digest);
  try {
    return (
      lstatSync(path).isDirectory() && ownershipProblem(storeRoot) === null && ownershipProblem(path) === null
    );
  } catch {
    return false;
  }
}

/** Hashes the copy again. Null = it is what was approved, and nobody else can change it. */
export function verifyStored(storeRoot: string, digest: string, name: string): Issue | null {
  const path = storedPath(storeRoot, digest);
  const isIntact = isStored(storeRoot, digest) && isOnlyOurs(path) && readPackage(path).digest === digest;
  return isIntact ? null : issue('STORE_DAMAGED', { name }, { path });
}

function copyInto(stage: string): ContentSink {
  let file = -1;
  let mode = 0;
  return {
    begin(path, isExecutable) {
      const target = join(stage, path);
      makeDirectory(dirname(target));
      file = openSync(target, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      mode = isExecutable ? 0o500 : 0o400;
    },
    write(chunk) {
      writeFileSync(file, chunk);
    },
    end() {
      if (file === -1) return;
      const finished = file;
      file = -1;
      try {
        fchmodSync(finished, mode);
        fsyncSync(finished); // an approved file that a power cut emptied would still be run
      } finally {
        closeSync(finished);
      }
    },
  };
}

function finishStage(stage: string, files: readonly PackageFile[]): void {
  for (const { path, target } of files) {
    if (target === null) continue;
    makeDirectory(dirname(join(stage, path)));
    symlinkSync(target, join(stage, path));
  }
  const folders = readTree(stage).nodes.filter(({ stats }) => stats.isDirectory());
  for (const folder of [...folders.map(({ absolute }) => absolute.toString()), stage]) {
    syncDirectory(folder);
    chmodSync(folder, 0o500);
  }
}

/** Held by who repairs, takes over or removes a copy that is there. */
export function repairLock(storeRoot: string): string {
  return join(storeRoot, '.repair');
}

/** Gives the finished stage its name, unless a good copy has it already. */
function publish(stage: string, path: string, digest: string, files: readonly PackageFile[]): void {
  if (tryRename(stage, path)) {
    syncDirectory(dirname(path));
    return;
  }
  const damaged = `${stage}-damaged`;
  withLock(repairLock(dirname(path)), () => {
    // Who clears the store may have been first: then there is none.
    if (tryRename(stage, path)) return;
    if (isSameTree(path, files) && readPackage(path).digest === digest) {
      markCopy(path);
      return;
    }
    renameSync(path, damaged);
    // Whoever stored the same bytes at this very moment may be first now: then theirs is the copy.
    tryRename(stage, path);
  });
  removeTree(damaged);
}

function tryRename(stage: string, path: string): boolean {
  try {
    renameSync(stage, path);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return false;
    throw error;
  }
}

function isOnlyOurs(path: string): boolean {
  return readTree(path).nodes.every(({ stats }) => stats.isSymbolicLink() || (stats.mode & 0o022n) === 0n);
}

/** Same paths, types, sizes and execute bits: what is seen without reading. */
function isSameTree(path: string, files: readonly PackageFile[]): boolean {
  const found = readTree(path).nodes.filter(({ stats }) => !stats.isDirectory());
  if (found.length !== files.length || ownershipProblem(path) !== null) return false;
  return found.every(({ path: name, stats }, index) => {
    const file = files[index];
    if (file === undefined || file.path !== name.toString('utf8') || stats.size !== BigInt(file.size))
      return false;
    if (file.type === 'link') return stats.isSymbolicLink();
    return (
      stats.isFile() && ((stats.mode & 0o100n) !== 0n) === file.isExecutable && (stats.mode & 0o022n) === 0n
    );
  });
}

function removeStaleStages(storeRoot: string): void {
  for (const name of readdirSync(storeRoot)) {
    const path = join(storeRoot, name);
    const stats = name.startsWith(STAGE) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    if (stats?.isDirectory() && Date.now() - stats.mtimeMs > STALE_STAGE_MS) removeTree(path);
  }
}

/** Folder of a digest in the store, whether it is there or not. */
export function storedPath(storeRoot: string, digest: string): string {
  // A digest comes out of a file; anything else in its place would be a path of its author's choice.
  if (!isDigest(digest)) {
    throw new HookError('INTERNAL', { detail: `"${digest}" is not a digest` }, { exitCode: 3 });
  }
  return join(storeRoot, digest.slice('sha256:'.length));
}

/** Marks that somebody stores or drops this copy now: whoever clears the store leaves it for an hour. */
export function markCopy(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // It is not there, or the disk is read-only: then nobody clears it either.
  }
}

/** Whether a text has the form of a digest; nothing else may become a path in the store. */
export function isDigest(text: unknown): text is string {
  return typeof text === 'string' && /^sha256:[0-9a-f]{64}$/.test(text);
}
