import { callTool } from './call-tool.ts';
import type { AiDialogue } from './dialogue.ts';
import type { SdkTool, SdkToolOptions, SdkToolOutput, SdkTools } from './sdk-shapes.ts';
import { callStreamingTool, isStreaming, lastOf } from './streaming-tool.ts';
import { toModelOutput } from './tool-output.ts';

/** What was wrapped: a tool is never wrapped twice, but handed on to a sub-agent its calls are the sub-agent's. */
const sources = new WeakMap<object, { readonly tool: SdkTool; readonly name: string }>();

/**
 * A view of these tools in which every call asks hooks. What is added to them, changed or taken away later is so in the
 * view. `server`: hooks know them as tools of this MCP server.
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
      // Where a getter stands, a view has what it gives.
      const { configurable = false, enumerable = false } = found;
      return { value: wrap(key, Reflect.get(target, key)), writable: true, enumerable, configurable };
    },
  });
}

/** A view may show of a frozen property, and of a lasting one behind a getter, nothing else than what is in it. */
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
  const own = {
    execute: run,
    toModelOutput: (output: SdkToolOutput) => toModelOutput(dialogue, tool, output),
  };
  const wrapped: SdkTool = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, own);
  sources.set(wrapped, { tool, name });
  return wrapped;
}

/** Servers of MCP answer where others throw. */
function throwIfFailed(name: string, output: unknown): unknown {
  const { isError, content } = (output ?? {}) as { readonly isError?: unknown; readonly content?: unknown };
  if (isError !== true || !name.startsWith('mcp__')) return output;
  const parts = Array.isArray(content) ? (content as readonly { readonly text?: unknown }[]) : [];
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  throw new Error(texts.length === 0 ? 'the tool failed' : texts.join('\n'));
}

/** The tool that was wrapped, and what hooks call it; null = it was not. */
export function sourceOf(tool: SdkTool): { readonly tool: SdkTool; readonly name: string } | null {
  return sources.get(tool) ?? null;
}
