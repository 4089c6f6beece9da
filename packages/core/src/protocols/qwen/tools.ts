import { ToolWords } from '../tool-words.ts';

/** Qwen Code's tools, by their ids. Source: 0.24.4. */
export const qwenTools: ToolWords = new ToolWords(
  [
    { tool: 'Bash', native: 'run_shell_command' },
    { tool: 'Read', native: 'read_file' },
    { tool: 'Write', native: 'write_file' },
    { tool: 'Edit', native: 'edit' },
    { tool: 'NotebookEdit', native: 'notebook_edit' },
    { tool: 'Grep', native: 'grep_search' },
    { tool: 'Glob', native: 'glob' },
    { tool: 'LS', native: 'list_directory' },
    { tool: 'WebFetch', native: 'web_fetch' },
    { tool: 'WebSearch', native: 'web_search' },
    { tool: 'Task', native: 'task' },
    { tool: 'Agent', native: 'agent' },
  ],
  [...['ask_user_question', 'exit_plan_mode', 'lsp', 'save_memory', 'skill', 'todo_write']],
);
