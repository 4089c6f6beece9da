import type { JsonObject, JsonValue } from '@hookmd/core/events';
import type { Reply, Script, ScriptedTool, Sent } from './driver.ts';
import type { OpenedHooks } from './open-hooks.ts';
import type { AdapterRow, RowReply, RowTool } from './row.ts';
import type { Way } from './ways.ts';

/** The recorded calls of the agent. */
export interface Log {
  readonly ran: (readonly [tool: string, input: JsonObject])[];
  readonly sent: Sent[];
  readonly subagentSent: Sent[];
}

const ANY_OBJECT: JsonObject = { type: 'object', additionalProperties: true };
const NOTE: RowTool = { gives: ['noted'] };

/** Creates the script of a row for a driver. It records all calls in the log. */
export function scriptOf(
  row: AdapterRow,
  way: Way,
  { hooks }: OpenedHooks,
  log: Log,
  onStep: (step: 'model' | 'tool') => void,
): Script {
  const { user, compaction, delegated } = row;
  const respondWith = (replies: readonly RowReply[], prefix: string, calls: Sent[]) => {
    return async (sent: Sent): Promise<Reply> => {
      calls.push(sent);
      onStep('model');
      sent.signal?.throwIfAborted();
      return replyOf(replies[calls.length - 1] ?? { text: 'done' }, `${prefix}${calls.length}`);
    };
  };
  return {
    hooks,
    toolWay: way.tools,
    modelWay: way.model,
    tools: Object.entries({ note: NOTE, ...row.tools }).map(([name, tool]) => toolOf(name, tool)),
    respond: respondWith(row.replies ?? [], 'call-', log.sent),
    ...(delegated === undefined
      ? {}
      : {
          subagent: {
            tool: 'delegate',
            type: 'explorer',
            respond: respondWith(delegated, 'inner-', log.subagentSent),
          },
        }),
    ...(compaction === undefined ? {} : { compaction: { ...compaction, summarize: async () => 'SUMMARY' } }),
    ...(user === undefined ? {} : { onPrompt: async () => user === 'allows' }),
  };

  function toolOf(plainName: string, tool: RowTool): ScriptedTool {
    const name = way.nameOf(plainName);
    return {
      name,
      mcp: name === plainName ? null : { server: way.server, tool: plainName },
      inputSchema: 'gives' in tool && tool.schema !== undefined ? tool.schema : ANY_OBJECT,
      problemOf: (input) => problemOf('gives' in tool ? tool.schema : undefined, input),
      async *run(input: JsonObject): AsyncGenerator<JsonValue> {
        log.ran.push([name, structuredClone(input)]);
        onStep('tool');
        if ('fails' in tool) throw new Error(tool.fails);
        for (const output of tool.gives) yield structuredClone(output);
      },
    };
  }

  function replyOf({ fails, calls, text, inputTokens = 10 }: RowReply, prefix: string): Reply {
    if (fails !== undefined) throw new Error(fails);
    return {
      ...(text === undefined ? {} : { text }),
      ...(calls === undefined
        ? {}
        : {
            calls: calls.map(({ tool, input = {} }, at) => ({
              id: `${prefix}-${at + 1}`,
              tool: way.nameOf(tool),
              input,
            })),
          }),
      inputTokens,
      outputTokens: 5,
    };
  }
}

/** Validates the part of JSON Schema that the rows use: required keys. */
function problemOf(schema: JsonObject | undefined, input: unknown): string | null {
  const required = (schema?.['required'] ?? []) as readonly string[];
  const keys = Object.keys(input as object);
  const missing = required.filter((key) => !keys.includes(key));
  return missing.length > 0 ? `required keys are missing: ${missing.join(', ')}` : null;
}
