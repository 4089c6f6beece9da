import { type Decision, type EventName, isJsonObject, type JsonObject } from '@hookmd/core/events';
import { outputText, ToolWords, writeClaudeOutput } from '@hookmd/core/protocols';
import { makeFormat } from '../format.ts';
import type { Integration } from '../integration.ts';
import { events } from './events.ts';

/**
 * Claude's payloads, with fewer kinds of decision. `exec` runs a script that calls tools: its commands are unknown, so shell
 * guards check the whole call, and a `command` that a model adds gets another name.
 */
export const format: Integration['format'] = makeFormat({
  events,
  tools: new ToolWords([
    { tool: 'Bash', native: 'exec', arguments: [{ key: '_command', native: 'command' }] },
    { tool: 'Bash', native: 'Bash' },
    { tool: 'Agent', native: 'spawn_agent', arguments: [{ key: 'prompt', native: 'message' }] },
  ]),
  writeDecision: writeOutput,
});

/** Top-level keys that void the whole reply on these events. */
const VOIDING: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  PreToolUse: ['continue', 'stopReason', 'suppressOutput'],
  PermissionRequest: ['continue', 'stopReason', 'suppressOutput'],
  PostToolUse: ['suppressOutput'],
};

/** Claude's reply, without what Codex rejects: a denial without a reason, a changed input without `allow`. */
function writeOutput(decision: Decision): JsonObject | null {
  const native = writeClaudeOutput({
    ...outputAsFeedback(decision),
    reason: decision.decision === 'block' ? textOr(decision.reason, 'blocked by a hook') : decision.reason,
    followUps: decision.followUps.map((followUp) => textOr(followUp, 'a hook tells you to continue')),
  });
  if (native === null) return null;
  const { hookSpecificOutput: specific, ...rest } = native;
  const voiding = VOIDING[decision.event] ?? [];
  const remaining = Object.entries(rest).filter(([key]) => !voiding.includes(key));
  const reply = {
    ...Object.fromEntries(remaining),
    ...(isJsonObject(specific) ? { hookSpecificOutput: allowingInput(specific) } : {}),
  };
  return Object.keys(reply).length > 0 ? reply : null;
}

/**
 * The reason of a block after a tool replaces the output: so a changed output is such a reason, and feedback about an unchanged output
 * is context, or the model would not read the output.
 */
function outputAsFeedback(decision: Decision): Decision {
  const { output, feedback, context } = decision;
  const notes = [...feedback, ...context];
  return output === null
    ? { ...decision, feedback: [], context: notes }
    : {
        ...decision,
        output: null,
        feedback: [textOr([outputText(output), ...notes].join('\n\n'), '[removed by a hook]')],
        context: [],
      };
}

/** Codex rejects a changed input without `allow`. */
function allowingInput(specific: JsonObject): JsonObject {
  return specific['updatedInput'] === undefined ? specific : { ...specific, permissionDecision: 'allow' };
}

function textOr(text: string | null, fallback: string): string {
  return text === null || text.trim() === '' ? fallback : text;
}
