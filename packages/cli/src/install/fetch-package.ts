import { mkdtempSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { HookError } from '@hookmd/core/errors';
import type { Inventory } from '@hookmd/core/registry';
import { isSourceAllowed } from '@hookmd/core/settings';
import type { Places } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { withSpinner } from '../ui/spinner.ts';
import type { InstallScope } from './install-scope.ts';
import type { LockedPackage } from './lockfile.ts';
import { bareRepository } from './sources/git/git-spec.ts';
import {
  DEFAULT_RELEASE_AGE_MS,
  DOWNLOAD_TIMEOUT_MS,
  type Fetched,
  type Found,
  type Resolved,
  type SourceContext,
} from './sources/source.ts';
import { fetchFrom, pluginSource, resolveFrom } from './sources/sources.ts';
import { parseSpec } from './sources/spec.ts';
import { isThere, type Session } from './staging.ts';

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** For commands that call a source. */
export const sourceOptions: readonly OptionRow[] = [
  {
    flags: '--any-age',
    about: 'also use registry releases younger than three days',
  },
];

const FILE = 'file:';

/** A fetched package, with warnings of its source. */
export interface FetchedPackage extends Fetched {
  readonly notices: Found['notices'];
}

/**
 * What a spec resolves to now. `cwd` is what a relative path is relative to. Throws SPEC_INVALID, SOURCE_DENIED, POLICY_BROKEN,
 * INSTALL_INTERRUPTED.
 */
export async function resolveSpec(
  session: Session,
  spec: string,
  cwd: string = session.context.cwd,
): Promise<Found> {
  admitSpec(session.seen, spec, cwd);
  return callSource(session, spec, cwd, (source) => resolveFrom(spec, source));
}

/** Before a source is called. Throws SPEC_INVALID, SOURCE_DENIED, POLICY_BROKEN. */
export function admitSpec(seen: Inventory, spec: string, cwd: string): void {
  rejectAmbiguous(spec, cwd);
  rejectSource(seen, policySpec(spec, cwd, seen.places.home));
}

/** Throws SPEC_INVALID for a repository of GitHub without its prefix that is also a directory here: neither may stand in for the other. */
function rejectAmbiguous(spec: string, cwd: string): void {
  const name = bareRepository(spec);
  if (name === null || !isThere(join(cwd, name))) return;
  const detail = `it could be a repository of GitHub or the directory ./${name}`;
  const fix = `Write \`github:${spec}\` for the repository, \`./${name}\` for the directory.`;
  throw new HookError('SPEC_INVALID', { spec, detail, fix });
}

/** Fetches the package of a spec or a lockfile into the temporary directory. Throws SOURCE_DENIED, POLICY_BROKEN, INSTALL_INTERRUPTED. */
export async function fetchPackage(
  session: Session,
  resolved: Resolved & Partial<Pick<Found, 'notices'>>,
): Promise<FetchedPackage> {
  const { context, seen, tempDir } = session;
  rejectSource(seen, policySpec(originOf(resolved), context.cwd, seen.places.home));
  const dir = mkdtempSync(join(tempDir, 'fetched-'));
  const { spec, notices = [] } = resolved;
  const fetched = await callSource(session, spec, context.cwd, (source) => fetchFrom(resolved, dir, source));
  return { ...fetched, notices };
}

/** The spec that a policy is applied to: of what is fetched, not of what was written. */
function originOf(release: Resolved): string {
  const { spec: text, resolved, version } = release;
  const spec = pluginSource(release) ?? text;
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return `npm:${parsed.name}@${version}`;
  return parsed.prefix === 'git' ? spec : resolved;
}

/**
 * Calls a source, with a line of progress, so that Ctrl-C ends it in good order: the caller removes what was written. Throws
 * INSTALL_INTERRUPTED.
 */
export async function callSource<T>(
  { context, seen, tempDir, timeoutMs = DOWNLOAD_TIMEOUT_MS }: Session,
  spec: string,
  cwd: string,
  call: (source: SourceContext) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void =>
    controller.abort(new HookError('INSTALL_INTERRUPTED', { spec }, { exitCode: 130 }));
  for (const name of ENDS) process.on(name, abort);
  const given = { ...sourceContext(context, seen, cwd), timeoutMs, tempDir, signal };
  try {
    const result = await withSpinner(context, `fetching ${spec}`, (show) => {
      const onProgress = (bytes: number, total: number | null): void =>
        show(`fetching ${spec}  ${inKb(bytes)}${total ? ` of ${inKb(total)}` : ''} kB`);
      return call({ ...given, onProgress });
    });
    // A signal that came while no call was waiting is delivered now.
    await setImmediate();
    signal.throwIfAborted();
    return result;
  } finally {
    for (const name of ENDS) process.off(name, abort);
  }
}

function inKb(bytes: number): number {
  return Math.ceil(bytes / 1024);
}

function sourceContext(
  { environment, options }: Context,
  seen: Inventory,
  cwd: string,
): Omit<SourceContext, 'tempDir' | 'timeoutMs'> {
  const { places, policy, statuses } = seen;
  return {
    cwd,
    admit: (spec) => rejectSource(seen, policySpec(spec, cwd, places.home)),
    home: places.home,
    environment,
    now: Date.now(),
    minReleaseAgeMs: Math.max(
      options.has('any-age') ? 0 : DEFAULT_RELEASE_AGE_MS,
      policy.policy.minimumReleaseAgeMs,
    ),
    knownNames: [...new Set(statuses.map(({ record }) => record.name))],
  };
}

/** What hooks.lock records of a source; a path in the project is relative to it, so that it is valid in every checkout. */
export function toLockedPlace(
  { spec, resolved }: Pick<Resolved, 'spec' | 'resolved'>,
  scope: InstallScope,
  places: Places,
): Pick<LockedPackage, 'spec' | 'resolved'> {
  if (!isAbsolute(resolved)) return { spec, resolved };
  const inside = relative(places.projectDir, resolved);
  const isInside = scope.source === 'project' && inside !== '' && !inside.startsWith('..');
  const path = isInside ? `./${inside.split(sep).join('/')}` : resolved;
  return { spec: FILE + path, resolved: path };
}

/** A package as hooks.lock recorded it. Throws LOCK_OUTSIDE, LOCK_DIFFERS. */
export function fromLock(
  name: string,
  { spec, resolved, version, integrity, commit }: LockedPackage,
  scope: InstallScope,
  places: Places,
): Resolved {
  const nothing = { publishedAt: null, publisher: null };
  const isPath = parseSpec(spec).prefix === 'file' && pluginSource({ spec, resolved }) === null;
  const location = isPath ? withoutLinks(resolve(places.projectDir, resolved)) : resolved;
  const found = { spec, resolved: location, version, integrity, commit, ...nothing };
  rejectOutside(name, found, scope, places);
  rejectOtherName(name, found);
  return found;
}

/** Throws LOCK_DIFFERS if an entry of a lockfile has the name or URL of another package. */
export function rejectOtherName(name: string, { spec, resolved }: Pick<Resolved, 'spec' | 'resolved'>): void {
  const parsed = parseSpec(spec);
  const isOther =
    (parsed.prefix === 'npm' && parsed.name !== name) ||
    (parsed.prefix === 'https' && parsed.url !== resolved);
  if (!isOther) return;
  const detail = `it is ${spec}, from ${resolved}`;
  throw new HookError('LOCK_DIFFERS', { name, detail }, { exitCode: 1 });
}

/** Throws LOCK_OUTSIDE if the lockfile of a repository leads outside of it, also by a link: those files are not the repository's to copy. */
export function rejectOutside(
  name: string,
  { spec, resolved }: Pick<Resolved, 'spec' | 'resolved'>,
  scope: InstallScope,
  { projectDir }: Places,
): void {
  if (parseSpec(spec).prefix !== 'file' || scope.source !== 'project') return;
  if (resolved.startsWith(projectDir + sep)) return;
  const parameters = { name, path: resolved, lock: scope.lockPath, spec: quoteWord(resolved) };
  throw new HookError('LOCK_OUTSIDE', parameters, { exitCode: 1 });
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // its source reports the error
  }
}

