import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { changeState } from '@hookmd/core/hook-index';
import { removeAbandonedLock } from '@hookmd/core/system';
import { counted } from '@hookmd/core/text';

import { collectCopies, removeLeftover } from '../../gc/collect-garbage.ts';
import { listLeftovers } from '../../install/check-installed.ts';
import { describeSize } from '../../ui/describe-size.ts';
import type { Facts, Finding } from './check.ts';

interface Fix {
  /** Returns what it did, a sentence each; none = there was nothing left to do. */
  readonly apply: (facts: Facts, finding: Finding) => readonly string[] | Promise<readonly string[]>;
  /** One call is for every finding of this fix. */
  readonly isForAll?: true;
}

const launcher: Fix = { apply: rebuildLauncher, isForAll: true };
const index: Fix = { apply: compileIndex, isForAll: true };

/**
 * What `--fix` does, in this order, by the code of the finding. It rebuilds or removes only what HookMD wrote and can write again:
 * approvals, enablements, settings of agents, packages and processes need a decision of the user.
 */
const fixes: Readonly<Record<string, Fix>> = {
  LEFT_LOCK: { apply: removeLock },
  INSTALL_LEFT: { apply: removeUnfinished, isForAll: true },
  LAUNCHER_CANNOT_START: launcher,
  LAUNCHER_MISSING: launcher,
  LAUNCHER_STALE: launcher,
  HOOK_INDEX_OUTDATED: index,
  HOOK_INDEX_DIFFERS: index,
  LEFT_FILE: { apply: removeFile },
  LEFT_COPIES: { apply: removeCopies, isForAll: true },
};

/** How long a fix waits for another command that holds the lock of the state. */
const LOCK_WAIT_MS = 3_000;

/** What one fix did, or why it failed. */
export interface Applied {
  /** Of the finding. */
  readonly code: string;
  readonly message: string;
  readonly isFixed: boolean;
}

export function countFixable(findings: readonly Finding[]): number {
  return findings.filter(({ code }) => Object.hasOwn(fixes, code)).length;
}

/** Applies the fixes one after the other; one that fails does not stop the next. */
export async function applyFixes(findings: readonly Finding[], facts: Facts): Promise<readonly Applied[]> {
  const applied: Applied[] = [];
  const finished = new Set<Fix>();
  for (const [code, fix] of Object.entries(fixes)) {
    for (const finding of findings) {
      if (finding.code !== code || finished.has(fix)) continue;
      if (fix.isForAll) finished.add(fix);
      applied.push(...(await applyFix(fix, finding, facts)));
    }
  }
  return applied;
}

async function applyFix({ apply }: Fix, finding: Finding, facts: Facts): Promise<readonly Applied[]> {
  const { code } = finding;
  try {
    const done = await apply(facts, finding);
    return done.map((message) => ({ code, message, isFixed: true }));
  } catch (error) {
    const message = isHookError(error) ? error.message : describeError(error);
    return [{ code, message, isFixed: false }];
  }
}

/** Safe against a process that takes the lock at the same time. */
function removeLock(_: Facts, { path = '' }: Finding): readonly string[] {
  return removeAbandonedLock(path) ? [`Removed the lock ${path}, which a killed command left.`] : [];
}

/** As the next command would. */
async function removeUnfinished({ inventory, environment }: Facts): Promise<readonly string[]> {
  const { places } = inventory;
  const { removeLeftoversLocked } = await import('../../install/staging.ts');
  let found: readonly string[] = [];
  const remove = async (): Promise<void> => {
    found = listLeftovers(places);
    removeLeftoversLocked(places);
  };
  await changeState(places, environment, remove, { waitMs: LOCK_WAIT_MS });
  const removed = found.filter((path) => !existsSync(path));
  const [left] = found;
  if (left !== undefined && removed.length === 0) {
    const parameters = { path: dirname(left), detail: `${left} cannot be removed` };
    throw new HookError('INSTALL_NOT_WRITABLE', parameters, { exitCode: 1 });
  }
  return removed.map((path) => `Put back or removed what a killed command left in ${path}.`);
}

async function rebuildLauncher({ attach, environment }: Facts): Promise<readonly string[]> {
  const { buildLauncher } = await import('../../launcher/build-launcher.ts');
  const { path } = await buildLauncher(attach, environment['PATH']);
  return [`Rebuilt the launcher ${path}.`];
}

async function compileIndex({ inventory, environment }: Facts): Promise<readonly string[]> {
  await changeState(inventory.places, environment, async () => {}, { waitMs: LOCK_WAIT_MS });
  return ['Compiled the hook index again.'];
}

function removeFile(_: Facts, { path = '' }: Finding): readonly string[] {
  return removeLeftover(path) ? [`Removed ${path}, which a killed process left.`] : [];
}

function removeCopies({ inventory, now }: Facts): readonly string[] {
  const { cleared } = collectCopies(inventory.places.stateDir, { dryRun: false, now: now.getTime() });
  const size = describeSize(cleared.reduce((sum, { bytes }) => sum + bytes, 0));
  const copies = counted(cleared.length, 'unused copy');
  return cleared.length === 0 ? [] : [`Removed ${copies} (${size}) from the store.`];
}
