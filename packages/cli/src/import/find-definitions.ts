import { type Stats, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Root } from '@hookmd/core/internal/discovery/roots';
import type { Definition } from '@hookmd/core/internal/discovery/scan';
import { type Issue, isAboutNoHook } from '@hookmd/core/internal/errors/issue';
import type { RootKind, Source } from '@hookmd/core/internal/protocol/source';
import { definitionKinds } from '@hookmd/core/internal/registry/definition-kinds';

export interface FoundDefinitions {
  readonly definitions: readonly Definition[];
  /** Why there is none, or not all can be seen. */
  readonly issues: readonly Issue[];
}

/** What hooks there are at a path: an executable, a package folder, or a folder of such. Null = nothing is there. */
export function findDefinitions(path: string, source: Source): FoundDefinitions | null {
  const stats = statsOf(path);
  if (stats === null) return null;
  const inside = (kind: RootKind, dir: string): Root => ({ kind, source, dir, realDir: dir });
  const scan = (kind: RootKind, dir: string): FoundDefinitions =>
    definitionKinds[kind].scan(inside(kind, dir));
  if (!stats.isDirectory()) {
    const { definitions, issues } = scan('executables', dirname(path));
    return {
      definitions: definitions.filter((one) => one.path === path),
      issues: issues.filter((one) => one.path === path),
    };
  }
  const beside = scan('packages', dirname(path)).definitions.filter((one) => one.path === path);
  if (beside.length > 0) return { definitions: beside, issues: [] };
  const [executables, packages] = [scan('executables', path), scan('packages', path)];
  return {
    definitions: [...executables.definitions, ...packages.definitions],
    // What else a folder holds is nobody's mistake.
    issues: executables.issues.filter((one) => !isAboutNoHook(one)),
  };
}

/** The path as its folder has it; what a link leads to is asked of whoever reads it. */
export function wholePath(path: string, cwd: string): string {
  const whole = resolve(cwd, path);
  return basename(whole) === '' ? '/' : whole;
}

function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
