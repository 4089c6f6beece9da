import { type EventName, isToolEvent, type JsonObject } from '@hookmd/core/events';
import type { ActiveHook } from '@hookmd/core/hook-index';
import { findTool, toolVocabulary } from '@hookmd/core/matching';

/** Harmless whoever acts on it. */
const SAMPLES: Readonly<Record<string, JsonObject[string]>> = {
  command: 'true',
  file_path: 'hookmd-drill.txt',
  notebook_path: 'hookmd-drill.ipynb',
  path: '.',
  pattern: 'drill',
  url: 'https://example.com/',
  query: 'drill',
};

/** A payload of this event, about a tool that the hook's matcher names where it names one. Other fields are filled in later. */
export function samplePayload({ matcher }: ActiveHook, event: EventName): JsonObject {
  const session = { session_id: 'drill', hook_event_name: event };
  if (!isToolEvent(event)) return { ...session, prompt: 'This is a drill.', message: 'This is a drill.' };
  const names = matcher.kind === 'names' ? matcher.names : [];
  const tool =
    names.find((name) => toolVocabulary.includes(name) && findTool(name) !== undefined) ??
    names.find((name) => name.startsWith('mcp__')) ??
    'Bash';
  const required = Object.entries(findTool(tool)?.required ?? {});
  const input = required.map(([key, type]) => [key, SAMPLES[key] ?? (type === 'array' ? [] : 'drill')]);
  return {
    ...session,
    tool_name: tool,
    tool_input: Object.fromEntries(input),
    tool_response: { stdout: 'drill' },
  };
}
