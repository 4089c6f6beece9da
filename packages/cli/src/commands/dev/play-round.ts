import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Issue, isHookError } from '@hookmd/core/errors';
import { type HookStatus, isUsable, readInventory } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import { type Context, placesOf } from '../../command-line/context.ts';
import { findHook } from '../../hooks/find-hook.ts';
import { buildPackage } from '../build/build-package.ts';
import { readCases } from '../test/read-cases.ts';
import { type CaseResult, removeDirectory, runCases } from '../test/run-cases.ts';

/** The result of one round. */
export interface Played {
  /** Why no case was run: the manifest, the handler that cannot be built, the case files. */
  readonly issues: readonly Issue[];
  readonly results: readonly CaseResult[];
}

const JOBS = 2;

/**
 * Reads the package anew, builds its handler, and runs its cases as `hooks test` does. `dir` is a directory of this call alone:
 * the same in every round, so that a path in an output is no change.
 */
export async function playRound(context: Context, name: string, location: Location): Promise<Played> {
  try {
    return await play(context, name, location);
  } catch (error) {
    // While an author writes, a package comes and goes.
    if (!isHookError(error)) throw error;
    const { code, message, remedy } = error;
    return { issues: [{ code, severity: 'error', message, remedy }], results: [] };
  }
}

interface Location {
  readonly dir: string;
  readonly signal: AbortSignal;
}

async function play(context: Context, name: string, { dir, signal }: Location): Promise<Played> {
  const { statuses } = await readInventory(placesOf(context), context.environment);
  const { record } = findHook(statuses, name);
  if (!isUsable(record)) return { issues: record.issues, results: [] };
  const { issues: unbuilt } =
    record.manifest?.handler.mode === 'handler' ? await tryBuild(record) : { issues: [] };
  const { cases, issues } = await readCases(record);
  const wrong = [...unbuilt, ...issues];
  if (wrong.some(({ severity }) => severity === 'error')) return { issues: wrong, results: [] };
  const results: CaseResult[] = [];
  const directory = join(dir, 'round');
  mkdirSync(directory);
  try {
    await runCases([{ record, cases }], {
      dir: directory,
      environment: context.environment,
      jobs: JOBS,
      signal,
      report: (_, result) => results.push(result),
    });
  } finally {
    removeDirectory(directory);
  }
  return { issues: wrong, results };
}

/** A handler that was built before is run as it is. */
async function tryBuild(record: HookStatus['record']): Promise<Pick<Played, 'issues'>> {
  try {
    return await buildPackage({ ...record, word: quoteWord(record.qualifiedName) });
  } catch (error) {
    if (isHookError(error) && error.code.startsWith('BUILD_')) return { issues: [] };
    throw error;
  }
}
