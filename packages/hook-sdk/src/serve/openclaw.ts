import type { JsonObject } from '@hookmd/core/events';
import type { Facts } from '../facts.ts';
import { isPlainObject } from '../plain-json.ts';

const { parse } = JSON;

/** What a handler of OpenClaw is given, and what it may do anything to. */
interface OpenclawEvent extends Readonly<Record<string, unknown>> {
  readonly timestamp: Date;
  readonly messages: unknown;
  readonly context: Readonly<Record<string, unknown>> | undefined;
}

/** The function that a manifest of OpenClaw names. Throws where there is none. */
export function openclawHandler(module: object, name: string): (event: OpenclawEvent) => unknown {
  const handler: unknown = Object.hasOwn(module, name) ? Reflect.get(module, name) : undefined;
  if (typeof handler === 'function') return handler as (event: OpenclawEvent) => unknown;
  throw new Error(`the module exports no function "${name}", which OpenClaw would call; ${describe(module)}`);
}

/**
 * Calls a handler as OpenClaw does: with an event that is its own, and nothing is read of what it returns. The answer is
 * what it did to the event.
 */
export async function askOpenclaw(
  handler: (event: OpenclawEvent) => unknown,
  native: JsonObject,
  facts: Facts,
): Promise<JsonObject> {
  const { timestamp } = native;
  const event: OpenclawEvent = {
    ...native,
    timestamp: typeof timestamp === 'string' ? new Date(timestamp) : new Date(),
    messages: [],
    context: { ...(native['context'] as JsonObject), cfg: configOf(facts) },
  };
  await handler(event);
  const { messages, context } = event;
  return Object.fromEntries(
    Object.entries({ messages, bootstrapFiles: context?.['bootstrapFiles'] }).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== undefined,
    ),
  ) as JsonObject;
}

/** The one part of OpenClaw's configuration that there is: a hook's own entry, which has the options of its package. */
function configOf({ env }: Facts): JsonObject {
  const text = env['HOOK_OPTIONS'] ?? '';
  const options: unknown = text === '' ? {} : parse(text);
  if (!isPlainObject(options)) throw new TypeError('HOOK_OPTIONS is no JSON object');
  const entry = { ...(options as JsonObject), enabled: true };
  return { hooks: { internal: { enabled: true, entries: { [env['HOOK_NAME'] ?? '']: entry } } } };
}

function describe(module: object): string {
  const names = Object.keys(module).map(
    (name) => `${name} (${Reflect.get(module, name) === null ? 'null' : typeof Reflect.get(module, name)})`,
  );
  return names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`;
}
