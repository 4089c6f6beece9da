import { type HookEvent, isJsonObject, type JsonObject } from '@hookmd/core/events';
import { claude, type Format, type PartialEvent, type ToolWords } from '@hookmd/core/protocols';
import { type AgentEvents, nativeName } from './agent-events.ts';

/** What a language has otherwise than Claude's: names of events, of tools, of fields. */
export interface Dialect {
  readonly id: string;
  readonly events: AgentEvents;
  readonly tools: ToolWords;
  /** Canonical names of fields, by their native ones, for the events that have them otherwise. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The canonical name of a tool of an MCP server; null = it is none. Default: it is canonical as it stands. */
  readonly mcpName?: (native: JsonObject) => string | null;
  readonly readAnswer?: Format['readAnswer'];
  readonly writeAnswer: Format['writeAnswer'];
}

/** A wire whose payloads have Claude's shape: what it does not name otherwise stays where it is. */
export function dialectFormat(dialect: Dialect): Format {
  const { id, events, tools, fields = {}, mcpName, writeAnswer } = dialect;
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
    id,
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
    readAnswer: (document, event, name) => {
      const reading = (dialect.readAnswer ?? claude.readAnswer)(document, event, name);
      if ('error' in reading || reading.output.input === undefined) return reading;
      const native = event.tool?.native_name ?? tools.toNative(event.tool_name ?? '', {}).name;
      const { input } = tools.toCanonical(native, reading.output.input);
      return { ...reading, output: { ...reading.output, input } };
    },
    writeAnswer: (decision, event) =>
      writeAnswer(
        decision.input === null || event.tool_name === undefined
          ? decision
          : { ...decision, input: inputFor({ ...event, tool_input: decision.input } as HookEvent) },
        event,
      ),
  };
}

/** A name that is taken already is left alone, so that nothing is lost. */
function renamed(object: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const name = Object.hasOwn(names, key) ? names[key] : undefined;
      return [name === undefined || Object.hasOwn(object, name) ? key : name, value];
    }),
  );
}

function flipped(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([native, canonical]) => [canonical, native]));
}
