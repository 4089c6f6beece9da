import { join } from 'node:path';
import { type HookStatus, type Inventory, unpinnedIssues } from '@hookmd/core/registry';
import { cleanLine } from '@hookmd/core/text';
import { NOTHING_GIVEN, proposeGrants } from '../approval/grants.ts';
import { behaviourRows } from '../approval/view.ts';
import type { FetchedPackage } from '../install/fetch-package.ts';
import { plannedHooks, planPackage } from '../install/plan.ts';
import type { Session } from '../install/staging.ts';

/** A hook of a package that is not installed; every text is safe for a terminal. */
export interface FoundHook {
  readonly name: string;
  readonly events: readonly string[];
  /** What its approval would show, and that of most hooks would not. */
  readonly approval: readonly string[];
}

/** What is in a package, from its files. */
export interface PackageContent {
  readonly version: string | null;
  readonly hooks: readonly FoundHook[];
  /** What its installation would warn about. */
  readonly warnings: readonly string[];
}

/** Reads a fetched package as an installation would; nothing that is installed counts. Throws as `planPackage`. */
export async function readContent(
  { context, seen, tempDir }: Session,
  fetched: FetchedPackage,
): Promise<PackageContent> {
  const hooksDir = join(tempDir, 'hooks');
  const scope = {
    source: 'user',
    hooksDir,
    lockPath: join(tempDir, 'hooks.lock'),
    stageDir: tempDir,
  } as const;
  const facts = { context, seen: { ...seen, statuses: [] }, scope, lock: { packages: {} } };
  const plan = await planPackage(facts, fetched);
  const issues = [...fetched.notices, ...plan.directories.flatMap((directory) => directory.issues)];
  return {
    version: plan.fetched.version,
    hooks: await Promise.all(
      plannedHooks(plan)
        .filter(({ status }) => status.record.manifest !== null)
        .map(({ status }) => describeFound(seen, status)),
    ),
    warnings: issues.map(({ message }) => cleanLine(message)),
  };
}

/** Rows that the approval of every hook may have. */
const USUAL = ['runs', 'is', 'on', 'when', 'may', 'isolated', 'fails'];

export async function describeFound(seen: Pick<Inventory, 'config'>, status: HookStatus): Promise<FoundHook> {
  const { record } = status;
  const agreement = { ...(await proposeGrants(seen, status, NOTHING_GIVEN)), displaced: [] };
  const rows = behaviourRows(status, agreement).filter(
    ([label = '', text = '']) => !USUAL.includes(label) && !text.startsWith('nothing'),
  );
  return {
    name: cleanLine(record.name),
    events: (record.manifest?.events ?? []).map(({ name }) => cleanLine(name)),
    approval: [
      ...rows.map(([label, text]) => `${label}: ${text}`),
      ...(record.manifest?.preApprove ? ['may: approve calls in advance'] : []),
      ...unpinnedIssues(record).map(({ message }) => `unpinned: ${cleanLine(message)}`),
    ],
  };
}
