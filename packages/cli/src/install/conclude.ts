import { HookError, hasErrors } from '@hookmd/core/errors';
import { configPath, type Survey } from '@hookmd/core/registry';
import { namedDigests } from '../approval/approval.ts';
import type { ExitStatus } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { hookJson } from '../hooks/hook-json.ts';
import { agree, approvesToo, rejectOtherDigests } from './agree.ts';
import { applyInstallation } from './apply.ts';
import type { InstallScope } from './install-scope.ts';
import { installedAs, isIn } from './lockfile.ts';
import type { PlannedPackage } from './plan.ts';
import type { TempDirectory } from './staging.ts';
import { showInPlace, showInstalled } from './views/installed.ts';
import { showPlan } from './views/plan.ts';

/** What is planned for one scope. */
export interface Group {
  readonly scope: InstallScope;
  readonly plans: readonly PlannedPackage[];
}

interface Work {
  readonly command: 'install' | 'update';
  readonly temp: TempDirectory;
  readonly seen: Survey;
  readonly groups: readonly Group[];
}

/** From the plan to its end: shows it, asks, puts it in place, says how it stands now. */
export async function conclude(context: Context, { command, temp, seen, groups }: Work): Promise<ExitStatus> {
  const { options, out, err, isJson } = context;
  const isDry = options.has('dry-run') || options.has('inspect');
  const isShadow = options.has('shadow');
  const plans = groups.flatMap((group) => group.plans);
  rejectTwice(groups);
  if (isShadow) {
    rejectBrokenConfig(seen);
    for (const { scope, plans: all } of groups) for (const plan of all) rejectNamesakes(seen, scope, plan);
  }
  const digests = namedDigests(context, seen);
  rejectOtherDigests(digests, plans);
  const open = groups
    .map(({ scope, plans: all }) => ({ scope, plans: all.filter((plan) => !plan.isSame || isShadow) }))
    .filter((group) => group.plans.length > 0);
  const isOpen = (plan: PlannedPackage): boolean => open.some((group) => group.plans.includes(plan));
  if (!isJson)
    for (const { scope, plans: all } of groups)
      for (const plan of all.filter((one) => isDry || isOpen(one)))
        showPlan(context, isDry ? out : err, plan, scope.source);
  let after = seen;
  if (!isDry && open.length > 0) {
    await agree(
      context,
      command,
      open.flatMap((group) => group.plans),
    );
    for (const { scope, plans: all } of open) {
      const approves = approvesToo.bind(null, context, digests);
      after = await applyInstallation(context, temp, {
        seen,
        scope,
        plans: all,
        command,
        approves,
        isShadow,
      });
    }
  }
  const done = plans.map((plan) => ({ plan, isChanged: isOpen(plan) }));
  if (isJson) {
    const packages = groups.flatMap(({ scope, plans: all }) =>
      all.map((plan): InstallJson => installJson(plan, scope, after, isOpen(plan))),
    );
    context.print({ schema: `hookmd.${command}/1`, dryRun: isDry, packages });
  } else if (!isDry) {
    for (const { plan } of done.filter(({ isChanged }) => !isChanged)) showInPlace(context, plan);
    for (const { scope, plans: all } of open) {
      const hooks = all.flatMap(({ hooks: own }) => own);
      const now = hooks.flatMap(({ folder }) => installedAs(after, scope, folder) ?? []);
      showInstalled(context, command, all, now);
    }
  }
  return 0;
}

/** What cannot be read as a whole is not edited, and half an installation is none. */
function rejectBrokenConfig({ places, issues }: Survey): void {
  const path = configPath(places, 'user');
  if (hasErrors(issues.filter((one) => one.path === path)))
    throw new HookError('INSTALL_SHADOW', { path }, { exitCode: 1 });
}

/** A mode is set by name: a package called as a guard of another scope would switch that off. Managed ones have modes of their own. */
function rejectNamesakes({ statuses }: Survey, scope: InstallScope, { hooks }: PlannedPackage): void {
  for (const { status } of hooks) {
    const other = statuses.find(
      ({ record }) =>
        record.name === status.record.name && record.root.source !== 'managed' && !isIn(record, scope),
    );
    if (other !== undefined)
      throw new HookError('INSTALL_SHADOW_NAME', { other: other.record.qualifiedName }, { exitCode: 1 });
  }
}

/** Two packages of one call that bring the same hook: neither is more right than the other. */
function rejectTwice(groups: readonly Group[]): void {
  for (const { plans } of groups) {
    const owners = new Map<string, string>();
    for (const { fetched, hooks } of plans)
      for (const { folder } of hooks) {
        const key = folder.toLowerCase();
        const owner = owners.get(key);
        if (owner !== undefined)
          throw new HookError(
            'INSTALL_TAKEN',
            { name: folder, owner, package: fetched.name },
            { exitCode: 1 },
          );
        owners.set(key, fetched.name);
      }
  }
}

/** A package as `install --json` and `update --json` show it. */
export interface InstallJson {
  readonly name: string;
  readonly scope: string;
  /** Whether anything is, or would be, different from what stands there. */
  readonly changed: boolean;
  readonly hooks: readonly object[];
  readonly [fact: string]: unknown;
}

/** `after` is what stands there now; of a hook that is not there its plan says what it would be. */
function installJson(
  { fetched, locked, lock, hooks, gone }: PlannedPackage,
  scope: InstallScope,
  after: Survey,
  changed: boolean,
): InstallJson {
  const { name, publishedAt, publisher, notices } = fetched;
  const { hooks: _, ...place } = lock;
  return {
    name,
    scope: scope.source,
    changed,
    ...place,
    before: locked === null ? null : { version: locked.version, resolved: locked.resolved },
    publishedAt,
    publisher,
    notices,
    hooks: hooks.map(
      ({
        folder,
        path,
        digest,
        bytes,
        status,
        installed,
        isSame,
        renamedFrom,
        isEdited,
        manifest,
        files,
      }) => {
        const now = installedAs(after, scope, folder);
        const change = isSame ? 'none' : installed === null ? 'added' : 'replaced';
        return {
          folder,
          path,
          change,
          renamedFrom,
          edited: isEdited,
          bytes,
          files: status.record.files,
          manifest,
          differences: files,
          before: installed?.record.digest ?? null,
          hook: hookJson(now?.record.digest === digest ? now : status, after),
        };
      },
    ),
    removed: gone.map(({ folder }) => folder),
  };
}
