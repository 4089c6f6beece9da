import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

/** Every case that the bundled packages carry, through `hooks test`. */

const repository = fileURLToPath(new URL('../..', import.meta.url));
const names = readdirSync(join(repository, 'hooks'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const scratch = makeScratch();
afterAll(() => scratch.remove());

function titlesOf(name: string): readonly string[] {
  const directory = join(repository, 'hooks', name, 'tests');
  const files = readdirSync(directory).filter((file) => file.endsWith('.json'));
  return files.sort().flatMap((file): readonly string[] => {
    const cases = JSON.parse(readFileSync(join(directory, file), 'utf8')) as readonly {
      readonly name: string;
    }[];
    return cases.map((item) => item.name);
  });
}

/** What `hooks test` says of every case, by package and name. */
async function testPackages(): Promise<ReadonlyMap<string, unknown>> {
  const { stdout } = await runHooks(scratch, ['test', ...names, '--json']);
  const lines = stdout.trimEnd().split('\n');
  const results = lines.map((line) => JSON.parse(line)).filter((item) => item.schema === 'hookmd.result/1');
  return new Map(
    results.map(({ hook, name, differences, problem }) => [`${hook} ${name}`, { differences, problem }]),
  );
}

let results: ReadonlyMap<string, unknown>;
beforeAll(async () => {
  results = await testPackages();
}, 300_000);

describe.each(names)('%s', (name) => {
  it.each(titlesOf(name))('%s', (title) => {
    expect(results.get(`bundled/${name} ${title}`)).toEqual({ differences: [], problem: null });
  });
});
