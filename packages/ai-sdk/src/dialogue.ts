import type { Conversation, ToolCall, ToolGate } from '@hookmd/library';
import { type AdapterOptions, Dialogue } from '@hookmd/library/adapter';
import type { SdkMessage, SdkStepStart } from './sdk-shapes.ts';

/** The decision about a call whose tool has not been called yet. */
export interface EvaluatedCall {
  readonly toolCall: ToolCall;
  readonly gate: ToolGate;
}

/** The state that all wrapped parts of one conversation share. */
export class AiDialogue extends Dialogue {
  /** The conversation, as far as it has come. */
  messages: readonly SdkMessage[];
  /** Called at every call of the model within `run`; absent outside. */
  onStep: ((start: SdkStepStart) => Promise<SdkStepStart>) | undefined;
  /** Cancels the current run. */
  signal: AbortSignal | undefined;
  /** The last error of the model, which the AI SDK does not always report. */
  failure: { readonly error: unknown } | undefined;
  /** Whether the model or tools were wrapped, for this agent or for the one that started it: without, no hook runs. */
  readonly wraps: { any: boolean };
  /** The names of tools of MCP servers for hooks, by their names for the model. */
  readonly toolNames: Map<string, string> = new Map();
  /** Decisions about calls whose tools have not been called yet, by the id of the call. */
  readonly evaluated: Map<string, EvaluatedCall> = new Map();
  /** Texts for the model beside the output of a call, by its id. */
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
    this.evaluated.clear();
    this.contexts.clear();
  }
}
