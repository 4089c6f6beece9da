import { HookError, hasErrors } from '@hookmd/core/errors';
import { isSameJson } from '@hookmd/core/events';
import { configPath, type Inventory } from '@hookmd/core/registry';
import { counted, quoteWord } from '@hookmd/core/text';

import { type NamedDigests, namedDigests } from '../approval/approval.ts';
import type { ExitCode } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { hookJson } from '../hooks/hook-json.ts';
import { applyInstallation } from './apply.ts';
import { fetchPackage, fromLock, resolveSpec } from './fetch-package.ts';
import type { InstallScope } from './install-scope.ts';
import { installedAs, isIn, type LockedPackage, readLockfileIfPresent } from './lockfile.ts';
import { type PlannedHook, type PlannedPackage, plannedHooks, planPackage } from './plan.ts';
import { pluginSource } from './sources/sources.ts';
import { parseSpec } from './sources/spec.ts';
import type { Session } from './staging.ts';
import { confirm, showInPlace, showInstalled, showPlan } from './view.ts';

/** What is planned for one scope. */
export interface Group {
  readonly scope: InstallScope;
  readonly plans: readonly PlannedPackage[];
}

/** Shows a plan, gets the user's yes, carries it out, and prints the result. */
export async function conclude(
  { context, seen }: Session,
  command: 'install' | 'update',
  groups: readonly Group[],
): Promise<ExitCode> {
  const { options, out, err, isJson } = context;
  const isDry = options.has('dry-run') || options.has('inspect');
  const isAudit = options.has('audit');
  rejectTwice(groups);
  if (isAudit) rejectAudit(seen, groups);
  const digests = namedDigests(context, seen);
  rejectOtherDigests(digests, groups);
  const open = groups
    .map(({ scope, plans }) => ({ scope, plans: plans.filter((plan) => !plan.isSame || isAudit) }))
    .filter(({ plans }) => plans.length > 0);
  const openPlans = open.flatMap(({ plans }) => plans);
  for (const { scope, plans } of isJson ? [] : groups)
    for (const plan of isDry ? plans : plans.filter((plannedPackage) => openPlans.includes(plannedPackage)))
      showPlan(context, isDry ? out : err, plan, scope.source);
  let after = seen;
  if (!isDry && open.length > 0) {
    await agree(context, command, openPlans);
    const approves = (hook: PlannedHook, digest: string): boolean =>
      approvesToo(context, digests, hook, digest);
    for (const group of open)
      after = await applyInstallation(context, { seen, ...group, command, approves, isAudit });
  }
  if (isJson) {
    const packages = groups.flatMap(({ scope, plans }) =>
      plans.map((plan): InstallJson => installJson(plan, scope, after, openPlans.includes(plan))),
    );
    context.print({ schema: `hookmd.${command}/1`, dryRun: isDry, packages });
  } else if (!isDry) {
    for (const plan of groups.flatMap(({ plans }) => plans))
      if (!openPlans.includes(plan)) showInPlace(context, plan);
    for (const { scope, plans } of open) {
      const directories = plans.flatMap((plan) => plan.directories.map(({ directory }) => directory));
      const hooks = directories.flatMap((dir) => installedAs(after, scope, dir));
      showInstalled(context, command, plans, hooks);
    }
  }
  return 0;
}

async function agree(
  context: Context,
  command: 'install' | 'update',
  plans: readonly PlannedPackage[],
): Promise<void> {
  const names = plans.map(({ fetched }) => fetched.name);
  const isApproving = plans.flatMap(plannedHooks).some(({ approval }) => approval !== null);
  const method = command === 'install' ? 'Install' : 'Update';
  const packages = names.length === 1 ? names[0] : counted(names.length, 'package');
  const also = isApproving ? ', and approve the new version where the old one is approved' : '';
  await confirm(context, {
    command: `${command} ${context.words.map(quoteWord).join(' ')}`.trim(),
    subject: names.join(', '),
    question: `${method} ${packages}${also}?`,
  });
}

