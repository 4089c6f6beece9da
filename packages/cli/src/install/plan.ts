import { join, relative } from 'node:path';
import { HookError, hasErrors, type Issue } from '@hookmd/core/errors';
import { isSameJson } from '@hookmd/core/events';
import { definePlugin } from '@hookmd/core/manifest';
import { definitionKinds, evaluateStatus, type HookStatus, type Inventory } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import { type Approval, readContent, readPackage, toContent } from '@hookmd/core/trust';
import { rejectDenied, rejectLinked } from '../approval/rejections.ts';
import type { Context } from '../command-line/context.ts';
import { compareFiles, type FileChange } from '../diff/compare-files.ts';
import { compareManifests, type FactChange } from '../diff/compare-manifests.ts';
import { readFiles } from '../diff/read-files.ts';
import { type FetchedPackage, toLockedPlace } from './fetch-package.ts';
import type { InstallScope } from './install-scope.ts';
import {
  directoryOf,
  installedAs,
  isIn,
  type LockedPackage,
  type Lockfile,
  lockedAs,
  readLockfile,
} from './lockfile.ts';
import { findHooks, type PackedHook } from './package-hooks.ts';
import type { Fetched } from './sources/source.ts';
import { pluginSource } from './sources/sources.ts';
import { parseSpec } from './sources/spec.ts';
import { isThere } from './staging.ts';

/** One hook, as it would be installed. */
export interface PlannedHook {
  /** The fetched hook, evaluated as if it were installed and not approved. */
  readonly status: HookStatus;
  /** What is installed under its name. */
  readonly installed: HookStatus | null;
  /** The name of what is installed, if it is another one: approvals of that name are not for this hook. */
  readonly renamedFrom: string | null;
  /** The user's approval of what is installed, which their yes extends to the new version. */
  readonly approval: Approval | null;
  /** What its manifest declares differently; empty if one of the two has no valid manifest. */
  readonly manifest: readonly FactChange[];
}

/** Every hook of a package. */
export function plannedHooks({ directories }: Pick<PlannedPackage, 'directories'>): readonly PlannedHook[] {
  return directories.flatMap(({ hooks }) => hooks);
}

/** One directory of a package, as it would be installed: a hook package with one hook, or a plugin. */
export interface PlannedDirectory {
  /** Its name in the hooks directory. */
  readonly directory: string;
  /** Its place in the package. */
  readonly path: string;
  /** Where it was fetched to. */
  readonly dir: string;
  readonly digest: string;
  readonly bytes: number;
  readonly hooks: readonly PlannedHook[];
  readonly isPlugin: boolean;
  /** Installed hooks that it no longer has. */
  readonly gone: readonly HookStatus[];
  readonly isNew: boolean;
  readonly isSame: boolean;
  /** What is installed was edited by hand. */
  readonly isEdited: boolean;
  readonly files: readonly FileChange[];
  /** Of a plugin: why some of its hooks do not run. */
  readonly issues: readonly Issue[];
}

export interface PlannedPackage {
  readonly fetched: FetchedPackage;
  readonly locked: LockedPackage | null;
  readonly lock: LockedPackage;
  readonly directories: readonly PlannedDirectory[];
  /** Directories that the package no longer has. */
  readonly gone: readonly string[];
  readonly isSame: boolean;
  /** What the plan was made from, to be compared before it is carried out. */
  readonly cacheKey: string;
}

export interface PlanFacts {
  readonly seen: Inventory;
  readonly scope: InstallScope;
  readonly lock: Lockfile;
  readonly context: Pick<Context, 'environment'>;
}

/**
 * What a fetched package would change. Reads; changes and runs nothing.
 *
 * Throws INSTALL_INVALID with all issues of the package and its hooks, INSTALL_FOREIGN, INSTALL_TAKEN,
 * DIGEST_DENIED.
 */
export async function planPackage(facts: PlanFacts, given: FetchedPackage): Promise<PlannedPackage> {
  let fetched = given;
  const { lock, scope, seen } = facts;
  const pack = findHooks(fetched.dir, fetched.name);
  const issues: Issue[] = [...pack.issues];
  const directories: PlannedDirectory[] = [];
  const locked = lockedAs(lock, fetched.name);
  for (const packed of pack.hooks) {
    const planned = await planDirectory(facts, fetched, packed, issues);
    if (planned === null) continue;
    // A hook that is the whole package has the version if no package.json has one.
    const [hook] = planned.hooks;
    if (packed.path === '.')
      fetched = { ...fetched, version: fetched.version ?? hook?.status.record.manifest?.version ?? null };
    directories.push(planned);
  }
  if (hasErrors(issues)) throw (await marketplaceError(fetched)) ?? unfit(fetched, issues);
  const { version, integrity, commit } = fetched;
  const sorted = [...directories].sort((a, b) => (a.directory < b.directory ? -1 : 1));
  const next: LockedPackage = {
    commit,
    hooks: Object.fromEntries(sorted.map(({ directory, path, digest }) => [directory, { digest, path }])),
    integrity,
    ...toLockedPlace(fetched, scope, seen.places),
    version,
  };
  const gone = Object.keys(locked?.hooks ?? {}).filter(
    (directory) => !directories.some((planned) => planned.directory === directory),
  );
  const isSame =
    directories.every((planned) => planned.isSame) && isSameJson(next, locked) && gone.length === 0;
  const plan = { fetched, locked, lock: next, directories, gone, isSame };
  return { ...plan, cacheKey: cacheKeyOf(scope, lock, plan) };
}

