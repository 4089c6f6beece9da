import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Integration, type NativeReply, recogniseAgent } from '@hookmd/agents';
import { describeError, isHookError } from '@hookmd/core/errors';
import { type EventName, eventRow, type JsonObject } from '@hookmd/core/events';
import { type HookIndex, mustAgreeIn } from '@hookmd/core/hook-index';
import { NO_STAMP, policyStamp } from '@hookmd/core/settings';
import type { Places } from '@hookmd/core/system';
import { cleanLine } from '@hookmd/core/text';
import type { ExitCode } from '../command-line/command.ts';
import { type Context, nativePlaces, statePlaces } from '../command-line/context.ts';
import { printErr, printOut } from '../ui/output.ts';
import {
  type Caller,
  type Daemon,
  interrupted,
  parsePayload,
  readPayloadBytes,
  runEvent,
  wrongPayload,
} from './run-event.ts';
import { looksLikeTestEvent, runTestEvent } from './test-event.ts';

/** This process cannot run the event; another process can. Observers that already ran are not run again. */
export class NotHere extends Error {}

/** One event in the format of an agent. */
export interface NativeCall {
  readonly caller: Caller;
  /** The agent whose settings contain the command. */
  readonly agent: Integration;
  /** The agent's name of the event; null = its payload names it. */
  readonly output: string | null;
  /** The payload as it came. Throws PAYLOAD where it cannot be read. */
  readonly bytes: () => Buffer;
  readonly signal: AbortSignal;
  readonly daemon: Daemon | null;
}

export interface Evaluated {
  /** Null = the event was canceled. */
  readonly reply: NativeReply | null;
  /** To be called when the agent has the reply. */
  readonly delivered: () => void;
}

/**
 * Runs `hooks run --agent`: standard output carries only the reply. `replied` is called when the reply is complete: its
 * exit code is part of it.
 */
export async function runNative(
  context: Context,
  agent: Integration,
  replied: () => void,
): Promise<ExitCode> {
  const { reply, delivered } = await dispatchNative({
    caller: context,
    agent,
    output: context.words[0] ?? null,
    bytes: () => readPayloadBytes(context),
    signal: interrupted(),
    daemon: null,
  });
  replied();
  if (reply === null) return 130;
  printOut(reply.stdout);
  printErr(reply.stderr);
  delivered();
  if (context.options.has('dispatch')) {
    // The launcher found no daemon: the next event finds one.
    const { startDaemon } = await import('../serve/start-daemon.ts');
    await startDaemon(context);
  }
  return reply.exitCode as ExitCode;
}

/**
 * From the bytes of an agent to the reply: what `hooks run --agent` and the daemon share.
 *
 * A failure of HookMD has a reply too, which is never a block or an allow by accident. Rejects with `NotHere` alone.
 */
export async function dispatchNative(call: NativeCall): Promise<Evaluated> {
  const { caller, output, signal, daemon } = call;
  let { agent } = call;
  let event = output === null ? null : agent.eventOf(output);
  let payload: JsonObject | null = null;
  try {
    const bytes = call.bytes();
    event ??= agent.eventOf(findEventName(bytes, agent.eventField) ?? '');
    payload = parsePayload(bytes);
    // Several agents may read these settings: the reply is for the agent that sends the event.
    if (agent.readBy !== undefined) agent = await recogniseAgent(agent, payload, caller.environment);
    const { name, eventField, otherEventFields = [] } = agent;
    const fields = [eventField, ...otherEventFields];
    const native =
      output ?? fields.map((field) => payload?.[field]).find((value) => typeof value === 'string');
    event = native === undefined ? null : agent.eventOf(native);
    if (native === undefined)
      throw wrongPayload(`does not name its event under \`${eventField}\``, `Give it as ${name} writes it.`);
    if (event === null)
      throw wrongPayload(
        `names "${cleanLine(native).slice(0, 64)}", no event of ${name} we know`,
        'Update HookMD.',
      );
    if (looksLikeTestEvent(bytes)) {
      const places = nativePlaces(caller);
      const reply = await runTestEvent(agent, event, bytes, { places, load: loaderOf(call) });
      if (reply !== null) return { reply, delivered: nothing };
    }
    const called = call.agent.name;
    const result = await runEvent(caller, event, payload, { agent, called, signal, daemon });
    // The daemon may be out of descriptors or memory that another process has.
    if (daemon !== null && result.decision.hooks.some(({ cause }) => cause === 'SPAWN')) throw new NotHere();
    const delivered = result.delivered ?? nothing;
    if (signal.aborted) return { reply: null, delivered };
    const { stdout, stderr, exitCode } = agent.reply(result.decision, result.event);
    const warnings = result.warnings.map((warning) => `hookmd: ${cleanLine(warning)}\n`);
    return { reply: { stdout, stderr: warnings.join('') + stderr, exitCode }, delivered };
  } catch (error) {
    if (error instanceof NotHere) throw error;
    // An event that cannot be read may be a tool call, where the strictest rule applies.
    if (payload === null || output === null) event ??= 'PreToolUse';
    const reply = await failureReply({ ...call, agent }, event, payload ?? {}, error);
    return { reply, delivered: nothing };
  }
}

