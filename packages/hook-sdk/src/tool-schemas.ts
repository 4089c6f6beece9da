import type { EventName, EventPayload, JsonObject } from '@hookmd/core/events';
import { type InputOf, type OutputOf, readBySchema, type StandardSchema } from './standard-schema.ts';

/** A schema for the input of each tool of a hook. `*` in a name matches any text: `mcp__jira__*`. */
export type ToolSchemas = Readonly<Record<string, StandardSchema>>;

/** The tools of a hook for every tool. */
export type NoTools = Readonly<Record<never, never>>;

/** The names that a key of `tools` matches. */
type ToolName<Pattern extends string> = Pattern extends `${infer Before}*${infer After}`
  ? `${Before}${string}${ToolName<After>}`
  : Pattern;

/** The payload: a union by `tool_name` where the hook names its tools. */
export type EventOf<E extends EventName, Tools> = [keyof Tools] extends [never]
  ? EventPayload<E>
  : {
      [N in keyof Tools & string]: Omit<EventPayload<E>, 'tool_name' | 'tool_input'> & {
        readonly tool_name: ToolName<N>;
        readonly tool_input: OutputOf<Tools[N]>;
      };
    }[keyof Tools & string];

/** Some of the arguments of the tool, as the agent would pass them. */
export type PatchOf<Tools> = [keyof Tools] extends [never]
  ? JsonObject
  : SomeOf<InputOf<Tools[keyof Tools & string]>>;

type SomeOf<Input> = Input extends object ? Partial<Input> : JsonObject;

/**
 * The event with its `tool_input` parsed by the schema of its tool; null = the hook does not run for this tool. An exact
 * name wins over patterns, the first pattern over the others. Throws where the input does not fit.
 */
export async function readToolEvent(tools: ToolSchemas, event: JsonObject): Promise<JsonObject | null> {
  const name = String(event['tool_name']);
  const key = Object.hasOwn(tools, name)
    ? name
    : Object.keys(tools).find((pattern) => pattern.includes('*') && isLike(name, pattern));
  const schema = key === undefined ? undefined : tools[key];
  if (schema === undefined) return null;
  const input = await readBySchema(schema, event['tool_input'], `tool_input of ${name}`);
  return { ...event, tool_input: input as JsonObject };
}

/** In linear time, because the model chooses the names. */
function isLike(name: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop() ?? '';
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
