import { join, relative } from 'node:path';
import { HookError, hasErrors, type Issue } from '@hookmd/core/errors';
import { isSameJson } from '@hookmd/core/events';
import { evaluateStatus, type HookStatus, type Inventory, packageDirectories } from '@hookmd/core/registry';
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
  /** Its directory in the hooks directory. */
  readonly directory: string;
  /** Its directory in the package. */
  readonly path: string;
  /** The fetched hook, evaluated as if it were installed and not approved. */
  readonly status: HookStatus;
  readonly digest: string;
  readonly bytes: number;
  /** What is installed under its name. */
  readonly installed: HookStatus | null;
  readonly isSame: boolean;
  /** The name of what is installed, if it is another one: approvals of that name are not for this hook. */
  readonly renamedFrom: string | null;
  /** The user's approval of what is installed, which their yes extends to the new version. */
  readonly approval: Approval | null;
  /** What is installed was edited by hand. */
  readonly isEdited: boolean;
  /** What its manifest declares differently; empty if one of the two has no valid manifest. */
  readonly manifest: readonly FactChange[];
  readonly files: readonly FileChange[];
}

export interface PlannedPackage {
  readonly fetched: FetchedPackage;
  readonly locked: LockedPackage | null;
  readonly lock: LockedPackage;
  readonly hooks: readonly PlannedHook[];
  /** Hooks that the package no longer has. */
  readonly gone: readonly { readonly directory: string; readonly installed: HookStatus | null }[];
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
  const hooks: PlannedHook[] = [];
  const locked = lockedAs(lock, fetched.name);
  for (const { name, path } of pack.hooks) {
    const dir = join(fetched.dir, path);
    const root = {
      kind: 'packages',
      source: scope.source,
      dir: scope.hooksDir,
      realDir: scope.hooksDir,
    } as const;
    const definition = { root, directory: name, dir, manifestPath: join(dir, 'HOOK.md'), path: dir };
    const reading = await packageDirectories.read(definition);
    issues.push(...reading.issues);
    if (reading.manifest === null || reading.digest === null) continue;
    const hookName = reading.partial.name;
    const directory = path === '.' ? hookName : name;
    // A hook that is the whole package has the version if no package.json has one.
    if (path === '.') fetched = { ...fetched, version: fetched.version ?? reading.manifest.version };
    const names = { directory, name: hookName, qualifiedName: `${scope.source}/${hookName}` };
    const record = { ...reading, ...definition, ...names, displacedBy: null, isVanished: false };
    rejectTaken(facts, fetched.name, { directory, hookName });
    const status = await evaluate(record, facts);
    rejectDenied(seen, status);
    const lockedDigest = Object.hasOwn(locked?.hooks ?? {}, directory)
      ? locked?.hooks[directory]?.digest
      : null;
    hooks.push({
      directory,
      path,
      status,
      digest: reading.digest,
      bytes: readPackage(dir).files.reduce((sum, { size }) => sum + size, 0),
      ...compareInstalled(installedAs(seen, scope, directory), status, lockedDigest),
    });
  }
  if (hasErrors(issues)) throw unfit(fetched, issues);
  const { version, integrity, commit } = fetched;
  const sorted = [...hooks].sort((a, b) => (a.directory < b.directory ? -1 : 1));
  const next: LockedPackage = {
    commit,
    hooks: Object.fromEntries(sorted.map(({ directory, path, digest }) => [directory, { digest, path }])),
    integrity,
    ...toLockedPlace(fetched, scope, seen.places),
    version,
  };
  const gone = Object.keys(locked?.hooks ?? {})
    .filter((directory) => !hooks.some((hook) => hook.directory === directory))
    .map((directory) => ({ directory, installed: installedAs(seen, scope, directory) }));
  const isSame = hooks.every((hook) => hook.isSame) && isSameJson(next, locked) && gone.length === 0;
  const plan = { fetched, locked, lock: next, hooks, gone, isSame };
  return { ...plan, cacheKey: cacheKeyOf(scope, lock, plan) };
}

function compareInstalled(
  installed: HookStatus | null,
  { record }: HookStatus,
  lockedDigest: string | null | undefined,
): Omit<PlannedHook, 'directory' | 'path' | 'status' | 'digest' | 'bytes'> {
  const old = installed?.record ?? null;
  const isSame = old !== null && old.digest === record.digest;
  const renamedFrom = old === null || old.qualifiedName === record.qualifiedName ? null : old.qualifiedName;
  // Only an approval of exactly what is installed: the user compares the new version with that.
  const isApproved = installed?.approval?.digest === old?.digest && !isSame && renamedFrom === null;
  return {
    installed,
    isSame,
    renamedFrom,
    approval: isApproved ? (installed?.approval ?? null) : null,
    isEdited: old !== null && old.digest !== lockedDigest,
    manifest:
      !old?.manifest || record.manifest === null ? [] : compareManifests(old.manifest, record.manifest),
    files: old === null || isSame ? [] : compareFiles(filesIn(old.dir), filesIn(record.dir)),
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

/** With every issue, by its path in the package: the temporary directory means nothing to the user. */
function unfit({ name, dir }: Fetched, issues: readonly Issue[]): HookError {
  const shown = issues.map((issue) =>
    issue.path === undefined ? issue : { ...issue, path: join(name, relative(dir, issue.path)) },
  );
  return Object.assign(new HookError('INSTALL_INVALID', { name }, { exitCode: 1 }), { issues: shown });
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
      isIn(record, scope) && !record.isVanished && record.directory !== directory && record.name === hookName,
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
  const parameters = { name: fetched.name, before: locked.spec, now: lock.spec, scope };
  throw new HookError('INSTALL_ELSEWHERE', parameters, { exitCode: 1 });
}

/** The same text for every version and ref that one author publishes. */
function sourceOf({ spec, resolved }: LockedPackage): string {
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return `npm:${parsed.name}`;
  if (parsed.prefix === 'git') return `git:${parsed.url}#path:${parsed.path ?? '.'}`;
  return `${parsed.prefix}:${resolved}`;
}

/** What could change between the plan and its end. */
export function cacheKeyOf(
  scope: InstallScope,
  lock: Lockfile,
  { fetched, hooks, gone }: Pick<PlannedPackage, 'fetched' | 'hooks' | 'gone'>,
): string {
  const found = [...hooks, ...gone].map(({ directory }) => [directory, readDigest(scope, directory)]);
  return JSON.stringify([lockedAs(lock, fetched.name), found]);
}

/** Whether another process has put all of it in place, or nothing was to do. */
export function isInPlace(scope: InstallScope, lock: Lockfile, plan: PlannedPackage): boolean {
  return (
    isSameJson(lockedAs(lock, plan.fetched.name), plan.lock) &&
    plan.gone.every(({ directory }) => !isThere(join(scope.hooksDir, directory))) &&
    plan.hooks.every(({ directory: dir, digest }) => readDigest(scope, dir) === digest)
  );
}

function readDigest({ hooksDir }: InstallScope, directory: string): string | null {
  const path = join(hooksDir, directory);
  return isThere(path) ? (readPackage(path).digest ?? 'none') : null;
}
