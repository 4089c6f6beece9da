import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetched, Found, SourceContext } from '../../packages/cli/src/install/sources/source.ts';
import { sourceOf } from '../../packages/cli/src/install/sources/sources.ts';
import type { Scratch } from './scratch.ts';

/** For whom packages are fetched in a test; `change` what differs. */
export function contextOf(scratch: Scratch, change: Partial<SourceContext> = {}): SourceContext {
  return {
    cwd: scratch.project,
    home: scratch.home,
    environment: { PATH: process.env.PATH },
    now: Date.now(),
    minReleaseAgeMs: 24 * 3_600_000,
    knownNames: [],
    timeoutMs: 15_000,
    ...change,
  };
}

export function resolveSpec(spec: string, context: SourceContext): Promise<Found> {
  return sourceOf(spec).resolve(spec, context);
}

/** Both steps, into a stage of its own. */
export async function fetchSpec(
  spec: string,
  scratch: Scratch,
  change: Partial<SourceContext> = {},
): Promise<Fetched> {
  const context = contextOf(scratch, change);
  const found = await resolveSpec(spec, context);
  return sourceOf(spec).fetch({ ...found }, newStage(scratch), context);
}

export function newStage(scratch: Scratch): string {
  mkdirSync(join(scratch.dir, 'stages'), { recursive: true });
  return mkdtempSync(join(scratch.dir, 'stages', 'stage-'));
}

/** What failed fetches left, in all stages of a test. */
export function leftInStages(scratch: Scratch): readonly string[] {
  const stages = join(scratch.dir, 'stages');
  return readdirSync(stages).flatMap((stage) => readdirSync(join(stages, stage)));
}
