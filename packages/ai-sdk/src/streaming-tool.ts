import { type Call, callTool } from './call-tool.ts';
import type { AiDialogue } from './dialogue.ts';

/** Whether its calls may yield several outputs: known before the call only for a generator. */
export function isStreaming(execute: unknown): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}

/** The output of a call: the last one where it yielded several. */
export async function lastOf(output: unknown): Promise<unknown> {
  if (!isIterable(output)) return output;
  let last: unknown;
  for await (const part of output) last = part;
  return last;
}

/**
 * `callTool` for a tool that yields several outputs: each is passed on when the next one arrives, the last one after its
 * hooks. Where hooks listen to PostToolUse, only the last one is passed on, unless the agent sets `live`.
 */
export async function* callStreamingTool(
  dialogue: AiDialogue,
  call: Call,
  start: (input: unknown) => unknown,
): AsyncGenerator<unknown, void> {
  const isHeld = dialogue.hooks.concerns('PostToolUse') && dialogue.options.live !== true;
  const arrived: unknown[] = [];
  let wake = (): void => {};
  let hasEnded = false;
  const called = callTool(dialogue, call, async (effective) => {
    let last: unknown;
    let count = 0;
    for await (const part of start(effective) as AsyncIterable<unknown>) {
      if (count++ > 0 && !isHeld) arrived.push(last);
      last = part;
      wake();
    }
    return last;
  }).finally(() => {
    hasEnded = true;
    wake();
  });
  // A reader that stops early does not await it.
  called.catch(() => {});
  while (!hasEnded || arrived.length > 0) {
    if (arrived.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    yield* arrived.splice(0);
  }
  yield await called;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
