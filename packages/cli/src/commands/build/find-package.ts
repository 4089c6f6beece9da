import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { isJsonObject } from '@hookmd/core/events';
import { definitionKinds, type PackageReading, readInventory } from '@hookmd/core/registry';
import { readPlainFile } from '@hookmd/core/system';
import { decodeUtf8, quoteWord } from '@hookmd/core/text';
import { type Context, placesOf } from '../../command-line/context.ts';
import { findHook } from '../../hooks/find-hook.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** A package to build. */
export interface FoundPackage extends Pick<PackageReading, 'manifest' | 'issues' | 'files' | 'digest'> {
  readonly name: string;
  readonly dir: string;
  /** The name or path that the user wrote, quoted for a shell. */
  readonly word: string;
}

/**
 * Finds a package: a directory where the word is written like a path (`.`, `./guard`, `/…`), else a hook by its name, else the
 * directory of that name.
 *
 * Throws HOOK_NOT_FOUND, HOOK_AMBIGUOUS, HOOK_BUILTIN.
 */
export async function findPackage(context: Context, word: string): Promise<FoundPackage> {
  const path = resolve(context.cwd, word);
  if (/^(?:\.{1,2}(?:\/|$)|\/)/.test(word)) return readDirectory(path, word);
  const { statuses } = await readInventory(placesOf(context), context.environment);
  try {
    const { record } = findHook(statuses, word);
    return { ...record, word: quoteWord(word) };
  } catch (error) {
    if (!isThere(`${path}/HOOK.md`, 'isFile')) throw error;
    return readDirectory(path, word);
  }
}

async function readDirectory(path: string, word: string): Promise<FoundPackage> {
  if (!isThere(path)) {
    const suggestion = 'There is no such directory. ';
    throw new HookError('HOOK_NOT_FOUND', { name: word, suggestion });
  }
  const dir = realpathSync(path);
  const root = { kind: 'packages', source: 'user', dir: dirname(dir), realDir: dirname(dir) } as const;
  const definition = definitionKinds.packages.locate(root, basename(dir));
  const reading = await (await definitionKinds.packages.load()).read({ ...definition, dir });
  return { ...reading, name: reading.partial.name, dir, word: quoteWord(word) };
}

function isThere(path: string, kind: 'isFile' | 'isDirectory' = 'isDirectory'): boolean {
  return statSync(path, { throwIfNoEntry: false })?.[kind]() ?? false;
}

/**
 * The npm project around a package: the nearest directory above with a package.json, or its workspace, which has the
 * libraries. Null = there is none.
 */
export function findProject(packageDir: string): string | null {
  const above = directoriesAbove(packageDir);
  const nearest = above.findIndex((dir) => existsSync(join(dir, 'package.json')));
  if (nearest < 0) return null;
  return above.slice(nearest).find(isWorkspace) ?? above[nearest] ?? null;
}

function directoriesAbove(dir: string): readonly string[] {
  const parent = dirname(dir);
  return parent === dir ? [] : [parent, ...directoriesAbove(parent)];
}

function isWorkspace(dir: string): boolean {
  if (existsSync(join(dir, 'pnpm-workspace.yaml'))) return true;
  try {
    const value: unknown = JSON.parse(
      decodeUtf8(readPlainFile(join(dir, 'package.json'), MAX_FILE_BYTES)) ?? '',
    );
    return isJsonObject(value) && 'workspaces' in value;
  } catch {
    return false; // no package.json, or an unreadable one
  }
}
