import { mkdtempSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { HookError } from '@hookmd/core/errors';
import type { Places } from '@hookmd/core/manifest';
import type { Survey } from '@hookmd/core/registry';
import { isSourceAllowed } from '@hookmd/core/settings';
import { quoteWord } from '@hookmd/core/text';
import type { OptionRow } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import type { InstallScope } from './install-scope.ts';
import type { LockedPackage } from './lockfile.ts';
import {
  DEFAULT_RELEASE_AGE_MS,
  DOWNLOAD_TIMEOUT_MS,
  type Fetched,
  type Found,
  type Resolved,
  type SourceContext,
} from './sources/source.ts';
import { fetchFrom, resolveFrom } from './sources/sources.ts';
import { parseSpec } from './sources/spec.ts';
import type { Session } from './staging.ts';
import { showProgress } from './view.ts';

/** For whoever asks a source. */
export const sourceOptions: readonly OptionRow[] = [
  {
    flags: '--any-age',
    about:
      'also releases of a registry that are younger than three days, unless the policy of the machine asks for more',
  },
];

const FILE = 'file:';

/** A fetched package, and what its source says that a person should hear first. */
export interface FetchedPackage extends Fetched {
  readonly notices: Found['notices'];
}

/** What a spec stands for now. `cwd` is what a relative path is relative to. Throws SOURCE_DENIED, POLICY_BROKEN, INSTALL_INTERRUPTED. */
export async function resolveSpec(
  session: Session,
  spec: string,
  cwd: string = session.context.cwd,
): Promise<Found> {
  const { seen } = session;
  rejectSource(seen, policySpec(spec, cwd, seen.places.home));
  return whileShowing(session, spec, cwd, (source) => resolveFrom(spec, source));
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
  const fetched = await whileShowing(session, spec, context.cwd, (source) =>
    fetchFrom(resolved, dir, source),
  );
  return { ...fetched, notices };
}

/**
 * Where it really comes from: a lock says so in words of its own, a folder may have been reached through a link, and a
 * range that reads like an allowed version may stand for another one.
 */
function originOf({ spec, resolved, version }: Resolved): string {
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return `npm:${parsed.name}@${version}`;
  return parsed.prefix === 'git' ? spec : resolved;
}

async function whileShowing<T>(
  { context, seen }: Session,
  spec: string,
  cwd: string,
  ask: (source: SourceContext) => Promise<T>,
): Promise<T> {
  showProgress(context, { spec });
  const onProgress = (bytes: number, total: number | null): void =>
    showProgress(context, { spec, bytes, total });
  try {
    return await interruptible(spec, (signal) =>
      ask({ ...sourceContext(context, seen, cwd), onProgress, signal }),
    );
  } finally {
    showProgress(context, null);
  }
}

function sourceContext(
  { environment, options }: Context,
  { places, policy, statuses }: Survey,
  cwd: string,
): SourceContext {
  return {
    cwd,
    home: places.home,
    environment,
    now: Date.now(),
    minReleaseAgeMs: Math.max(
      options.has('any-age') ? 0 : DEFAULT_RELEASE_AGE_MS,
      policy.policy.minimumReleaseAgeMs,
    ),
    knownNames: [...new Set(statuses.map(({ record }) => record.name))],
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  };
}

/** What a lock says of where a package comes from; of one in the project, relative to it: everybody who has it can follow that. */
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

/**
 * What a lock recorded, for its source. Throws LOCK_OUTSIDE where a repository's lock names a folder outside of it: what
 * stands there is not the repository's to copy.
 */
export function fromLock(
  name: string,
  { spec, resolved, version, integrity, commit }: LockedPackage,
  scope: InstallScope,
  places: Places,
): Resolved {
  const nothing = { publishedAt: null, publisher: null };
  const isPath = parseSpec(spec).prefix === 'file';
  const place = isPath ? withoutLinks(resolve(places.projectDir, resolved)) : resolved;
  const found = { spec, resolved: place, version, integrity, commit, ...nothing };
  rejectOutside(name, found, scope, places);
  rejectOtherName(name, found);
  return found;
}

/**
 * Throws LOCK_DIFFERS where a lock calls a package of the registry otherwise, or says one address for another: what a person
 * reads first would not be what comes.
 */
export function rejectOtherName(name: string, { spec, resolved }: Pick<Resolved, 'spec' | 'resolved'>): void {
  const parsed = parseSpec(spec);
  const isOther =
    (parsed.prefix === 'npm' && parsed.name !== name) ||
    (parsed.prefix === 'https' && parsed.url !== resolved);
  if (!isOther) return;
  const detail = `it is ${spec}, from ${resolved}`;
  throw new HookError('LOCK_DIFFERS', { name, detail }, { exitCode: 1 });
}

/** Throws LOCK_OUTSIDE where a repository's lock leads to a folder outside of it, also by a link in it. */
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
    return path; // its source says what is wrong with it
  }
}

/** What a path in a spec of a lock is relative to. */
export function lockedDirectory({ source, stageDir }: InstallScope, { projectDir }: Places): string {
  return source === 'project' ? projectDir : stageDir;
}

/** Throws SOURCE_DENIED where the policy of the machine names other places, POLICY_BROKEN where nobody knows what it names. */
export function rejectSource({ policy: { policy, path, issues } }: Survey, spec: string): void {
  if (issues.length > 0) throw new HookError('POLICY_BROKEN', { path }, { exitCode: 1 });
  if (isSourceAllowed(policy, spec)) return;
  const allowed = (policy.sources ?? []).join(', ') || 'nowhere';
  throw new HookError('SOURCE_DENIED', { spec, path, allowed }, { exitCode: 1 });
}

/** A spec in the one spelling that a policy is written in: whatever leads to the same place reads the same. */
export function policySpec(spec: string, cwd: string, home: string): string {
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return spec;
  if (parsed.prefix === 'https') return parsed.url;
  if (parsed.prefix === 'git') return `git:${parsed.url}${parsed.ref === null ? '' : `#${parsed.ref}`}`;
  const path = parsed.path.replace(/^~(?=\/|$)/, home);
  return `file:${resolve(cwd, path)}`;
}

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Watch {
  readonly signal: AbortSignal;
  readonly stop: () => void;
  /** Of those who go on at once under this watch. */
  count: number;
}

let watch: Watch | null = null;

/**
 * Asks a source for `spec` so that Ctrl-C ends it in good order: what was written is cleared away by whoever began it.
 * Throws INSTALL_INTERRUPTED, as `work` does where its signal comes.
 */
async function interruptible<T>(spec: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  watch ??= beginWatch(() => new HookError('INSTALL_INTERRUPTED', { spec }, { exitCode: 130 }));
  const mine = watch;
  mine.count += 1;
  try {
    const result = await work(mine.signal);
    // A signal that came while nothing was waited for is only heard here.
    await setImmediate();
    mine.signal.throwIfAborted();
    return result;
  } finally {
    mine.count -= 1;
    if (mine.count === 0) {
      mine.stop();
      watch = null;
    }
  }
}

function beginWatch(why: () => HookError): Watch {
  const controller = new AbortController();
  const abort = (): void => controller.abort(why());
  for (const name of ENDS) process.on(name, abort);
  const stop = (): void => {
    for (const name of ENDS) process.off(name, abort);
  };
  return { signal: controller.signal, stop, count: 0 };
}
