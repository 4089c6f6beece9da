import { delimiter, dirname, join } from 'node:path';
import { hasSession, type Places, personalFile } from '../discovery/places.ts';
import { rootCandidates } from '../discovery/roots.ts';
import { findIsolation } from '../eligibility/find-isolation.ts';
import { POLICY_FILE } from '../policy/policy.ts';
import { takeWitnesses } from '../state/path-snapshot.ts';
import { partPaths } from './active-set-file.ts';
import { type Basis, callOf, realRootsOf } from './basis.ts';
import { definitionKinds } from './definition-kinds.ts';
import { enablementPath } from './enablement.ts';
import { wantsIsolation } from './hook-isolation.ts';
import type { HookStatus } from './judge-status.ts';
import { configPath, configScopes } from './read-configs.ts';
import type { Survey } from './survey.ts';

/**
 * Everything a survey was made from. Null where that cannot be told for certain: something changed a moment
 * ago, a folder is beyond all bounds, a program is missing under a name nobody knows.
 *
 * `startedMs` is when the survey began.
 */
export function basisOf(
  seen: Survey,
  environment: Readonly<Record<string, string | undefined>>,
  startedMs: number,
): Basis | null {
  const { places, statuses } = seen;
  const packages = statuses
    .filter(isChangeable)
    .map(({ record }) => definitionKinds[record.root.kind].listPaths(record));
  if (packages.includes(null) || statuses.some(cannotStart) || hasSession(places)) return null;
  const parts = partPaths(places.stateDir, places.projectDir);
  const paths = new Set<string>([
    ...placePaths(
      places,
      seen.config.entriesFrom.map((file) => personalFile(file, places)),
    ),
    ...statePaths(places),
    ...packages.flatMap((one) => one ?? []),
    ...isolationPaths(seen, environment['PATH'] ?? ''),
    ...statuses.flatMap((status) => programPaths(status, environment['PATH'] ?? '')),
    ...[parts.user, parts.project],
  ]);
  const witnesses = takeWitnesses([...paths], startedMs);
  if (witnesses === null) return null;
  const wanted = statuses.flatMap(({ record, approvedRequirements }) => [
    ...(record.manifest?.requires.env ?? []),
    ...approvedRequirements.filter(({ kind }) => kind === 'env').map(({ want }) => want),
  ]);
  const variables = Object.fromEntries(wanted.map((name) => [name, Boolean(environment[name])]));
  return { call: callOf(places, environment), roots: realRootsOf(places), variables, witnesses };
}

/** What comes with HookMD is replaced as a whole, together with the folder it stands in. */
function isChangeable({ record }: HookStatus): boolean {
  return record.root.source !== 'bundled';
}

/** A handler whose interpreter, or what would isolate it, may turn up anywhere. */
function cannotStart({ reasons }: HookStatus): boolean {
  return reasons.some(({ code }) => code === 'HANDLER_NOT_RUNNABLE' || code === 'ELIGIBILITY_ISOLATION');
}

function placePaths(places: Places, entryFiles: readonly string[]): readonly string[] {
  const roots = rootCandidates(places).flatMap(({ kind, source, dir }) =>
    source === 'bundled' ? [dir] : definitionKinds[kind].watchRoot(dir),
  );
  const scopes = configScopes.map((scope) => configPath(places, scope));
  return [places.managedDir, join(places.managedDir, POLICY_FILE), ...scopes, ...entryFiles, ...roots];
}

/** Folders alone: records and stored copies are never written in place, only replaced. */
function statePaths({ stateDir, projectDir }: Places): readonly string[] {
  const ofHooks = [null, projectDir].map((project) => dirname(enablementPath(stateDir, '', project)));
  return [
    stateDir,
    ...['approvals', 'links', 'refusals', 'store', 'enablement/project'].map((name) => join(stateDir, name)),
    ...ofHooks,
  ];
}

/** What isolates programs, where one is to be isolated. */
function isolationPaths({ statuses, policy }: Survey, path: string): readonly string[] {
  const isWanted = statuses.some(
    ({ record }) => record.manifest !== null && wantsIsolation(record.manifest, policy.policy),
  );
  const backend = isWanted ? findIsolation(path) : null;
  return backend !== null && 'path' in backend ? [backend.path] : [];
}

/** Where a needed program was found, or everywhere it was not. */
function programPaths(
  { record, requirements, approvedRequirements }: HookStatus,
  path: string,
): readonly string[] {
  const wanted = [...requirements, ...approvedRequirements].filter(
    ({ kind }) => kind === 'bins' || kind === 'anyBins',
  );
  const folders = path.split(delimiter);
  return [
    ...(record.program === null ? [] : [record.program]),
    ...wanted.flatMap(({ want, found }) =>
      found === null
        ? want.split(' or ').flatMap((name) => folders.map((folder) => join(folder, name)))
        : [found],
    ),
  ];
}
