import { describeError, isHookError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { quoteWord } from '../events/text.ts';
import { grantsOf } from '../trust/approval.ts';
import { prepareApproval } from './approve.ts';
import { buildLaunch } from './build-launch.ts';
import type { HandlerBuilder } from './built-handler.ts';
import { definitionKinds } from './inventory/definition-kinds.ts';
import type { HookStatus } from './inventory/evaluate-status.ts';
import { executableEvents } from './inventory/executable-events.ts';
import { isUsable } from './inventory/inventory.ts';
import { reasonsAgainst } from './inventory/policy-hold.ts';
import type { Inventory } from './inventory/survey.ts';

/** Of a package that is not approved. */
const SETTLED: ReadonlySet<string> = new Set(['UNAPPROVED', 'CHANGED']);

/**
 * The inventory as if the user had approved every package whose digest is in `digests`; for one call, nothing is recorded. The
 * copies in the store run, as always. What cannot be approved is unchanged, with an issue.
 */
export async function approveListed(
  seen: Inventory,
  environment: Readonly<Record<string, string | undefined>>,
  digests: ReadonlySet<string>,
  build: HandlerBuilder | null,
  issues: Issue[],
): Promise<Inventory> {
  const statuses: HookStatus[] = [];
  for (const status of seen.statuses) {
    const { record } = status;
    const isListed = digests.has(record.digest ?? '') && isUsable(record) && needsIt(status);
    const mayRun = reasonsAgainst(record, seen.policy).length === 0;
    statuses.push(isListed && mayRun ? await approve(seen, status, environment, build, issues) : status);
  }
  return { ...seen, statuses };
}

function needsIt({ record, approval, isApproved }: HookStatus): boolean {
  if (record.root.source === 'managed' || record.root.source === 'builtin') return false;
  return !isApproved || approval?.digest !== record.digest;
}

async function approve(
  { places }: Inventory,
  status: HookStatus,
  environment: Readonly<Record<string, string | undefined>>,
  build: HandlerBuilder | null,
  issues: Issue[],
): Promise<HookStatus> {
  const { record, approval: known } = status;
  try {
    const approval = await prepareApproval(places, {
      record,
      known,
      digest: record.digest ?? '',
      grants: grantsOf(known),
      environment,
      build: build ?? (async () => ({ ok: false, problems: [] })),
      now: new Date(),
    });
    const reasons = status.reasons.filter(({ code }) => !SETTLED.has(code));
    return { ...status, approval, isApproved: true, reasons };
  } catch (error) {
    const detail = isHookError(error) ? error.message : describeError(error);
    issues.push(issue('LISTED_NOT_APPROVED', { name: record.qualifiedName, detail }, { path: record.path }));
    return status;
  }
}

const LANES = 8;
/** For all of them together: an event waits for it. */
const LIMIT_MS = 10_000;

/**
 * Runs every bare executable that would run under `trust: 'all'` for its event, in its own directory: for tests, and for hosts
 * that own their hooks. Writes nothing. An executable without a valid output is invalid in the result.
 */
export async function requestEvents(
  seen: Inventory,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Inventory> {
  const waiting = seen.statuses.filter(
    (status) => mustBeInvoked(status) && reasonsAgainst(status.record, seen.policy).length === 0,
  );
  if (waiting.length === 0) return seen;
  const returned = new Map<HookStatus, HookStatus>();
  const signal = AbortSignal.timeout(LIMIT_MS);
  const lane = async (): Promise<void> => {
    for (let status = waiting.shift(); status !== undefined; status = waiting.shift())
      returned.set(status, await requestOne(status, seen.places.projectDir, environment, signal));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { ...seen, statuses: seen.statuses.map((status) => returned.get(status) ?? status) };
}

function mustBeInvoked({ record, approval, isEnabled, state }: HookStatus): boolean {
  if (!definitionKinds[record.root.kind].isInvoked || !isEnabled) return false;
  if (!isUsable(record) || record.isVanished || state === 'conflict') return false;
  return approval === null || approval.digest !== record.digest;
}

async function requestOne(
  status: HookStatus,
  projectDir: string,
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<HookStatus> {
  const { record } = status;
  const { dir, files, manifest, name, root, directory } = record;
  const reader = await definitionKinds[root.kind].load();
  const path = environment['PATH'] ?? '';
  const launch =
    manifest === null ? null : buildLaunch(manifest, { packageDir: dir, files, path, mustStartAlone: true });
  if (reader.readEvents === undefined) return status;
  if (!launch?.ok) return rejected(status, `cannot be run: ${launch?.message ?? 'it has nothing to run'}`);
  const { argv } = launch;
  const source = root.source;
  const output = await reader.readEvents({
    name,
    source,
    argv,
    dir,
    projectDir,
    environment,
    grantedEnv: [],
    signal,
  });
  if ('event' in output)
    return {
      ...status,
      record: { ...record, ...reader.withEvent?.(record, { directory, event: output.event }) },
    };
  return rejected(status, output.detail);
}

function rejected(status: HookStatus, detail: string): HookStatus {
  const { record } = status;
  const { name, path } = record;
  const parameters = {
    detail,
    file: quoteWord(name),
    events: executableEvents.join(', '),
    name: quoteWord(name),
  };
  const reason = issue('EXECUTABLE_EVENT', parameters, { path });
  return {
    ...status,
    state: 'invalid',
    reasons: [reason],
    record: { ...record, manifest: null, issues: [reason] },
  };
}
