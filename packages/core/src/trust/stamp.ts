import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { readTree, type TreeNode } from './package-tree.ts';

/**
 * A cheap fingerprint of a package folder: equal stamps = nothing was changed in between.
 *
 * Looks at names, types, modes, sizes, times and inodes, also of folders; reads no content. A folder
 * beyond the caps has a new stamp every time.
 */
export function stampPackage(dir: string): string {
  const tree = readTree(dir);
  const hash = createHash('sha256');
  const add = (path: Buffer, s: TreeNode['stats']): void => {
    hash.update(path).update(`\0${s.mode} ${s.size} ${s.mtimeNs} ${s.ino} ${s.ctimeNs}\0`);
  };
  try {
    add(Buffer.from('.'), statSync(dir, { bigint: true }));
  } catch (error) {
    hash.update(describeError(error));
  }
  for (const node of tree.nodes) add(node.path, node.stats);
  for (const { path, detail } of tree.unreadable) hash.update(path).update(`\0${detail}\0`);
  if (tree.excess !== null || tree.tooDeep.length > 0) hash.update(`${process.hrtime.bigint()}`);
  return hash.digest('hex');
}
