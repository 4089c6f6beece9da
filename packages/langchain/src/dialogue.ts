import type { Conversation, Heard } from '@hookmd/core';
import type { AIMessage, BaseMessage } from '@langchain/core/messages';
import { HookBlockedError } from './hook-blocked-error.ts';

/** What an agent can say of itself. */
export interface DialogueOptions {
  /** How many tokens the context of the model holds. Default: what the model says; where it does not, no context is ever full. */
  readonly contextWindow?: number;
  /** What hooks want the person to read. */
  readonly onMessage?: (message: string) => void;
  /**
   * Answers and outputs of tools are streamed while they arrive, and hooks that change them come too late for the stream.
   * Default: where a hook listens to PostModelCall or PostToolUse, they are held until it has judged them.
   */
  readonly live?: boolean;
  /** The tools of MCP servers, by the server: hooks know them as `mcp__server__tool`. */
  readonly mcp?: Readonly<Record<string, readonly { readonly name: string }[]>>;
}

/** An answer of the model whose turn has not ended. */
export interface OpenTurn {
  readonly answer: AIMessage;
  readonly toolsUsed: boolean;
  readonly windowTokens: number;
}

/** What the middleware knows of one conversation. */
export class Dialogue {
  readonly hooks: Conversation;
  readonly options: DialogueOptions;
  /** What hooks call the tools, where that is another name. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** The conversation, as far as it has come. */
  messages: readonly BaseMessage[] = [];
  /** Why no call is made any more in this run: a hook said so. */
  halted: HookBlockedError | null = null;
  turn: OpenTurn | null = null;
  /** Ids of the messages of the user that hooks have let pass. */
  passed: ReadonlySet<string> = new Set();
  /** What the model is to read with the next message of the user. */
  unsaid: readonly string[];
  /** What the model is to read at its next call. */
  remarks: readonly string[] = [];

  constructor(hooks: Conversation, options: DialogueOptions) {
    this.hooks = hooks;
    this.options = options;
    this.toolNames = toolNamesOf(options.mcp ?? {});
    this.unsaid = hooks.began.context;
    this.hear(hooks.began);
  }

  /** Whether the person speaks to it: a sub-agent is given a task by another. */
  get isMain(): boolean {
    return 'end' in this.hooks;
  }

  beginRun(): void {
    const { halt } = this.hooks.began;
    this.turn = null;
    this.halted = halt === null ? null : haltedBy(halt.reason);
  }

  /** Passes on what hooks said, and returns it. */
  hear<H extends Heard>(heard: H): H {
    for (const message of heard.userMessages) this.options.onMessage?.(message);
    if (heard.halt !== null) this.halted ??= haltedBy(heard.halt.reason);
    return heard;
  }

  throwIfHalted(): void {
    if (this.halted !== null) throw this.halted;
  }
}

function haltedBy(reason: string | null): HookBlockedError {
  return new HookBlockedError(null, reason ?? 'a hook stopped the agent');
}

function toolNamesOf(servers: NonNullable<DialogueOptions['mcp']>): ReadonlyMap<string, string> {
  const named = Object.entries(servers).flatMap(([server, tools]) => {
    const prefix = `mcp__${server}__`;
    return tools.map(({ name }) => [name, name.startsWith(prefix) ? name : prefix + name] as const);
  });
  return new Map(named);
}
