import { readFileSync } from 'node:fs';

const { tool_response: output } = JSON.parse(readFileSync(0, 'utf8'));
const updatedToolOutput = JSON.parse(JSON.stringify(output).replaceAll('kestrel', '[redacted]'));
console.log(JSON.stringify({ hookSpecificOutput: { updatedToolOutput } }));
