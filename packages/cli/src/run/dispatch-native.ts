import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Integration, type NativeReply, recogniseAgent } from '@hookmd/agents';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import type { EventName, JsonObject } from '@hookmd/core/events';
import type { ActiveSet } from '@hookmd/core/hook-index';
import type { Places } from '@hookmd/core/manifest';
import { NO_STAMP, policyStamp } from '@hookmd/core/settings';
import { cleanLine } from '@hookmd/core/text';
import { statePlaces } from '../command-line/context.ts';
import { answerFailure } from './answer-failure.ts';
import { nativePlaces } from './native-places.ts';
import { NotHere } from './not-here.ts';
import { parsePayload, sniffEvent } from './read-payload.ts';
import { type Caller, type Daemon, runEvent } from './run-event.ts';
import { answerTestEvent, looksLikeTestEvent } from './test-event.ts';

/** One event as an agent fires it, whoever reads it. */
export interface NativeCall {
  readonly caller: Caller;
  /** In whose settings the command stands. */
  readonly agent: Integration;
  /** The agent's word for the event; null = its payload says it. */
  readonly said: string | null;
  /** The payload as it came. Throws PAYLOAD where it cannot be read. */
  readonly bytes: () => Buffer;
  readonly signal: AbortSignal;
  readonly daemon: Daemon | null;
}

export interface Evaluated {
  /** Null = it was called off, and nobody waits for it. */
  readonly reply: NativeReply | null;
  /** To be called when the reply is with the agent. */
  readonly delivered: () => void;
}

/**
 * From the bytes of an agent to its answer: what `hooks run --agent` and the resident runtime share.
 *
 * Whatever goes wrong with us is answered too, and never by chance as a block or an allow (contracts.md §11). Rejects with
 * `NotHere` alone.
 */
export async function dispatchNative(call: NativeCall): Promise<Evaluated> {
  const { caller, said, signal, daemon } = call;
  let { agent } = call;
  let event = said === null ? null : agent.eventOf(said);
  let payload: JsonObject | null = null;
  try {
    const bytes = call.bytes();
    event ??= agent.eventOf(sniffEvent(bytes, agent.eventField) ?? '');
    payload = parsePayload(bytes);
    // Of several agents that read these settings the one that asks is the one that reads the answer.
    if (agent.readBy !== undefined) agent = await recogniseAgent(agent, payload, caller.environment);
    const native = said ?? wordIn(payload, agent);
    event = native === null ? null : agent.eventOf(native);
    if (event === null) throw namesNoEvent(agent, native);
    if (looksLikeTestEvent(bytes)) {
      const places = nativePlaces(caller, {});
      const reply = await answerTestEvent(agent, event, bytes, { places, load: loaderOf(call) });
      if (reply !== null) return { reply, delivered: nothing };
    }
    const called = call.agent.name;
    const fired = await runEvent(caller, event, payload, { agent, called, signal, daemon });
    // For want of descriptors or memory that another process may have.
    if (daemon !== null && fired.decision.hooks.some(({ cause }) => cause === 'SPAWN')) throw new NotHere();
    const delivered = fired.delivered ?? nothing;
    if (signal.aborted) return { reply: null, delivered };
    const { stdout, stderr, exitCode } = agent.reply(fired.decision, fired.event);
    const warnings = fired.warnings.map((warning) => `hookmd: ${cleanLine(warning)}\n`);
    return { reply: { stdout, stderr: warnings.join('') + stderr, exitCode }, delivered };
  } catch (error) {
    if (error instanceof NotHere) throw error;
    // What nobody can read, or of which nobody knows what it tells, may be the call of a tool: it is judged as the strictest.
    if (payload === null || said === null) event ??= 'PreToolUse';
    return { reply: await failureReply({ ...call, agent }, event, payload ?? {}, error), delivered: nothing };
  }
}

const nothing = (): void => {};

/** The agent's own word for the event; null = its payload does not say it. */
function wordIn(payload: JsonObject, { eventField, otherEventFields = [] }: Integration): string | null {
  const words = [eventField, ...otherEventFields].map((field) => payload[field]);
  return words.find((word) => typeof word === 'string') ?? null;
}

function failureReply(
  call: NativeCall,
  event: EventName | null,
  payload: JsonObject,
  error: unknown,
): Promise<NativeReply> {
  const { agent, caller } = call;
  const message = isHookError(error) ? `${error.message} ${error.remedy}` : describeError(error);
  return answerFailure(agent, event, message, () => {
    // What went wrong may be where the project lies, or what else this call names; the state folder lies where it lies.
    const { stateDir, managedDir } = statePlaces(caller);
    const variable = agent.projectVariable === null ? undefined : caller.environment[agent.projectVariable];
    const folders = [caller.cwd, ...namedDirectories(agent, event ?? 'PreToolUse', payload), variable];
    return {
      stateDir,
      folders: folders.flatMap((one) => (typeof one === 'string' ? [realDirectory(one)] : [])),
      hasPolicy: policyStamp(managedDir) !== NO_STAMP,
      compile: async () => loaderOf(call)(nativePlaces(caller, {})),
    };
  });
}

/** What the payload says of folders, in its agent's words; of one that cannot be read, in ours. */
function namedDirectories({ wire }: Integration, event: EventName, payload: JsonObject): readonly unknown[] {
  const own = [payload['cwd'], payload['project_dir']];
  try {
    const { cwd, project_dir: projectDir } = wire.readEvent(payload, event);
    return [...own, cwd, projectDir];
  } catch {
    return own;
  }
}

/** What an event of these places would be judged by. Throws NotHere where another process has to compile it. */
function loaderOf({ daemon, caller }: NativeCall): (places: Places) => Promise<ActiveSet> {
  return async (places) => {
    if (daemon !== null) return daemon.partsFor(places).loaded.set;
    const { loadActiveSet } = await import('@hookmd/core/hook-index');
    return (await loadActiveSet(places, caller.environment, 'approved')).set;
  };
}

/** As the folder of a project is written down. */
function realDirectory(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

function namesNoEvent({ name, eventField }: Integration, native: string | null): HookError {
  return native !== null
    ? new HookError('PAYLOAD', {
        detail: `names "${cleanLine(native).slice(0, 64)}", no event of ${name} we know`,
        fix: 'Update HookMD.',
      })
    : new HookError('PAYLOAD', {
        detail: `does not name its event under \`${eventField}\``,
        fix: `Give it as ${name} writes it.`,
      });
}
