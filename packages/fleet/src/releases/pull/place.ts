import { lstatSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, HookError, isErrno } from '@hookmd/core/errors';
import { parsePolicy } from '@hookmd/core/settings';
import { sha256, syncDirectory } from '@hookmd/core/system';
import { readPackage } from '@hookmd/core/trust';
import { unpackPackage } from '../archive.ts';
import { makePublicDirectory, writePublicFile } from '../public-files.ts';
import { releasePaths } from '../sources.ts';
import type { OpenRelease } from './open-release.ts';

/** What differs from a release, fetched and checked. Paths are relative to the managed directory. */
export interface Changes {
  /** Bytes by path, the policy last. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Unpacked directories by path. */
  readonly packages: ReadonlyMap<string, string>;
  /** Files and packages of an earlier release that this one does not have. */
  readonly removed: readonly string[];
  /** Every path that belongs to the release. */
  readonly owned: readonly string[];
}

const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Compares a release with what is in the managed directory, and fetches what differs into `staging`. Changes nothing
 * outside of it. `owned`: paths of earlier releases. Throws LOCAL_FILES for what belongs to no release.
 */
export async function findChanges(
  release: OpenRelease,
  managed: string,
  staging: string,
  owned: readonly string[],
  replaces: boolean,
): Promise<Changes> {
  const files = new Map<string, Buffer>();
  const packages = new Map<string, string>();
  const paths: string[] = [];
  const local: string[] = [];
  // "policy.yaml" is the last of these names except "packages/": the order of the map is that of placing.
  const sorted = [...release.files].sort(
    ([a], [b]) => Number(a === 'policy.yaml') - Number(b === 'policy.yaml'),
  );
  for (const [source, hash] of sorted) {
    const [, name = '', digest = ''] = releasePaths.package.exec(source) ?? [];
    const path = name === '' ? source : `hooks/${name}`;
    paths.push(path);
    const found = name === '' ? hashOf(join(managed, path)) : digestOf(join(managed, path));
    if (found === (name === '' ? hash : `sha256:${digest}`)) continue;
    if (found !== null && !owned.includes(path)) local.push(join(managed, path));
    const archive = join(staging, `file-${paths.length}`);
    await release.download(source, archive);
    const bytes = readFileSync(archive);
    if (name === '') files.set(path, checkFile(path, bytes));
    else packages.set(path, checkPackage(name, digest, bytes, join(staging, `package-${paths.length}`)));
  }
  if (new Set(paths).size < paths.length) throw invalid('It has two versions of a package.');
  if (local.length > 0 && !replaces) throw new HookError('LOCAL_FILES', { paths: local.join(' and ') });
  const removed = owned.filter((path) => !paths.includes(path) && exists(join(managed, path)));
  return { files, packages, removed, owned: paths };
}

/**
 * Puts the changes in place: packages, files, the policy that requires them, then `finish`, and at last the removals.
 * Killed at any instant it leaves the old policy or the new one, and the next pull completes it.
 */
export function applyChanges(
  { files, packages, removed }: Changes,
  managed: string,
  staging: string,
  finish: () => void,
): void {
  const trash = join(staging, 'replaced');
  makePublicDirectory(trash);
  const discard = (path: string): void => {
    if (exists(join(managed, path))) renameSync(join(managed, path), join(trash, path.replaceAll('/', '-')));
  };
  const ready = new Map(packages);
  for (const [path, bytes] of files) {
    const file = join(staging, `placed-${ready.size}`);
    writePublicFile(file, bytes);
    ready.set(path, file);
  }
  const directories = new Set([...ready.keys()].map((path) => dirname(join(managed, path))));
  for (const directory of directories) makePublicDirectory(directory);
  // Only renames: between them an event may find packages that do not match the policy, and block.
  for (const [path, from] of ready) {
    // A directory in the place of a file is local, and was to be replaced.
    if (packages.has(path) || hashOf(join(managed, path)) === NO_FILE) discard(path);
    renameSync(from, join(managed, path));
  }
  for (const directory of directories) syncDirectory(directory);
  finish();
  for (const path of removed) discard(path);
  rmSync(trash, { recursive: true, force: true });
}

const NO_FILE = 'no regular file';

/** sha256 of a file; null = there is none. */
function hashOf(path: string): string | null {
  if (!exists(path)) return null;
  const stats = lstatSync(path);
  return stats.isFile() && stats.size <= MAX_FILE_BYTES ? sha256(readFileSync(path)) : NO_FILE;
}

function digestOf(dir: string): string | null {
  return exists(dir) ? (readPackage(dir).digest ?? NO_FILE) : null;
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isErrno(error, 'ENOTDIR')) return false;
    throw error;
  }
}

function checkFile(path: string, bytes: Buffer): Buffer {
  if (bytes.length > MAX_FILE_BYTES) throw invalid(`${path} has more than ${MAX_FILE_BYTES >> 20} MB.`);
  if (path !== 'policy.yaml') return bytes;
  const { issues } = parsePolicy(bytes, path);
  if (issues.length > 0) throw invalid(issues.map(({ message }) => message).join(' '));
  return bytes;
}

function checkPackage(name: string, digest: string, archive: Buffer, dir: string): string {
  let found: string;
  try {
    found = unpackPackage(archive, dir);
  } catch (error) {
    throw invalid(`Package ${name} cannot be unpacked: ${describeError(error)}.`);
  }
  if (found !== `sha256:${digest}`) throw invalid(`Package ${name} has another digest than its name.`);
  return dir;
}

function invalid(detail: string): HookError {
  return new HookError('RELEASE_INVALID', { detail });
}