/** The base of a relative path in a lockfile. */
export function lockedDirectory({ source, stageDir }: InstallScope, { projectDir }: Places): string {
  return source === 'project' ? projectDir : stageDir;
}

/** Throws SOURCE_DENIED if the policy of the machine does not allow a source, POLICY_BROKEN if it cannot be read. */
export function rejectSource({ policy: { policy, path, issues } }: Inventory, spec: string): void {
  if (issues.length > 0) {
    const known = { path, unknown: 'what may be installed', detail: 'Nothing was changed.' };
    throw new HookError('POLICY_BROKEN', known, { exitCode: 1 });
  }
  if (isSourceAllowed(policy, spec)) return;
  const allowed = (policy.sources ?? []).join(', ') || 'nowhere';
  throw new HookError('SOURCE_DENIED', { spec, path, allowed }, { exitCode: 1 });
}

/** A spec in the spelling of a policy: the same for everything that leads to one source. */
export function policySpec(spec: string, cwd: string, home: string): string {
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return spec;
  if (parsed.prefix === 'https') return parsed.url;
  if (parsed.prefix === 'git') return `git:${parsed.url}${parsed.ref === null ? '' : `#${parsed.ref}`}`;
  const path = parsed.path.replace(/^~(?=\/|$)/, home);
  return `file:${resolve(cwd, path)}`;
}
