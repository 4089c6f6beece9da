import { join } from 'node:path';
import type { EffectiveConfig } from '../../config/config.ts';
import { packageSettings } from '../../config/package-options.ts';
import type { Places } from '../../discovery/places.ts';
import { checkEligibility, type Requirement } from '../../eligibility/check.ts';
import { hasErrors, type Issue, issue } from '../../errors/issue.ts';
import type { JsonObject } from '../../events/json.ts';
import { quoteWord } from '../../events/text.ts';
import type { Argv } from '../../launch/launch.ts';
import { writeFileAtomic } from '../../state/files.ts';
import { grantsOf } from '../../trust/approval.ts';
import { readPackage } from '../../trust/digest.ts';
import { listLinks } from '../../trust/link.ts';
import { OWN_GIT, stampPackage } from '../../trust/package-tree.ts';
import { storedPath } from '../../trust/store.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import { buildLaunch } from '../build-launch.ts';
import { describeProblems, type HandlerBuilder, prepareHandler } from '../built-handler.ts';
import { definitionKinds } from '../inventory/definition-kinds.ts';
import { type HookStatus, isDropped, optionsOf } from '../inventory/evaluate-status.ts';
import { distrustOf, type PackageReading } from '../inventory/package-reading.ts';
import { settingsSource } from '../inventory/policy-hold.ts';
import type { Trust } from '../inventory/settle-names.ts';
import type { Inventory } from '../inventory/survey.ts';
import { type Compiled, compilePackage, type LostPackage, type RunnablePackage } from './compile-hook.ts';
import { inventoryFingerprint, isAnybodys, type PartName, partOf, unreadSettings } from './fingerprint.ts';
import { type ActivePart, HOOK_INDEX_SCHEMA, type LinkedDirectory } from './hook-index.ts';
import { compareHooks, missingDemands, partPaths, readPart } from './index-file.ts';
import { writeMustAgree } from './must-agree.ts';

/** The parts of the hook index, by where their hooks come from. */
export interface Parts {
  readonly user: ActivePart;
  readonly project: ActivePart;
  /** Of `--root` directories; never written. */
  readonly session: ActivePart;
}

const NOTHING_OF_A_PROJECT = { allowModify: null, grantedModify: null, tightened: {}, demands: [] } as const;

/** Compiles all packages of an inventory. `issues` gets the problems of the store. */
export async function compileParts(
  inventory: Inventory,
  trust: Trust,
  issues: Issue[],
  build: HandlerBuilder | null = null,
): Promise<Parts> {
  const { places, config, policy } = inventory;
  const compiled: { name: string; part: PartName; tightened: JsonObject; result: Compiled }[] = [];
  for (const status of [...inventory.builtins, ...inventory.statuses.filter(isAnybodys)]) {
    if (isForUnknownEvent(status)) continue;
    const copy =
      builtinCopy(status) ??
      (trust === 'all'
        ? await workingCopy(places, status, build)
        : await approvedCopy(places, status, issues, build));
    const isRunnable = copy !== null && !('before' in copy);
    const options = isRunnable ? await readOptions(copy.manifest, status, config) : null;
    const runnable = isRunnable ? { ...copy, options } : copy;
    const { qualifiedName, root } = status.record;
    compiled.push({
      name: qualifiedName,
      part: partOf(root.source),
      tightened: options?.tightened ?? {},
      result: compilePackage(status, runnable, config, policy),
    });
  }
  const links = linkedDirectories(inventory, build);
  const part = (
    name: PartName,
    extra: Pick<ActivePart, 'settings' | 'allowModify' | 'grantedModify' | 'tightened' | 'demands'>,
  ): ActivePart => {
    const unread = unreadSettings(inventory, name);
    const mine = compiled.flatMap(({ part: owner, result }) => (owner === name ? [result] : []));
    return {
      schema: HOOK_INDEX_SCHEMA,
      version: HOOKMD_VERSION,
      inputs: inventoryFingerprint(inventory, name),
      policyStamp: policy.stamp,
      hooks: mine.flatMap((item) => ('hook' in item ? [item.hook] : [])).sort(compareHooks),
      inactive: mine.flatMap((entry) => ('inactive' in entry ? [entry.inactive] : [])),
      ...(name === 'user' && links.length > 0 ? { links } : {}),
      ...(unread.length > 0 ? { unread } : {}),
      ...extra,
    };
  };
  const { enabled, concurrency, maxTimeoutMs, maxFollowUps, onInternalError, onWorkaround, eventLog } =
    config;
  const { managedOnly, allow, privateNetworks } = policy.policy;
  const settings = {
    enabled,
    managedOnly,
    allow,
    privateNetworks,
    concurrency,
    maxTimeoutMs,
    maxFollowUps,
    onInternalError,
    onWorkaround,
    eventLog,
  };
  const { allowModify, grantedModify } = config;
  const tightened = Object.fromEntries(
    compiled
      .filter((hook) => Object.keys(hook.tightened).length > 0)
      .map((hook) => [hook.name, hook.tightened]),
  );
  const { demands } = inventory;
  return {
    user: part('user', { settings, ...NOTHING_OF_A_PROJECT }),
    project: part('project', { settings: null, allowModify, grantedModify, tightened, demands }),
    session: part('session', { settings: null, ...NOTHING_OF_A_PROJECT }),
  };
}

