import type { EventName, HookOutput, JsonObject, JsonValue } from '@hookmd/core/events';
import { type Hook, isHook } from './define-hook.ts';
import { firstLineOf } from './first-line.ts';
import { type Facts, makeMethods } from './methods.ts';
import { isPlainObject } from './plain-json.ts';
import { type MethodResult, mergeResults } from './results.ts';
import { readBySchema } from './standard-schema.ts';
import { readToolEvent } from './tool-schemas.ts';

// A handler may replace them: these are the originals.
const { parse } = JSON;
const { keys } = Object;

/** The result of a module for an event; null = no decision. */
export interface Evaluation {
  readonly event: EventName;
  readonly result: HookOutput | null;
}

/**
 * Runs the hooks of a module for one event, in tests and in every kind of process.
 *
 * They run one after another, `default` first, then by the names of their exports; the first result decides. `readEvent`
 * returns a new event for each hook, so that no hook gets the changes of another. Throws where a hook without
 * `onFailure: 'block'` fails, and where the module has no hook for the event.
 */
export async function evaluateModule(
  module: object,
  readEvent: () => JsonObject,
  facts: Facts,
): Promise<Evaluation> {
  let event: JsonObject | null = readEvent();
  const name = event['hook_event_name'];
  const hooks = hooksOf(module);
  const listening = hooks.filter((hook) => hook.on === name);
  if (listening.length === 0) throw new Error(`the event is ${String(name)}, but ${describeHooks(hooks)}`);
  for (const hook of listening) {
    const result = await evaluateHook(hook, event ?? readEvent(), facts);
    if (result !== null) return { event: hook.on, result: withInput(result, readEvent) };
    event = null;
  }
  return { event: name as EventName, result: null };
}

/** The hooks that a module exports, in the order in which they run. */
export function hooksOf(module: object): readonly Hook[] {
  const names = keys(module).sort(
    (a, b) => Number(b === 'default') - Number(a === 'default') || (a < b ? -1 : 1),
  );
  return names.map((name) => (module as Readonly<Record<string, unknown>>)[name]).filter(isHook);
}

function describeHooks(hooks: readonly Hook[]): string {
  const events = [...new Set(hooks.map((hook) => hook.on))];
  return events.length === 0
    ? 'the module exports nothing made by defineHook'
    : `the module has hooks on ${events.join(', ')}`;
}

async function evaluateHook(hook: Hook, given: JsonObject, facts: Facts): Promise<MethodResult | null> {
  try {
    const event = hook.tools === undefined ? given : await readToolEvent(hook.tools, given);
    if (event === null) return null;
    const plain = readOptions(facts);
    const options =
      hook.options === undefined
        ? plain
        : await readBySchema(hook.options, plain, 'the options of the package');
    return mergeResults(await hook.run(event, makeMethods(hook.on, facts, options)));
  } catch (error) {
    if (hook.onFailure !== 'block') throw error;
    facts.report(error);
    return { decision: 'block', reason: `the hook failed: ${firstLineOf(error)}` };
  }
}

function readOptions({ env }: Facts): JsonObject {
  const text = env['HOOK_OPTIONS'] ?? '';
  const options: unknown = text === '' ? {} : parse(text);
  if (!isPlainObject(options)) throw new TypeError('HOOK_OPTIONS is no JSON object');
  return options as JsonObject;
}

/** The patch applies to the input of the agent, not to a copy that a schema or a handler changed. */
function withInput({ patch, ...result }: MethodResult, readEvent: () => JsonObject): HookOutput {
  if (patch === undefined) return result;
  const input = readEvent()['tool_input'] as JsonObject;
  return { ...result, input: { ...input, ...(patch as Readonly<Record<string, JsonValue>>) } };
}
