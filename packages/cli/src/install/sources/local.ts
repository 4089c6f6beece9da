import {
  type BigIntStats,
  closeSync,
  fstatSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { listModules } from '@hookmd/core/manifest';
import { openToRead } from '@hookmd/core/system';
import { MAX_DEPTH, OWN_GIT, readTree, showPath, type TreeNode } from '@hookmd/core/trust';
import { PackageRejected, rejectProblems, tooLarge, unreadable } from '../archive/package-problem.ts';
import { MAX_ENTRIES } from '../archive/read-archive.ts';
import type { EntryKind, FoundEntry } from '../archive/validate-entries.ts';
import {
  type Content,
  type Facts,
  MAX_DOWNLOAD_BYTES,
  modulePath,
  type Resolved,
  type Source,
  type SourceContext,
} from './source.ts';
import type { FileSpec } from './spec.ts';

/** A directory, module or tarball of this machine. */
export const fileSource: Source = { resolve: resolveFile, fetch: fetchFile };

/** More than a package may have, because not all of a large plugin is installed. */
const LISTED = { files: MAX_ENTRIES, bytes: 1024 * 1024 * 1024, depth: 4 * MAX_DEPTH };

const kindTests: readonly (readonly [EntryKind, (stats: BigIntStats) => boolean])[] = [
  ['file', (stats) => stats.isFile()],
  ['directory', (stats) => stats.isDirectory()],
  ['link', (stats) => stats.isSymbolicLink()],
  ['named pipe', (stats) => stats.isFIFO()],
  ['socket', (stats) => stats.isSocket()],
  ['device', (stats) => stats.isBlockDevice() || stats.isCharacterDevice()],
];

async function resolveFile(spec: FileSpec, { cwd, home }: SourceContext): Promise<Facts> {
  const path = resolve(cwd, spec.path.replace(/^~(?=\/|$)/, home));
  try {
    const stats = statSync(path);
    if (!stats.isDirectory() && !stats.isFile()) throw new Error('it is not a directory or regular file');
    return { resolved: realpathSync(path) };
  } catch (error) {
    throw new PackageRejected(unreadable(path, error));
  }
}

async function fetchFile(_: FileSpec, resolved: Resolved, { cwd }: SourceContext): Promise<Content> {
  const from = resolve(cwd, resolved.resolved);
  const modules = readModules(from);
  if (modules !== null)
    return { found: { entries: modules }, subject: from, cameFrom: basename(from, extname(from)) };
  return {
    found: readTarball(from) ?? { entries: readDirectory(from) },
    subject: from,
    cameFrom: basename(from),
  };
}

/** A module of OpenCode, with those that it imports from the directory around its plugins; null = it is none. */
function readModules(path: string): readonly FoundEntry[] | null {
  if (modulePath(path) === null || !statSync(path).isFile()) return null;
  const isBesidePlugins = /^plugins?$/.test(basename(dirname(path)));
  const root = isBesidePlugins ? dirname(dirname(path)) : dirname(path);
  const target = isBesidePlugins ? '.opencode' : '.opencode/plugins';
  try {
    return listModules(root, relative(root, path)).map((file) => {
      const absolute = join(root, file);
      const stats = lstatSync(absolute, { bigint: true });
      return toFound({ path: Buffer.from(join(target, file)), absolute: Buffer.from(absolute), stats });
    });
  } catch (error) {
    throw new PackageRejected(unreadable(path, error));
  }
}

/** Null = it is a directory. */
function readTarball(path: string): Buffer | null {
  let file: number;
  try {
    file = openToRead(path);
  } catch (error) {
    throw new PackageRejected(unreadable(path, error));
  }
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) return null;
    if (!stats.isFile()) throw new PackageRejected(unreadable(path, 'it is not a directory or regular file'));
    if (stats.size > MAX_DOWNLOAD_BYTES)
      throw new PackageRejected(tooLarge(`has more than ${MAX_DOWNLOAD_BYTES >> 20} MB`));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * The entries of a directory, not validated yet. Links are not followed; `.git` at the top is left out, because it is no part
 * of the package. Throws PackageRejected where it cannot be read or is too large to be listed.
 */
function readDirectory(dir: string): readonly FoundEntry[] {
  const tree = readTree(dir, OWN_GIT, LISTED);
  if (tree.excess !== null) throw new PackageRejected(tooLarge(`has ${tree.excess}`));
  rejectProblems(tree.unreadable.map(({ path, detail }) => unreadable(`${dir}/${showPath(path)}`, detail)));
  // Their content was not listed, and would be left out silently.
  rejectProblems(
    tree.tooDeep.map((path) => ({
      code: 'ARCHIVE_NAME',
      parameters: { path: showPath(path), detail: `it is more than ${LISTED.depth} levels deep` },
    })),
  );
  return tree.nodes.map(toFound);
}

function toFound({ path, absolute, stats }: TreeNode): FoundEntry {
  const [kind] = kindTests.find(([, is]) => is(stats)) ?? ['unknown'];
  return {
    name: path.toString('utf8'),
    kind,
    mode: Number(stats.mode) & 0o7777,
    size: kind === 'file' ? Number(stats.size) : 0,
    target: kind === 'link' ? readlinkSync(absolute, { encoding: 'buffer' }).toString('utf8') : null,
    read: () => readPlain(absolute),
  };
}

function readPlain(absolute: Buffer): Buffer {
  const file = openToRead(absolute);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile())
      throw new PackageRejected(unreadable(absolute.toString('utf8'), 'it was replaced while it was read'));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