/**
 * Whether the yes approves the new version too. A repository must not approve what it brings: without a terminal its packages
 * need their digest, from the user or a list outside of the checkout, as for `hooks approve`.
 */
function approvesToo(
  { options }: Context,
  { all }: NamedDigests,
  { status }: PlannedHook,
  digest: string,
): boolean {
  return !options.has('yes') || status.record.root.source === 'user' || all.has(digest);
}

/** Throws INSTALL_DIGEST if `--digest` or `--lock` is given and a hook has none of these. */
function rejectOtherDigests({ given, isExact }: NamedDigests, groups: readonly Group[]): void {
  const all = isExact ? groups.flatMap(({ plans }) => plans.flatMap((plan) => plan.directories)) : [];
  const rest = all.filter(({ digest }) => !given.includes(digest));
  if (rest.length === 0) return;
  const found = rest.map(({ directory, digest }) => `${directory} ${digest}`).join(', ');
  throw new HookError('INSTALL_DIGEST', { found }, { exitCode: 1 });
}

/**
 * Throws INSTALL_AUDIT if the settings have errors and so cannot be edited, and INSTALL_AUDIT_NAME if the mode, which is set
 * by name, would switch off a hook of another scope. Managed hooks have modes of their own.
 */
function rejectAudit({ places, issues, statuses }: Inventory, groups: readonly Group[]): void {
  const path = configPath(places, 'user');
  if (hasErrors(issues.filter((issue) => issue.path === path)))
    throw new HookError('INSTALL_AUDIT', { path }, { exitCode: 1 });
  for (const { scope, plans } of groups)
    for (const { status } of plans.flatMap(plannedHooks)) {
      const item = statuses.find(
        ({ record }) =>
          record.name === status.record.name && record.root.source !== 'managed' && !isIn(record, scope),
      );
      if (item !== undefined)
        throw new HookError('INSTALL_AUDIT_NAME', { rival: item.record.qualifiedName }, { exitCode: 1 });
    }
}

/** Throws INSTALL_TAKEN if two packages of one call bring the same hook. */
function rejectTwice(groups: readonly Group[]): void {
  for (const { plans } of groups) {
    const owners = new Map<string, string>();
    for (const { fetched, directories } of plans)
      for (const { directory: name } of directories) {
        const owner = owners.get(name.toLowerCase());
        if (owner !== undefined)
          throw new HookError('INSTALL_TAKEN', { name, owner, package: fetched.name }, { exitCode: 1 });
        owners.set(name.toLowerCase(), fetched.name);
      }
  }
}

/** A package as `install --json` and `update --json` show it. */
export interface InstallJson {
  readonly name: string;
  readonly scope: string;
  /** Whether anything is, or would be, different from what is installed. */
  readonly changed: boolean;
  readonly hooks: readonly object[];
  readonly [fact: string]: unknown;
}

/** `after` is what is installed now; a hook that is not is shown as planned. */
function installJson(
  { fetched, locked, lock, directories, gone }: PlannedPackage,
  scope: InstallScope,
  after: Inventory,
  changed: boolean,
): InstallJson {
  const { name, publishedAt, publisher, notices, leftOut } = fetched;
  const { hooks: _, ...source } = lock;
  return {
    name,
    scope: scope.source,
    changed,
    ...source,
    before: locked === null ? null : { version: locked.version, resolved: locked.resolved },
    publishedAt,
    publisher,
    notices,
    leftOut,
    hooks: directories.flatMap((planned) =>
      planned.hooks.map(({ status, installed, renamedFrom, manifest }) => {
        const { directory, path, digest, isSame } = planned;
        const now = installedAs(after, scope, directory).find(
          ({ record }) => record.directory === status.record.directory && record.digest === digest,
        );
        return {
          directory,
          path,
          change: isSame ? 'none' : installed === null ? 'added' : 'replaced',
          renamedFrom,
          edited: planned.isEdited,
          bytes: planned.bytes,
          files: status.record.files,
          manifest,
          differences: planned.files,
          before: installed?.record.digest ?? null,
          hook: hookJson(now ?? status, after),
        };
      }),
    ),
    removed: gone,
  };
}