/** Null after an error, which is in `issues`. Of a plugin one hook must be valid: the others are reported and do not run. */
async function planDirectory(
  facts: PlanFacts,
  fetched: FetchedPackage,
  packed: PackedHook,
  issues: Issue[],
): Promise<PlannedDirectory | null> {
  const { scope, seen, lock } = facts;
  const { records, issues: found } = await readDirectory(facts, fetched, packed);
  const valid = records.filter(({ manifest, digest }) => manifest !== null && digest !== null);
  const isPlugin = packed.kind === 'plugins';
  const digest = valid[0]?.digest ?? null;
  if (digest === null || !isPlugin) issues.push(...found);
  if (digest === null) return null;
  const directory = isPlugin || packed.path !== '.' ? packed.name : (valid[0]?.name ?? packed.name);
  for (const { name } of valid) rejectTaken(facts, fetched.name, { directory, hookName: name });
  const dir = join(fetched.dir, packed.path);
  const before = installedAs(seen, scope, directory);
  const locked = lockedAs(lock, fetched.name)?.hooks ?? {};
  const lockedDigest = Object.hasOwn(locked, directory) ? locked[directory]?.digest : null;
  const hooks: PlannedHook[] = [];
  for (const record of records) {
    const status = await evaluate({ ...record, directory: isPlugin ? record.directory : directory }, facts);
    rejectDenied(seen, status);
    const same = before.find(({ record: old }) => old.directory === status.record.directory) ?? null;
    hooks.push({ status, ...compareInstalled(same, status) });
  }
  const old = before[0]?.record ?? null;
  const isSame = old !== null && old.digest === digest;
  return {
    directory,
    path: packed.path,
    dir,
    digest,
    bytes: readPackage(dir).files.reduce((sum, { size }) => sum + size, 0),
    hooks,
    isPlugin,
    gone: before.filter((status) => !hooks.some(({ installed }) => installed === status)),
    isNew: old === null,
    isSame,
    isEdited: old !== null && old.digest !== lockedDigest,
    files: old === null || isSame ? [] : compareFiles(filesIn(old.dir), filesIn(dir)),
    issues: isPlugin ? shownIn(fetched, found) : [],
  };
}

/** The hooks of a fetched directory, as they would be read in the hooks directory. */
async function readDirectory(
  { scope }: PlanFacts,
  fetched: FetchedPackage,
  { kind, name, path }: PackedHook,
): Promise<{ readonly records: readonly HookStatus['record'][]; readonly issues: readonly Issue[] }> {
  const dir = join(fetched.dir, path);
  const root = { kind, source: scope.source, dir: scope.hooksDir, realDir: scope.hooksDir } as const;
  const issues: Issue[] = [];
  const definitions =
    kind === 'plugins'
      ? await definePlugin(root, name, dir, issues)
      : [{ root, directory: name, dir, manifestPath: join(dir, 'HOOK.md'), path: dir }];
  const reader = await definitionKinds[kind].load();
  const records: HookStatus['record'][] = [];
  for (const definition of definitions) {
    const reading = await reader.read(definition);
    issues.push(...reading.issues);
    const hookName = reading.partial.name;
    const names = { name: hookName, qualifiedName: `${scope.source}/${hookName}` };
    records.push({ ...reading, ...definition, ...names, displacedBy: null, isVanished: false });
  }
  return { records, issues };
}

function compareInstalled(installed: HookStatus | null, { record }: HookStatus): Omit<PlannedHook, 'status'> {
  const old = installed?.record ?? null;
  const isSame = old !== null && old.digest === record.digest;
  const renamedFrom = old === null || old.qualifiedName === record.qualifiedName ? null : old.qualifiedName;
  // Only an approval of exactly what is installed: the user compares the new version with that.
  const isApproved = installed?.approval?.digest === old?.digest && !isSame && renamedFrom === null;
  return {
    installed,
    renamedFrom,
    approval: isApproved ? (installed?.approval ?? null) : null,
    manifest:
      !old?.manifest || record.manifest === null ? [] : compareManifests(old.manifest, record.manifest),
  };
}

function filesIn(dir: string): ReturnType<typeof readFiles>['files'] {
  return readFiles((sink) => toContent(dir, readContent(dir, sink))).files;
}

function evaluate(record: HookStatus['record'], { seen, context }: PlanFacts): Promise<HookStatus> {
  return evaluateStatus(record, {
    approval: null,
    linkedTo: null,
    linkIssue: null,
    isStored: false,
    approved: null,
    rejectedBecause: null,
    offBy: null,
    enabled: null,
    enabledBy: null,
    handle: quoteWord(record.name),
    config: seen.config,
    policy: seen.policy,
    environment: context.environment,
  });
}

