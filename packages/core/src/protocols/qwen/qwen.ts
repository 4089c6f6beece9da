import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import type { OutputReading } from '../../events/hook-output.ts';
import type { JsonObject, JsonValue } from '../../events/json.ts';
import { toolNames } from '../../matching/tool-view.ts';
import { writeClaudeOutput } from '../claude/claude.ts';
import { readClaudeOutput } from '../claude/read-output.ts';
import { textOf, timeOf, toolOutputOf, withoutOwnFields } from '../fields.ts';
import { foreignWord } from '../foreign-names.ts';
import type { Format } from '../format.ts';
import { toolResponse } from '../gemini/gemini.ts';
import { renameFormat } from '../renamed-format.ts';
import { qwenTools } from './tools.ts';

const format = renameFormat({
  wordOf: (event) => foreignWord('qwen', event) ?? event,
  tools: qwenTools,
  fields: { todo_id: 'task_id', todo_content: 'task_subject' },
  writeDecision: writeQwenOutput,
});

/** Qwen Code: Claude's payloads and decisions with Gemini's tools, and todos for tasks. */
export const qwen: Format = {
  id: 'qwen',
  readEvent: format.readEvent,
  writeEvent: (event, name) => ({
    transcript_path: '',
    timestamp: new Date(timeOf(event.event_id)).toISOString(),
    permission_mode: 'default',
    ...withoutOwnFields(format.writeEvent(event, name)),
    ...(event.hook_event_name === 'PostToolUse' ? { tool_response: toolResponse(toolOutputOf(event)) } : {}),
  }),
  subjects(event) {
    if (event.tool === undefined) return undefined;
    const { tool_name: native } = format.writeEvent(event, '');
    return [textOf(native), ...toolNames(event.tool_name ?? '', event.tool, event.tool_input)];
  },
  readOutput,
  writeDecision: format.writeDecision,
};

/** The model reads context, not the reason of a block after a tool. */
export function writeQwenOutput(decision: Decision): JsonObject | null {
  return writeClaudeOutput({
    ...decision,
    feedback: [],
    context: [...decision.feedback, ...decision.context],
  });
}

function readOutput(document: JsonValue, event: HookEvent): OutputReading {
  const reading = readClaudeOutput(document, event.hook_event_name);
  if ('error' in reading || reading.output.input === undefined) return reading;
  const { tool_name: tool = '', tool_input: current = {} } = event;
  const input = qwenTools.inputBack(tool, current, reading.output.input);
  return { ...reading, output: { ...reading.output, input } };
}
