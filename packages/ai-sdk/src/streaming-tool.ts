import { type Call, callTool } from './call-tool.ts';
import type { AiDialogue } from './dialogue.ts';

/** Whether calls of it give out more than one output, which is known before only where it is a generator. */
export function isStreaming(execute: unknown): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}

/** The output of a call: the last one where it gave out several. */
export async function lastOf(output: unknown): Promise<unknown> {
  if (!isIterable(output)) return output;
  let last: unknown;
  for await (const part of output) last = part;
  return last;
}

/**
 * The same as `callTool` of a tool that gives out several outputs: each goes on when the next one is there, and the last
 * one when hooks have judged it. Where hooks listen to it, only the last one goes on, unless the agent wants them live.
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
  // Whoever stops reading hears of no failure, and nobody else does.
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
