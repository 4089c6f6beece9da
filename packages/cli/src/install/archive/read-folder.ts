import { type BigIntStats, closeSync, fstatSync, readFileSync, readlinkSync } from 'node:fs';
import { openToRead } from '@hookmd/core/internal/state/open-to-read';
import { showPath } from '@hookmd/core/internal/trust/approvable';
import { MAX_DEPTH, OWN_GIT, readTree, type TreeNode } from '@hookmd/core/internal/trust/package-tree';
import { PackageRejected, rejectProblems, tooLarge, unreadable } from '../package-problem.ts';
import type { EntryKind, FoundEntry } from './validate-entries.ts';

const isKind: readonly (readonly [EntryKind, (stats: BigIntStats) => boolean])[] = [
  ['file', (stats) => stats.isFile()],
  ['directory', (stats) => stats.isDirectory()],
  ['link', (stats) => stats.isSymbolicLink()],
  ['named pipe', (stats) => stats.isFIFO()],
  ['socket', (stats) => stats.isSocket()],
  ['device', (stats) => stats.isBlockDevice() || stats.isCharacterDevice()],
];

/**
 * What stands in a folder, as entries that nothing was checked of. Links are not followed; what git keeps at the top is left
 * out, for it is no part of the package. Throws PackageRejected where it cannot be read or is too large to be looked through.
 */
export function readFolder(dir: string): readonly FoundEntry[] {
  const tree = readTree(dir, OWN_GIT);
  if (tree.excess !== null) throw new PackageRejected(tooLarge(`has ${tree.excess}`));
  rejectProblems(tree.unreadable.map(({ path, detail }) => unreadable(`${dir}/${showPath(path)}`, detail)));
  // What stands below was not listed, and would be left out without a word.
  rejectProblems(
    tree.tooDeep.map((path) => ({
      code: 'ARCHIVE_NAME',
      parameters: { path: showPath(path), detail: `it is more than ${MAX_DEPTH} levels deep` },
    })),
  );
  return tree.nodes.map(toRaw);
}

function toRaw({ path, absolute, stats }: TreeNode): FoundEntry {
  const [kind] = isKind.find(([, is]) => is(stats)) ?? ['unknown'];
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
