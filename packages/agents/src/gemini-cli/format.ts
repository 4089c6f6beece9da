import { type Decision, isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { outputText } from '@hookmd/core/protocols';
import { changedInput, makeFormat } from '../format.ts';
import type { Integration } from '../integration.ts';
import { nativeName } from '../make-integration.ts';
import { events } from './events.ts';
import { mcpName, tools } from './tools.ts';

type Draft = Record<string, JsonValue>;

const format = makeFormat({
  events,
  tools,
  fields: { prompt_response: 'last_assistant_message', llm_response: 'response' },
  mcpName,
  writeDecision: writeOutput,
});

/** Claude's payloads with names of its own, the model call in one object; and decisions of its own. */
export const geminiFormat: Integration['format'] = {
  ...format,
  readEvent: (native, event) => ({ ...modelCall(native), ...format.readEvent(native, event) }),
};

function modelCall({ llm_request: request }: JsonObject): JsonObject {
  if (!isJsonObject(request)) return {};
  const { model, messages } = request;
  return { provider: 'google', model, messages: Array.isArray(messages) ? messages : [] };
}

/**
 * `decision: deny` blocks. After a tool its reason replaces the output; at the end of a turn it is the next prompt. So feedback about
 * an unchanged output is context, and feedback about a changed one is below it.
 */
function writeOutput(decision: Decision): JsonObject | null {
  const reply: Draft = {};
  const specific: Draft = {};
  const { context, feedback, followUps, halt } = decision;
  const notes = [...feedback, ...context];
  if (decision.decision === 'block' || decision.decision === 'ask') {
    deny(reply, decision.reason || 'blocked by a hook');
  } else if (decision.output !== null) {
    deny(reply, [outputText(decision.output), ...notes].join('\n\n') || '[removed by a hook]');
  } else if (followUps.length > 0) {
    deny(reply, followUps.join('\n\n') || 'a hook tells you to continue');
  } else {
    const input = changedInput(decision);
    if (input !== null) specific['tool_input'] = input;
  }
  if (notes.length > 0 && decision.output === null) specific['additionalContext'] = notes.join('\n\n');
  if (halt !== null) {
    reply['continue'] = false;
    if (halt.reason !== null) reply['stopReason'] = halt.reason;
  }
  if (decision.userMessages.length > 0) reply['systemMessage'] = decision.userMessages.join('\n');
  if (decision.suppressOutput) reply['suppressOutput'] = true;
  if (Object.keys(specific).length > 0)
    reply['hookSpecificOutput'] = { hookEventName: nativeName(events, decision.event), ...specific };
  return Object.keys(reply).length > 0 ? reply : null;
}

function deny(reply: Draft, reason: string): void {
  reply['decision'] = 'deny';
  reply['reason'] = reason;
}
