import { join, relative } from 'node:path';
import { HookError, hasErrors, type Issue } from '@hookmd/core/errors';
import { isSameJson } from '@hookmd/core/events';
import { evaluateStatus, type HookStatus, packageDirectories, type Survey } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import { type Approval, readContent, readPackage, toContent } from '@hookmd/core/trust';
import { rejectDenied, rejectLinked } from '../approval/rejections.ts';
import type { Context } from '../command-line/context.ts';
import { compareFiles, type FileChange } from '../diff/compare-files.ts';
import { compareManifests, type FactChange } from '../diff/compare-manifests.ts';
import { readFiles } from '../diff/read-files.ts';
import { type FetchedPackage, toLockedPlace } from './fetch-package.ts';
import type { InstallScope } from './install-scope.ts';
import { installedAs, isIn, type LockedPackage, type Lockfile, lockedAs, readLockfile } from './lockfile.ts';
import { findHooks } from './package-hooks.ts';
import type { Fetched } from './sources/source.ts';
import { parseSpec } from './sources/spec.ts';
import { isThere } from './staging.ts';

/** One hook of a package, as it would be installed. */
export interface PlannedHook {
  /** Its folder in the root. */
  readonly folder: string;
  /** Its folder in the package. */
  readonly path: string;
  /** What was fetched, judged as if it stood in the root, and nobody had approved it. */
  readonly status: HookStatus;
  readonly digest: string;
  readonly bytes: number;
  /** What stands in the root under its name now. */
  readonly installed: HookStatus | null;
  readonly isSame: boolean;
  /** The other name of what stands there: a person said nothing about this one yet. */
  readonly renamedFrom: string | null;
  /** What a person approved of it, and by their yes approves of the new bytes too; null = nothing, or there is none. */
  readonly approval: Approval | null;
  /** What stands there was edited by hand since it was installed. */
  readonly isEdited: boolean;
  /** What it does otherwise than what stands there; empty where one of the two has no valid manifest. */
  readonly manifest: readonly FactChange[];
  /** File by file, between what stands there and what would. */
  readonly files: readonly FileChange[];
}

export interface PlannedPackage {
  readonly fetched: FetchedPackage;
  readonly locked: LockedPackage | null;
  readonly lock: LockedPackage;
  readonly hooks: readonly PlannedHook[];
  /** Hooks that it had, and has no more. */
  readonly gone: readonly { readonly folder: string; readonly installed: HookStatus | null }[];
  /** There is nothing to do. */
  readonly isSame: boolean;
  /** What all of this is true of, as text that can be compared. */
  readonly basis: string;
}

export interface PlanFacts {
  readonly seen: Survey;
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
  const hooks: PlannedHook[] = [];
  const locked = lockedAs(lock, fetched.name);
  for (const { name, path } of pack.hooks) {
    const dir = join(fetched.dir, path);
    const definition = {
      root: rootOf(scope),
      folder: name,
      dir,
      manifestPath: join(dir, 'HOOK.md'),
      path: dir,
    };
    const reading = await packageDirectories.read(definition);
    issues.push(...reading.issues);
    if (reading.manifest === null || reading.digest === null) continue;
    const own = reading.partial.name;
    const folder = path === '.' ? own : name;
    // A hook that is the whole package says the version where no package.json does.
    if (path === '.') fetched = { ...fetched, version: fetched.version ?? reading.manifest.version };
    const record = {
      ...reading,
      ...definition,
      folder,
      name: own,
      qualifiedName: `${scope.source}/${own}`,
      displacedBy: null,
      isVanished: false,
    };
    rejectTaken(facts, fetched.name, { folder, own, digest: reading.digest });
    const status = await judge(record, facts);
    rejectDenied(seen, status);
    const installed = installedAs(seen, scope, folder);
    const before = installed?.record.digest ?? null;
    const isSame = before === reading.digest;
    // Approvals, wishes and settings are written under a name: none of them was meant for another one.
    const named = installed?.record.qualifiedName ?? record.qualifiedName;
    const renamedFrom = named === record.qualifiedName ? null : named;
    hooks.push({
      folder,
      path,
      status,
      digest: reading.digest,
      bytes: readPackage(dir).files.reduce((sum, { size }) => sum + size, 0),
      installed,
      isSame,
      renamedFrom,
      approval: isSame || renamedFrom !== null ? null : approvalOf(installed),
      isEdited:
        installed !== null &&
        before !== (Object.hasOwn(locked?.hooks ?? {}, folder) ? locked?.hooks[folder]?.digest : null),
      manifest: compareOf(installed, status),
      files: installed === null || isSame ? [] : compareDirectories(installed.record.dir, dir),
    });
  }
  if (hasErrors(issues)) throw unfit(fetched, issues);
  const next = toLocked(facts, fetched, hooks);
  const gone = Object.keys(locked?.hooks ?? {})
    .filter((folder) => !hooks.some((one) => one.folder === folder))
    .map((folder) => ({ folder, installed: installedAs(seen, scope, folder) }));
  const isSame = hooks.every((one) => one.isSame) && isSameJson(next, locked);
  const plan = { fetched, locked, lock: next, hooks, gone, isSame: isSame && gone.length === 0 };
  return { ...plan, basis: basisOf(scope, lock, plan) };
}

function compareOf(before: HookStatus | null, { record: { manifest } }: HookStatus): readonly FactChange[] {
  const old = before?.record.manifest ?? null;
  return old === null || manifest === null ? [] : compareManifests(old, manifest);
}

function compareDirectories(before: string, after: string): readonly FileChange[] {
  const filesIn = (dir: string): ReturnType<typeof readFiles>['files'] =>
    readFiles((sink) => toContent(dir, readContent(dir, sink))).files;
  return compareFiles(filesIn(before), filesIn(after));
}

