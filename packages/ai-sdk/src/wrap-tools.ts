import type { ToolFacts } from '@hookmd/library';
import { asJson } from '@hookmd/library/adapter';
import { type Call, callTool } from './call-tool.ts';
import type { AiDialogue } from './dialogue.ts';
import type { SdkTool, SdkToolOptions, SdkToolOutput, SdkTools } from './sdk-shapes.ts';

/** The original of each wrapped tool: no tool is wrapped twice, and one that is passed to a sub-agent is wrapped for it anew. */
const sources = new WeakMap<object, { readonly tool: SdkTool; readonly name: string }>();

/**
 * A view of these tools whose calls run hooks. It shows later additions, changes and removals. `server`: the MCP server
 * of the tools, which is part of their names for hooks.
 */
export function wrapTools<T extends SdkTools>(dialogue: AiDialogue, tools: T, server: string | null): T {
  dialogue.wraps.any = true;
  const wrap = (key: PropertyKey, tool: unknown): unknown => {
    if (typeof key !== 'string' || typeof tool !== 'object' || tool === null) return tool;
    return wrapTool(dialogue, tool, key, server === null ? key : `mcp__${server}__${key}`);
  };
  return new Proxy(mayBeShownChanged(tools) ? tools : { ...tools }, {
    get: (target, key) => wrap(key, Reflect.get(target, key)),
    getOwnPropertyDescriptor(target, key) {
      const found = Reflect.getOwnPropertyDescriptor(target, key);
      if (found === undefined) return undefined;
      // In the view a getter becomes its value.
      const { configurable = false, enumerable = false } = found;
      return { value: wrap(key, Reflect.get(target, key)), writable: true, enumerable, configurable };
    },
  });
}

/** A proxy must report the value of a frozen property as it is, and cannot replace it. */
function mayBeShownChanged(tools: SdkTools): boolean {
  const described = Object.values(Object.getOwnPropertyDescriptors(tools));
  return described.every(({ configurable, writable }) => configurable === true || writable === true);
}

function wrapTool(dialogue: AiDialogue, given: SdkTool, key: string, called: string): SdkTool {
  const { tool, name } = sources.get(given) ?? { tool: given, name: called };
  const { execute } = tool;
  if (name !== key) dialogue.toolNames.set(key, name);
  if (execute === undefined) return tool;
  const run = (input: unknown, options: SdkToolOptions = {}): unknown => {
    const call = { name, tool, input, options };
    const start = (effective: unknown): unknown => execute.call(tool, effective, options);
    return isStreaming(execute)
      ? callStreamingTool(dialogue, call, start)
      : callTool(dialogue, call, async (effective) =>
          throwIfFailed(name, await lastOf(await start(effective))),
        );
  };
  const wrapping = {
    execute: run,
    toModelOutput: (output: SdkToolOutput) => toModelOutput(dialogue, tool, output),
  };
  const wrapped: SdkTool = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, wrapping);
  sources.set(wrapped, { tool, name });
  return wrapped;
}

/** Tools of MCP servers return an error instead of throwing it. */
function throwIfFailed(name: string, output: unknown): unknown {
  const { isError, content } = (output ?? {}) as { readonly isError?: unknown; readonly content?: unknown };
  if (isError !== true || !name.startsWith('mcp__')) return output;
  const parts = Array.isArray(content) ? (content as readonly { readonly text?: unknown }[]) : [];
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  throw new Error(texts.length === 0 ? 'the tool failed' : texts.join('\n'));
}

/** The original of a wrapped tool, and its name for hooks; null = not wrapped. */
export function sourceOf(tool: SdkTool): { readonly tool: SdkTool; readonly name: string } | null {
  return sources.get(tool) ?? null;
}

/** These tools, wrapped or not, as `hooks.coverage` takes them. */
export function factsOf(tools: SdkTools): readonly ToolFacts[] {
  return Object.entries(tools).map(([name, tool]) => ({
    name,
    runs: runnerOf(tool),
    isWrapped: sourceOf(tool) !== null,
  }));
}

function runnerOf({ execute, type }: SdkTool): ToolFacts['runs'] {
  if (execute !== undefined) return 'here';
  return type?.startsWith('provider') === true ? 'provider' : 'client';
}

/** Whether its calls may yield several outputs: known before the call only for a generator. */
function isStreaming(execute: unknown): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}

/** The output of a call: the last one where it yielded several. */
async function lastOf(output: unknown): Promise<unknown> {
  if (!isIterable(output)) return output;
  let last: unknown;
  for await (const part of output) last = part;
  return last;
}

/**
 * `callTool` for a tool that yields several outputs: each is passed on when the next one arrives, the last one after its
 * hooks. Where hooks listen to PostToolUse, only the last one is passed on, unless the agent sets `live`.
 */
async function* callStreamingTool(
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

/** An output as providers take it. */
interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
}

/** The output of this tool for the model, with the texts of hooks. */
async function toModelOutput(
  dialogue: AiDialogue,
  tool: SdkTool,
  given: SdkToolOutput,
): Promise<ModelOutput> {
  const shown = await showOutput(tool, given);
  const texts = dialogue.contexts.get(given.toolCallId);
  if (texts === undefined) return shown;
  const before = Array.isArray(shown.value) && shown.type === 'content' ? shown.value : [asText(shown)];
  return { type: 'content', value: [...before, ...texts.map((text) => ({ type: 'text', text }))] };
}

async function showOutput(tool: SdkTool, given: SdkToolOutput): Promise<ModelOutput> {
  const { output } = given;
  try {
    if (tool.toModelOutput !== undefined) return (await tool.toModelOutput(given)) as ModelOutput;
  } catch {
    // A hook may have replaced the output by one that the tool cannot convert.
  }
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: output ?? null };
}

function asText({ value }: ModelOutput): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(asJson(value)) };
}
