import type { Reply, Script, ScriptedTool } from '@hookmd/conformance';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';

// Whoever reads a stream gets all of it: else LangChain hands pieces on when it has time, also when the stream has ended.
process.env['LANGCHAIN_CALLBACKS_BACKGROUND'] = 'false';

interface Options {
  readonly signal?: AbortSignal;
  readonly tools?: readonly string[];
}

/** A model that answers as the suite says, whole or in pieces: LangChain's own for tests cannot wait for its answer. */
export class ScriptedModel extends BaseChatModel {
  readonly #respond: Script['respond'];
  readonly #tools: readonly ScriptedTool[];

  constructor(output: Script['respond'], tools: readonly ScriptedTool[]) {
    super({});
    this.#respond = output;
    this.#tools = tools;
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools(tools: readonly unknown[]): never {
    return this.withConfig({
      tools: tools.map((tool) => (tool as { name: string }).name),
    } as object) as never;
  }

  override async _generate(messages: BaseMessage[], options: unknown): Promise<ChatResult> {
    const { text = '', ...reply } = await this.#ask(messages, options as Options);
    return { generations: [{ text, message: new AIMessage({ content: text, ...endOf(reply) }) }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: unknown,
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text = '', ...reply } = await this.#ask(messages, options as Options);
    const pieces = text.split(/(?<= )/).map((piece) => new AIMessageChunk({ content: piece }));
    for (const message of [...pieces, new AIMessageChunk({ content: '', ...endOf(reply) })]) {
      const chunk = new ChatGenerationChunk({ text: message.text, message });
      yield chunk;
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  async #ask(messages: readonly BaseMessage[], { tools = [], signal }: Options): Promise<Reply> {
    const known = new Map(this.#tools.map(({ name, mcp }) => [mcp?.tool ?? name, name]));
    const sent = {
      text: JSON.stringify(messages),
      tools: tools.map((name) => known.get(name) ?? name),
      signal,
    };
    const { calls = [], ...rest } = await this.#respond(sent);
    return { ...rest, calls: calls.map((call) => ({ ...call, tool: this.#shown(call.tool) })) };
  }

  #shown(tool: string): string {
    return this.#tools.find(({ name }) => name === tool)?.mcp?.tool ?? tool;
  }
}

function endOf({ calls = [], inputTokens, outputTokens }: Reply): object {
  return {
    tool_calls: calls.map(({ id, tool, input }) => ({ type: 'tool_call', id, name: tool, args: input })),
    usage_metadata: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}
