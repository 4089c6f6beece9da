import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Issue, isHookError } from '@hookmd/core/errors';
import type { Decision, JsonObject } from '@hookmd/core/events';
import { type HookStatus, isUsable, readInventory } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import { type Context, placesOf } from '../../command-line/context.ts';
import { findHook } from '../../hooks/find-hook.ts';
import { buildPackage } from '../build/build-package.ts';
import type { Difference } from '../test/cases.ts';
import { compareValues } from '../test/compare.ts';
import { readCases } from '../test/read-cases.ts';
import { type CaseResult, runCases } from '../test/run-cases.ts';
import { removeDirectory } from '../test/test-bed.ts';

const JOBS = 2;

interface Played {
  /** Why no case was run: the manifest, the handler that cannot be built, the case files. */
  readonly issues: readonly Issue[];
  readonly results: readonly CaseResult[];
}

interface Location {
  readonly dir: string;
  readonly signal: AbortSignal;
}

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

async function play(context: Context, name: string, { dir, signal }: Location): Promise<Played> {
  const { statuses } = await readInventory(placesOf(context), context.environment);
  const { record } = findHook(statuses, name);
  if (!isUsable(record)) return { issues: record.issues, results: [] };
  const unbuilt = record.manifest?.handler.mode === 'handler' ? await tryBuild(record) : [];
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
async function tryBuild(record: HookStatus['record']): Promise<readonly Issue[]> {
  try {
    return (await buildPackage({ ...record, word: quoteWord(record.qualifiedName) })).issues;
  } catch (error) {
    if (isHookError(error) && error.code.startsWith('BUILD_')) return [];
    throw error;
  }
}

/** One case of a round, beside the same case of the round before. */
export interface ReplayedCase {
  readonly result: CaseResult;
  readonly ok: boolean;
  /** It was not there the last time. */
  readonly isNew: boolean;
  /** Results for the host that differ from the previous round: `expected` is the previous value. */
  readonly changes: readonly Difference[];
}

/** What a hook can do to an event, and what became of the hook; not what differs from run to run. */
const compared = [
  'decision',
  'reason',
  'input',
  'output',
  'context',
  'feedback',
  'followUps',
  'messages',
  'hints',
  'tools',
  'callback',
  'halt',
  'userMessages',
  'suppressOutput',
  'dropped',
] as const satisfies readonly (keyof Decision)[];

/** What is remembered of a round: what each case came to, by its file and name. */
export type Memory = ReadonlyMap<string, JsonObject>;

/** Every case with what changed since the last round, and what the next one is compared with. */
export async function compareRounds(
  results: readonly CaseResult[],
  before: Memory,
): Promise<{ readonly cases: readonly ReplayedCase[]; readonly memory: Memory }> {
  const memory = new Map(before);
  const cases: ReplayedCase[] = [];
  for (const result of results) {
    const key = `${result.case.location.path}\n${result.case.name}`;
    const [last, now] = [before.get(key), essenceOf(result)];
    const ok = result.problem === null && result.differences.length === 0;
    const keys = last === undefined ? [] : Object.keys({ ...last, ...now });
    const changes = await Promise.all(keys.map((name) => compareValues(name, last?.[name], now[name])));
    cases.push({ result, ok, isNew: last === undefined, changes: changes.flat() });
    memory.set(key, now);
  }
  return { cases, memory };
}

function essenceOf({ decision, run, problem }: CaseResult): JsonObject {
  if (decision === null) return { problem };
  const facts = Object.fromEntries(compared.map((key) => [key, decision[key]]));
  // Plain data, because it is compared as such.
  return JSON.parse(JSON.stringify({ ...facts, outcome: run?.outcome ?? null, cause: run?.cause ?? null }));
}
