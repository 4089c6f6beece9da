import type { HookEvent } from '../events/event.ts';
import type { ToolCall } from '../matching/subjects.ts';

const NO_TOOL = { kind: 'other', native_name: '', command: null, paths: [], mcp: null } as const;

/** The event as conditions look at it. */
export function toolCallOf(
  event: HookEvent,
  environment: Readonly<Record<string, string | undefined>>,
): ToolCall {
  const toolName = event.tool_name ?? '';
  const { cwd, tool_input: input } = event;
  return { toolName, view: event.tool ?? NO_TOOL, input, cwd, home: homeOf(environment) };
}

/** What `~` of a condition stands for. */
export function homeOf(environment: Readonly<Record<string, string | undefined>>): string {
  return environment['HOME'] ?? process.getBuiltinModule('node:os').homedir();
}