/** A hook of a plugin for an event that no agent has here: reported when it is installed, not at each event. */
function isForUnknownEvent({ record }: HookStatus): boolean {
  return record.plugin !== undefined && record.issues.some(({ code }) => code === 'MANIFEST_UNKNOWN_EVENT');
}

/** Writes both index files. Throws STATE_NOT_WRITABLE. The caller holds the lock. */
export function writeParts(places: Places, parts: Parts): void {
  const paths = partPaths(places.stateDir, places.projectDir);
  writeFileAtomic(paths.user, JSON.stringify(parts.user));
  writeFileAtomic(paths.project, JSON.stringify(parts.project));
  writeMustAgree(paths.user, parts.user, null);
  const { settings, hooks, demands } = parts.project;
  // All demands, also met ones: where HookMD cannot run, no required hook runs.
  const required = missingDemands(demands, []);
  writeMustAgree(paths.project, { settings, hooks: [...hooks, ...required] }, places.projectDir);
}

/** The version that would run, without its options. */
type Copy = Omit<RunnablePackage, 'options'>;

function readOptions(
  manifest: Copy['manifest'],
  status: HookStatus,
  config: EffectiveConfig,
): Promise<RunnablePackage['options']> {
  const { name } = status.record;
  return optionsOf(name, manifest, packageSettings(config, settingsSource(status), name));
}

/** All linked directories, also invalid ones: a change compiles the index again. No stamp where the handler is not built yet. */
function linkedDirectories(
  { places, statuses }: Inventory,
  build: HandlerBuilder | null,
): readonly LinkedDirectory[] {
  return listLinks(places.stateDir).map(({ target: dir }) => {
    // Stamped before it is read: a later edit has another stamp.
    const stamp = stampPackage(dir, OWN_GIT);
    const status = statuses.find((statuse) => statuse.linkedTo === dir);
    const isBuilt = build !== null || status?.record.manifest?.handler.mode !== 'handler';
    const isSame = (): boolean => readPackage(dir, OWN_GIT).digest === status?.record.digest;
    const isWhole = isBuilt && (status === undefined || isSame());
    return { dir, stamp: isWhole ? stamp : null };
  });
}

async function approvedCopy(
  places: Places,
  status: HookStatus,
  issues: Issue[],
  build: HandlerBuilder | null,
): Promise<Copy | LostPackage | null> {
  if (status.record.root.source === 'managed') return workingCopy(places, status, null);
  // A linked directory with errors does not run.
  if (status.linkedTo !== null)
    return hasErrors(status.record.issues) ? null : workingCopy(places, status, build);
  const { approval } = status;
  if (approval === null) return null;
  if (isDropped(status.record)) return { cause: 'VANISHED', reason: 'its directory is gone', before: null };
  const storeRoot = join(places.stateDir, 'store');
  const dir = storedPath(storeRoot, approval.digest);
  const reader = await definitionKinds[approval.kind ?? 'packages'].load();
  const reading = await reader.readStored(dir, { ...approval, plugin: status.record.plugin });
  const builtDir = approval.built === undefined ? null : storedPath(storeRoot, approval.built);
  const isBuiltIntact = builtDir === null || readPackage(builtDir).digest === approval.built;
  if (reading.digest !== approval.digest || reading.manifest === null || !isBuiltIntact) {
    const path = isBuiltIntact ? dir : (builtDir ?? dir);
    issues.push(issue('STORE_DAMAGED', { name: status.record.qualifiedName }, { path }));
    return lostCopy(status, approval.digest, dir) ?? lostPackage(places, status, approval.digest);
  }
  // A program that was missing at the approval is searched again each time.
  const built =
    approval.argv === null ? launchOf(reading, dir) : { argv: approval.argv as Argv, notRunnable: null };
  const { manifest } = reading;
  const requirements = await requirementsOf(status, manifest, reading);
  return { manifest, dir, digest: approval.digest, grants: grantsOf(approval), requirements, ...built };
}

