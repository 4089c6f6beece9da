import { posix } from 'node:path';
import { isPluginFile } from '@hookmd/core/trust';
import { followNames, MARKETPLACE_FILE } from './follow-names.ts';
import { rejectProblems } from './package-problem.ts';
import { addTo } from './path-index.ts';
import { type FoundEntry, findExcess, innerPath, type Tree } from './validate-entries.ts';

/** A file or directory at the top of a plugin, of which files were left out. */
export interface LeftOut {
  readonly path: string;
  /** How many were left out, of all that it has. */
  readonly files: number;
  readonly of: number;
  /** Null = not known, because they were not fetched. */
  readonly bytes: number | null;
}

export interface Selection {
  /** Loaded, and not validated. */
  readonly tree: Tree;
  /** The most files first. */
  readonly leftOut: readonly LeftOut[];
}

/** A plugin with less is selected whole. */
const LARGE_FILES = 1_000;
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * The files of a package that are installed, loaded: all of them, except of a large plugin, of which its hooks need a part.
 * Throws PACKAGE_TOO_LARGE. Source: docs/decisions/0069.
 */
export async function selectFiles(tree: Tree): Promise<Selection> {
  const { entries } = tree;
  if (isPlugin(tree) && (await isLarge(tree))) {
    const selected = await followNames(tree);
    return { tree: { ...tree, entries: selected }, leftOut: summarize(tree, new Set(selected)) };
  }
  rejectProblems(findExcess(entries));
  await tree.load?.(entries);
  return { tree, leftOut: [] };
}

/** Whether it may have hooks of an agent or is a marketplace of plugins, and has no package of HookMD's, whose handlers may read anything beside them. */
function isPlugin({ entries, outer }: Tree): boolean {
  const paths = entries.map((entry) => innerPath(entry, outer));
  const isFound = paths.some((path) => isPluginFile(path) || path === MARKETPLACE_FILE);
  return isFound && !paths.some((path) => posix.basename(path) === 'HOOK.md');
}

async function isLarge({ entries, measure }: Tree): Promise<boolean> {
  if (entries.filter(({ kind }) => kind !== 'directory').length > LARGE_FILES) return true;
  await measure?.(entries);
  return entries.reduce((sum, { size }) => sum + (size ?? 0), 0) > LARGE_BYTES;
}

/** By what is at the top of the plugin. */
function summarize({ entries, outer }: Tree, selected: ReadonlySet<FoundEntry>): readonly LeftOut[] {
  const byTop = new Map<string, FoundEntry[]>();
  for (const entry of entries.filter(({ kind }) => kind !== 'directory'))
    addTo(byTop, innerPath(entry, outer).replace(/\/.*$/s, ''), entry);
  return [...byTop]
    .map(([path, all]): LeftOut => {
      const out = all.filter((entry) => !selected.has(entry));
      const isKnown = out.every(({ size }) => size !== null);
      const bytes = isKnown ? out.reduce((sum, { size }) => sum + (size ?? 0), 0) : null;
      return { path, files: out.length, of: all.length, bytes };
    })
    .filter(({ files }) => files > 0)
    .sort((a, b) => b.files - a.files || (a.path < b.path ? -1 : 1));
}
