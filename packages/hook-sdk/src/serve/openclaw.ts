import type { JsonObject } from '@hookmd/core/events';
import type { Facts } from '../methods.ts';
import { isPlainObject } from '../plain-json.ts';

const { parse } = JSON;

/** The event of a handler of OpenClaw, which may change it in any way. */
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
 * Calls a handler as OpenClaw does: with a copy of the event, whose changes are the result. The return value is ignored.
 */
export async function callOpenclaw(
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

/** OpenClaw's configuration with the entry of this hook only, which has the options of its package. */
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
