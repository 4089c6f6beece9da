import type { Message, Usage } from '@hookmd/core/internal/protocol/event';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { Asker } from './asker.ts';
import { hear, SILENCE } from './heard.ts';
import type { StopOutcome, TurnOutcome } from './outcomes.ts';
import { type Recipes, replacementOf } from './recipes.ts';

/** One answer of the model, with or without tool calls. */
export interface TurnReport {
  readonly toolsUsed: boolean;
  readonly usage?: Usage;
  /** The text of the answer. */
  readonly response?: string;
  /** From 1; default: counted. */
  readonly number?: number;
}

/** The agent is about to stop. */
export interface StopReport {
  readonly lastAssistantMessage?: string;
  /** The conversation, for hooks that look at all of it. */
  readonly messages?: readonly Message[];
  readonly usage?: Usage;
}

/** What is said of compaction in every event that may cause one. */
export interface AutoCompact {
  readonly isEnabled: boolean;
  /** Null = that of whoever compacts. */
  readonly threshold: number | null;
}

/** TurnEnd. */
export async function endTurn(
  asker: Asker,
  { toolsUsed, usage, response, number }: TurnReport,
  turn: number,
  compact: AutoCompact,
  recipes: Recipes,
): Promise<TurnOutcome> {
  if (!asker.concerns('TurnEnd')) return { kind: 'go', ...SILENCE };
  const decision = await asker.ask('TurnEnd', {
    turn_number: number ?? turn,
    tools_used: toolsUsed,
    ...usageOf(usage),
    ...(response === undefined ? {} : { response }),
    ...compactOf(compact),
  });
  const replacement = await replacementOf(asker, decision, recipes);
  if (replacement === null) return { kind: 'go', ...hear(decision) };
  return replacement.kind === 'failed' ? { kind: 'go', ...replacement.heard } : replacement;
}

/** Stop, or of a sub-agent SubagentStop. */
export async function endRun(
  asker: Asker,
  event: Extract<EventName, 'Stop' | 'SubagentStop'>,
  payload: JsonObject,
  recipes: Recipes,
): Promise<StopOutcome> {
  if (!asker.concerns(event)) return { kind: 'end', ...SILENCE };
  const decision = await asker.ask(event, payload);
  const { followUps } = decision;
  if (followUps.length > 0) return { kind: 'continue', followUps, ...hear(decision) };
  const replacement = await replacementOf(asker, decision, recipes);
  if (replacement === null) return { kind: 'end', ...hear(decision) };
  return replacement.kind === 'failed' ? { kind: 'end', ...replacement.heard } : replacement;
}

export function stopPayload(
  { lastAssistantMessage, messages, usage }: StopReport,
  recipe: string | undefined,
  compact: AutoCompact,
): JsonObject {
  return {
    ...(lastAssistantMessage === undefined ? {} : { last_assistant_message: lastAssistantMessage }),
    ...(messages === undefined ? {} : { messages: messages.map(({ role, content }) => ({ role, content })) }),
    ...usageOf(usage),
    ...(recipe === undefined ? {} : { invoked_recipe: recipe }),
    ...compactOf(compact),
  };
}

function compactOf({ isEnabled, threshold }: AutoCompact): JsonObject {
  return {
    auto_compact_enabled: isEnabled,
    ...(threshold === null ? {} : { auto_compact_threshold: threshold }),
  };
}

function usageOf(usage: Usage | undefined): JsonObject {
  return usage === undefined ? {} : { usage: { ...usage } };
}
