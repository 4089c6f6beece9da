import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Integration } from '@hookmd/agents';
import { type EventName, eventRow, type JsonObject } from '@hookmd/core/events';
import { isContextName, type Places } from '@hookmd/core/manifest';
import { claude } from '@hookmd/core/protocols';
import {
  type DaemonParts,
  type EventResult,
  type HookWatch,
  localHost,
  openRuntime,
  type RuntimeOptions,
  type TakeOver,
} from '@hookmd/core/runtime';
import { cleanLine } from '@hookmd/core/text';
import { type Context, placesOf } from '../command-line/context.ts';
import { parseDuration } from '../command-line/parse-duration.ts';
import { usage } from '../command-line/usage.ts';
import { buildHandler } from '../handlers/build-handler.ts';
import { callModel } from '../handlers/call-model.ts';
import { isAlsoCalled } from './also-called.ts';
import { nativePlaces } from './native-places.ts';

/** Of a context what an event is fired with. */
export type Caller = Pick<Context, 'options' | 'environment' | 'cwd' | 'stateDir'>;

/** How it is fired, beside the options of the call. */
export interface DispatchOptions {
  /** Null = in our own form. */
  readonly agent: Integration | null;
  /** The agent in whose settings the command stands; it may be another one that read them. */
  readonly called?: string;
  readonly signal: AbortSignal;
  readonly watch?: HookWatch | undefined;
  /** Null = this process judges one event and ends. */
  readonly daemon: Daemon | null;
}

/** What a process that judges one event after another brings. Throws where it cannot judge an event of these places. */
export interface Daemon extends Required<Pick<RuntimeOptions, 'budgetMs' | 'background'>> {
  readonly partsFor: (places: Places) => DaemonParts;
}

/** Fires one event with the options of this call. */
export async function runEvent(
  context: Caller,
  event: EventName,
  payload: JsonObject,
  { agent, called, signal, watch, daemon }: DispatchOptions,
): Promise<EventResult> {
  const { options, environment } = context;
  // An agent may keep its folder under a name of its own.
  const read = agent === null ? payload : agent.wire.readEvent(payload, event);
  const workDir = typeof read['cwd'] === 'string' ? resolve(context.cwd, read['cwd']) : context.cwd;
  const budget = options.text('budget');
  const recipes = options.texts('recipe');
  const project = options.text('project') ?? projectOf(read, agent, environment);
  const from = { workDir, project, skills: activeSkills(payload, workDir) };
  const places = agent === null ? placesOf(context, from) : nativePlaces(context, from);
  const hooks = await openRuntime({
    places,
    host: agent ?? localHost(claude, recipes.length > 0 ? recipes : undefined),
    // What an agent's settings may have set does not choose where handlers find their files.
    environment: agent === null ? environment : { ...environment, HOME: places.home },
    cwd: context.cwd,
    project,
    trust: options.has('dangerously-trust-all') ? 'all' : 'approved',
    build: buildHandler,
    models: callModel,
    ...(await outsideDigests(context, places, agent)),
    only: options.text('only'),
    noHooks: options.isOff('hooks'),
    context: contextOf(options.text('context')),
    background: daemon?.background ?? startBackground,
    notifiesUser: agent !== null,
    beginsSession: eventRow(event).beginsSession === true,
    ...(budget === undefined ? {} : { budgetMs: parseDuration(budget) }),
    ...(daemon === null
      ? {}
      : { budgetMs: timeoutOf(agent, event, daemon.budgetMs), daemon: daemon.partsFor(places) }),
    ...(agent !== null && (agent.name !== called || isAlsoCalled(agent, places.projectDir))
      ? { registration: called }
      : {}),
    signal,
    ...(watch === undefined ? {} : { watch }),
  });
  try {
    return await hooks.fire(event, payload, { dispatchId: options.text('dispatch') });
  } finally {
    // A resident runtime has time to end what is called off, and other events in the same processes.
    if (daemon === null) hooks.kill();
  }
}

/** The settings of another agent may promise more than this one waits. */
function timeoutOf(agent: Integration | null, event: EventName, givenMs: number | null): number | null {
  const ownMs = agent?.budgetMs(event) ?? null;
  return ownMs === null || givenMs === null ? (givenMs ?? ownMs) : Math.min(givenMs, ownMs);
}

const startBackground: TakeOver = async (origin, work) =>
  (await import('./start-supervisor.ts')).startSupervisor(origin, work);

/** Aborted when the person or the agent calls this process off. */
export function interrupted(): AbortSignal {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort());
  return interrupt.signal;
}

/** Under `--agent` the variable is not read: a repository's agent settings may have set it. */
async function outsideDigests(
  { environment }: Caller,
  places: Places,
  agent: Integration | null,
): Promise<{ readonly digests?: ReadonlySet<string> }> {
  const text = environment['HOOKMD_TRUST_DIGESTS'];
  if (agent !== null || !text) return {};
  const { digestsFromVariable } = await import('../approval/trusted-digests.ts');
  return { digests: digestsFromVariable(text, places.projectDir) };
}

/** `--project`, else the payload's, else the agent's variable. */
function projectOf(
  read: Readonly<Record<string, unknown>>,
  agent: Integration | null,
  environment: Context['environment'],
): string | undefined {
  if (typeof read['project_dir'] === 'string') return read['project_dir'];
  return agent?.projectVariable ? environment[agent.projectVariable] : undefined;
}

/** The skills that the agent says are active; of one that is not there nothing can take part. */
function activeSkills({ active_skills: skills }: JsonObject, workDir: string): readonly string[] {
  if (!Array.isArray(skills)) return [];
  return skills
    .filter((skill): skill is string => typeof skill === 'string')
    .map((skill) => resolve(workDir, skill))
    .filter((path) => existsSync(path.endsWith('.md') ? path : join(path, 'SKILL.md')));
}

function contextOf(word: string | undefined): string | undefined {
  if (word === undefined || isContextName(word)) return word;
  throw usage(
    `\`--context\` cannot be "${cleanLine(word).slice(0, 64)}"`,
    'Name the operation in lower-case letters, digits and dashes, such as commit or pr.',
  );
}
