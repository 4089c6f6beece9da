import { HookError } from '@hookmd/core/errors';
import { cleanLine } from '@hookmd/core/text';
import type { MachineState } from '../ship/state.ts';
import type { MachineReport } from '../sinks/nats.ts';

/** A machine that reports nothing for so long is silent: it is off, or its shipper is. */
const SILENT_MS = 24 * 3_600_000;
const MAX_SINKS = 10;

const noteTexts: ReadonlyMap<string, string> = new Map([
  ['log-edited', 'its event log was edited'],
  ['log-removed', 'its event log was removed'],
  ['machine-copied', 'another machine had its id'],
  ['receiver-lost', 'the receiver had lost events, which were sent again'],
  ['receiver-rejected', 'the receiver rejected records'],
  ['cursor-lost', 'its shipper had lost its place'],
  ['clock-jumped', 'its clock was set back'],
]);

/** One row of `hooks fleet status`. */
export interface MachineRow {
  readonly machine: string;
  readonly host: string;
  readonly user: string;
  readonly version: string;
  /** ISO time, by the clock of the server. */
  readonly received: string;
  readonly agents: readonly { readonly name: string; readonly attached: boolean; readonly test: string }[];
  /** `7 (all)`; null = no release. */
  readonly release: string | null;
  readonly lastEvent: string | null;
  /** Records; null = too many to count. */
  readonly unsent: number | null;
  readonly unsentBytes: number;
  readonly dropped: number;
  /** Each a sentence without its period. */
  readonly problems: readonly string[];
}

/** How much a machine has not sent: `12`, or `3 MB` where the records are too many to count. */
export function unsentText({ unsent, unsentBytes }: MachineRow): string {
  return unsent === null ? `${Math.ceil(unsentBytes / 1_048_576)} MB` : String(unsent);
}

/** The rows of the machines, those with problems first. Reports are data from other machines, never trusted. */
export function machineRows(
  reports: readonly MachineReport[],
  now: Date,
  published: ReadonlyMap<string, number> = newestReported(reports),
): readonly MachineRow[] {
  return reports
    .map((report) => rowOf(report, published, now))
    .sort(
      (a, b) => Math.sign(b.problems.length) - Math.sign(a.problems.length) || (a.host < b.host ? -1 : 1),
    );
}

/** The newest release of each ring that a machine has, where the published ones are not known. */
function newestReported(reports: readonly MachineReport[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const { state } of reports) {
    const release = part(state, 'release');
    const ring = text(part(release, 'ring'));
    newest.set(ring, Math.max(newest.get(ring) ?? 0, count(part(release, 'release'))));
  }
  return newest;
}

function rowOf(
  { machine, state: report, received }: MachineReport,
  published: ReadonlyMap<string, number>,
  now: Date,
): MachineRow {
  const state = (key: keyof MachineState): unknown => part(report, key);
  const release = state('release');
  const agents = list(state('agents')).map((agent) => ({
    name: text(part(agent, 'name')),
    attached: part(agent, 'attached') === true,
    test: text(part(part(agent, 'testEvent'), 'state')) || 'not tried',
  }));
  const sinks = Object.entries((state('sinks') ?? {}) as Readonly<Record<string, unknown>>).slice(
    0,
    MAX_SINKS,
  );
  const waiting = sinks.map(([, sink]) => part(sink, 'waiting'));
  const bytes = Math.max(0, ...waiting.map((each) => count(part(each, 'bytes'))));
  const records = waiting.map((each) => part(each, 'records'));
  const isCounted = bytes === 0 || records.every((each) => typeof each === 'number');
  const dropped = Math.max(0, ...sinks.map(([, sink]) => count(part(sink, 'dropped'))));
  const rejected = Math.max(0, ...sinks.map(([, sink]) => count(part(sink, 'rejected'))));
  const expires = Date.parse(text(part(release, 'expires')));
  const number = count(part(release, 'release'));
  const newest = published.get(text(part(release, 'ring'))) ?? 0;
  const pullProblem = text(state('pullProblem'));
  const noted = countNotes(sinks.map(([, sink]) => part(sink, 'notes')));
  const problems = [
    now.getTime() - received.getTime() > SILENT_MS
      ? `silent since ${received.toISOString().slice(0, 16)}Z`
      : [],
    agents.filter(({ attached }) => !attached).map(({ name }) => `${name} is not attached`),
    agents.filter(({ test }) => test === 'error').map(({ name }) => `the test event of ${name} failed`),
    release !== null && expires < now.getTime() ? 'its release has expired' : [],
    release !== null && number < newest ? `its release ${number} is not the newest, ${newest}` : [],
    pullProblem === '' ? [] : `its last pull failed: ${pullProblem}`,
    list(state('hooks')).map((hook) => `${text(part(hook, 'name'))} is ${text(part(hook, 'state'))}`),
    [...noted].map(([kind, times]) => `${noteTexts.get(kind) ?? kind}${times > 1 ? `, ${times} times` : ''}`),
    dropped > 0 ? `${dropped} events were dropped before they were sent` : [],
    rejected > 0 ? `a receiver rejected ${rejected} records` : [],
    sinks.flatMap(([name, sink]) => {
      const problem = text(part(sink, 'problem'));
      return problem === '' ? [] : `${cleanLine(name)}: ${problem}`;
    }),
  ].flat();
  return {
    machine: text(machine),
    host: text(state('host')) || 'unknown',
    user: text(state('user')) || 'unknown',
    version: text(state('version')),
    received: received.toISOString(),
    agents,
    release: release === null ? null : `${number} (${text(part(release, 'ring'))})`,
    lastEvent: text(state('lastEvent')) || null,
    unsent: isCounted ? Math.max(0, ...records.map(count)) : null,
    unsentBytes: bytes,
    dropped,
    problems,
  };
}

/** The only machine whose id begins so. Throws NO_MACHINE. */
export function findMachine(begin: string, ids: readonly string[]): string {
  const found = begin === '' ? [] : ids.filter((id) => id.startsWith(begin));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new HookError('NO_MACHINE', { count: found.length === 0 ? 'No' : found.length, begin });
}

/** Of several sinks, the one that has sent most. */
function countNotes(notes: readonly unknown[]): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const each of notes)
    for (const [kind, times] of Object.entries((each ?? {}) as Readonly<Record<string, unknown>>).slice(
      0,
      20,
    ))
      most.set(text(kind), Math.max(most.get(text(kind)) ?? 0, count(times)));
  return most;
}

function part(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? ((value as Record<string, unknown>)[key] ?? null)
    : null;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 50) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? cleanLine(value).slice(0, 200) : '';
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
