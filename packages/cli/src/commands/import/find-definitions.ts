import { type Stats, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Issue, isAboutNoHook, issue } from '@hookmd/core/errors';
import type { RootKind } from '@hookmd/core/events';
import { type Definition, entriesRoot, isPlugin } from '@hookmd/core/manifest';
import { definitionKinds } from '@hookmd/core/registry';
import type { Places } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';

export interface FoundDefinitions {
  readonly definitions: readonly Definition[];
  /** Why there is none, or not all can be seen. */
  readonly issues: readonly Issue[];
}

/** The hooks of a plugin; a repository of GitHub has others for itself. */
const HOOKS_OF_PLUGIN = /(?<!\/\.github)\/hooks\/hooks\.json$/;
/** A plugin of OpenCode; with an exec bit, a program. */
const IS_MODULE = /\.[jt]s$/;
/** Files that hold settings entries: settings in Claude's shape, a config.yaml, the front matter of a skill. */
const HOLDS_ENTRIES = /\.(json|ya?ml|md)$/;

/**
 * The hooks at a path: an executable, a file of settings entries, a package directory, or a directory of these. Null = nothing
 * exists there.
 */
export async function findDefinitions(
  path: string,
  source: 'project' | 'user',
  places: Places,
): Promise<FoundDefinitions | null> {
  const stats = statsOf(path);
  if (stats === null) return null;
  if (stats.isFile() && IS_MODULE.test(path) && (stats.mode & 0o111) === 0)
    return { definitions: [], issues: [issue('IMPORT_PLUGIN', { path: quoteWord(path) }, { path })] };
  const plugin = [path, ...(HOOKS_OF_PLUGIN.test(path) ? [dirname(dirname(path))] : [])].find(isPlugin);
  if (plugin !== undefined)
    return { definitions: [], issues: [issue('IMPORT_PLUGIN', { path: quoteWord(plugin) }, { path })] };
  const scan = async (kind: RootKind, dir: string): Promise<FoundDefinitions> =>
    definitionKinds[kind].scan({ kind, source, dir, realDir: dir });
  if (stats.isDirectory()) return inDirectory(path, scan);
  // Some file systems give every file the exec bit.
  if (HOLDS_ENTRIES.test(path))
    return definitionKinds.entries.scan({
      ...entriesRoot(source, path, places),
      realDir: path,
      copiesNeighbors: true,
    });
  const { definitions, issues } = await scan('executables', dirname(path));
  return {
    definitions: definitions.filter((definition) => definition.path === path),
    issues: issues.filter((found) => found.path === path),
  };
}

async function inDirectory(
  path: string,
  scan: (kind: RootKind, dir: string) => Promise<FoundDefinitions>,
): Promise<FoundDefinitions> {
  const beside = (await scan('packages', dirname(path))).definitions.filter(
    (definition) => definition.path === path,
  );
  if (beside.length > 0) return { definitions: beside, issues: [] };
  const [executables, packages] = [await scan('executables', path), await scan('packages', path)];
  return {
    definitions: [...executables.definitions, ...packages.definitions],
    // Other files in a directory are no mistake.
    issues: executables.issues.filter((found) => !isAboutNoHook(found)),
  };
}

/** The path as its directory has it; the reader follows links. */
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