/** Of the approved version: an edit of the directory must not make an approved guard ineligible. */
async function requirementsOf(
  { record, requirements }: HookStatus,
  manifest: NonNullable<PackageReading['manifest']>,
  { digest, versions }: PackageReading,
): Promise<readonly Requirement[]> {
  if (record.digest === digest) return requirements;
  return checkEligibility(manifest.requires, { environment: process.env, settings: null }, versions);
}

/** The directory still has the approved version, and its copy is damaged: it counts as failed, so that a guard blocks. */
function lostCopy({ record, requirements }: HookStatus, digest: string, dir: string): Copy | null {
  if (record.manifest === null || record.digest !== digest) return null;
  const notRunnable = damaged(record.name);
  return {
    manifest: record.manifest,
    dir,
    digest,
    grants: { env: [] },
    requirements,
    argv: null,
    notRunnable,
  };
}

/** The directory changed too: the hook of the last index counts as failed. */
function lostPackage(
  { stateDir, projectDir }: Places,
  { record: { name, qualifiedName } }: HookStatus,
  digest: string,
): LostPackage {
  const paths = partPaths(stateDir, projectDir);
  const hooks = [paths.user, paths.project].flatMap((path) => readPart(path)?.hooks ?? []);
  const before = hooks.find((hook) => hook.qualifiedName === qualifiedName && hook.digest === digest);
  return { cause: 'STORE_DAMAGED', reason: damaged(name), before: before ?? null };
}

function damaged(name: string): string {
  return `its approved copy is missing or damaged; run \`hooks approve ${quoteWord(name)}\``;
}

async function workingCopy(
  { stateDir }: Places,
  { record, requirements, linkedTo }: HookStatus,
  build: HandlerBuilder | null,
): Promise<Copy | null> {
  if (record.manifest === null || record.displacedBy !== null) return null;
  const dir = linkedTo ?? record.dir;
  const digest = record.digest ?? 'sha256:unknown';
  const copy = { manifest: record.manifest, dir, digest, grants: { env: [] }, requirements };
  const distrust = distrustOf(record);
  if (distrust !== null) return { ...copy, argv: null, notRunnable: distrust };
  const location = { packageDir: dir, storeRoot: join(stateDir, 'store'), build };
  const handler = await prepareHandler(record.manifest, location);
  if (handler === null) return { ...copy, ...launchOf(record, dir) };
  if ('argv' in handler) return { ...copy, argv: handler.argv, notRunnable: null };
  const problems = describeProblems(handler.problems);
  return { ...copy, argv: null, notRunnable: `its handler cannot be built: ${problems}` };
}

/** A built-in has no files; the version of HookMD is its digest. */
function builtinCopy({ record: { manifest }, requirements }: HookStatus): Copy | null {
  if (manifest?.handler.mode !== 'builtin') return null;
  const run = { argv: [manifest.name], notRunnable: null } as const;
  return {
    manifest,
    dir: '',
    digest: `builtin:${HOOKMD_VERSION}`,
    grants: { env: [] },
    requirements,
    ...run,
  };
}

function launchOf(
  { manifest, files }: PackageReading,
  dir: string,
): Pick<RunnablePackage, 'argv' | 'notRunnable'> {
  // A service has no program: `argv` is its name.
  if (manifest !== null && ['http', 'prompt', 'agent'].includes(manifest.handler.mode))
    return { argv: [manifest.name], notRunnable: null };
  const path = process.env['PATH'] ?? '';
  const launch = manifest === null ? null : buildLaunch(manifest, { packageDir: dir, files, path });
  if (launch === null) return { argv: null, notRunnable: 'it has nothing to run' };
  return launch.ok
    ? { argv: launch.argv, notRunnable: null }
    : { argv: null, notRunnable: launch.message.replace(/\.$/, '') };
}
