export const bash = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' } as const;
