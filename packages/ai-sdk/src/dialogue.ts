import type { Conversation, ToolCall, ToolGate } from '@hookmd/library';
import { type AdapterOptions, Dialogue } from '@hookmd/library/adapter';
import type { SdkMessage, SdkStepStart } from './sdk-shapes.ts';

/** A call that hooks were asked about before the tool is called. */
export interface EvaluatedCall {
  /** What was judged. */
  readonly asked: ToolCall;
  readonly gate: ToolGate;
}

/** What everything that is wrapped for one conversation knows together. */
export class AiDialogue extends Dialogue {
  /** The conversation, as far as it has come. */
  messages: readonly SdkMessage[];
  /** Told at every call of the model within `run`; absent outside. */
  onStep: ((start: SdkStepStart) => Promise<SdkStepStart>) | undefined;
  /** Ends the present run. */
  signal: AbortSignal | undefined;
  /** What the model failed with last; the AI SDK does not always tell. */
  failure: { readonly error: unknown } | undefined;
  /** Whether the model or tools were wrapped, for this agent or for the one that started it: else no hook is asked about them. */
  readonly wraps: { any: boolean };
  /** What hooks call the tools, where that is another name: those of MCP servers. */
  readonly toolNames: Map<string, string> = new Map();
  /** By the id of a call: judged, and not yet called. */
  readonly judged: Map<string, EvaluatedCall> = new Map();
  /** By the id of a call: what the model is to read beside its output. */
  readonly contexts: Map<string, readonly string[]> = new Map();

  constructor(
    hooks: Conversation,
    options: AdapterOptions,
    messages: readonly SdkMessage[],
    parent?: AiDialogue,
  ) {
    super(hooks, options);
    this.messages = messages;
    this.signal = parent?.signal;
    this.wraps = parent?.wraps ?? { any: false };
  }

  override reset(): void {
    super.reset();
    this.judged.clear();
    this.contexts.clear();
  }
}
