import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, type Issue, issue } from '@hookmd/core/errors';
import { type EventLogRecord, isTrace, readEventLog, unshippedBytes } from '@hookmd/core/event-log';
import { type HookRun, isFailed, isSameJson } from '@hookmd/core/events';
import { type ActiveHook, type ActivePart, partPaths } from '@hookmd/core/hook-index';
import { breakerName, readBreaker } from '@hookmd/core/registry';
import { findOutlived, HOOKMD_VERSION, lockState } from '@hookmd/core/system';
import { counted, quoteWord } from '@hookmd/core/text';
import { findGarbage } from '@hookmd/core/trust';

import { p95Of } from '../../event-log/run-times.ts';
import { findGoneProjects } from '../../gc/gone-projects.ts';
import { findLeftovers, STALE_MS } from '../../gc/leftover-files.ts';
import { neededCopies } from '../../gc/needed-copies.ts';
import { decided } from '../../gc/view.ts';
import { describeMs } from '../../hooks/describe.ts';
import { explainFailure } from '../../hooks/failure.ts';
import { isWarned } from '../../hooks/health.ts';
import { describeSize } from '../../ui/describe-size.ts';
import { type Check, expectedHooks, type Facts, type Finding, firstNames } from './check.ts';

const MAX_NAMES = 5;
const DAY_MS = 24 * 3_600_000;
/** The newest records: with more per day than this, only the last hours count. */
const MAX_RECORDS = 5_000;
const MIN_RUNS = 20;
const NEAR_TIMEOUT = 0.8;

/** Whether the hook index on disk is the one that the packages should have. */
export const hookIndex: Check = (facts) => {
  const { places } = facts.inventory;
  const paths = partPaths(places.stateDir, places.projectDir);
  const findings = (['user', 'project'] as const).flatMap((part) =>
    comparePart(paths[part], facts.compiled[part], facts.expected[part]),
  );
  const count = expectedHooks(facts).filter(({ source }) => source !== 'builtin').length;
  const state = findings.length === 0 ? 'up to date' : 'out of date';
  return { summary: `${counted(count, 'hook')} ready here, ${state}`, findings };
};

function comparePart(path: string, found: ActivePart | null, wanted: ActivePart): readonly Issue[] {
  // The next event compiles a missing one.
  if (found === null && !existsSync(path)) return [];
  if (found === null) {
    const cause = `by a version other than ${HOOKMD_VERSION}, or is damaged; the next event compiles it again`;
    return [issue('HOOK_INDEX_OUTDATED', { cause }, { path })];
  }
  if (found.inputs !== wanted.inputs) {
    const cause = 'before something changed: packages, records, settings or the machine';
    return [issue('HOOK_INDEX_OUTDATED', { cause }, { path })];
  }
  const different = differingNames(found, wanted);
  if (different.length === 0) return [];
  return [
    issue('HOOK_INDEX_DIFFERS', { hooks: firstNames(different, MAX_NAMES), path: quoteWord(path) }, { path }),
  ];
}

function differingNames(found: ActivePart, wanted: ActivePart): readonly string[] {
  const entries = ({ hooks, inactive }: ActivePart): ReadonlyMap<string, unknown> =>
    new Map([...hooks, ...inactive].map((hook) => [hook.qualifiedName, hook]));
  const [before, now] = [entries(found), entries(wanted)];
  const names = new Set([...before.keys(), ...now.keys()]);
  // JSON has no undefined keys.
  const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
  const hooks = [...names].filter((name) => !isSameJson(plain(before.get(name)), plain(now.get(name))));
  const settings = isSameJson(plain(found.settings), plain(wanted.settings)) ? [] : ['the settings'];
  return [...hooks, ...settings];
}

interface Run {
  readonly run: HookRun;
  readonly traceId: string;
}

/** Whether the event log is writable, how large it is, and which hooks failed or were slow in the last day. */
export const eventLog: Check = (facts) => {
  const { stateDir } = facts.inventory.places;
  const dir = join(stateDir, 'event-log');
  const records = readEventLog(dir, { last: MAX_RECORDS }).entries.filter(isTrace);
  const since = facts.now.getTime() - DAY_MS;
  const byName = groupRuns(records.filter(({ time }) => Date.parse(time) >= since));
  const last = records[0]?.time;
  const state =
    last === undefined ? 'nothing recorded yet' : `last record ${last.slice(0, 19).replace('T', ' ')}`;
  const hooks = expectedHooks(facts).flatMap((hook) =>
    evaluateHook(hook, byName.get(hook.qualifiedName) ?? [], facts).map(
      (found): Finding => ({ ...found, hook: hook.qualifiedName }),
    ),
  );
  const unsent = unshippedBytes(stateDir) ?? 0;
  const waiting = unsent === 0 ? '' : `, ${describeSize(unsent)} not sent yet`;
  return {
    summary: `${describeSize(sizeOf(dir))}, ${state}${waiting}`,
    findings: [...unwritable(dir), ...hooks],
  };
};

