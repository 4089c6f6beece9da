import {
  type Decision,
  type EventName,
  type HookEvent,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OutputReading,
} from '@hookmd/core/events';
import { outputText, readClaudeAnswer, withOutputText } from '@hookmd/core/protocols';
import { nativeName } from '../agent-events.ts';
import { changedInput } from '../changed-input.ts';
import { events } from './events.ts';

type Draft = Record<string, JsonValue>;

/**
 * `decision: deny` refuses; after a tool its reason stands in the place of the output, at the end of a turn it is the next prompt.
 * So what a hook says of an output without changing it goes the way of context, and what it says beside a change stands below it.
 */
export function writeGeminiAnswer(decision: Decision): JsonObject | null {
  const answer: Draft = {};
  const specific: Draft = {};
  const { context, feedback, followUps, halt } = decision;
  const notes = [...feedback, ...context];
  if (decision.decision === 'block' || decision.decision === 'ask') {
    deny(answer, decision.reason || 'blocked by a hook');
  } else if (decision.output !== null) {
    deny(answer, [outputText(decision.output), ...notes].join('\n\n') || '[removed by a hook]');
  } else if (followUps.length > 0) {
    deny(answer, followUps.join('\n\n') || 'a hook asks you to go on');
  } else {
    const input = changedInput(decision);
    if (input !== null) specific['tool_input'] = input;
  }
  if (notes.length > 0 && decision.output === null) specific['additionalContext'] = notes.join('\n\n');
  if (halt !== null) {
    answer['continue'] = false;
    if (halt.reason !== null) answer['stopReason'] = halt.reason;
  }
  if (decision.userMessages.length > 0) answer['systemMessage'] = decision.userMessages.join('\n');
  if (decision.suppressOutput) answer['suppressOutput'] = true;
  if (Object.keys(specific).length > 0)
    answer['hookSpecificOutput'] = { hookEventName: nativeName(events, decision.event), ...specific };
  return Object.keys(answer).length > 0 ? answer : null;
}

function deny(answer: Draft, reason: string): void {
  answer['decision'] = 'deny';
  answer['reason'] = reason;
}

/** As Claude's, but for the words that mean something else: what replaces an output, and a changed input. */
export function readGeminiAnswer(document: JsonValue, event: HookEvent): OutputReading {
  const name: EventName = event.hook_event_name;
  if (!isJsonObject(document)) return readClaudeAnswer(document, name);
  const { hookSpecificOutput: specific, ...rest } = document;
  if (name === 'PostToolUse' && (rest['decision'] === 'deny' || rest['decision'] === 'block')) {
    const { decision: _, reason, ...others } = rest;
    const reading = readClaudeAnswer(others, name);
    if ('error' in reading) return reading;
    const output = withOutputText(
      event['tool_response'] as JsonValue,
      typeof reason === 'string' ? reason : '',
    );
    return { ...reading, output: { ...reading.output, output } };
  }
  return readClaudeAnswer(
    { ...rest, ...(isJsonObject(specific) ? { hookSpecificOutput: canonicalKeys(specific, name) } : {}) },
    name,
  );
}

function canonicalKeys({ tool_input: input, ...specific }: JsonObject, event: EventName): JsonObject {
  return {
    ...specific,
    hookEventName: event,
    ...(input === undefined ? {} : { updatedInput: input }),
  };
}
