/**
 * Its tools beyond those that conditions look into, by the names it sends. A matcher may name them; a name that is
 * missing here is at worst warned about.
 *
 * Source: its tools reference of 2026-08.
 */
export const tools: readonly string[] = [
  ...['AskUserQuestion', 'BashOutput', 'EnterPlanMode', 'EnterWorktree', 'ExitPlanMode', 'ExitWorktree'],
  ...['KillBash', 'KillShell', 'ListMcpResourcesTool', 'LSP', 'Monitor', 'PowerShell', 'ReadMcpResourceTool'],
  ...['SendMessage', 'Skill', 'SlashCommand', 'StructuredOutput', 'TaskCreate', 'TaskGet', 'TaskList'],
  ...['TaskOutput', 'TaskStop', 'TaskUpdate', 'TodoRead', 'TodoWrite', 'ToolSearch'],
];
