import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, type Issue, issue } from '@hookmd/core/errors';
import { type EventLogRecord, isTrace, readEventLog } from '@hookmd/core/event-log';
import { type HookRun, isFailed } from '@hookmd/core/events';
import type { ActiveHook } from '@hookmd/core/hook-index';
import { breakerName, looksOpen } from '@hookmd/core/registry';
import { describeMs } from '../hooks/describe.ts';
import { describeSize } from '../ui/describe-size.ts';
import type { Finding, Section } from './section.ts';

const DAY_MS = 24 * 3_600_000;
/** Of the newest: whoever has more a day sees the last hours. */
const MAX_RECORDS = 5_000;
const MIN_RUNS = 20;
const NEAR_LIMIT = 0.8;

interface Run {
  readonly run: HookRun;
  readonly traceId: string;
}

/** Can it be written, how large is it, and what does it say of the last day. */
export const journal: Section = ({ seen, expected, now }) => {
  const { stateDir } = seen.places;
  const dir = join(stateDir, 'journal');
  const records = readEventLog(dir, { last: MAX_RECORDS }).entries.filter(isTrace);
  const since = now.getTime() - DAY_MS;
  const recent = records.filter(({ time }) => Date.parse(time) >= since);
  const hooks = [...expected.user.hooks, ...expected.project.hooks];
  const byName = groupRuns(recent);
  const last = records[0]?.time;
  const said =
    last === undefined ? 'nothing recorded yet' : `last record ${last.slice(0, 19).replace('T', ' ')}`;
  return {
    summary: `${describeSize(sizeOf(dir))}, ${said}`,
    findings: [
      ...unwritable(dir),
      ...hooks.flatMap((hook) =>
        evaluateHook(hook, byName.get(hook.qualifiedName) ?? [], stateDir, now).map(
          (one): Finding => ({ ...one, hook: hook.qualifiedName }),
        ),
      ),
    ],
  };
};

/** Newest first, as the records are. */
function groupRuns(records: readonly EventLogRecord[]): ReadonlyMap<string, readonly Run[]> {
  const groups = new Map<string, Run[]>();
  for (const { hooks, traceId } of records) {
    for (const run of hooks) {
      if (run.outcome === 'skipped') continue;
      const group = groups.get(run.qualifiedName) ?? [];
      group.push({ run, traceId });
      groups.set(run.qualifiedName, group);
    }
  }
  return groups;
}

function evaluateHook(hook: ActiveHook, runs: readonly Run[], stateDir: string, now: Date): readonly Issue[] {
  const { name, qualifiedName, timeoutMs } = hook;
  const findings: Issue[] = [];
  const failed = runs.filter(({ run }) => isFailed(run));
  const [lastFailed] = failed;
  if (lastFailed !== undefined) {
    const isStill = lastFailed === runs[0];
    const reason = (lastFailed.run.reason ?? lastFailed.run.cause ?? 'no reason given').replace(/\.$/, '');
    const trace = lastFailed.traceId.slice(0, 8);
    const counts = { name: qualifiedName, failed: failed.length, asked: runs.length, trace };
    findings.push(
      isStill ? issue('HOOK_FAILING', { ...counts, reason }) : issue('HOOK_FAILED_BEFORE', counts),
    );
  }
  const times = runs.map(({ run }) => run.durationMs ?? 0).sort((a, b) => a - b);
  const slow = times[Math.floor(times.length * 0.95)] ?? 0;
  if (times.length >= MIN_RUNS && slow >= NEAR_LIMIT * timeoutMs) {
    const facts = { name: qualifiedName, used: describeMs(Math.round(slow)), limit: describeMs(timeoutMs) };
    findings.push(issue('HOOK_SLOW', facts));
  }
  if (looksOpen(stateDir, breakerName(hook), now.getTime())) findings.push(issue('BREAKER_OPEN', { name }));
  return findings;
}

/** The folder, or the nearest one above it that is there. */
function unwritable(dir: string): readonly Issue[] {
  let folder = dir;
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return [];
  } catch (error) {
    return [issue('JOURNAL_NOT_WRITABLE', { detail: describeError(error), path: folder }, { path: folder })];
  }
}

function sizeOf(dir: string): number {
  try {
    return readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  } catch {
    return 0;
  }
}
