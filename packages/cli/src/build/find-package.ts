import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { definitionKinds, type PackageReading, survey } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import { type Context, placesOf } from '../command-line/context.ts';
import { findHook } from '../hooks/find-hook.ts';

/** A package to be built, by its name or by its folder. */
export interface FoundPackage extends Pick<PackageReading, 'manifest' | 'issues' | 'files' | 'digest'> {
  readonly name: string;
  readonly dir: string;
  /** What a person writes in a shell to mean it. */
  readonly word: string;
}

/**
 * The package that a person means: a folder where the word is written like one (`.`, `./guard`, `/…`), else a hook by its
 * name, and where there is none of that name, the folder of that name.
 *
 * Throws HOOK_NOT_FOUND, HOOK_AMBIGUOUS, HOOK_BUILTIN.
 */
export async function findPackage(context: Context, word: string): Promise<FoundPackage> {
  const path = resolve(context.cwd, word);
  if (/^(?:\.{1,2}(?:\/|$)|\/)/.test(word)) return readDirectory(path, word);
  const { statuses } = await survey(placesOf(context), context.environment);
  try {
    const { record } = findHook(statuses, word);
    return { ...record, word: quoteWord(word) };
  } catch (error) {
    if (!isFolder(`${path}/HOOK.md`, 'isFile')) throw error;
    return readDirectory(path, word);
  }
}

async function readDirectory(path: string, word: string): Promise<FoundPackage> {
  if (!isFolder(path)) {
    const suggestion = 'There is no such folder. ';
    throw new HookError('HOOK_NOT_FOUND', { name: word, suggestion });
  }
  const dir = realpathSync(path);
  const root = { kind: 'packages', source: 'user', dir: dirname(dir), realDir: dirname(dir) } as const;
  const one = definitionKinds.packages.locate(root, basename(dir));
  const reading = await (await definitionKinds.packages.load()).read({ ...one, dir });
  return { ...reading, name: reading.partial.name, dir, word: quoteWord(word) };
}

function isFolder(path: string, kind: 'isFile' | 'isDirectory' = 'isDirectory'): boolean {
  return statSync(path, { throwIfNoEntry: false })?.[kind]() ?? false;
}
