import { liesInside } from '../trust/link.ts';
import { OWN_GIT, stampPackage } from '../trust/package-tree.ts';
import type { HookIndex, LinkedDirectory } from './hook-index/hook-index.ts';

/** Whether every linked directory is as it was when the part was compiled. Compares times and sizes; reads nothing. */
export function areAsCompiled(links: readonly LinkedDirectory[]): boolean {
  return links.every(({ dir, stamp }) => stamp !== null && stampPackage(dir, OWN_GIT) === stamp);
}

/**
 * The set without what is linked to a directory of this project: an agent that works in it could change its own guards. The
 * compiled file applies in every project, so each project filters it.
 */
export function withoutProjects(
  set: HookIndex,
  links: readonly LinkedDirectory[],
  projectDir: string,
): HookIndex {
  const inside = new Set(links.map(({ dir }) => dir).filter((dir) => liesInside(dir, projectDir)));
  if (inside.size === 0) return set;
  const left = set.hooks.filter(({ packageDir }) => inside.has(packageDir));
  return {
    ...set,
    hooks: set.hooks.filter((hook) => !left.includes(hook)),
    inactive: [
      ...set.inactive,
      ...left.map(({ name, qualifiedName, source, mode, events }) => ({
        ...{ name, qualifiedName, source, mode },
        events: events.map(({ event }) => event),
        cause: 'UNAPPROVED' as const,
        reason: 'it is linked to a directory of this project',
      })),
    ],
  };
}
