import type { createMCPClient } from '@ai-sdk/mcp';
import type { DrivenAgent, Driver, Ended, Reply, Script, ScriptedTool } from '@hookmd/conformance';
import type { JsonValue } from '@hookmd/core/events';
import { HookBlockedError } from '@hookmd/library/adapter';
import type * as ai from 'ai';
import type { MockLanguageModelV3 } from 'ai/test';
import { type AiConversation, openAiSession } from './ai-session.ts';
import { mcpTools } from './mcp-server.fixture.ts';
import type { SdkResult } from './sdk-shapes.ts';

/** What a driver needs of one version of the AI SDK. Typed as 6: what is used of 7 is the same. */
export interface Sdk
  extends Pick<
    typeof ai,
    'ToolLoopAgent' | 'generateText' | 'streamText' | 'wrapLanguageModel' | 'jsonSchema' | 'stepCountIs'
  > {
  readonly name: string;
  readonly MockLanguageModel: typeof MockLanguageModelV3;
  readonly createMCPClient: typeof createMCPClient;
}

/** Agents on one version of the AI SDK, with the model that comes with it for tests. */
export function driverOf(sdk: Sdk): Driver {
  return { name: sdk.name, open: (script) => openAgent(sdk, script) };
}

async function openAgent(sdk: Sdk, script: Script): Promise<DrivenAgent> {
  const { hooks, compaction, onPrompt } = script;
  const session = await openAiSession(hooks, {
    ...(onPrompt === undefined ? {} : { onPrompt }),
    ...(compaction === undefined
      ? {}
      : {
          contextWindow: compaction.windowTokens,
          autoCompact: compaction.threshold,
          compact: () => compaction.summarize(),
        }),
  });
  const tools = await toolsOf(sdk, script, session);
  const output = answerBy(sdk, session, script, script.respond, tools);
  return {
    async send(prompt, signal): Promise<Ended> {
      try {
        const { text } = await session.run(prompt, output(signal), { signal });
        return { status: 'completed', text: await text };
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        if (signal.aborted) return { status: 'canceled', text };
        return { status: error instanceof HookBlockedError ? 'blocked' : 'failed', text };
      }
    },
    stored: () => JSON.stringify(session.messages),
    close: () => session.end(),
  };

  async function toolsOf(
    current: Sdk,
    { tools: scripted, subagent }: Script,
    parent: AiConversation,
  ): Promise<object> {
    const delegate =
      subagent === undefined
        ? {}
        : {
            [subagent.tool]: {
              inputSchema: current.jsonSchema({ type: 'object' } as never, {} as never),
              execute: async ({ task }: { task: string }, { abortSignal }: { abortSignal?: AbortSignal }) => {
                const { text } = await parent.subagent({ type: subagent.type, task }, (child) =>
                  answerBy(
                    current,
                    child,
                    script,
                    subagent.respond,
                    plainTools(current, scripted),
                  )(abortSignal),
                );
                return text;
              },
            },
          };
    if (script.toolWay === 'of MCP') {
      const [{ mcp } = { mcp: null }] = scripted;
      const given = await mcpTools(current, scripted);
      return { ...session.tools(given, { server: mcp?.server ?? '' }), ...delegate };
    }
    return { ...plainTools(current, scripted), ...delegate };
  }

  function plainTools(local: Sdk, scripted: readonly ScriptedTool[]): object {
    return Object.fromEntries(scripted.map((tool) => [tool.name, plainTool(local, tool, script)]));
  }
}

function plainTool({ jsonSchema }: Sdk, tool: ScriptedTool, { toolWay }: Script): object {
  const validate = (value: unknown): object => {
    const problem = tool.problemOf(value);
    return problem === null ? { success: true, value } : { success: false, error: new Error(problem) };
  };
  return {
    inputSchema: jsonSchema(tool.inputSchema as never, { validate } as never),
    execute:
      toolWay === 'streaming'
        ? async function* (input: never) {
            yield* tool.run(input);
          }
        : async (input: never) => {
            let output: JsonValue = null;
            for await (const part of tool.run(input)) output = part;
            return output;
          },
  };
}

/** Makes the SDK answer, whole or in pieces. */
function answerBy(
  { ToolLoopAgent, MockLanguageModel }: Sdk,
  conversation: AiConversation,
  script: Script,
  reply: Script['respond'],
  given: object,
): (signal?: AbortSignal) => (messages: unknown) => Promise<SdkResult> {
  const { toolWay, modelWay } = script;
  const tools = toolWay === 'added later' ? {} : given;
  const shown = new Map(script.tools.map(({ name, mcp }) => [name, mcp?.tool ?? name]));
  const known = new Map([...shown].map(([name, called]) => [called, name]));
  const prompt = async (params: {
    prompt: unknown;
    tools?: readonly { name: string }[];
    abortSignal?: AbortSignal;
  }): Promise<Reply> => {
    const sent = {
      text: JSON.stringify(params.prompt),
      tools: (params.tools ?? []).map(({ name }) => known.get(name) ?? name),
      signal: params.abortSignal,
    };
    const { calls = [], ...rest } = await reply(sent);
    return { ...rest, calls: calls.map((call) => ({ ...call, tool: shown.get(call.tool) ?? call.tool })) };
  };
  const model = new MockLanguageModel({
    doGenerate: async (params: never) => {
      const output = await prompt(params);
      return { content: contentOf(output), ...endOf(output), warnings: [] };
    },
    doStream: async (params: never) => {
      const response = await prompt(params);
      return { stream: ReadableStream.from(piecesOf(response)) };
    },
  } as never);
  const agent = new ToolLoopAgent(conversation.settings({ model, tools, onError: () => {} }) as never);
  // Added once the agent has been made: hooks must be asked about them all the same.
  if (toolWay === 'added later') Object.assign(tools, given);
  return (abortSignal) => async (messages) => {
    const call = { messages, abortSignal } as never;
    if (modelWay === 'whole') return agent.generate(call);
    const result = await agent.stream(call);
    for await (const _ of result.fullStream);
    return result;
  };
}

function contentOf({ text, calls = [] }: Reply): readonly object[] {
  return [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, tool, input }) => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: tool,
      input: JSON.stringify(input),
    })),
  ];
}

function endOf({ calls = [], inputTokens, outputTokens }: Reply): object {
  return {
    finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
    },
  };
}

function piecesOf(reply: Reply): readonly object[] {
  const { text, ...rest } = reply;
  const words = text === undefined ? [] : text.split(/(?<= )/);
  return [
    { type: 'stream-start', warnings: [] },
    ...(text === undefined ? [] : [{ type: 'text-start', id: '1' }]),
    ...words.map((delta) => ({ type: 'text-delta', id: '1', delta })),
    ...(text === undefined ? [] : [{ type: 'text-end', id: '1' }]),
    ...contentOf(rest),
    { type: 'finish', ...endOf(reply) },
  ];
}
