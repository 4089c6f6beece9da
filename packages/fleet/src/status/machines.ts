import { cleanLine } from '@hookmd/core/text';
import type { MachineState } from '../ship/state.ts';
import type { MachineReport } from '../sinks/nats.ts';

/** A machine that reports nothing for so long is silent: it is off, or its shipper is. */
const SILENT_MS = 24 * 3_600_000;

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
  /** Records, or bytes where they are too many to count. */
  readonly unsent: string;
  readonly dropped: number;
  /** Each a sentence without its period. */
  readonly problems: readonly string[];
}

/** The rows of the machines, those with problems first. Reports are data from other machines, never trusted. */
export function machineRows(reports: readonly MachineReport[], now: Date): readonly MachineRow[] {
  const newest = Math.max(0, ...reports.map(({ state }) => count(part(part(state, 'release'), 'release'))));
  return reports
    .map((report) => rowOf(report, newest, now))
    .sort(
      (a, b) => Math.sign(b.problems.length) - Math.sign(a.problems.length) || (a.host < b.host ? -1 : 1),
    );
}

function rowOf({ state: report, received }: MachineReport, newest: number, now: Date): MachineRow {
  const state = (key: keyof MachineState): unknown => part(report, key);
  const release = state('release');
  const agents = list(state('agents')).map((agent) => ({
    name: text(part(agent, 'name')),
    attached: part(agent, 'attached') === true,
    test: text(part(part(agent, 'testEvent'), 'state')) || 'not tried',
  }));
  const sinks = Object.entries((state('sinks') ?? {}) as Readonly<Record<string, unknown>>);
  const waiting = sinks.map(([, sink]) => part(sink, 'waiting'));
  const bytes = Math.max(0, ...waiting.map((each) => count(part(each, 'bytes'))));
  const records = waiting.map((each) => part(each, 'records'));
  const isCounted = records.every((each) => typeof each === 'number');
  const dropped = Math.max(0, ...sinks.map(([, sink]) => count(part(sink, 'dropped'))));
  const rejected = Math.max(0, ...sinks.map(([, sink]) => count(part(sink, 'rejected'))));
  const expires = Date.parse(text(part(release, 'expires')));
  const number = count(part(release, 'release'));
  const problems = [
    now.getTime() - received.getTime() > SILENT_MS
      ? `silent since ${received.toISOString().slice(0, 16)}Z`
      : [],
    agents.filter(({ attached }) => !attached).map(({ name }) => `${name} is not attached`),
    agents.filter(({ test }) => test === 'error').map(({ name }) => `the test event of ${name} failed`),
    release !== null && expires < now.getTime() ? 'its release has expired' : [],
    release !== null && number < newest ? `its release ${number} is not the newest` : [],
    dropped > 0 ? `${dropped} events were dropped before they were sent` : [],
    rejected > 0 ? `a receiver rejected ${rejected} records` : [],
    sinks.flatMap(([name, sink]) => {
      const problem = text(part(sink, 'problem'));
      return problem === '' ? [] : `${cleanLine(name)}: ${problem}`;
    }),
  ].flat();
  return {
    machine: text(state('machine')),
    host: text(state('host')) || 'unknown',
    user: text(state('user')) || 'unknown',
    version: text(state('version')),
    received: received.toISOString(),
    agents,
    release: release === null ? null : `${number} (${text(part(release, 'ring'))})`,
    lastEvent: text(state('lastEvent')) || null,
    unsent: isCounted ? String(Math.max(0, ...records.map(count))) : `${Math.ceil(bytes / 1_048_576)} MB`,
    dropped,
    problems,
  };
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
