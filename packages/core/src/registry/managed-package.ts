import { join } from 'node:path';
import type { Definition } from '../discovery/scan.ts';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { whyNotRoots } from '../state/whose.ts';
import { showPath } from '../trust/approvable.ts';
import { type PackageTree, readTree, type TreeNode } from '../trust/package-tree.ts';
import type { PackageReading } from './package-reading.ts';

const CODE = 'MANAGED_NOT_TRUSTED';

/** What the administrator put there runs unasked and where it stands: nobody but root may be able to change it. Looks at names and metadata only. */
export function managedIssues({ root, dir, path }: Definition): readonly Issue[] {
  if (root.source !== 'managed' || root.kind !== 'packages') return [];
  const detail = whyNotManagedPackage(dir);
  return detail === null ? [] : [issue(CODE, { detail }, { path })];
}

/** What keeps it from being run; null = nothing. */
export function distrustOf({ issues }: Pick<PackageReading, 'issues'>): string | null {
  return issues.find(({ code }) => code === CODE)?.message ?? null;
}

/** Who else could write what runs; null = only root can. What cannot be looked at may be anybody's. */
function whyNotManagedPackage(dir: string): string | null {
  try {
    const distrust = whyNotRoots([dir]);
    if (distrust !== null) return distrust;
    const tree = readTree(dir);
    for (const node of tree.nodes) {
      const other = whyNotOnlyRoots(node, join(dir, showPath(node.path)));
      if (other !== null) return other;
    }
    return whyNotWhole(dir, tree);
  } catch (error) {
    return describeError(error);
  }
}

function whyNotOnlyRoots({ stats, absolute }: TreeNode, shown: string): string | null {
  // Who can write what it leads to decides; the link itself only whoever can write its folder.
  if (stats.isSymbolicLink()) return whyNotRoots([absolute.toString('utf8')]);
  if (stats.uid !== 0n) return `${shown} does not belong to root`;
  return (stats.mode & 0o022n) === 0n ? null : `${shown} can be written by others`;
}

function whyNotWhole(dir: string, { excess, unreadable, tooDeep }: PackageTree): string | null {
  if (excess !== null) return `${dir} has ${excess}`;
  const path = unreadable[0]?.path ?? tooDeep[0];
  return path === undefined ? null : `what is in ${join(dir, showPath(path))} cannot be looked at`;
}