/** A yes to a new version is one to what it does otherwise than approved bytes: those that stand there have to be them. */
function approvalOf(installed: HookStatus | null): Approval | null {
  const { approval = null, record } = installed ?? {};
  return approval !== null && approval.digest === record?.digest ? approval : null;
}

function rootOf({ source, hooksDir }: InstallScope): HookStatus['record']['root'] {
  return { kind: 'packages', source, dir: hooksDir, realDir: hooksDir };
}

function judge(record: HookStatus['record'], { seen, context }: PlanFacts): Promise<HookStatus> {
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

function toLocked(
  { scope, seen }: PlanFacts,
  fetched: Fetched,
  hooks: readonly PlannedHook[],
): LockedPackage {
  const { version, integrity, commit } = fetched;
  const sorted = [...hooks].sort((a, b) => (a.folder < b.folder ? -1 : 1));
  return {
    commit,
    hooks: Object.fromEntries(sorted.map(({ folder, path, digest }) => [folder, { digest, path }])),
    integrity,
    ...toLockedPlace(fetched, scope, seen.places),
    version,
  };
}

/** With every issue, under the name of the package: where it was fetched to is nobody's business. */
function unfit({ name, dir }: Fetched, issues: readonly Issue[]): HookError {
  const shown = issues.map((one) =>
    one.path === undefined ? one : { ...one, path: join(name, relative(dir, one.path)) },
  );
  return Object.assign(new HookError('INSTALL_INVALID', { name }, { exitCode: 1 }), { issues: shown });
}

/**
 * A name belongs to whoever has it: a folder of a person's own, or another package. `own` is the hook's, by its manifest.
 * Throws INSTALL_TAKEN, INSTALL_FOREIGN, HOOK_LINKED.
 */
function rejectTaken(
  { seen, scope, lock }: { readonly seen: Survey; readonly scope: InstallScope; readonly lock: Lockfile },
  name: string,
  { folder, own, digest }: { readonly folder: string; readonly own: string; readonly digest: string },
): void {
  const path = join(scope.hooksDir, folder);
  // The bytes that are to be installed: a call was killed before it wrote the lockfile, or another one is about to.
  const isForeign = isThere(path) && readDigest(scope, folder) !== digest;
  // Another call may have installed it since the lockfile was read.
  const owner = ownerOf(lock, folder) ?? (isForeign ? ownerOf(readLockfile(scope.lockPath), folder) : null);
  if (owner !== null && owner !== name)
    throw new HookError('INSTALL_TAKEN', { name: folder, owner, package: name }, { exitCode: 1 });
  const link = seen.statuses.find(({ record, linkedTo }) => linkedTo !== null && record.path === path);
  if (link !== undefined) rejectLinked(link);
  if (owner === null && isForeign)
    throw new HookError('INSTALL_FOREIGN', { path, name: folder }, { exitCode: 1 });
  const namesake = seen.statuses.find(
    ({ record }) =>
      isIn(record, scope) && !record.isVanished && record.folder !== folder && record.name === own,
  );
  if (namesake !== undefined)
    throw new HookError('INSTALL_FOREIGN', { path: namesake.record.dir, name: own }, { exitCode: 1 });
}

function ownerOf({ packages }: Lockfile, folder: string): string | null {
  return Object.entries(packages).find(([, one]) => Object.hasOwn(one.hooks, folder))?.[0] ?? null;
}

/**
 * A folder, a tarball and a repository say themselves what they are called: what a person approved of a package is not
 * theirs to go on from. Throws INSTALL_ELSEWHERE where what is installed came from another place.
 */
export function rejectOtherSource({ source }: InstallScope, { fetched, locked, lock }: PlannedPackage): void {
  if (locked === null || sourceOf(locked) === sourceOf(lock)) return;
  const scope = source === 'project' ? ' --scope project' : '';
  const parameters = { name: fetched.name, before: locked.spec, now: lock.spec, scope };
  throw new HookError('INSTALL_ELSEWHERE', parameters, { exitCode: 1 });
}

/** The same for every version and ref of it: whoever can publish there. */
function sourceOf({ spec, resolved }: LockedPackage): string {
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return `npm:${parsed.name}`;
  if (parsed.prefix === 'git') return `git:${parsed.url}#path:${parsed.path ?? '.'}`;
  return `${parsed.prefix}:${resolved}`;
}

/** What is planned of a package, as far as others could get in its way. */
interface Planned {
  readonly fetched: { readonly name: string };
  readonly lock: LockedPackage;
  readonly hooks: readonly { readonly folder: string; readonly digest: string }[];
  readonly gone: readonly { readonly folder: string }[];
}

/** What could change between the plan and its end. */
export function basisOf(
  scope: InstallScope,
  lock: Lockfile,
  { fetched, hooks, gone }: Omit<Planned, 'lock'>,
): string {
  const folders = [...hooks, ...gone].map(({ folder }) => folder);
  const found = folders.map((folder) => [folder, readDigest(scope, folder)]);
  return JSON.stringify([lockedAs(lock, fetched.name), found]);
}

/** Whether all of it stands there already: another process was faster, or nothing was to do. */
export function isInPlace(scope: InstallScope, lock: Lockfile, plan: Planned): boolean {
  return (
    isSameJson(lockedAs(lock, plan.fetched.name), plan.lock) &&
    plan.gone.every(({ folder }) => !isThere(join(scope.hooksDir, folder))) &&
    plan.hooks.every(({ folder, digest }) => readDigest(scope, folder) === digest)
  );
}

function readDigest({ hooksDir }: InstallScope, folder: string): string | null {
  const path = join(hooksDir, folder);
  return !isThere(path) ? null : (readPackage(path).digest ?? 'none');
}
