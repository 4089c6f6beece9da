import type { Conversation } from '@hookmd/library';
import { type AdapterOptions, Dialogue } from '@hookmd/library/adapter';
import type { AIMessage, BaseMessage } from '@langchain/core/messages';

export interface LangChainOptions extends AdapterOptions {
  /** The tools of MCP servers, by server: their names for hooks are `mcp__server__tool`. */
  readonly mcp?: Readonly<Record<string, readonly { readonly name: string }[]>>;
}

/** A response of the model whose turn has not ended. */
interface OpenTurn {
  readonly response: AIMessage;
  readonly toolsUsed: boolean;
  readonly windowTokens: number;
}

/** The state of the middleware for one conversation. */
export class LangChainDialogue extends Dialogue {
  declare readonly options: LangChainOptions;
  /** False for a sub-agent, whose task is not a message of the user. */
  readonly isMain: boolean;
  /** The names of tools for hooks, where they differ. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** The conversation, as far as it has come. */
  messages: readonly BaseMessage[] = [];
  turn: OpenTurn | null = null;
  /** Ids of the messages of the user that hooks have allowed. */
  passed: ReadonlySet<string> = new Set();

  constructor(hooks: Conversation, options: LangChainOptions, isMain: boolean) {
    super(hooks, options);
    this.isMain = isMain;
    this.toolNames = toolNamesOf(options.mcp ?? {});
  }

  override reset(): void {
    super.reset();
    this.turn = null;
  }
}

function toolNamesOf(servers: NonNullable<LangChainOptions['mcp']>): ReadonlyMap<string, string> {
  const named = Object.entries(servers).flatMap(([server, tools]) => {
    const prefix = `mcp__${server}__`;
    return tools.map(({ name }) => [name, name.startsWith(prefix) ? name : prefix + name] as const);
  });
  return new Map(named);
}
