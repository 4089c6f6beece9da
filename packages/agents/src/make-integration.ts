import { decisionOf, type EventName, type HookEvent, isSameJson, type JsonObject } from '@hookmd/core/events';
import type { AgentEvents, Integration, NativeReply } from './integration.ts';

/** What differs between agents. The rest of an integration follows from it. */
export interface AgentRow
  extends Pick<Integration, 'name' | 'format' | 'tools'>,
    Partial<
      Pick<
        Integration,
        'plugin' | 'isFromUser' | 'alsoReads' | 'readBy' | 'projectVariable' | 'otherEventFields'
      >
    > {
  readonly events: AgentEvents;
  /** Milliseconds until the agent continues without a decision, where the event has no value of its own. */
  readonly budgetMs: number;
  /** Default: `hook_event_name`. */
  readonly eventField?: string;
  /** The agent merges a changed input into the one it sent, so that no key can be removed. */
  readonly mergesInput?: true;
  /** Why the agent accepts no changed input for this call; null = it does. */
  readonly rejectsChange?: (sent: HookEvent) => string | null;
  /** What the agent reads as no decision. Default: no output. */
  readonly silence?: JsonObject;
  /** The key of the decision with a message to the user. Default: none, and messages go to standard error. */
  readonly messageKey?: string;
}

/** An agent that reads JSON from a command that exits with 0. */
export function makeIntegration(row: AgentRow): Integration {
  const { events, format, budgetMs, silence = null, messageKey, mergesInput, rejectsChange, ...same } = row;
  const honours: Integration['honours'] = (event) => events[event]?.honours ?? [];
  const toReply = (native: JsonObject | null, stderr = ''): NativeReply => {
    const printed = native ?? silence;
    return { stdout: printed === null ? '' : `${JSON.stringify(printed)}\n`, stderr, exitCode: 0 };
  };
  const notice = (message: string): NativeReply =>
    messageKey === undefined ? toReply(null, `${message}\n`) : toReply({ [messageKey]: message });
  return {
    eventField: 'hook_event_name',
    projectVariable: null,
    resolvesPaths: true,
    ...same,
    format,
    honours,
    notice,
    hostActions: [],
    eventOf: (native) => canonicalName(events, native),
    nativeOf: (event) => (events[event] === undefined ? null : nativeName(events, event)),
    supports: (event) => events[event] !== undefined,
    halts: (event) => events[event]?.halts === true,
    budgetMs: (event) => events[event]?.budgetMs ?? budgetMs,
    cannotCarry,
    reply: (decision, event) =>
      toReply(
        format.writeDecision(decision, event),
        messageKey === undefined ? decision.userMessages.map((message) => `${message}\n`).join('') : '',
      ),
    rejection: (event, reason) =>
      honours(event).includes('block')
        ? toReply(
            format.writeDecision(decisionOf(event, { decision: 'block', reason }), {
              hook_event_name: event,
            } as HookEvent),
          )
        : notice(reason),
  };

  /** The agent must run the input that the hooks evaluated: it has to survive the agent's format. */
  function cannotCarry(sent: HookEvent, changed: HookEvent): string | null {
    const { tool_input: before = {}, hook_event_name: event } = sent;
    const { tool_input: input = {} } = changed;
    if (isSameJson(input, before)) return null;
    const why = rejectsChange?.(sent) ?? null;
    if (why !== null) return why;
    const lost = Object.keys(before).filter((key) => !Object.hasOwn(input, key));
    if (mergesInput && lost.length > 0) return `removed ${lost.join(', ')}, which ${row.name} may put back`;
    const { tool_input: back } = format.readEvent(format.writeEvent(changed, event), event);
    return isSameJson(back, input) ? null : `${row.name} has no words for the input it made`;
  }
}

export function nativeName(events: AgentEvents, event: EventName): string {
  return events[event]?.native ?? event;
}

function canonicalName(events: AgentEvents, native: string): EventName | null {
  const names = Object.keys(events) as EventName[];
  const isCalled = (event: EventName): boolean =>
    nativeName(events, event) === native || events[event]?.alsoCalled?.includes(native) === true;
  return names.find(isCalled) ?? null;
}
