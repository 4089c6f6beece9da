import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Integration } from '@hookmd/agents';
import { describeError, didYouMean, HookError, isHookError } from '@hookmd/core/errors';
import {
  type Decision,
  type EventName,
  eventNames,
  eventRow,
  isEventName,
  isJsonObject,
  type JsonObject,
} from '@hookmd/core/events';
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
import type { Places } from '@hookmd/core/system';
import { cleanLine, decodeUtf8, isContextName, readPayloadDocument } from '@hookmd/core/text';
import { type Context, nativePlaces, placesOf, readStdin } from '../command-line/context.ts';
import { parseDuration, usage } from '../command-line/usage.ts';
import { buildHandler } from '../handlers/build-handler.ts';
import { callModel } from '../handlers/call-model.ts';
import { isTerminalAt } from '../ui/output.ts';
import { startsHookmd } from './agent-settings.ts';

/** A larger payload is rejected. */
export const MAX_PAYLOAD_BYTES: number = 12 * 1024 * 1024;

/** The event that the user names. Throws EVENT_NOT_FOUND. */
export async function eventNamed(name: string): Promise<EventName> {
  if (isEventName(name)) return name;
  const { findForeignName } = await import('@hookmd/core/protocols');
  const meant = findForeignName(name)?.events ?? [];
  const suggestion =
    meant.length > 0
      ? `Hooks of that name run on ${meant.join(' and ')}: use that event. `
      : didYouMean(name, eventNames);
  throw new HookError('EVENT_NOT_FOUND', { name, suggestion });
}

/** The payload of an event in HookMD's format. Throws PAYLOAD and USAGE. */
export function readPayload(context: Context, event: EventName): JsonObject {
  const payload = parsePayload(readPayloadBytes(context));
  const stated = payload['hook_event_name'];
  if (stated === undefined || stated === event) return payload;
  throw wrongPayload(
    `names the event ${JSON.stringify(stated)}, not ${event}`,
    'Name the same event in both places, or in one.',
  );
}

/** 1 where the event must not proceed. */
export function exitCodeOf({ decision, halt }: Decision): 0 | 1 {
  return decision === 'block' || decision === 'ask' || halt !== null ? 1 : 0;
}

/** The bytes from `--payload` or standard input. Throws PAYLOAD where they cannot be read or are too many. */
export function readPayloadBytes({ options, cwd }: Context): Buffer {
  const file = options.text('payload');
  if (file === undefined && isTerminalAt(0))
    throw usage(
      'The payload is expected on standard input, and that is a terminal',
      'Append `< payload.json` to the command.',
    );
  const bytes = file === undefined ? readStdin(MAX_PAYLOAD_BYTES) : readFile(resolve(cwd, file));
  if (bytes === null || bytes.length > MAX_PAYLOAD_BYTES)
    throw wrongPayload(`has more than ${MAX_PAYLOAD_BYTES / 1024 / 1024} MiB`);
  return bytes;
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw wrongPayload(`cannot be read: ${describeError(cause)}`, 'Name a readable file.');
  }
}

/** One JSON object; empty input is `{}`. Throws PAYLOAD. */
export function parsePayload(bytes: Buffer): JsonObject {
  const text = decodeUtf8(bytes);
  if (text === null) throw wrongPayload('is not UTF-8');
  if (text.trim() === '') return {};
  const reading = readPayloadDocument(text);
  if ('error' in reading) throw wrongPayload(`is not one JSON object: ${reading.error}`);
  const { value } = reading;
  if (isJsonObject(value)) return value;
  const kind = Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : String(value);
  throw wrongPayload(`is ${kind}, not a JSON object`);
}

export function wrongPayload(
  detail: string,
  fix = 'Give one JSON object, as in `hooks events NAME --schema`.',
): HookError {
  return new HookError('PAYLOAD', { detail, fix });
}

/** The parts of a context that an event needs. */
export type Caller = Pick<Context, 'options' | 'environment' | 'cwd' | 'stateDir'>;

/** How the event is run, beside the options of the call. */
export interface EventCall {
  /** Null = payload and decision are in HookMD's own format. */
  readonly agent: Integration | null;
  /** The agent whose settings contain the command; another agent may have read them. */
  readonly called?: string;
  readonly signal: AbortSignal;
  readonly watch?: HookWatch | undefined;
  /** Null = this process runs one event and ends. */
  readonly daemon: Daemon | null;
  /** `hooks try`: records go here, no asynchronous hook starts, and the state directory is only read. */
  readonly recordsDir?: string;
}

/** What a process that runs many events provides. Throws NotHere where it cannot run an event of these places. */
export interface Daemon extends Required<Pick<RuntimeOptions, 'budgetMs' | 'background'>> {
  readonly partsFor: (places: Places) => DaemonParts;
}

