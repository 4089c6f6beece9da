import { ToolWords } from '../tool-words.ts';

/**
 * Codex's tools. `exec` runs a script that calls tools: its commands are unknown, so shell guards check the whole call, and a
 * `command` that a model adds gets another name.
 */
export const codexTools: ToolWords = new ToolWords(
  [
    { tool: 'Bash', native: 'exec', arguments: [{ key: '_command', native: 'command' }] },
    { tool: 'Bash', native: 'Bash' },
    { tool: 'Agent', native: 'spawn_agent', arguments: [{ key: 'prompt', native: 'message' }] },
    { tool: 'Task', native: 'spawn_agent', arguments: [{ key: 'prompt', native: 'message' }] },
  ],
  ['update_plan', 'view_image', 'write_stdin'],
);
