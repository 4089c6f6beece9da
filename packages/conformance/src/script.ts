import type { JsonObject, JsonValue } from '@hookmd/core/events';
import type { Reply, Script, ScriptedTool, Sent } from './driver.ts';
import type { OpenedHooks } from './open-hooks.ts';
import type { AdapterRow, RowReply, RowTool } from './row.ts';
import type { Way } from './ways.ts';

/** What really happened around the agent. */
export interface Log {
  readonly ran: (readonly [tool: string, input: JsonObject])[];
  readonly heard: Sent[];
  readonly delegateHeard: Sent[];
}

const ANY_OBJECT: JsonObject = { type: 'object', additionalProperties: true };
const NOTE: RowTool = { gives: ['noted'] };

/** The script of a row for a driver; everything that is done by it goes into the log. */
export function scriptOf(
  row: AdapterRow,
  way: Way,
  { hooks }: OpenedHooks,
  log: Log,
  arriveIn: (place: 'model' | 'tool') => void,
): Script {
  const { person, compaction, delegated } = row;
  const answerBy = (replies: readonly RowReply[], prefix: string, heard: Sent[]) => {
    return async (sent: Sent): Promise<Reply> => {
      heard.push(sent);
      arriveIn('model');
      sent.signal?.throwIfAborted();
      return replyOf(replies[heard.length - 1] ?? { text: 'done' }, `${prefix}${heard.length}`);
    };
  };
  return {
    hooks,
    toolWay: way.tools,
    modelWay: way.model,
    tools: Object.entries({ note: NOTE, ...row.tools }).map(([name, tool]) => toolOf(name, tool)),
    answer: answerBy(row.replies ?? [], 'call-', log.heard),
    ...(delegated === undefined
      ? {}
      : {
          subagent: {
            tool: 'delegate',
            type: 'explorer',
            answer: answerBy(delegated, 'inner-', log.delegateHeard),
          },
        }),
    ...(compaction === undefined ? {} : { compaction: { ...compaction, summarize: async () => 'SUMMARY' } }),
    ...(person === undefined ? {} : { onAsk: async () => person === 'allows' }),
  };

  function toolOf(plain: string, does: RowTool): ScriptedTool {
    const name = way.nameOf(plain);
    return {
      name,
      mcp: name === plain ? null : { server: way.server, tool: plain },
      inputSchema: 'gives' in does && does.schema !== undefined ? does.schema : ANY_OBJECT,
      problemOf: (input) => problemOf('gives' in does ? does.schema : undefined, input),
      async *run(input: JsonObject): AsyncGenerator<JsonValue> {
        log.ran.push([name, structuredClone(input)]);
        arriveIn('tool');
        if ('fails' in does) throw new Error(does.fails);
        for (const output of does.gives) yield structuredClone(output);
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

/** As much of JSON Schema as the rows need: required keys, and no others. */
function problemOf(schema: JsonObject | undefined, input: unknown): string | null {
  const required = (schema?.['required'] ?? []) as readonly string[];
  const keys = Object.keys(input as object);
  const missing = required.filter((key) => !keys.includes(key));
  return missing.length > 0 ? `${missing.join(', ')} must be there` : null;
}
