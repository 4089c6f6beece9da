import { monotonicMs } from '@hookmd/core/internal/process/clock';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';

/** One call of a tool, as the model asks for it. */
export interface ToolCall {
  /** Of an MCP server: `mcp__server__tool`. */
  readonly name: string;
  readonly input: JsonObject;
  /** The model's id of the call; default: one is made up. */
  readonly id?: string;
  /** The agent would ask the person before it calls this tool. Default false: only where a hook wants it. */
  readonly needsPermission?: boolean;
  /** What is wrong with an input that a hook made, such as what the tool's schema says; null = nothing. It is refused then. */
  readonly check?: (input: JsonObject) => string | null;
  /** Cancels what is asked before the call: the call is blocked then. What is asked after it comes to its end. */
  readonly signal?: AbortSignal | undefined;
}

/** A call that was made: `input` is what the tool ran with. */
export interface ToolRun extends ToolCall {
  /** What the model had asked for, where hooks changed it. */
  readonly originalInput?: JsonObject;
  readonly durationMs?: number;
}

/** A call as the verbs hand it on: in Claude's words. */
export interface CanonicalCall extends ToolCall {
  /** How the agent calls the tool; default: as it stands in `name`. */
  readonly nativeName?: string;
}

/** What every event of a call says of it. */
export function callOf({ name, input, id = '', nativeName = name }: CanonicalCall): JsonObject {
  const view = nativeName === name ? {} : { tool: { native_name: nativeName } };
  return { tool_name: name, tool_input: input, tool_use_id: id, ...view };
}

/** The same of a call that was made. */
export function ranCall(run: ToolRun): JsonObject {
  const { originalInput, durationMs } = run;
  return {
    ...callOf(run),
    ...(originalInput === undefined ? {} : { original_tool_input: originalInput }),
    ...(durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }),
  };
}

/** A tool starts, with what hooks left of its input: the very one of the call where they left it alone. Gives what tells of it once it has ended. */
export function startCall(call: ToolCall, input: JsonObject): () => ToolRun {
  const startedAt = monotonicMs();
  return () => ({
    ...call,
    input,
    durationMs: monotonicMs() - startedAt,
    ...(input === call.input ? {} : { originalInput: call.input }),
  });
}
