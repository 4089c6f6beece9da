import { HookBlockedError } from './hook-blocked-error.ts';
import type { Heard } from './outcomes.ts';
import type { Conversation } from './session.ts';

/** What an agent can say of itself to the adapter of its framework. */
export interface AdapterOptions {
  /** How many tokens the context of the model holds. Default: what the framework knows of the model; where it does not, no context is ever full. */
  readonly contextWindow?: number;
  /** What hooks want the person to read. */
  readonly onMessage?: (message: string) => void;
  /**
   * Answers and outputs of tools go on while they arrive. Then hooks still hear of an answer, and change it too late.
   * Default: where a hook listens to PostModelCall or PostToolUse, they are held until it has judged them.
   */
  readonly live?: boolean;
}

/** What the adapter of a framework keeps of one conversation: what hooks said, until it reaches the model or the person. */
export class Dialogue {
  readonly hooks: Conversation;
  readonly options: AdapterOptions;
  /** Why no call is made any more in this run: a hook said so. */
  halted: HookBlockedError | null = null;
  /** What the model is to read with the next message of the user. */
  unsaid: readonly string[];
  /** What the model is to read at its next call. */
  remarks: readonly string[] = [];

  constructor(hooks: Conversation, options: AdapterOptions) {
    this.hooks = hooks;
    this.options = options;
    this.unsaid = hooks.began.context;
    this.hear(hooks.began);
  }

  /** Another run begins: what was said of an earlier one is over, but for what was said of the whole session. */
  reset(): void {
    this.halted = haltOf(this.hooks.began);
  }

  /** Passes on what hooks said, and returns it. */
  hear<H extends Heard>(heard: H): H {
    for (const message of heard.userMessages) this.options.onMessage?.(message);
    this.halted ??= haltOf(heard);
    return heard;
  }

  /** Tells of a failure, which stays what it is where that cannot be told, such as after `close`. */
  async fail(error: unknown): Promise<void> {
    const heard = await this.hooks.fail(error).catch(() => null);
    if (heard !== null) this.hear(heard);
  }

  throwIfHalted(): void {
    if (this.halted !== null) throw this.halted;
  }
}

function haltOf({ halt }: Heard): HookBlockedError | null {
  return halt === null ? null : new HookBlockedError(null, halt.reason ?? 'a hook stopped the agent');
}
