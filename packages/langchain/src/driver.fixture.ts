import type { DrivenAgent, Driver, Ended, Script, ScriptedTool } from '@hookmd/conformance';
import type { JsonValue } from '@hookmd/core/events';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { type AgentMiddleware, createAgent, createMiddleware, tool as makeTool } from 'langchain';
import { blockOf, type LangChainConversation, openLangChainSession } from './langchain-session.ts';
import { lastOf, mcpTools } from './mcp-server.fixture.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

/** Agents of LangChain, with a checkpointer, as those have that hold more than one message of a user. */
export const driver: Driver = { name: 'LangChain', open: openAgent };

type Tools = readonly StructuredToolInterface[];

interface Agent {
  invoke(input: object, config?: object): Promise<{ readonly messages: readonly BaseMessage[] }>;
  stream(input: object, config: object): Promise<AsyncIterable<unknown>>;
  readonly graph: { getState(config: object): Promise<{ readonly values: unknown }> };
}

const config = { configurable: { thread_id: 'the only one' } };

async function openAgent(script: Script): Promise<DrivenAgent> {
  const { hooks, compaction, onPrompt, toolWay, subagent, tools: scripted } = script;
  const [{ mcp } = { mcp: null }] = scripted;
  const given =
    toolWay === 'of MCP'
      ? await mcpTools(scripted)
      : scripted.map((scriptedTool) => plainTool(scriptedTool, toolWay));
  const session = await openLangChainSession(hooks, {
    ...(onPrompt === undefined ? {} : { onPrompt }),
    ...(mcp === null ? {} : { mcp: { [mcp.server]: given } }),
    ...(compaction === undefined
      ? {}
      : {
          contextWindow: compaction.windowTokens,
          autoCompact: compaction.threshold,
          compact: () => compaction.summarize(),
        }),
  });
  const delegate = subagent === undefined ? [] : [delegateTo(subagent, session, script, given)];
  const agent = agentOf(session, script, script.respond, [...given, ...delegate]);
  let cached = '';
  return {
    async send(prompt, signal): Promise<Ended> {
      const input = { messages: [{ role: 'user' as const, content: prompt }] };
      const call = { ...config, signal };
      try {
        const text =
          script.modelWay === 'whole'
            ? lastText((await agent.invoke(input, call)).messages)
            : await readStream(await agent.stream(input, { ...call, streamMode: ['messages', 'tools'] }));
        return { status: 'completed', text };
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        if (signal.aborted) return { status: 'canceled', text };
        return { status: blockOf(error) === null ? 'failed' : 'blocked', text };
      } finally {
        cached = JSON.stringify((await agent.graph.getState(config)).values);
      }
    },
    stored: () => cached,
    close: () => session.end(),
  };
}

function agentOf(
  conversation: LangChainConversation,
  { toolWay, tools: scripted }: Script,
  output: Script['respond'],
  tools: Tools,
  // A sub-agent lives no longer than the call of its tool.
  checkpointer: MemorySaver | false = new MemorySaver(),
): Agent {
  const model = new ScriptedModel(output, scripted);
  const background = toolWay === 'added later' ? [addsLater(tools)] : [];
  const settings = {
    model,
    tools: background.length === 0 ? [...tools] : [],
    middleware: [...background, conversation.middleware],
    checkpointer,
  };
  return createAgent(settings as never) as unknown as Agent;
}

/** A middleware of somebody else, which adds its tools when the agent has long been made. */
function addsLater(tools: Tools): AgentMiddleware {
  return createMiddleware({
    name: 'adds later',
    wrapModelCall: (call, next) => next({ ...call, tools: [...call.tools, ...tools] }),
    wrapToolCall: (request, next) =>
      next({ ...request, tool: tools.find(({ name }) => name === request.toolCall.name) }),
  });
}

function delegateTo(
  { tool, type, respond: output }: NonNullable<Script['subagent']>,
  parent: LangChainConversation,
  script: Script,
  tools: Tools,
): StructuredToolInterface {
  const schema = { type: 'object' };
  return makeTool(
    ({ task }: { task: string }) =>
      parent.subagent({ type }, async (child) => {
        const { messages } = await agentOf(child, script, output, tools, false).invoke({
          messages: [{ role: 'user', content: task }],
        });
        return lastText(messages);
      }),
    { name: tool, description: 'has it done', schema } as never,
  ) as never;
}

function plainTool(tool: ScriptedTool, toolWay: Script['toolWay']): StructuredToolInterface {
  return makeTool(toolWay === 'streaming' ? (streamed as never) : (input: never) => lastOf(tool.run(input)), {
    name: tool.name,
    description: tool.name,
    schema: tool.inputSchema,
  } as never) as never;

  /** LangChain takes what a generator returns for the output. */
  async function* streamed(input: never): AsyncGenerator<JsonValue, JsonValue> {
    const outputs: JsonValue[] = [];
    for await (const output of tool.run(input)) {
      yield* outputs.splice(0);
      outputs.push(output);
    }
    return outputs[0] ?? null;
  }
}

function lastText(messages: readonly { readonly text: string }[]): string {
  return messages.at(-1)?.text ?? '';
}

/** What a reader takes for the answer: the pieces of the message that came last. */
async function readStream(stream: AsyncIterable<unknown>): Promise<string> {
  const texts = new Map<string | undefined, string>();
  for await (const [mode, chunk] of stream as AsyncIterable<readonly [string, never]>) {
    if (mode !== 'messages') continue;
    const [message] = chunk as readonly [AIMessageChunk];
    texts.set(message.id, (texts.get(message.id) ?? '') + message.text);
  }
  return [...texts.values()].at(-1) ?? '';
}
