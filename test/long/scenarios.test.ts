import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatScenario } from '../support/format-scenario.ts';
import { hasTerminals, playScenario } from '../support/play-scenario.ts';
import { parseScenario, type Scenario, type Surroundings } from '../support/scenario.ts';

const folder = join(import.meta.dirname, '..', 'scenarios');
const scenarios = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => {
    const path = join(folder, name);
    return { path, scenario: parseScenario(readFileSync(path, 'utf8')) };
  });

/** Tools of `needs:`, and whether they work here. */
const isThere: Readonly<Record<string, () => boolean>> = {
  cc: () => spawnSync('cc', ['--version']).status === 0,
  unshare: () => spawnSync('unshare', ['-rm', 'true']).status === 0,
};

describe('scenario', () => {
  it.skipIf(!hasTerminals)('has the terminals that scenarios ask for', () => {
    expect(hasTerminals).toBe(true);
  });

  for (const { path, scenario } of scenarios) {
    it.concurrent(scenario.title, async ({ expect, skip }) => {
      if (scenario.needs !== null && !isThere[scenario.needs]?.())
        skip(`${scenario.needs} is missing, or not permitted`);
      await expect(formatScenario(await play(scenario))).toMatchFileSnapshot(path);
    });
  }
});

/** The scenario with what its commands show now; surroundings that cannot be had here keep what the file says. */
async function play(scenario: Scenario): Promise<Scenario> {
  const played = new Map<string, readonly string[]>();
  for (const surroundings of scenario.surroundings.filter(canBeHad))
    played.set(surroundings.name, await playScenario(scenario, surroundings));
  const steps = scenario.steps.map((step, index) => {
    const now = [...played].map(([name, shown]) => [name, shown[index] ?? ''] as const);
    return { ...step, shows: new Map([...step.shows, ...now]) };
  });
  return { ...scenario, steps };
}

function canBeHad({ columns }: Surroundings): boolean {
  return columns === null || hasTerminals;
}
