import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { Asker } from './asker.ts';
import type { Heard } from './outcomes.ts';
import type { ConversationOptions, SessionOptions } from './session.ts';

/** Who speaks: the agent itself, or one that it has started. */
export interface Speaker {
  readonly id: string;
  /** Stands in every event. */
  readonly base: JsonObject;
  readonly began: Heard;
  readonly options: ConversationOptions & Pick<SessionOptions, 'onAsk' | 'recipe' | 'signal'>;
  readonly isNew: boolean;
  /** Null = the agent itself. */
  readonly subagent: { readonly asker: Asker; readonly payload: JsonObject } | null;
}

/** What verbs of one conversation count together. */
export interface Counters {
  /** Calls of the model since the user last said something. */
  iterations: number;
}
