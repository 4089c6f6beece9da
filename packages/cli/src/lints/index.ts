import type { Issue } from '@hookmd/core/errors';
import type { HookStatus } from '@hookmd/core/registry';
import { foreignEventLint, neverDispatchedLint } from './events.ts';
import { grantLint } from './grants.ts';
import type { Linted } from './lint.ts';
import { deadMatcherLint, deadPatternLint, foreignConditionLint } from './matchers.ts';
import { broadGuardLint, slowGateLint } from './practice.ts';
import { exitOneLint, foreignOutputLint } from './scripts.ts';

/** Mistakes that are no errors of the manifest: the hook runs, and does not do what its author thinks. */
const faults: readonly ((linted: Linted) => readonly Issue[] | Promise<readonly Issue[]>)[] = [
  neverDispatchedLint,
  foreignEventLint,
  deadMatcherLint,
  deadPatternLint,
  foreignConditionLint,
  foreignOutputLint,
  exitOneLint,
];

/** Nothing is wrong, and it could be better. Only checks without false alarms. */
const practices: readonly ((linted: Linted) => readonly Issue[])[] = [broadGuardLint, slowGateLint];

export async function lintPackage(status: HookStatus): Promise<readonly Issue[]> {
  if (lintedOf(status) === null) return [];
  return [...(await lintManifest(status)), ...(await grantLint(status))];
}

/** Without what was not granted: an approval prompts for that itself. */
export async function lintManifest(status: HookStatus): Promise<readonly Issue[]> {
  const linted = lintedOf(status);
  if (linted === null) return [];
  return (await Promise.all(faults.map((lint) => lint(linted)))).flat();
}

/** Null for built-in hooks, which have no author to inform, and for broken manifests. */
export function lintedOf({ record }: HookStatus): Linted | null {
  const { manifest } = record;
  return record.root.source === 'builtin' || manifest === null ? null : { record, manifest };
}

export function practiceHints({ record }: HookStatus): readonly Issue[] {
  const { manifest } = record;
  // Without a manifest there is nothing to write it into.
  if (record.root.kind === 'executables') return [];
  return manifest === null ? [] : practices.flatMap((lint) => lint({ record, manifest }));
}