/** Runs one event with the options of this call. */
export async function runEvent(
  context: Caller,
  event: EventName,
  payload: JsonObject,
  { agent, called, signal, watch, daemon, recordsDir }: EventCall,
): Promise<EventResult> {
  const { options, environment } = context;
  // The agent may have another name for its directory.
  const read = agent === null ? payload : agent.format.readEvent(payload, event);
  const workDir = typeof read['cwd'] === 'string' ? resolve(context.cwd, read['cwd']) : context.cwd;
  const hostActions = options.texts('host-action');
  const project = options.text('project') ?? projectOf(read, agent, environment);
  const from = { workDir, project, skills: activeSkills(payload, workDir) };
  const places = agent === null ? placesOf(context, from) : nativePlaces(context, from);
  const hooks = await openRuntime({
    places,
    host: agent ?? localHost(claude, hostActions.length > 0 ? hostActions : undefined),
    // The settings of an agent must not choose where handlers find their files.
    environment: agent === null ? environment : { ...environment, HOME: places.home },
    cwd: context.cwd,
    project,
    trust: options.has('dangerously-trust-all') ? 'all' : 'approved',
    build: buildHandler,
    models: callModel,
    ...(recordsDir === undefined ? await outsideDigests(context, places, agent) : { recordsDir }),
    only: options.text('only'),
    noHooks: options.isOff('hooks'),
    context: contextOf(options.text('context')),
    background: daemon?.background ?? (recordsDir === undefined ? startBackground : startNothing),
    notifiesUser: agent !== null,
    beginsSession: recordsDir === undefined && eventRow(event).beginsSession === true,
    ...budgetOf(options.text('budget'), agent, event, daemon),
    ...(daemon === null ? {} : { daemon: daemon.partsFor(places) }),
    ...(agent !== null && isRegisteredTwice(agent, called, places) ? { registration: called } : {}),
    signal,
    ...(watch === undefined ? {} : { watch }),
  }).catch((error: unknown) => rejectDisabled(context, places, error));
  try {
    return await hooks.dispatch(event, payload, { dispatchId: options.text('dispatch') });
  } finally {
    // The daemon has time to end canceled hooks, and runs other events in the same processes.
    if (daemon === null) hooks.kill();
  }
}

/** A signal that is aborted when the user or the agent interrupts this process. */
export function interrupted(): AbortSignal {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort());
  return interrupt.signal;
}

/** In the daemon the shorter of two: the settings of another agent may promise more than this agent waits. */
function budgetOf(
  given: string | undefined,
  agent: Integration | null,
  event: EventName,
  daemon: Daemon | null,
): Pick<RuntimeOptions, 'budgetMs'> {
  if (daemon === null) return given === undefined ? {} : { budgetMs: parseDuration(given) };
  const budgets = [agent?.budgetMs(event) ?? null, daemon.budgetMs].filter((budget) => budget !== null);
  return { budgetMs: budgets.length === 0 ? null : Math.min(...budgets) };
}

const startBackground: TakeOver = async (origin, work) =>
  (await import('./start-supervisor.ts')).startSupervisor(origin, work);

const startNothing: TakeOver = async () => null;

/** Whether the agent may send this event a second time, because it also reads the settings of another agent. */
function isRegisteredTwice(agent: Integration, called: string | undefined, { projectDir }: Places): boolean {
  return agent.name !== called || (agent.alsoReads?.({ projectDir }) ?? []).some(startsHookmd);
}

/** Under `--agent` the variable is not read: the agent settings of a repository may have set it. */
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

/** The project of the payload, else of the agent's variable. */
function projectOf(
  read: Readonly<Record<string, unknown>>,
  agent: Integration | null,
  environment: Context['environment'],
): string | undefined {
  if (typeof read['project_dir'] === 'string') return read['project_dir'];
  return agent?.projectVariable ? environment[agent.projectVariable] : undefined;
}

/** Throws HOOK_DISABLED if `--only` names a hook that the index leaves out because it is disabled; else `error`. */
async function rejectDisabled(
  { options, environment }: Caller,
  places: Places,
  error: unknown,
): Promise<never> {
  const only = options.text('only');
  if (only === undefined || !isHookError(error) || error.code !== 'HOOK_NOT_FOUND') throw error;
  const { readInventory } = await import('@hookmd/core/registry');
  const { statuses } = await readInventory(places, environment, 'look');
  const found = statuses.find(
    ({ record, isEnabled }) => !isEnabled && [record.name, record.qualifiedName].includes(only),
  );
  throw found === undefined ? error : new HookError('HOOK_DISABLED', { name: found.record.qualifiedName });
}

/** The skills that the agent reports as active, and that exist. */
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