const nothing = (): void => {};

/**
 * The event named by a payload that may not be readable as a whole; null = it names none, or several: a model may have
 * written one of them into a tool's input.
 */
function findEventName(bytes: Buffer, field: string): string | null {
  const found = bytes.toString('latin1').matchAll(new RegExp(`"${field}"\\s*:\\s*"(\\w{1,64})"`, 'g'));
  const names = new Set([...found].map(([, name = '']) => name));
  return names.size === 1 ? ([...names][0] ?? null) : null;
}

/**
 * The reply where HookMD itself fails: a notice in the agent's format. On an event before an action it is a rejection
 * where a guard that must agree is enabled, or one that the managed policy requires.
 *
 * Never exit code 1, 2 or 3 by accident. Rejects with NotHere alone.
 */
async function failureReply(
  call: NativeCall,
  event: EventName | null,
  payload: JsonObject,
  error: unknown,
): Promise<NativeReply> {
  const { agent } = call;
  const message = isHookError(error) ? `${error.message} ${error.remedy}` : describeError(error);
  const text = `HookMD could not handle this event: ${message}`;
  if (event === null || eventRow(event).kind !== 'before') return agent.notice(text);
  return (await mustReject(call, event, payload)) ? agent.rejection(event, text) : agent.notice(text);
}

async function mustReject(call: NativeCall, event: EventName, payload: JsonObject): Promise<boolean> {
  const { agent, caller } = call;
  let hasPolicy = false;
  try {
    // The failure may be about the project or another directory of this call; the state directory depends on neither.
    const { stateDir, managedDir } = statePlaces(caller);
    const variable = agent.projectVariable === null ? undefined : caller.environment[agent.projectVariable];
    const named = [caller.cwd, ...namedDirectories(agent, event, payload), variable];
    hasPolicy = policyStamp(managedDir) !== NO_STAMP;
    if (hasPolicy) await loadHere(call);
    const directories = named.filter((path) => typeof path === 'string').map(realDirectory);
    return mustAgreeIn(stateDir, event, directories);
  } catch (problem) {
    if (problem instanceof NotHere) throw problem;
    return hasPolicy; // Nothing was ever enabled there; the requirements of the administrator cannot be read.
  }
}

/** Writes what the policy requires now. Where that fails, the last version applies. */
async function loadHere(call: NativeCall): Promise<void> {
  try {
    await loaderOf(call)(nativePlaces(call.caller));
  } catch (error) {
    if (error instanceof NotHere) throw error;
  }
}

/** The directories of a payload, in the format of its agent; of an unreadable payload, in HookMD's. */
function namedDirectories(
  { format }: Integration,
  event: EventName,
  payload: JsonObject,
): readonly unknown[] {
  const plain = [payload['cwd'], payload['project_dir']];
  try {
    const { cwd, project_dir: projectDir } = format.readEvent(payload, event);
    return [...plain, cwd, projectDir];
  } catch {
    return plain;
  }
}

/** Loads the hooks for an event of these places. Throws NotHere where another process has to compile them. */
function loaderOf({ daemon, caller }: NativeCall): (places: Places) => Promise<HookIndex> {
  return async (places) => {
    if (daemon !== null) return daemon.partsFor(places).loaded.set;
    const { loadHookIndex } = await import('@hookmd/core/hook-index');
    return (await loadHookIndex(places, caller.environment, 'approved')).set;
  };
}

/** As the directory of a project is recorded. */
function realDirectory(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
