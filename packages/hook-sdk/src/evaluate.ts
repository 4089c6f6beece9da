import type { EventName, HookOutput, JsonObject, JsonValue } from '@hookmd/core/events';
import { mergeResults, type Said } from './answers.ts';
import { type Hook, isHook } from './define-hook.ts';
import type { Facts } from './facts.ts';
import { firstLineOf } from './first-line.ts';
import { makeMethods } from './methods.ts';
import { isPlainObject } from './plain-json.ts';
import { readBySchema } from './standard-schema.ts';
import { readToolEvent } from './tool-schemas.ts';

// A handler may replace them: they are those of the time before it was loaded.
const { parse } = JSON;
const { keys } = Object;

/** What a module said to an event; a null answer is "no opinion". */
export interface Evaluation {
  readonly event: EventName;
  readonly answer: HookOutput | null;
}

/**
 * What a module says to one event. The one place where hooks are run, whichever way they are asked.
 *
 * Its hooks for this event are asked one after another, `default` first, then by the names of their exports; the
 * first that says something decides. `readEvent` gives the event anew each time it is called: what one hook did to
 * its own, no other sees. Throws where a hook fails that does not block then, and where the module has no hook for
 * the event.
 */
export async function judge(module: object, readEvent: () => JsonObject, facts: Facts): Promise<Evaluation> {
  let event: JsonObject | null = readEvent();
  const name = event['hook_event_name'];
  const hooks = hooksOf(module);
  const asked = hooks.filter((hook) => hook.on === name);
  if (asked.length === 0) throw new Error(`asked about ${String(name)}, but ${describeHooks(hooks)}`);
  for (const hook of asked) {
    const said = await ask(hook, event ?? readEvent(), facts);
    if (said !== null) return { event: hook.on, answer: withInput(said, readEvent) };
    event = null;
  }
  return { event: name as EventName, answer: null };
}

/** What a module exports by `defineHook`, in the order in which it is asked. */
export function hooksOf(module: object): readonly Hook[] {
  const known = hooksByModule.get(module);
  if (known !== undefined) return known;
  const hooks = findHooks(module);
  hooksByModule.set(module, hooks);
  return hooks;
}

const hooksByModule = new WeakMap<object, readonly Hook[]>();

function findHooks(module: object): readonly Hook[] {
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

async function ask(hook: Hook, given: JsonObject, facts: Facts): Promise<Said | null> {
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

/** A patch upon what the agent asked for, not upon what a schema or a handler made of that. */
function withInput({ patch, ...said }: Said, readEvent: () => JsonObject): HookOutput {
  if (patch === undefined) return said;
  const input = readEvent()['tool_input'] as JsonObject;
  return { ...said, input: { ...input, ...(patch as Readonly<Record<string, JsonValue>>) } };
}
