import type { Decision, JsonObject } from '@hookmd/core/events';
import type { Difference } from '../test/cases.ts';
import { compareValues } from '../test/compare.ts';
import type { CaseResult } from '../test/run-cases.ts';

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
    const changes = last === undefined ? [] : await changesOf(last, now);
    cases.push({ result, ok, isNew: last === undefined, changes });
    memory.set(key, now);
  }
  return { cases, memory };
}

async function changesOf(before: JsonObject, now: JsonObject): Promise<readonly Difference[]> {
  const keys = Object.keys({ ...before, ...now });
  return (await Promise.all(keys.map((key) => compareValues(key, before[key], now[key])))).flat();
}

function essenceOf({ decision, run, problem }: CaseResult): JsonObject {
  if (decision === null) return { problem };
  const facts = Object.fromEntries(compared.map((key) => [key, decision[key]]));
  // Plain data, because it is compared as such.
  return JSON.parse(JSON.stringify({ ...facts, outcome: run?.outcome ?? null, cause: run?.cause ?? null }));
}