/** Newest first, as the records. */
function groupRuns(records: readonly EventLogRecord[]): ReadonlyMap<string, readonly Run[]> {
  const groups = new Map<string, Run[]>();
  for (const { hooks, traceId } of records) {
    for (const run of hooks) {
      // Neither is a result of the hook.
      if (run.outcome === 'skipped' || run.cause === 'ABORTED') continue;
      const group = groups.get(run.qualifiedName) ?? [];
      group.push({ run, traceId });
      groups.set(run.qualifiedName, group);
    }
  }
  return groups;
}

function evaluateHook(hook: ActiveHook, all: readonly Run[], facts: Facts): readonly Issue[] {
  const { inventory, now } = facts;
  const { stateDir } = inventory.places;
  const { qualifiedName, timeoutMs } = hook;
  const findings: Issue[] = [];
  // What an earlier version did ended with its approval.
  const runs = all.filter(({ run }) => run.digest === hook.digest);
  const status = inventory.statuses.find(({ record }) => record.qualifiedName === qualifiedName) ?? null;
  const failed = runs.filter(({ run }) => isFailed(run));
  const [lastFailed] = failed;
  // That it cannot be started is a finding about the hook.
  if (lastFailed !== undefined && lastFailed.run.cause !== 'NOT_RUNNABLE') {
    const isStill = lastFailed === runs[0];
    const reason = (lastFailed.run.reason ?? lastFailed.run.cause ?? 'no reason given').replace(/\.$/, '');
    const trace = lastFailed.traceId.slice(0, 8);
    const counts = { name: qualifiedName, failed: failed.length, runs: runs.length, trace };
    const { fix } = explainFailure(lastFailed.run, status, { ...facts, ...inventory });
    findings.push(
      isStill
        ? issue('HOOK_FAILING', {
            ...counts,
            reason,
            fix: fix || `Run \`hooks info ${quoteWord(qualifiedName)}\`.`,
          })
        : issue('HOOK_FAILED_BEFORE', counts),
    );
  }
  const warned = runs.filter(({ run }) => isWarned(run) && !isFailed(run));
  const [lastWarned] = warned;
  if (lastWarned !== undefined) {
    const { problem: warning, fix } = explainFailure(lastWarned.run, status, { ...facts, ...inventory });
    const trace = lastWarned.traceId.slice(0, 8);
    const counts = { name: qualifiedName, warned: warned.length, runs: runs.length };
    findings.push(issue('HOOK_WARNED', { ...counts, warning, trace, fix }));
  }
  const times = runs.flatMap(({ run }) => run.durationMs ?? []);
  const slow = p95Of(times);
  if (times.length >= MIN_RUNS && slow >= NEAR_TIMEOUT * timeoutMs) {
    const slowness = {
      name: qualifiedName,
      used: describeMs(Math.round(slow)),
      limit: describeMs(timeoutMs),
    };
    findings.push(issue('HOOK_SLOW', slowness));
  }
  if (readBreaker(stateDir, breakerName(hook), now.getTime()).isOpen)
    findings.push(issue('BREAKER_OPEN', { name: qualifiedName }));
  return findings;
}

/** Checks the directory, or the nearest one above it that exists. */
function unwritable(dir: string): readonly Issue[] {
  let path = dir;
  while (!existsSync(path) && path !== dirname(path)) path = dirname(path);
  try {
    accessSync(path, constants.W_OK);
    return [];
  } catch (error) {
    return [issue('EVENT_LOG_NOT_WRITABLE', { detail: describeError(error), path }, { path })];
  }
}

function sizeOf(dir: string): number {
  try {
    return readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  } catch {
    return 0;
  }
}

/** What killed processes left, and what nothing needs: copies in the store, approvals for projects that are gone. */
export const staleFiles: Check = ({ inventory, now }) => {
  const { stateDir } = inventory.places;
  const locks = [join(stateDir, 'lock'), join(stateDir, 'store', '.repair')].filter(
    (path) => lockState(path) === 'abandoned',
  );
  const findings = [
    ...locks.map((path) => issue('LEFT_LOCK', { path: quoteWord(path) }, { path })),
    ...findLeftovers(stateDir, now.getTime())
      .filter(({ kind, ageMs }) => kind === 'record' || ageMs > STALE_MS)
      .map(({ path, kind }) =>
        issue(kind === 'record' ? 'LEFT_CORRUPT' : 'LEFT_FILE', { path: quoteWord(path) }, { path }),
      ),
    ...findOutlived(stateDir).map(({ pid, hook, traceId }) =>
      issue('LEFT_PROCESS', { name: hook || 'a hook', pid, trace: traceId.slice(0, 8) }),
    ),
    ...unneededCopies(stateDir, now.getTime()),
    ...findGoneProjects(stateDir).map(({ projectDir: path, approvals, enablements }) =>
      issue('LEFT_APPROVALS', { decisions: decided(approvals.length, enablements), project: path }, { path }),
    ),
  ];
  return { summary: findings.length === 0 ? 'none' : `${findings.length} found`, findings };
};

function unneededCopies(stateDir: string, now: number): readonly Issue[] {
  const { needed } = neededCopies(stateDir);
  const path = join(stateDir, 'store');
  const garbage = needed === null ? [] : findGarbage(path, needed, now);
  if (garbage.length === 0) return [];
  const size = describeSize(garbage.reduce((sum, { bytes }) => sum + bytes, 0));
  return [issue('LEFT_COPIES', { size }, { path })];
}
