import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import { type EventName, eventRow } from '../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../events/json.ts';
import { claude } from './claude/claude.ts';
import type { Format, PartialEvent } from './format.ts';
import type { ToolWords } from './tool-words.ts';

/** How the JSON of an agent differs from Claude's. */
export interface RenamedFormatRow extends Pick<Format, 'writeDecision'> {
  /** The agent's name of an event. */
  readonly wordOf: (event: EventName) => string;
  readonly tools: ToolWords;
  /** Canonical names of fields, by their native ones. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The canonical name of a tool of an MCP server; null = the tool is of none. Default: the native name is canonical. */
  readonly mcpName?: (native: JsonObject) => string | null;
  /** The agent's name of a tool of an MCP server, for calls of other agents. Default: the canonical one. */
  readonly mcpWord?: (mcp: { readonly server: string; readonly tool: string }) => string;
}

/** A format with Claude's payloads, under other names. Fields without a row keep their names. */
export function renameFormat({
  wordOf,
  tools,
  fields = {},
  mcpName,
  mcpWord,
  writeDecision: writeOutput,
}: RenamedFormatRow): Omit<Format, 'id' | 'readOutput'> {
  const readCall = (native: JsonObject): PartialEvent => {
    const { tool_name: name, tool_input: input } = native;
    if (typeof name !== 'string') return {};
    const call = tools.toCanonical(name, isJsonObject(input) ? input : {});
    return {
      tool_name: mcpName?.(native) ?? call.name,
      tool_input: isJsonObject(input) ? call.input : input,
      tool: { native_name: name },
    };
  };
  return {
    readEvent: (native, event) => ({
      ...claude.readEvent(renamed(native, fields), event),
      agent: { native_event: native['hook_event_name'] ?? wordOf(event) },
      ...readCall(native),
    }),
    writeEvent: (event) => {
      const call = nativeCall(tools, event, mcpWord);
      return {
        ...renamed(event as unknown as JsonObject, flipped(fields)),
        hook_event_name: wordOf(event.hook_event_name),
        ...(call === null ? {} : { tool_name: call.name, tool_input: call.input }),
      };
    },
    writeDecision: (decision, event) =>
      writeOutput(
        decision.input === null || event.tool_name === undefined
          ? decision
          : {
              ...decision,
              input:
                nativeCall(tools, { ...event, tool_input: decision.input } as HookEvent, mcpWord)?.input ??
                null,
            },
        event,
      ),
  };
}

/** A call in the words of one agent; null = the event has none. Of several words for one tool it is the one that the agent sent. */
export function nativeCall(
  tools: ToolWords,
  { tool_name: name, tool_input: input = {}, tool }: HookEvent,
  mcpWord?: RenamedFormatRow['mcpWord'],
): { readonly name: string; readonly input: JsonObject } | null {
  if (name === undefined) return null;
  const native = tool?.native_name ?? name;
  if (tools.has(native)) return { name: native, input: tools.inputFor(native, input) };
  // The canonical name of such a tool is the one that other agents send.
  const isForeign = tool?.mcp != null && native.startsWith('mcp__');
  if (isForeign && mcpWord !== undefined) return { name: mcpWord(tool.mcp), input };
  return tools.hasTool(name) ? tools.toNative(name, input) : { name: native, input };
}

/** The changed input of a call; null = the call keeps its own. */
export function changedInput({ event, decision, changed, input }: Decision): JsonObject | null {
  const isChanged = eventRow(event).input === 'tool_input' && changed.length > 0;
  return isChanged && decision !== 'block' ? input : null;
}

/** Some agents send an object as a string of JSON. */
export function parsed(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

/** A name that is in use keeps its value, so that nothing is lost. */
function renamed(object: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const name = Object.hasOwn(names, key) ? names[key] : undefined;
      return [name === undefined || Object.hasOwn(object, name) ? key : name, value];
    }),
  );
}

/** The same names the other way round. */
export function flipped(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([native, canonical]) => [canonical, native]));
}