/**
 * Plans exactly what the lockfiles record and is not installed; no version is resolved anew.
 *
 * Throws LOCK_NONE if no scope has a lockfile, LOCK_DIFFERS if what is fetched is not what was recorded.
 */
export async function planLocked(
  session: Session,
  scopes: readonly InstallScope[],
): Promise<readonly Group[]> {
  const { seen } = session;
  const locks = scopes.map((scope) => ({ scope, lock: readLockfileIfPresent(scope.lockPath) }));
  if (locks.every(({ lock }) => lock === null)) throw new HookError('LOCK_NONE', {}, { exitCode: 1 });
  const groups: Group[] = [];
  for (const { scope, lock } of locks) {
    const plans: PlannedPackage[] = [];
    for (const [name, locked] of Object.entries(lock?.packages ?? {})) {
      if (lock === null || isInstalled(seen, scope, locked)) continue;
      await rejectOtherRelease(session, name, locked);
      const fetched = await fetchPackage(session, fromLock(name, locked, scope, seen.places));
      const plan = await planPackage({ ...session, scope, lock }, { ...fetched, name });
      rejectDifference(name, locked, plan);
      plans.push({ ...plan, lock: locked, isSame: false });
    }
    groups.push({ scope, plans });
  }
  return groups;
}

/**
 * A lockfile has no age of a release, and its author may have written the URL of one package under the name of another: if the
 * policy of the machine has rules for ages or sources, the release is compared with what the registry reports.
 */
async function rejectOtherRelease(
  session: Session,
  name: string,
  { spec, resolved, version, integrity }: LockedPackage,
): Promise<void> {
  const parsed = parseSpec(pluginSource({ spec, resolved }) ?? spec);
  const { minimumReleaseAgeMs, sources } = session.seen.policy.policy;
  if (parsed.prefix !== 'npm' || (minimumReleaseAgeMs === 0 && sources === null)) return;
  const exact = `npm:${parsed.name}@${version}`;
  const found = await resolveSpec(session, exact);
  if (found.version === version && found.integrity === integrity) return;
  const detail = `the registry has different content for ${exact}`;
  throw new HookError('LOCK_DIFFERS', { name, detail }, { exitCode: 1 });
}

function isInstalled(seen: Inventory, scope: InstallScope, { hooks }: LockedPackage): boolean {
  return Object.entries(hooks).every(
    ([directory, { digest }]) => installedAs(seen, scope, directory)[0]?.record.digest === digest,
  );
}

function rejectDifference(
  name: string,
  locked: LockedPackage,
  { lock, directories: all }: PlannedPackage,
): void {
  const directories = new Set([...Object.keys(locked.hooks), ...Object.keys(lock.hooks)]);
  const differing = [...directories].filter(
    (directory) => !isSameJson(locked.hooks[directory], lock.hooks[directory]),
  );
  const facts = (['version', 'integrity', 'commit'] as const).filter((key) => locked[key] !== lock[key]);
  if (differing.length + facts.length === 0) return;
  const found = differing.map((dir) => {
    const now = all.find((planned) => planned.directory === dir);
    return `${dir} is ${now?.digest ?? 'not in it'}, not ${locked.hooks[dir]?.digest ?? 'in the lock'}`;
  });
  const detail = [...found, ...facts.map((key) => `its ${key} is ${lock[key]}, not ${locked[key]}`)].join(
    '; ',
  );
  throw new HookError('LOCK_DIFFERS', { name, detail }, { exitCode: 1 });
}
