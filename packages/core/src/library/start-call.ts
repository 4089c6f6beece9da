import { monotonicMs } from '../executors/clock.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ToolCall, ToolRun } from './tool-payload.ts';

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
