import type { EventName, events, JsonObject, JsonValue } from '@hookmd/core/protocol';

/** What a handler prints: one document of the hookmd protocol. Made by the verbs; not written by hand. */
export interface HookAnswer {
  readonly decision?: 'block' | 'ask';
  readonly reason?: string;
  readonly followUps?: readonly string[];
  readonly hookSpecificOutput?: { readonly hookEventName: EventName; readonly [key: string]: JsonValue };
}

type PermitOf<E extends EventName> = (typeof events)[E]['permits'][number];

/** `T` where the event permits one of `P`, else nothing: an answer the event has no place for does not compile. */
type Where<E extends EventName, P extends string, T> = [Extract<PermitOf<E>, P>] extends [never]
  ? unknown
  : T;

/** The verbs of one event. Return what a verb gives; return nothing for "no opinion". */
export type Verbs<E extends EventName> = {
  /** A line for people, on standard error; standard output carries only the answer. */
  log(text: string): void;
} & Where<
  E,
  'block' | 'feedback',
  {
    /** Refuses; on a result event the reason goes to the model as feedback. */
    block(reason: string): HookAnswer;
  }
> &
  Where<
    E,
    'ask',
    {
      /** Lets the user decide. */
      ask(reason: string): HookAnswer;
    }
  > &
  Where<
    E,
    'input',
    {
      /** Changes arguments of the tool. Needs `modify` in the manifest, and `merge: shallow` for a part. */
      modify(input: JsonObject): HookAnswer;
    }
  > &
  Where<
    E,
    'output',
    {
      /** Hands the output back with parts replaced by `[redacted]`. Needs `modify` in the manifest. */
      redact(output: JsonValue): HookAnswer;
    }
  > &
  Where<
    E,
    'context',
    {
      /** Tells the model something more. */
      addContext(text: string): HookAnswer;
    }
  > &
  Where<
    E,
    'followUp',
    {
      /** Sends the agent back to work with these messages. */
      continueWith(...messages: string[]): HookAnswer;
    }
  >;

/** Every verb; the type of `run` shows a handler only those its event permits. */
export function makeVerbs(event: EventName, log: (text: string) => void): Record<string, unknown> {
  const specific = (fields: JsonObject): HookAnswer => ({
    hookSpecificOutput: { hookEventName: event, ...(fields as Readonly<Record<string, JsonValue>>) },
  });
  return {
    log,
    block: (reason: string): HookAnswer => ({ decision: 'block', reason }),
    ask: (reason: string): HookAnswer => ({ decision: 'ask', reason }),
    modify: (input: JsonObject): HookAnswer => specific({ updatedInput: input }),
    redact: (output: JsonValue): HookAnswer => specific({ updatedToolOutput: output }),
    addContext: (text: string): HookAnswer => specific({ additionalContext: text }),
    continueWith: (...messages: string[]): HookAnswer => ({ followUps: messages }),
  };
}
