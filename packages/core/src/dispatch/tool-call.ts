import type { ToolCall } from '../matching/subjects.ts';
import type { HookEvent } from '../protocol/event.ts';

const NO_TOOL = { kind: 'other', native_name: '', command: null, paths: [], mcp: null } as const;

/** The event as conditions look at it. */
export function toolCallOf(
  event: HookEvent,
  environment: Readonly<Record<string, string | undefined>>,
): ToolCall {
  const home = environment['HOME'] ?? process.getBuiltinModule('node:os').homedir();
  const toolName = event.tool_name ?? '';
  return { toolName, view: event.tool ?? NO_TOOL, input: event.tool_input, cwd: event.cwd, home };
}
