import type { LoggedRun } from '../support/hook-log.ts';
import { schemaProblems } from '../support/json-schema.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';
import { isObject } from './compare.ts';
import { readJson } from './read-json.ts';
import { seedPayloadProblems } from './seed-payloads.ts';

let schemas: Promise<Readonly<Record<string, unknown>>> | undefined;

/**
 * Holds what handlers read to the schemas that `hooks events --schema` prints, in the languages of the seed systems to
 * the keys of their documents: every FIRE, every hook (E1, E14).
 */
export async function payloadProblems(runs: readonly LoggedRun[]): Promise<readonly string[]> {
  schemas ??= printedSchemas();
  const known = await schemas;
  return runs.flatMap(({ name, stdin }) => {
    if (stdin === null) return [];
    const payload = readJson(stdin);
    if (!isObject(payload)) return [`${name} read no JSON object: ${stdin.slice(0, 200)}`];
    const inSeedWords = seedPayloadProblems(payload);
    if (inSeedWords !== null) return inSeedWords.map((problem) => `payload of ${name}: ${problem}`);
    const schema = known[String(payload.hook_event_name)];
    if (schema === undefined) return [`${name} read a payload of no known event: ${stdin.slice(0, 200)}`];
    return schemaProblems(payload, schema).map((problem) => `payload of ${name}: ${problem}`);
  });
}

async function printedSchemas(): Promise<Readonly<Record<string, unknown>>> {
  const scratch = makeScratch();
  try {
    const { stdout } = await runHooks(scratch, ['events', '--schema']);
    return JSON.parse(stdout).$defs;
  } finally {
    scratch.remove();
  }
}
