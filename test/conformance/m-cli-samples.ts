export const ls = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
