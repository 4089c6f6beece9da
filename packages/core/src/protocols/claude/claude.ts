import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import { type EventName, eventRow } from '../../events/events.ts';
import type { JsonObject, JsonValue } from '../../events/json.ts';
import type { Format, PartialEvent } from '../format.ts';
import { readClaudeOutput } from './read-output.ts';

/** Fields that have another name in HookMD's catalogue, by event: HookMD's name and Claude Code's. */
const otherNames: Readonly<Partial<Record<EventName, readonly [key: string, native: string]>>> = {
  FileChanged: ['change', 'event'],
  PostCompact: ['summary', 'compact_summary'],
};

/**
 * The format of the protocol `hookmd`: the canonical payload is a superset of Claude's, so both directions keep every field.
 */
export const hookmd: Format = {
  id: 'hookmd',
  readEvent(native: JsonObject, event: EventName): PartialEvent {
    // On events about a sub-agent `agent_id` names that one; elsewhere it names the caller.
    const isAboutAgents = Object.hasOwn(eventRow(event).fields, 'agent_id');
    const invokedBy = native['agent_id'] !== undefined && !isAboutAgents ? 'subagent' : 'main';
    return { invoked_by: invokedBy, ...canonicalFields(native, event), hook_event_name: event };
  },
  writeEvent(event: HookEvent): JsonObject {
    const [key = '', native] = otherNames[event.hook_event_name] ?? [];
    const payload = event as unknown as JsonObject;
    return native === undefined || event[key] === undefined
      ? payload
      : { ...payload, [native]: event[key] as JsonValue };
  },
  readOutput: (document, event) => readClaudeOutput(document, event.hook_event_name),
  writeDecision: writeClaudeOutput,
};

/** Fields that Claude Code always sends, with what its hooks get where another agent sent none. */
const alwaysSent: Readonly<Record<string, string>> = { transcript_path: '', permission_mode: 'default' };

/** Claude Code's format. */
export const claude: Format = {
  ...hookmd,
  id: 'claude',
  writeEvent(event, name) {
    const payload = Object.entries(hookmd.writeEvent(event, name));
    return Object.fromEntries(payload.map(([key, value]) => [key, value ?? alwaysSent[key] ?? value]));
  },
};

function canonicalFields(fields: JsonObject, event: EventName): JsonObject {
  const [key = '', native = ''] = otherNames[event] ?? [];
  if (!Object.hasOwn(fields, native)) return fields;
  const { [native]: value, ...rest } = fields;
  return { [key]: value, ...rest };
}

type Draft = Record<string, JsonValue>;

/**
 * Writes the decision as Claude Code reads it at exit 0.
 *
 * No decision is no output (null). PreToolUse and PermissionRequest have forms of their own; elsewhere a block is `decision:
 * block` with its reason, at the end of a turn with the follow-ups. For the user's response to an MCP server `event` has its
 * content.
 */
export function writeClaudeOutput(decision: Decision, event?: HookEvent): JsonObject | null {
  const output: Draft = {};
  const specific: Draft = {};
  if (decision.event === 'PermissionRequest') writePermission(decision, specific);
  else if (eventRow(decision.event).permits.includes('ask')) writePermissionDecision(decision, specific);
  else writeBlock(decision, output);

  writeConversation(decision, output, specific);
  writeOutput(decision, event, specific);
  if (decision.context.length > 0) specific['additionalContext'] = decision.context.join('\n\n');
  if (decision.halt !== null) {
    output['continue'] = false;
    if (decision.halt.reason !== null) output['stopReason'] = decision.halt.reason;
  }
  if (decision.userMessages.length > 0) output['systemMessage'] = decision.userMessages.join('\n');
  if (decision.suppressOutput) output['suppressOutput'] = true;
  if (Object.keys(specific).length > 0) {
    output['hookSpecificOutput'] = { hookEventName: decision.event, ...specific };
  }
  return Object.keys(output).length > 0 ? output : null;
}

/** Questions of an MCP server, and the responses to them, have their own keys. */
function writeOutput(
  { event: name, decision, output }: Decision,
  event: HookEvent | undefined,
  specific: Draft,
): void {
  if (name === 'Elicitation' && decision === 'block') specific['action'] = 'decline';
  if (output === null) return;
  if (name === 'MessageDisplay') specific['displayContent'] = output;
  else if (name !== 'ElicitationResult') specific['updatedToolOutput'] = output;
  else {
    specific['action'] = String(event?.['action'] ?? 'accept');
    specific['content'] = output;
  }
}

/** What becomes of the messages and the tools of a model call, or of the whole conversation. */
function writeConversation(decision: Decision, output: Draft, specific: Draft): void {
  const { messages, callback, hints, tools } = decision;
  if (tools !== null) specific['updatedInput'] = { tools };
  if (hints.length > 0) specific['hint'] = hints.join('\n\n');
  if (!eventRow(decision.event).permits.includes('replace')) return;
  if (messages !== null) output['messages'] = messages as readonly JsonValue[];
  if (callback === null) return;
  output['callback'] = callback.name;
  if (Object.keys(callback.args).length > 0) output['callbackArgs'] = callback.args;
}

function writePermissionDecision(decision: Decision, specific: Draft): void {
  if (decision.decision !== 'none') {
    specific['permissionDecision'] = decision.decision === 'block' ? 'deny' : decision.decision;
    if (decision.reason !== null) specific['permissionDecisionReason'] = decision.reason;
  }
  if (decision.changed.length > 0 && decision.input !== null && decision.decision !== 'block') {
    specific['updatedInput'] = decision.input;
  }
}

function writePermission(decision: Decision, specific: Draft): void {
  if (decision.decision === 'block') {
    specific['decision'] = { behavior: 'deny', message: decision.reason ?? 'denied by a hook' };
  } else if (decision.decision === 'allow') {
    const changed = decision.changed.length > 0 && decision.input !== null;
    specific['decision'] = { behavior: 'allow', ...(changed ? { updatedInput: decision.input } : {}) };
  }
}

function writeBlock(decision: Decision, output: Draft): void {
  const reasons =
    decision.decision === 'block'
      ? [decision.reason ?? 'blocked by a hook']
      : [...decision.feedback, ...decision.followUps];
  if (reasons.length === 0) return;
  output['decision'] = 'block';
  output['reason'] = reasons.join('\n\n');
}
