import type { Conversation, Heard, ToolCall, ToolGate } from '@hookmd/core';
import { HookBlockedError } from './hook-blocked-error.ts';
import type { SdkMessage, SdkStepStart } from './sdk-shapes.ts';

/** What an agent can say of itself. */
export interface DialogueOptions {
  /** How many tokens the context of the model holds. Without it no context is ever full. */
  readonly contextWindow?: number;
  /** What hooks want the person to read. */
  readonly onMessage?: (message: string) => void;
  /**
   * Answers and outputs of tools go on while they arrive. Then hooks still hear of an answer, and can change it no more.
   * Default: where a hook listens to PostModelCall or PostToolUse, they are held until it has judged them.
   */
  readonly live?: boolean;
}

/** A call that hooks were asked about before the tool is called. */
export interface JudgedCall {
  /** What was judged. */
  readonly asked: ToolCall;
  readonly gate: ToolGate;
}

/** What everything that is wrapped for one conversation knows together. */
export class Dialogue {
  readonly hooks: Conversation;
  readonly options: DialogueOptions;
  /** The conversation, as far as it has come. */
  messages: readonly SdkMessage[];
  /** Told at every call of the model within `run`; absent outside. */
  onStep: ((start: SdkStepStart) => Promise<SdkStepStart>) | undefined;
  /** Ends the present run. */
  signal: AbortSignal | undefined;
  /** Why no call is made any more: a hook said so. */
  halted: HookBlockedError | null = null;
  /** What the model failed with last; the AI SDK does not always tell. */
  failure: { readonly error: unknown } | undefined;
  /** What hooks call the tools, where that is another name: those of MCP servers. */
  readonly toolNames: Map<string, string> = new Map();
  /** By the id of a call: judged, and not yet called. */
  readonly judged: Map<string, JudgedCall> = new Map();
  /** By the id of a call: what the model is to read beside its output. */
  readonly contexts: Map<string, readonly string[]> = new Map();

  /** What the model is to read with the next message of the user. */
  unsaid: readonly string[];
  /** What the model is to read at its next call. */
  remarks: readonly string[] = [];

  constructor(
    hooks: Conversation,
    options: DialogueOptions,
    messages: readonly SdkMessage[],
    signal?: AbortSignal,
  ) {
    this.hooks = hooks;
    this.options = options;
    this.messages = messages;
    this.signal = signal;
    this.unsaid = hooks.began.context;
    this.hear(hooks.began);
  }

  /** Another run begins: what was said of an earlier one is over, but for what was said of the whole session. */
  reset(): void {
    this.halted = haltOf(this.hooks.began);
    this.judged.clear();
    this.contexts.clear();
  }

  /** Passes on what hooks said, and returns it. */
  hear<H extends Heard>(heard: H): H {
    for (const message of heard.userMessages) this.options.onMessage?.(message);
    this.halted ??= haltOf(heard);
    return heard;
  }
}

function haltOf({ halt }: Heard): HookBlockedError | null {
  return halt === null ? null : new HookBlockedError(null, halt.reason ?? 'a hook stopped the agent');
}
