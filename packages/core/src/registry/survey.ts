import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Config,
  type ConfigScope,
  type EffectiveConfig,
  mergeConfig,
  NO_CONFIG,
} from '../config/config.ts';
import type { Places } from '../discovery/places.ts';
import { MANIFEST_FILE } from '../discovery/scan.ts';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { type Approval, listApprovals } from '../trust/approval.ts';
import { storedPath } from '../trust/stored-path.ts';
import { type Listings, readEnablement } from './enablement.ts';
import { type PackageRecord, takeInventory } from './inventory.ts';
import { type HookStatus, judgeStatus } from './status.ts';

/** Everything that is true of these places now: packages with their states, settings, and all problems. */
export interface Survey {
  readonly places: Places;
  readonly config: EffectiveConfig;
  readonly statuses: readonly HookStatus[];
  /** Of roots, folders, configuration and records; those of a package stand in its record. */
  readonly issues: readonly Issue[];
}

/** Looks at everything, changes nothing but the index, runs nothing. */
export async function survey(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Survey> {
  const issues: Issue[] = [];
  const config = await readConfigs(places, issues);
  const inventory = await takeInventory(places);
  const listed = listApprovals(places.stateDir);
  issues.push(...inventory.issues, ...listed.issues);
  const vanished = listed.approvals.filter(
    (one) => belongsHere(one, places) && !inventory.records.some((record) => isApprovalOf(one, record)),
  );
  const records = [
    ...inventory.records,
    ...(await Promise.all(vanished.map((one) => vanishedRecord(one, places)))),
  ];
  const listings: Listings = new Map();
  const isShared = sharedNames(records);
  const statuses: HookStatus[] = [];
  for (const record of records) {
    const enablement = readEnablement(places.stateDir, record.qualifiedName, places.projectDir, listings);
    issues.push(...enablement.issues);
    const approval = listed.approvals.find((one) => isApprovalOf(one, record)) ?? null;
    statuses.push(
      await judgeStatus(record, {
        approval,
        callName: isShared.has(record.name) ? record.qualifiedName : record.name,
        isStored: isStored(approval, places),
        enabled: enablement.enabled,
        config,
        environment,
      }),
    );
  }
  return { places, config, statuses, issues };
}

/** Plain names that mean more than one package. */
function sharedNames(records: readonly PackageRecord[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name, shadowedBy } of records) {
    if (shadowedBy !== null) continue;
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
}

function isStored(approval: Approval | null, { stateDir }: Places): boolean {
  return approval !== null && existsSync(storedPath(join(stateDir, 'store'), approval.digest));
}

/** A record of a package whose folder is gone, read from its approved bytes. */
async function vanishedRecord(approval: Approval, places: Places): Promise<PackageRecord> {
  const { readPackageFolder } = await import('./read-package-folder.ts');
  const dir = join(approval.root, approval.folder);
  const reading = await readPackageFolder(
    storedPath(join(places.stateDir, 'store'), approval.digest),
    approval.folder,
  );
  return {
    ...reading,
    digest: null,
    root: { source: approval.source, dir: approval.root, realDir: approval.root },
    folder: approval.folder,
    dir,
    manifestPath: join(dir, MANIFEST_FILE),
    name: approval.qualifiedName.slice(approval.qualifiedName.indexOf('/') + 1),
    qualifiedName: approval.qualifiedName,
    shadowedBy: null,
    isVanished: true,
  };
}

function isApprovalOf(approval: Approval, record: PackageRecord): boolean {
  return (
    approval.qualifiedName === record.qualifiedName &&
    approval.folder === record.folder &&
    approval.root === record.root.realDir
  );
}

/** Approvals of other projects are none of our business here. */
function belongsHere(approval: Approval, places: Places): boolean {
  return approval.source !== 'project' || approval.root.startsWith(`${places.projectDir}/`);
}

/** The settings files, by what they may decide: managed, the user's, the project's. */
export function configPaths(places: Places): readonly [managed: string, user: string, project: string] {
  return [
    join(places.managedDir, 'config.yaml'),
    join(places.userDir, 'config.yaml'),
    join(places.projectDir, '.hookmd', 'config.yaml'),
  ];
}

async function readConfigs(places: Places, issues: Issue[]): Promise<EffectiveConfig> {
  const paths = configPaths(places);
  const [managed, user, project] = await Promise.all([
    readConfig(paths[0], 'managed', issues),
    readConfig(paths[1], 'user', issues),
    readConfig(paths[2], 'project', issues),
  ]);
  return mergeConfig(managed, user, project);
}

async function readConfig(path: string, scope: ConfigScope, issues: Issue[]): Promise<Config> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isMissing) issues.push(issue('CONFIG_UNREADABLE', { detail: describeError(error) }, { path }));
    return NO_CONFIG;
  }
  const { parseConfig } = await import('../config/parse.ts');
  const reading = parseConfig(bytes, { path, scope });
  issues.push(...reading.issues);
  return reading.config;
}