/** Null = it is no marketplace with hooks: what is wrong with it is something else. */
async function marketplaceError({ name, dir, spec }: FetchedPackage): Promise<HookError | null> {
  const { pluginsIn } = await import('./sources/marketplace.ts');
  const found = await pluginsIn(dir);
  if (found === null) return null;
  const example = quoteWord(`${spec.replace(/#.*$/, '')}#plugin:${found.first}`);
  return new HookError('MARKETPLACE', { name, plugins: found.names, example }, { exitCode: 1 });
}

/** With every issue. */
function unfit({ name, dir }: Fetched, issues: readonly Issue[]): HookError {
  const shown = shownIn({ name, dir }, issues);
  return Object.assign(new HookError('INSTALL_INVALID', { name }, { exitCode: 1 }), { issues: shown });
}

/** By their paths in the package: the temporary directory means nothing to the user. */
function shownIn({ name, dir }: Pick<Fetched, 'name' | 'dir'>, issues: readonly Issue[]): readonly Issue[] {
  return issues.map((found) =>
    found.path === undefined ? found : { ...found, path: join(name, relative(dir, found.path)) },
  );
}

/**
 * Rejects a name that is in use: by a directory of the user's own, a linked one, or another package. Throws INSTALL_TAKEN,
 * INSTALL_FOREIGN, HOOK_LINKED.
 */
function rejectTaken(
  { seen, scope, lock }: PlanFacts,
  name: string,
  { directory, hookName }: { readonly directory: string; readonly hookName: string },
): void {
  const path = join(scope.hooksDir, directory);
  const isForeign = isThere(path);
  // Another call may have installed it since the lockfile was read.
  const owner =
    ownerOf(lock, directory) ?? (isForeign ? ownerOf(readLockfile(scope.lockPath), directory) : null);
  if (owner !== null && owner !== name)
    throw new HookError('INSTALL_TAKEN', { name: directory, owner, package: name }, { exitCode: 1 });
  const link = seen.statuses.find(({ record, linkedTo }) => linkedTo !== null && record.path === path);
  if (link !== undefined) rejectLinked(link);
  if (owner === null && isForeign)
    throw new HookError('INSTALL_FOREIGN', { path, name: directory }, { exitCode: 1 });
  const namesake = seen.statuses.find(
    ({ record }) =>
      isIn(record, scope) &&
      !record.isVanished &&
      directoryOf(record) !== directory &&
      record.name === hookName,
  );
  if (namesake !== undefined)
    throw new HookError('INSTALL_FOREIGN', { path: namesake.record.dir, name: hookName }, { exitCode: 1 });
}

function ownerOf({ packages }: Lockfile, directory: string): string | null {
  return Object.entries(packages).find(([, locked]) => Object.hasOwn(locked.hooks, directory))?.[0] ?? null;
}

/**
 * A directory, a tarball and a repository choose their own name: none of them inherits the approvals of a package that came from
 * another source. Throws INSTALL_ELSEWHERE.
 */
export function rejectOtherSource({ source }: InstallScope, { fetched, locked, lock }: PlannedPackage): void {
  if (locked === null || sourceOf(locked) === sourceOf(lock)) return;
  const scope = source === 'project' ? ' --scope project' : '';
  const [before, now] = [locked, lock].map((each) => pluginSource(each) ?? each.spec);
  const parameters = { name: fetched.name, before: before ?? '', now: now ?? '', scope };
  throw new HookError('INSTALL_ELSEWHERE', parameters, { exitCode: 1 });
}

/** The same text for every version and ref that one author publishes. */
function sourceOf({ spec, resolved }: Pick<LockedPackage, 'spec' | 'resolved'>): string {
  const inner = pluginSource({ spec, resolved });
  if (inner !== null) return `${spec.replace(/#.*$/, '')} ${sourceOf({ spec: inner, resolved: inner })}`;
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return `npm:${parsed.name}`;
  if (parsed.prefix === 'git') return `git:${parsed.url}#path:${parsed.path ?? '.'}`;
  return `${parsed.prefix}:${resolved}`;
}

/** What could change between the plan and its end. */
export function cacheKeyOf(
  scope: InstallScope,
  lock: Lockfile,
  { fetched, directories, gone }: Pick<PlannedPackage, 'fetched' | 'directories' | 'gone'>,
): string {
  const names = [...directories.map(({ directory }) => directory), ...gone];
  const found = names.map((directory) => [directory, readDigest(scope, directory)]);
  return JSON.stringify([lockedAs(lock, fetched.name), found]);
}

/** Whether another process has put all of it in place, or nothing was to do. */
export function isInPlace(scope: InstallScope, lock: Lockfile, plan: PlannedPackage): boolean {
  return (
    isSameJson(lockedAs(lock, plan.fetched.name), plan.lock) &&
    plan.gone.every((directory) => !isThere(join(scope.hooksDir, directory))) &&
    plan.directories.every(({ directory: dir, digest }) => readDigest(scope, dir) === digest)
  );
}

function readDigest({ hooksDir }: InstallScope, directory: string): string | null {
  const path = join(hooksDir, directory);
  return isThere(path) ? (readPackage(path).digest ?? 'none') : null;
}
