import type { HookSpec, Json } from '../support/hook-package.ts';
import type { Case } from './row.ts';

/** One of the policies that MicroClaw ships, by its behaviour; the script is ours. */
const sample = (name: string, priority: number, event: string, script: readonly string[]): HookSpec => ({
  name,
  front: { events: [event], command: 'sh hook.sh', timeout_ms: 30_000, priority },
  files: { 'hook.sh': `. "$HOOK_DIR/log.sh"\n${script.join('\n')}\n` },
});

const blockBash = sample('block-bash', 50, 'BeforeToolCall', [
  `if grep -q '"tool_name":"bash"' "$run.stdin"; then`,
  `  echo '{"action":"block","reason":"bash is switched off here"}'`,
  'fi',
]);

const blockGlobalMemory = sample('block-global-memory', 40, 'BeforeToolCall', [
  `if grep -q '"tool_name":"structured_memory_[a-z]*"' "$run.stdin" && grep -q '"scope":"global"' "$run.stdin"; then`,
  `  echo '{"action":"block","reason":"global memory is read-only"}'`,
  'fi',
]);

const filterGlobalMemory = sample('filter-global-structured-memory', 70, 'AfterToolCall', [
  `if grep -q '"tool_name":"structured_memory_search"' "$run.stdin"; then`,
  `  kept=$(sed 's/.*"content":"\\([^"]*\\)".*/\\1/; s/\\\\n/;/g' "$run.stdin" | tr ';' '\\n' | grep -v '^\\[global\\]' | tr '\\n' ' ')`,
  `  printf '{"action":"modify","patch":{"content":"%s"}}' "\${kept% }"`,
  'fi',
]);

const redactToolOutput = sample('redact-tool-output', 80, 'AfterToolCall', [
  `content=$(sed 's/.*"content":"\\([^"]*\\)".*/\\1/; s/sk-[A-Za-z0-9]*/[redacted]/g' "$run.stdin")`,
  `printf '{"action":"modify","patch":{"content":"%s"}}' "$content"`,
]);

const memory = (tool: string, input: Json) => ({ tool_name: tool, tool_input: input });

export const sampleHooks: readonly Case[] = [
  {
    says: 'the shipped policy block-bash keeps bash from running, and nothing else',
    hooks: [blockBash],
    steps: [
      {
        fire: 'PreToolUse',
        expect: { decision: 'block', reason: 'bash is switched off here', decidedBy: ['user/block-bash'] },
      },
      {
        fire: 'PreToolUse',
        payload: { tool_name: 'Read', tool_input: { file_path: 'bash' } },
        expect: { ran: ['block-bash'] },
      },
    ],
  },
  {
    says: 'block-global-memory comes before block-bash, and blocks writes to global memory only',
    hooks: [blockBash, blockGlobalMemory],
    config: { hooks: { concurrency: 1 } },
    steps: [
      {
        fire: 'PreToolUse',
        payload: memory('structured_memory_update', { scope: 'global', text: 'x' }),
        expect: {
          decision: 'block',
          reason: 'global memory is read-only',
          ran: ['block-global-memory'],
          outcomes: { 'block-bash': 'skipped BLOCKED_EARLIER' },
        },
      },
      {
        fire: 'PreToolUse',
        payload: memory('structured_memory_update', { scope: 'chat', text: 'x' }),
        expect: { ran: ['block-global-memory', 'block-bash'] },
      },
    ],
  },
  {
    says: 'filter-global-structured-memory takes global entries out of what a search answered',
    event: 'PostToolUse',
    hooks: [filterGlobalMemory],
    payload: {
      ...memory('structured_memory_search', { query: 'a' }),
      tool_response: '[chat] one\n[global] two\n[chat] three',
    },
    expect: { output: '[chat] one [chat] three', changed: ['tool_response'] },
  },
  {
    says: 'redact-tool-output takes keys out of each of two outputs, in the shape each has',
    hooks: [redactToolOutput],
    steps: [
      {
        fire: 'PostToolUse',
        payload: {
          tool_name: 'Bash',
          tool_input: { command: 'env' },
          tool_response: { stdout: 'KEY=sk-abc123 ok', stderr: '', interrupted: false },
        },
        expect: {
          output: { stdout: 'KEY=[redacted] ok', stderr: '', interrupted: false },
          changed: ['tool_response'],
        },
      },
      {
        fire: 'PostToolUse',
        payload: {
          tool_name: 'Read',
          tool_input: { file_path: '.env' },
          tool_response: { type: 'text', file: { filePath: '/.env', content: 'KEY=sk-abc123' } },
        },
        expect: {
          output: { type: 'text', file: { filePath: '/.env', content: 'KEY=[redacted]' } },
          changed: ['tool_response'],
        },
      },
    ],
  },
];
