import type { HookEvent } from '../../events/event.ts';
import type { EventName } from '../../events/events.ts';
import type { HookOutput, OutputReading } from '../../events/hook-output.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { readClaudeOutput } from '../claude/read-output.ts';
import { textOf, toolOutputOf } from '../fields.ts';
import { withOutputText } from '../replace-texts.ts';
import { patchBack, patchOf } from './file-patch.ts';
import { codexTools } from './tools.ts';

/**
 * Reads an output as Codex does, which takes none of an output with one part that it does not support.
 *
 * Source: its hooks page of 2026-11, and its parser of that month.
 */
export function readCodexOutput(document: JsonValue, event: HookEvent): OutputReading {
  if (!isJsonObject(document)) return { error: 'the output is not a JSON object' };
  const { hook_event_name: name } = event;
  const specific = isJsonObject(document['hookSpecificOutput']) ? document['hookSpecificOutput'] : {};
  const problem = findUnsupported(name, document, specific);
  if (problem !== null) return { error: `Codex supports no ${problem} at ${name}` };
  const reading = readClaudeOutput(withoutAllow(name, document, specific), name);
  if ('error' in reading) return reading;
  const { input, ...output } = reading.output;
  if (input === undefined) return { ...reading, output: replacingOutput(output, event) };
  const changed = inputBack(input, event);
  if (changed === null) return { error: `\`updatedInput\` is no patch that ${event.tool_name} can make` };
  return { ...reading, output: { ...output, input: changed } };
}

/** What voids the whole output; null = nothing. */
function findUnsupported(event: EventName, document: JsonObject, specific: JsonObject): string | null {
  if (event === 'PreToolUse' || event === 'PermissionRequest') {
    if (document['continue'] === false) return '`continue: false`';
    if (isGiven(document['stopReason'])) return '`stopReason`';
  }
  const isAboutCall = event === 'PreToolUse' || event === 'PermissionRequest' || event === 'PostToolUse';
  if (isAboutCall && document['suppressOutput'] === true) return '`suppressOutput`';
  if (event === 'PreToolUse' && SPECIFIC.some((key) => isGiven(specific[key])))
    return findInDecision(specific);
  if (event === 'PermissionRequest') return findInPermission(specific['decision']);
  if (document['decision'] === 'block' && isBlank(document['reason']))
    return '`decision: block` without a `reason`';
  const needsDecision = event === 'PreToolUse' || (event === 'PostToolUse' && document['continue'] !== false);
  if (needsDecision && document['decision'] !== 'block' && isGiven(document['decision']))
    return `\`decision: ${String(document['decision'])}\``;
  return needsDecision && isGiven(document['reason']) && !isGiven(document['decision'])
    ? '`reason` without a `decision`'
    : null;
}

const SPECIFIC = ['permissionDecision', 'permissionDecisionReason', 'updatedInput'];

function findInDecision({
  permissionDecision: decision,
  permissionDecisionReason: reason,
  updatedInput: input,
}: JsonObject): string | null {
  if (decision === 'ask') return '`permissionDecision: ask`';
  if (isGiven(input) && decision !== 'allow') return '`updatedInput` without `permissionDecision: allow`';
  if (decision === 'allow' && !isGiven(input)) return '`permissionDecision: allow` without `updatedInput`';
  if (decision === 'deny' && isBlank(reason)) return '`permissionDecision: deny` without a reason';
  return isGiven(reason) && !isGiven(decision) ? '`permissionDecisionReason` without a decision' : null;
}

function findInPermission(decision: JsonValue | undefined): string | null {
  if (!isJsonObject(decision)) return null;
  const key = ['updatedInput', 'updatedPermissions'].find((name) => isGiven(decision[name]));
  if (key !== undefined) return `\`${key}\``;
  return decision['interrupt'] === true ? '`interrupt`' : null;
}

/** `allow` beside a changed input approves nothing. */
function withoutAllow(event: EventName, document: JsonObject, specific: JsonObject): JsonObject {
  const { permissionDecision: decision, permissionDecisionReason: _, ...rest } = specific;
  if (event !== 'PreToolUse' || decision !== 'allow') return document;
  return { ...document, hookSpecificOutput: rest };
}

function inputBack(
  native: JsonObject,
  { tool_name: tool = '', tool_input: input = {} }: HookEvent,
): JsonObject | null {
  const patch = patchOf(tool, input);
  if (patch === null) return codexTools.inputBack(tool, input, native);
  const changed = native['command'];
  if (changed === patch) return input;
  return typeof changed === 'string' ? patchBack(tool, input, changed) : null;
}

/** The reason of a block after a tool replaces what the model reads of its result, in the shape that the result has. */
function replacingOutput(output: HookOutput, event: HookEvent): HookOutput {
  if (event.hook_event_name !== 'PostToolUse') return output;
  const { feedback, ...rest } = output;
  const text = feedback ?? output.output;
  return typeof text === 'string' ? { ...rest, output: withOutputText(toolOutputOf(event), text) } : output;
}

function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

function isBlank(value: JsonValue | undefined): boolean {
  return textOf(value).trim() === '';
}
