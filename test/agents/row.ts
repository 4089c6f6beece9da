import type { Wanted } from '../conformance/row.ts';
import type { HookSpec, Json } from '../support/hook-package.ts';

/** One payload that an agent sent, what a hook says to it, and the agent's own words that must come out: written by hand. */
export interface Replay {
  readonly says: string;
  /** Name of a file in the agent's folder `recorded`, without its end. */
  readonly payload: string;
  /** Keys to lay over the payload, for what was not recorded. */
  readonly with?: Readonly<Record<string, Json>>;
  /** The event on the command line, where the payload does not say it. */
  readonly word?: string;
  readonly event: string;
  /** What the hook does; default: nothing. */
  readonly hook?: Pick<HookSpec, 'prints' | 'exits' | 'stderr' | 'front'>;
  /** Standard output, parsed; '' = nothing at all. */
  readonly answer: Wanted;
  readonly stderr?: string | RegExp;
  /** What the hook read, in part. */
  readonly reads?: Wanted;
  /** What the event log says of the decision, in part. */
  readonly eventLog?: Wanted;
}

/** An agent, and all that it is replayed with. */
export interface AgentReplays {
  readonly agent: string;
  /** What it takes for "no opinion". */
  readonly silence: Json;
  /** How it is told that HookMD itself has failed, and that a guard that must agree could not be asked. */
  readonly notice: { readonly stdout: Wanted; readonly stderr: RegExp | '' };
  readonly rejection: Wanted;
  /** The canonical event of each recorded payload. */
  readonly events: Readonly<Record<string, string>>;
  /** Its own name of the event before a tool, for its own failures. */
  readonly beforeTool: string;
  readonly rows: readonly Replay[];
}

type Does = NonNullable<Replay['hook']>;

const answers = (event: string, specific: Json): Does => ({
  prints: { hookSpecificOutput: { hookEventName: event, ...(specific as object) } } as Json,
});

export const blocks: { readonly prints: { readonly decision: string; readonly reason: string } } = {
  prints: { decision: 'block', reason: 'not here' },
};
export const asks: Does = answers('PreToolUse', {
  permissionDecision: 'ask',
  permissionDecisionReason: 'are you sure?',
});
export const halts: Does = { prints: { continue: false, stopReason: 'enough' } };
export const notifiesUser: Does = { prints: { systemMessage: 'look here' } };
export const approves: Does = {
  ...answers('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'known' }),
  front: { preApprove: true },
};

export function rewrites(input: Json, keys: readonly string[] = ['*']): Does {
  return { ...answers('PreToolUse', { updatedInput: input }), front: { modify: { PreToolUse: keys } } };
}

export function replacesOutput(event: string, output: Json): Does {
  return { ...answers(event, { updatedToolOutput: output }), front: { modify: { [event]: 'output' } } };
}

export function adds(event: string): Does {
  return answers(event, { additionalContext: 'mind the gap' });
}
