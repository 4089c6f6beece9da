import { join, relative } from 'node:path';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { hasErrors, type Issue } from '@hookmd/core/internal/errors/issue';
import { isSameJson } from '@hookmd/core/internal/protocol/json';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import { type HookStatus, judgeStatus } from '@hookmd/core/internal/registry/judge-status';
import { packageFolders } from '@hookmd/core/internal/registry/package-folders';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import type { ApprovalKey } from '@hookmd/core/internal/trust/approval';
import { readPackage } from '@hookmd/core/internal/trust/digest';
import { compareWithApproved, type FileChange } from '../package-diff.ts';
import { type FetchedPackage, toLockedPlace } from './fetch-package.ts';
import type { InstallScope } from './install-scope.ts';
import { type HooksLock, type LockedPackage, readLock } from './lock-file.ts';
import { readPack } from './pack.ts';
import type { Fetched } from './sources/source.ts';
import { identify } from './stage.ts';

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
  /** What stands there was edited by hand since it was installed. */
  readonly isEdited: boolean;
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
  readonly lock: HooksLock;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * What a fetched package would change. Reads; changes and runs nothing.
 *
 * Throws INSTALL_INVALID with all issues of the package and its hooks, INSTALL_FOREIGN, INSTALL_TAKEN.
 */
export async function planPackage(facts: PlanFacts, given: FetchedPackage): Promise<PlannedPackage> {
  let fetched = given;
  const { lock, scope, seen } = facts;
  const pack = readPack(fetched.dir, fetched.name);
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
    const reading = await packageFolders.read(definition);
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
      shadowedBy: null,
      isVanished: false,
    };
    refuseTaken(facts, fetched.name, folder, own);
    const status = await judge(record, facts);
    const installed = installedAs(seen, scope, folder);
    const before = installed?.record.digest ?? null;
    const isSame = before === reading.digest;
    hooks.push({
      folder,
      path,
      status,
      digest: reading.digest,
      bytes: readPackage(dir).files.reduce((sum, { size }) => sum + size, 0),
      installed,
      isSame,
      isEdited:
        installed !== null &&
        before !== (Object.hasOwn(locked?.hooks ?? {}, folder) ? locked?.hooks[folder]?.digest : null),
      files: installed === null || isSame ? [] : await compareWithApproved(installed.record.dir, record),
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

/** No name of a package is one that every object has. */
export function lockedAs({ packages }: HooksLock, name: string): LockedPackage | null {
  return Object.hasOwn(packages, name) ? (packages[name] ?? null) : null;
}

/** What is in a folder of the root; a vanished one is in none. */
export function installedAs({ statuses }: Survey, scope: InstallScope, folder: string): HookStatus | null {
  return (
    statuses.find(({ record }) => isIn(record, scope) && !record.isVanished && record.folder === folder) ??
    null
  );
}

/** What an approval of it is written under. */
export function keyOf({ record: { qualifiedName, root, folder } }: HookStatus): ApprovalKey {
  return { qualifiedName, root: root.realDir, folder };
}

export function isIn({ root }: HookStatus['record'], { source, hooksDir }: InstallScope): boolean {
  return root.kind === 'packages' && root.source === source && root.realDir === hooksDir;
}

/** What could change between the plan and its end. */
export function basisOf(
  scope: InstallScope,
  lock: HooksLock,
  { fetched, hooks, gone }: Pick<PlannedPackage, 'fetched' | 'hooks' | 'gone'>,
): string {
  const folders = [...hooks, ...gone].map(({ folder }) => folder);
  const found = folders.map((folder) => [folder, readDigest(scope, folder)]);
  return JSON.stringify([lockedAs(lock, fetched.name), found]);
}

/** Whether all of it stands there already: another process was faster, or nothing was to do. */
export function isInPlace(scope: InstallScope, lock: HooksLock, plan: PlannedPackage): boolean {
  return (
    isSameJson(lockedAs(lock, plan.fetched.name), plan.lock) &&
    plan.gone.every(({ folder }) => identify(join(scope.hooksDir, folder)) === null) &&
    plan.hooks.every(({ folder, digest }) => readDigest(scope, folder) === digest)
  );
}

function readDigest({ hooksDir }: InstallScope, folder: string): string | null {
  const path = join(hooksDir, folder);
  return identify(path) === null ? null : (readPackage(path).digest ?? 'none');
}

function rootOf({ source, hooksDir }: InstallScope): HookStatus['record']['root'] {
  return { kind: 'packages', source, dir: hooksDir, realDir: hooksDir };
}

function judge(record: HookStatus['record'], { seen, environment }: PlanFacts): Promise<HookStatus> {
  return judgeStatus(record, {
    approval: null,
    isStored: false,
    refusedBecause: null,
    offBy: null,
    enabled: null,
    enabledBy: null,
    handle: quoteWord(record.name),
    config: seen.config,
    environment,
  });
}

/** A name belongs to whoever has it: a folder of a person's own, or another package. */
function refuseTaken({ seen, scope, lock }: PlanFacts, name: string, folder: string, own: string): void {
  const path = join(scope.hooksDir, folder);
  const isThere = identify(path) !== null;
  // Somebody may have installed it since the lock was read: then the lock says so by now.
  const owner = ownerOf(lock, folder) ?? (isThere ? ownerOf(readLock(scope.lockPath), folder) : null);
  if (owner !== null && owner !== name)
    throw new HookError('INSTALL_TAKEN', { name: folder, owner, package: name }, { exitCode: 1 });
  if (owner === null && isThere)
    throw new HookError('INSTALL_FOREIGN', { path, name: folder }, { exitCode: 1 });
  const namesake = seen.statuses.find(
    ({ record }) =>
      isIn(record, scope) && !record.isVanished && record.folder !== folder && record.name === own,
  );
  if (namesake !== undefined)
    throw new HookError('INSTALL_FOREIGN', { path: namesake.record.dir, name: own }, { exitCode: 1 });
}

function ownerOf({ packages }: HooksLock, folder: string): string | null {
  return Object.entries(packages).find(([, one]) => Object.hasOwn(one.hooks, folder))?.[0] ?? null;
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
