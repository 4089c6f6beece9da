import { statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { quickHash } from '../state/quick-hash.ts';
import { readTree, type TreeNode } from './package-tree.ts';

/**
 * A cheap fingerprint of a package folder: equal stamps = nothing was changed in between.
 *
 * Looks at names, types, modes, sizes, times and inodes, also of folders; reads no content. A folder
 * beyond the caps has a new stamp every time.
 */
export function stampPackage(dir: string): string {
  const tree = readTree(dir);
  const facts: string[] = [];
  // As Latin-1, so that names that are not UTF-8 stay different.
  const add = (path: Buffer, s: TreeNode['stats']): void => {
    facts.push(path.toString('latin1'), `${s.mode} ${s.size} ${s.mtimeNs} ${s.ino} ${s.ctimeNs}`);
  };
  try {
    add(Buffer.from('.'), statSync(dir, { bigint: true }));
  } catch (error) {
    facts.push(describeError(error));
  }
  for (const node of tree.nodes) add(node.path, node.stats);
  for (const { path, detail } of tree.unreadable) facts.push(path.toString('latin1'), detail);
  if (tree.excess !== null || tree.tooDeep.length > 0) facts.push(`${process.hrtime.bigint()}`);
  return quickHash(facts.join('\0'));
}
