import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { HOOKMD_VERSION, readPlainFile, readRecord, writeFileAtomic } from '@hookmd/core/system';
import type { ActionContext } from '../action.ts';
import { findHooks, runHooksJson } from '../run-hooks.ts';
import { type Cursor, fleetDir } from './cursor.ts';

/** How long the results of `hooks agents` and of a test event are used. */
const CHECK_AGAIN_MS = 3_600_000;
const MAX_RELEASE_BYTES = 64 * 1024;

/** An agent that is installed or attached, and whether an event gets from it to the hooks. */
export interface AgentState {
  readonly name: string;
  readonly attached: boolean;
  /** The result of the test event of `hooks doctor AGENT`; null = not tried. */
  readonly testEvent: { readonly state: string; readonly summary: string } | null;
}

/** How one sink is doing. */
export interface SinkState {
  readonly sequence: number;
  /** What it does not have yet; records are null where there are too many to count. */
  readonly waiting: { readonly records: number | null; readonly bytes: number };
  readonly dropped: number;
  readonly rejected: number;
  readonly problem: string | null;
  /** Notes about the log that were sent, by their kind. */
  readonly notes: Readonly<Record<string, number>>;
}

/** The state of one machine, for `hooks fleet status`. */
export interface MachineState {
  readonly schema: 'hookmd.machine/1';
  readonly machine: string;
  readonly host: string;
  readonly user: string;
  readonly version: string;
  /** ISO time of this report, by the clock of the machine. */
  readonly time: string;
  readonly agents: readonly AgentState[];
  /** Hooks of the administrator that are not ready, with their state. */
  readonly hooks: readonly { readonly name: string; readonly state: string }[];
  /** ISO time of `agents` and `hooks`; null = `hooks` was not found. */
  readonly agentsCheckedAt: string | null;
  /** The release in force, as `hooks fleet pull` wrote it; null = none. */
  readonly release: { readonly release: number; readonly ring: string; readonly expires: string } | null;
  /** Why the last `hooks fleet pull` failed; null = it did not. */
  readonly pullProblem: string | null;
  readonly lastEvent: string | null;
  readonly sinks: Readonly<Record<string, SinkState>>;
}

interface Places {
  readonly home: string;
  readonly stateDir: string;
  readonly managedDir: string;
}

/** What this machine reports. Runs `hooks` where the last check of the agents is old. */
export async function describeMachine(
  places: Places,
  cursors: readonly Cursor[],
  sinks: MachineState['sinks'],
  context: Pick<ActionContext, 'environment' | 'signal'>,
): Promise<MachineState> {
  const times = cursors.flatMap(({ lastEvent }) => lastEvent ?? []);
  const { agents, hooks, checkedAt } = await checkAgents(places, context);
  return {
    schema: 'hookmd.machine/1',
    machine: cursors[0]?.machine ?? '',
    host: hostname(),
    user: userName(),
    version: HOOKMD_VERSION,
    time: new Date().toISOString(),
    agents,
    hooks,
    agentsCheckedAt: checkedAt,
    release: readRelease(places.managedDir),
    pullProblem: readPullProblem(places.managedDir),
    lastEvent: times.sort().at(-1) ?? null,
    sinks,
  };
}

interface AgentsCheck {
  readonly schema: 'hookmd.agents-check/2';
  readonly checkedAt: string | null;
  readonly agents: readonly AgentState[];
  readonly hooks: MachineState['hooks'];
}

async function checkAgents(
  { home, stateDir }: Places,
  { environment, signal }: Pick<ActionContext, 'environment' | 'signal'>,
): Promise<AgentsCheck> {
  const path = join(fleetDir(stateDir), 'agents.json');
  const { value } = readRecord(path, isAgentsCheck);
  const ageMs = Date.now() - Date.parse(value?.checkedAt ?? '');
  if (value !== null && ageMs >= 0 && ageMs < CHECK_AGAIN_MS) return value;
  const hooks = findHooks(environment['PATH'] ?? '');
  const checked =
    hooks === null
      ? ({ schema: 'hookmd.agents-check/2', checkedAt: null, agents: [], hooks: [] } as const)
      : await runHooks(hooks, ['--home', home, '--state', stateDir], home, signal);
  if (!signal.aborted) writeFileAtomic(path, `${JSON.stringify(checked)}\n`);
  return checked;
}

async function runHooks(
  hooks: readonly [string, ...string[]],
  options: readonly string[],
  home: string,
  signal: AbortSignal,
): Promise<AgentsCheck> {
  const hooksJson = async (...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> =>
    (await runHooksJson(hooks, [...words, ...options], home, signal)).document;
  const { agents: listed } = (await hooksJson('agents')) as {
    agents?: readonly { name: string; isInstalled: boolean; attached: boolean }[];
  };
  const agents: AgentState[] = [];
  for (const { name, attached } of (listed ?? []).filter((agent) => agent.isInstalled || agent.attached)) {
    const { sections } = (attached ? await hooksJson('doctor', name) : {}) as {
      sections?: readonly { section: string; state: string; summary: string }[];
    };
    const tried = sections?.find(({ section }) => section === 'test event');
    const testEvent = tried === undefined ? null : { state: tried.state, summary: tried.summary };
    agents.push({ name, attached, testEvent });
  }
  const { hooks: all } = (await hooksJson('list')) as {
    hooks?: readonly { qualifiedName: string; state: string }[];
  };
  const notReady = (all ?? [])
    .filter(({ qualifiedName, state }) => qualifiedName.startsWith('managed/') && state !== 'ready')
    .map(({ qualifiedName, state }) => ({ name: qualifiedName, state }));
  return { schema: 'hookmd.agents-check/2', checkedAt: new Date().toISOString(), agents, hooks: notReady };
}

/** Not that of core: its settings would load what parses policies into the shipper. */
function readPullProblem(managedDir: string): string | null {
  try {
    const text = readPlainFile(join(managedDir, 'fleet', 'problem.json'), MAX_RELEASE_BYTES).toString('utf8');
    const { since, code } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return `${String(code)} at ${String(since)}`;
  } catch {
    return null;
  }
}

function readRelease(managedDir: string): MachineState['release'] {
  try {
    const text = readPlainFile(join(managedDir, 'release.json'), MAX_RELEASE_BYTES).toString('utf8');
    const { release, ring, expires } = JSON.parse(text) as NonNullable<MachineState['release']>;
    return { release, ring, expires };
  } catch {
    return null;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

function isAgentsCheck(value: unknown): value is AgentsCheck {
  const { schema, agents } = (value ?? {}) as Partial<AgentsCheck>;
  return schema === 'hookmd.agents-check/2' && Array.isArray(agents);
}
