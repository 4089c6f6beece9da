import type { ToolFacts } from '@hookmd/library';
import { callTool } from './call-tool.ts';
import type { AiDialogue } from './dialogue.ts';
import type { SdkTool, SdkToolOptions, SdkToolOutput, SdkTools } from './sdk-shapes.ts';
import { callStreamingTool, isStreaming, lastOf } from './streaming-tool.ts';
import { toModelOutput } from './tool-output.ts';

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
