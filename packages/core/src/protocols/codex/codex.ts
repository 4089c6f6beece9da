import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import type { EventName } from '../../events/events.ts';
import { isJsonObject, type JsonObject } from '../../events/json.ts';
import { toolNames } from '../../matching/tool-view.ts';
import { writeClaudeOutput } from '../claude/claude.ts';
import { textOf, toolOutputOf, withoutOwnFields } from '../fields.ts';
import type { Format } from '../format.ts';
import { nativeCall, renameFormat } from '../renamed-format.ts';
import { outputText } from '../replace-texts.ts';
import { PATCH_TOOL, patchOf } from './file-patch.ts';
import { readCodexOutput } from './read-output.ts';
import { codexTools } from './tools.ts';

const format = renameFormat({ wordOf: (event) => event, tools: codexTools, writeDecision: writeCodexOutput });

/** Codex: Claude's payloads with a patch for each change of a file, and fewer kinds of decision. */
export const codex: Format = {
  id: 'codex',
  readsPatches: true,
  readEvent: format.readEvent,
  writeEvent(event, name) {
    const call = codexCall(event);
    return {
      turn_id: event.turn_id ?? '',
      permission_mode: 'default',
      ...withoutOwnFields(format.writeEvent(event, name)),
      transcript_path: event.transcript_path ?? null,
      ...(call === null ? {} : { tool_name: call.name, tool_input: call.input }),
      ...(event.hook_event_name === 'PostToolUse' ? { tool_response: toolResponse(event) } : {}),
    };
  },
  subjects(event) {
    const call = codexCall(event);
    if (call === null || event.tool === undefined) return undefined;
    const aliases = call.name === PATCH_TOOL ? ['Write', 'Edit'] : [];
    return [call.name, ...aliases, ...toolNames(event.tool_name ?? '', event.tool, event.tool_input)];
  },
  readOutput: readCodexOutput,
  writeDecision: (decision, event) =>
    writeCodexOutput(
      decision.input === null
        ? decision
        : {
            ...decision,
            input: codexCall({ ...event, tool_input: decision.input } as HookEvent)?.input ?? decision.input,
          },
    ),
};

/** A call in Codex's words. */
function codexCall(event: HookEvent): ReturnType<typeof nativeCall> {
  const patch = patchOf(event.tool_name ?? '', event.tool_input ?? {});
  return patch === null ? nativeCall(codexTools, event) : { name: PATCH_TOOL, input: { command: patch } };
}

/** The result of a tool is its text, that of an MCP server an object. */
function toolResponse(event: HookEvent): JsonObject[string] {
  const response = toolOutputOf(event);
  return event.tool?.mcp == null ? outputText(response) : response;
}

/** Top-level keys that void the whole reply on these events. */
const VOIDING: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  PreToolUse: ['continue', 'stopReason', 'suppressOutput'],
  PermissionRequest: ['continue', 'stopReason', 'suppressOutput'],
  PostToolUse: ['suppressOutput'],
};

/** Claude's reply, without what Codex rejects: a denial without a reason, a changed input without `allow`. */
export function writeCodexOutput(decision: Decision): JsonObject | null {
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
  return textOf(text).trim() === '' ? fallback : textOf(text);
}
