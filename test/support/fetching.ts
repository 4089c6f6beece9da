import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  DEFAULT_RELEASE_AGE_MS,
  type Fetched,
  type Found,
  type Resolved,
  type SourceContext,
} from '../../packages/cli/src/install/sources/source.ts';
import { fetchFrom, resolveFrom } from '../../packages/cli/src/install/sources/sources.ts';
import type { Scratch } from './scratch.ts';

/** For whom packages are fetched in a test; `change` what differs. */
export function contextOf(scratch: Scratch, change: Partial<SourceContext> = {}): SourceContext {
  mkdirSync(join(scratch.dir, 'sources'), { recursive: true });
  return {
    cwd: scratch.project,
    home: scratch.home,
    environment: { PATH: process.env.PATH },
    now: Date.now(),
    minReleaseAgeMs: DEFAULT_RELEASE_AGE_MS,
    admit: () => {},
    knownNames: [],
    timeoutMs: 15_000,
    tempDir: join(scratch.dir, 'sources'),
    ...change,
  };
}

export function resolveSpec(spec: string, context: SourceContext): Promise<Found> {
  return resolveFrom(spec, context);
}

/** Both steps, into a stage of its own. */
export async function fetchSpec(
  spec: string,
  scratch: Scratch,
  change: Partial<SourceContext> = {},
): Promise<Fetched> {
  const found = await resolveSpec(spec, contextOf(scratch, change));
  return fetchFound(found, scratch, change);
}

/** The second step, into a stage of its own, which a failure must leave empty. */
export async function fetchFound(
  found: Resolved,
  scratch: Scratch,
  change: Partial<SourceContext> = {},
): Promise<Fetched> {
  mkdirSync(join(scratch.dir, 'stages'), { recursive: true });
  const stage = mkdtempSync(join(scratch.dir, 'stages', 'stage-'));
  let isFetched = false;
  try {
    const fetched = await fetchFrom(found, stage, contextOf(scratch, change));
    isFetched = true;
    return fetched;
  } finally {
    expect(readdirSync(stage)).toEqual(isFetched ? ['package'] : []);
  }
}
