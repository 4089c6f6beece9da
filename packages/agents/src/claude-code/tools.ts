/**
 * Tools without a canonical name, which a matcher may name; a missing one causes at most a warning. The last two rows are tools of VS
 * Code, which reads the settings too.
 *
 * Source: its tools reference of 2026-08; the names in VS Code's sources.
 */
export const tools: readonly string[] = [
  ...['AskUserQuestion', 'BashOutput', 'EnterPlanMode', 'EnterWorktree', 'ExitPlanMode', 'ExitWorktree'],
  ...['KillBash', 'KillShell', 'ListMcpResourcesTool', 'LSP', 'Monitor', 'PowerShell', 'ReadMcpResourceTool'],
  ...['SendMessage', 'Skill', 'SlashCommand', 'StructuredOutput', 'TaskCreate', 'TaskGet', 'TaskList'],
  ...['TaskOutput', 'TaskStop', 'TaskUpdate', 'TodoRead', 'TodoWrite', 'ToolSearch'],
  ...['create_and_run_task', 'create_directory', 'get_changed_files', 'get_errors', 'get_terminal_output'],
  ...['manage_todo_list', 'memory', 'run_notebook_cell', 'run_task', 'run_vscode_command', 'semantic_search'],
];
