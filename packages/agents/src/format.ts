import {
  type Decision,
  eventRow,
  type HookEvent,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import { claude, type PartialEvent, type ToolWords } from '@hookmd/core/protocols';
import type { AgentEvents, Integration } from './integration.ts';
import { nativeName } from './make-integration.ts';

/** How the JSON of an agent differs from Claude's. */
export interface FormatRow extends Pick<Integration['format'], 'writeDecision'> {
  readonly events: AgentEvents;
  readonly tools: ToolWords;
  /** Canonical names of fields, by their native ones. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The canonical name of a tool of an MCP server; null = the tool is of none. Default: the native name is canonical. */
  readonly mcpName?: (native: JsonObject) => string | null;
}

/** A format with Claude's payloads, under other names. Fields without a row keep their names. */
export function makeFormat({
  events,
  tools,
  fields = {},
  mcpName,
  writeDecision: writeOutput,
}: FormatRow): Integration['format'] {
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
  const inputFor = (event: HookEvent): JsonObject =>
    event.tool === undefined
      ? tools.toNative(event.tool_name ?? '', event.tool_input ?? {}).input
      : tools.inputFor(event.tool.native_name, event.tool_input ?? {});
  return {
    readEvent: (native, event) => ({
      ...claude.readEvent(renamed(native, fields), event),
      agent: { native_event: native['hook_event_name'] ?? nativeName(events, event) },
      ...readCall(native),
    }),
    writeEvent: (event) => ({
      ...renamed(event as unknown as JsonObject, flipped(fields)),
      hook_event_name: nativeName(events, event.hook_event_name),
      ...(event.tool_name === undefined
        ? {}
        : {
            tool_name: event.tool?.native_name ?? tools.toNative(event.tool_name, {}).name,
            tool_input: inputFor(event),
          }),
    }),
    writeDecision: (decision, event) =>
      writeOutput(
        decision.input === null || event.tool_name === undefined
          ? decision
          : { ...decision, input: inputFor({ ...event, tool_input: decision.input } as HookEvent) },
        event,
      ),
  };
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

export function flipped(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([native, canonical]) => [canonical, native]));
}
