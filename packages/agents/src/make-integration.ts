import { decisionOf, type HookEvent, isSameJson, type JsonObject } from '@hookmd/core/events';
import { type AgentEvents, canonicalName } from './agent-events.ts';
import type { Integration, NativeReply } from './integration.ts';

/** All that tells one agent from another; the rest of an attachment follows from it. */
export interface AgentRow
  extends Pick<
    Integration,
    'name' | 'wire' | 'tools' | 'settingsFiles' | 'readSettings' | 'eventField' | 'projectVariable'
  > {
  readonly plugin?: NonNullable<Integration['plugin']>;
  readonly isFromUser?: NonNullable<Integration['isFromUser']>;
  readonly alsoReads?: NonNullable<Integration['alsoReads']>;
  readonly events: AgentEvents;
  /** Milliseconds it waits for an answer where the row of the event says nothing else. */
  readonly budgetMs: number;
  /** It lays a changed input over the one it had, so that a key can be changed and not removed. */
  readonly mergesInput?: true;
  /** Why the call that it sent takes no change of its input at all; null = it takes one. */
  readonly takesNoChange?: (sent: HookEvent) => string | null;
  /** What it takes for "no opinion"; null = nothing at all. */
  readonly silence: JsonObject | null;
  /** How it shows a message to the user; null = it has no place for one, and standard error has it. */
  readonly says: ((message: string) => JsonObject) | null;
}

/** An agent that reads its answers as JSON at exit 0, on every event it fires. */
export function makeIntegration(row: AgentRow): Integration {
  const { events, wire, budgetMs, silence, says, mergesInput, takesNoChange, ...same } = row;
  const honours: Integration['honours'] = (event) => events[event]?.honours ?? [];
  const answer = (native: JsonObject | null, stderr = ''): NativeReply => {
    const said = native ?? silence;
    return { stdout: said === null ? '' : `${JSON.stringify(said)}\n`, stderr, exitCode: 0 };
  };
  const notice = (message: string): NativeReply =>
    says === null ? answer(null, `${message}\n`) : answer(says(message));
  return {
    ...same,
    wire,
    honours,
    notice,
    recipes: [],
    eventOf: (native) => canonicalName(events, native),
    nativeOf: (event) => events[event]?.native ?? null,
    fires: (event) => events[event] !== undefined,
    halts: (event) => events[event]?.halts === true,
    budgetMs: (event) => events[event]?.budgetMs ?? budgetMs,
    cannotCarry,
    reply: (decision, event) =>
      answer(
        wire.writeAnswer(decision, event),
        says === null ? decision.userMessages.map((one) => `${one}\n`).join('') : '',
      ),
    rejection: (event, reason) =>
      honours(event).includes('block')
        ? answer(
            wire.writeAnswer(decisionOf(event, { decision: 'block', reason }), {
              hook_event_name: event,
            } as HookEvent),
          )
        : notice(reason),
  };

  /** Whether the agent, told of the change in its own words, would run what was judged. */
  function cannotCarry(sent: HookEvent, changed: HookEvent): string | null {
    const { tool_input: before = {}, hook_event_name: event } = sent;
    const { tool_input: input = {} } = changed;
    if (isSameJson(input, before)) return null;
    const why = takesNoChange?.(sent) ?? null;
    if (why !== null) return why;
    const lost = Object.keys(before).filter((key) => !Object.hasOwn(input, key));
    if (mergesInput && lost.length > 0) return `removed ${lost.join(', ')}, which ${row.name} may put back`;
    const { tool_input: back } = wire.readEvent(wire.writeEvent(changed, event), event);
    return isSameJson(back, input) ? null : `${row.name} has no words for the input it made`;
  }
}
