import type { Json } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import type { Case, Row } from './row.ts';
import { microclaw, rfc } from './seed-fronts.ts';

/** What a hook of another system reads, to the byte: `payload` is what the agent sent, `reads` what arrived. */
function golden(
  message: string,
  name: string,
  event: string,
  payload: { readonly [key: string]: Json },
  reads: Json,
): Case {
  return {
    says: message,
    event,
    hooks: [{ name: 'hook', front: { events: [name], ...limits(name) } }],
    payload: { ...common, ...payload },
    expect: { stdinOf: { hook: JSON.stringify(reads) } },
  };
}

/** The names of the two MicroClaws are the same: `timeout_ms` is the shipped one's. */
const limits = (name: string) => (/^[A-Z]/.test(name) ? { timeout: 30 } : {});

/** The time is part of the id: 2016-07-30T23:54:10.259Z. */
const common = { session_id: 's1', event_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } as const;
const call = { tool_name: 'Bash', tool_input: { command: 'ls -la' }, tool_use_id: 't1' } as const;
const usage = {
  input_tokens: 80_000,
  output_tokens: 8000,
  current_context_window: 88_000,
  max_context_window: 128_000,
} as const;
const messages = [
  { role: 'user', content: 'Please fix the bug' },
  { role: 'assistant', content: 'Fixed “it”' },
] as const;
const where = { cwd: '<project>', invoked_by: 'main' } as const;

export const payloads: readonly Row[] = [
  {
    id: 'E1',
    source: 'Kodelet',
    says: 'A kodelet payload has `event`, `conv_id`, `cwd`, `invoked_by` and the fields of its event',
    cases: [
      golden(
        'nothing else is in it, whatever the host sent',
        'user_message_send',
        'UserPromptSubmit',
        { prompt: 'hello', permission_mode: 'plan', transcript_path: '/t.jsonl', something_new: 1 },
        { event: 'user_message_send', conv_id: 's1', message: 'hello', ...where },
      ),
    ],
  },
  {
    id: 'E2',
    source: 'Kodelet',
    says: '`invoked_by` is `main` or `subagent`',
    cases: [
      {
        says: 'hookmd: it is `main` unless the host says `subagent`',
        hooks: [{ name: 'hook', front: { events: ['SubagentStop', 'PreToolUse'] } }],
        steps: [
          { fire: 'PreToolUse', expect: { stdinOf: { hook: { invoked_by: 'main' } } } },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, invoked_by: 'subagent' },
            expect: { stdinOf: { hook: { invoked_by: 'subagent' } } },
          },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, invoked_by: 'uncle' },
            expect: { error: { code: 'PAYLOAD', message: /invoked_by.*"main" or "subagent"/ }, stderr: '' },
          },
        ],
      },
      {
        says: 'kodelet: both values',
        hooks: [{ name: 'hook', front: { events: ['before_tool_call'] } }],
        steps: approvedTable(
          ['hook'],
          ['main', 'subagent'].map((invoked_by) => ({
            fire: 'PreToolUse',
            payload: { ...call, invoked_by },
            expect: { stdinOf: { hook: { invoked_by } } },
          })),
        ),
      },
    ],
  },
  {
    id: 'E3',
    source: 'Kodelet',
    says: 'before_tool_call has `tool_name`, `tool_input` and `tool_user_id`',
    cases: [
      golden('to the byte', 'before_tool_call', 'PreToolUse', call, {
        event: 'before_tool_call',
        conv_id: 's1',
        tool_name: 'bash',
        tool_input: { command: 'ls -la' },
        tool_user_id: 't1',
        ...where,
      }),
      {
        says: 'every tool that Kodelet has too is called by its name there, with its arguments',
        hooks: [{ name: 'hook', front: { events: ['before_tool_call'] } }],
        steps: approvedTable(
          ['hook'],
          (
            [
              ['Bash', { command: 'ls', timeout: 1500 }, 'bash', { command: 'ls', timeout: 1.5 }],
              ['Read', { file_path: 'a', limit: 5 }, 'file_read', { file_path: 'a', line_limit: 5 }],
              ['Write', { file_path: 'a', content: 'b' }, 'file_write', { file_path: 'a', text: 'b' }],
              [
                'Edit',
                { file_path: 'a', old_string: 'b', new_string: 'c' },
                'file_edit',
                { file_path: 'a', old_text: 'b', new_text: 'c' },
              ],
              ['Grep', { pattern: 'a', glob: '*.ts' }, 'grep_tool', { pattern: 'a', include: '*.ts' }],
              ['Glob', { pattern: 'a' }, 'glob_tool', { pattern: 'a' }],
              ['WebFetch', { url: 'https://x', prompt: 'p' }, 'web_fetch', { url: 'https://x', prompt: 'p' }],
              ['Task', { prompt: 'p' }, 'subagent', { question: 'p' }],
              ['mcp__github__get', { text: 't' }, 'mcp__github__get', { text: 't' }],
            ] as const
          ).map(([tool_name, tool_input, name, input]) => ({
            fire: 'PreToolUse',
            payload: { tool_name, tool_input },
            expect: { stdinOf: { hook: { tool_name: name, tool_input: input } } },
          })),
        ),
      },
    ],
  },
  {
    id: 'E4',
    source: 'Kodelet',
    says: 'after_tool_call has `tool_output` too, and the effective input',
    cases: [
      golden(
        'the input is the one the tool ran with, not the one it was asked for',
        'after_tool_call',
        'PostToolUse',
        { ...call, original_tool_input: { command: 'rm x' }, tool_response: 'a.txt' },
        {
          event: 'after_tool_call',
          conv_id: 's1',
          tool_name: 'bash',
          tool_input: { command: 'ls -la' },
          tool_output: {
            toolName: 'bash',
            success: true,
            metadata: { output: 'a.txt' },
            timestamp: '2016-07-30T23:54:10.259Z',
          },
          tool_user_id: 't1',
          ...where,
        },
      ),
    ],
  },
  {
    id: 'E5',
    source: 'Kodelet K2',
    says: 'A tool output is a StructuredToolResult',
    cases: [
      {
        says: 'of a success with the fields of the host as metadata, and the text of a shell as `output`',
        event: 'PostToolUse',
        hooks: [{ name: 'hook', front: { events: ['after_tool_call'] } }],
        payload: {
          ...common,
          ...call,
          tool_response: { stdout: 'a.txt', stderr: '', interrupted: false },
        },
        expect: {
          stdinOf: {
            hook: {
              tool_output: {
                toolName: 'bash',
                success: true,
                error: undefined,
                metadata: { stdout: 'a.txt', stderr: '', interrupted: false, output: 'a.txt' },
                timestamp: '2016-07-30T23:54:10.259Z',
              },
            },
          },
        },
      },
      golden(
        'of a failure with its error',
        'after_tool_call',
        'PostToolUseFailure',
        { ...call, error: 'gone' },
        {
          event: 'after_tool_call',
          conv_id: 's1',
          tool_name: 'bash',
          tool_input: { command: 'ls -la' },
          tool_output: {
            toolName: 'bash',
            success: false,
            error: 'gone',
            timestamp: '2016-07-30T23:54:10.259Z',
          },
          tool_user_id: 't1',
          ...where,
        },
      ),
    ],
  },
  {
    id: 'E6',
    source: 'Kodelet',
    says: 'user_message_send has `message`',
    cases: [
      golden(
        'as it was written, quotes and line ends too',
        'user_message_send',
        'UserPromptSubmit',
        { prompt: 'say "hi"\n– now' },
        { event: 'user_message_send', conv_id: 's1', message: 'say "hi"\n– now', ...where },
      ),
    ],
  },
  {
    id: 'E7',
    source: 'Kodelet',
    says: 'agent_stop has `messages`, `usage` and the settings of compaction',
    cases: [
      golden(
        'to the byte, with all that a host can say',
        'agent_stop',
        'Stop',
        {
          messages,
          usage,
          invoked_recipe: 'review',
          auto_compact_enabled: true,
          auto_compact_threshold: 0.8,
          stop_hook_active: true,
        },
        {
          event: 'agent_stop',
          conv_id: 's1',
          messages,
          usage,
          auto_compact_enabled: true,
          invoked_recipe: 'review',
          auto_compact_threshold: 0.8,
          ...where,
        },
      ),
      golden(
        'what a host does not know is empty where a hook counts on it, and absent where it is optional',
        'agent_stop',
        'Stop',
        { last_assistant_message: 'done' },
        {
          event: 'agent_stop',
          conv_id: 's1',
          messages: [],
          usage: { input_tokens: 0, output_tokens: 0, current_context_window: 0, max_context_window: 0 },
          auto_compact_enabled: false,
          ...where,
        },
      ),
    ],
  },
  {
    id: 'E8',
    source: 'Kodelet K2',
    says: 'after_turn has `turn_number` from 1, `tools_used` and `usage`, and no messages',
    cases: [
      golden(
        'to the byte',
        'after_turn',
        'TurnEnd',
        {
          turn_number: 1,
          tools_used: true,
          usage,
          auto_compact_enabled: true,
          auto_compact_threshold: 0.8,
          messages,
        },
        {
          event: 'after_turn',
          conv_id: 's1',
          turn_number: 1,
          tools_used: true,
          usage,
          auto_compact_enabled: true,
          auto_compact_threshold: 0.8,
          ...where,
        },
      ),
    ],
  },
  {
    id: 'E9',
    source: 'Kodelet K2',
    says: 'Usage has four token counts',
    cases: [
      {
        says: 'they arrive as numbers at both events that have them',
        hooks: [{ name: 'hook', front: { events: ['after_turn', 'agent_stop'] } }],
        steps: approvedTable(
          ['hook'],
          ['TurnEnd', 'Stop'].map((dispatch) => ({
            fire: dispatch,
            payload: { usage },
            expect: { stdinOf: { hook: { usage } } },
          })),
        ),
      },
    ],
  },
  {
    id: 'E10',
    source: 'HookMD (Kodelet)',
    says: '`recipe_name` is left out where it is empty',
    cases: [
      golden(
        'it is there where a host action runs',
        'user_message_send',
        'UserPromptSubmit',
        { prompt: 'hello', recipe_name: 'compact' },
        { event: 'user_message_send', conv_id: 's1', message: 'hello', ...where, recipe_name: 'compact' },
      ),
      golden(
        'it is left out where it is empty',
        'user_message_send',
        'UserPromptSubmit',
        { prompt: 'hello', recipe_name: '' },
        { event: 'user_message_send', conv_id: 's1', message: 'hello', ...where },
      ),
    ],
  },
  {
    id: 'E11',
    source: 'MicroClaw RFC',
    says: 'BeforeLLMCall has provider, model, iteration, tool_count and messages',
    cases: [
      golden(
        'to the byte',
        'BeforeLLMCall',
        'PreModelCall',
        { provider: 'anthropic', model: 'm', iteration: 2, tool_count: 7, messages, something_new: 1 },
        { event: 'BeforeLLMCall', provider: 'anthropic', model: 'm', iteration: 2, tool_count: 7, messages },
      ),
      {
        says: 'the shipped MicroClaw sends its prompt, and of messages and tools their number',
        event: 'PreModelCall',
        hooks: [{ name: 'hook', front: { ...microclaw, events: ['BeforeLLMCall'] } }],
        payload: {
          ...common,
          provider: 'p',
          model: 'm',
          iteration: 2,
          tool_count: 7,
          messages,
          system_prompt: 'be kind',
          chat_id: 42,
          caller_channel: 'telegram',
        },
        expect: {
          stdinOf: {
            hook: JSON.stringify({
              event: 'BeforeLLMCall',
              chat_id: 42,
              caller_channel: 'telegram',
              iteration: 2,
              system_prompt: 'be kind',
              messages_len: 2,
              tools_len: 7,
            }),
          },
        },
      },
    ],
  },
  {
    id: 'E12',
    source: 'MicroClaw RFC',
    says: 'BeforeToolCall has the tool name, arguments, session key and channel',
    cases: [
      golden(
        'where a channel is known',
        'BeforeToolCall',
        'PreToolUse',
        { ...call, channel: { name: 'web', id: 7 } },
        {
          event: 'BeforeToolCall',
          tool_name: 'bash',
          arguments: { command: 'ls -la' },
          session_key: 's1',
          channel: { name: 'web', id: 7 },
        },
      ),
      golden('where none is known it is the agent', 'BeforeToolCall', 'PreToolUse', call, {
        event: 'BeforeToolCall',
        tool_name: 'bash',
        arguments: { command: 'ls -la' },
        session_key: 's1',
        channel: { name: 'local' },
      }),
      {
        says: 'the shipped MicroClaw sends the call by other keys',
        hooks: [{ name: 'hook', front: microclaw }],
        payload: { ...common, tool_name: 'Read', tool_input: { file_path: 'a', limit: 5 }, iteration: 3 },
        expect: {
          stdinOf: {
            hook: JSON.stringify({
              event: 'BeforeToolCall',
              chat_id: 's1',
              caller_channel: 'local',
              iteration: 3,
              tool_name: 'read_file',
              tool_input: { path: 'a', limit: 5 },
            }),
          },
        },
      },
    ],
  },
  {
    id: 'E13',
    source: 'MicroClaw RFC',
    says: 'AfterToolCall has the tool name, arguments and result or error',
    cases: [
      golden(
        'of a success',
        'AfterToolCall',
        'PostToolUse',
        { ...call, tool_response: { stdout: 'a.txt' } },
        {
          event: 'AfterToolCall',
          tool_name: 'bash',
          arguments: { command: 'ls -la' },
          session_key: 's1',
          channel: { name: 'local' },
          result: { stdout: 'a.txt' },
        },
      ),
      golden(
        'of a failure',
        'AfterToolCall',
        'PostToolUseFailure',
        { ...call, error: 'gone' },
        {
          event: 'AfterToolCall',
          tool_name: 'bash',
          arguments: { command: 'ls -la' },
          session_key: 's1',
          channel: { name: 'local' },
          error: 'gone',
        },
      ),
      {
        says: 'the shipped MicroClaw sends one text, its size and how it went',
        hooks: [{ name: 'hook', front: { ...microclaw, events: ['AfterToolCall'] } }],
        steps: approvedTable(
          ['hook'],
          (
            [
              [
                'PostToolUse',
                { tool_response: { stdout: 'ä', stderr: 'b', interrupted: false }, duration_ms: 12 },
                { content: 'ä\nb', is_error: false, bytes: 4, duration_ms: 12, error_type: null },
              ],
              [
                'PostToolUseFailure',
                { error: 'gone' },
                { content: 'gone', is_error: true, bytes: 4, duration_ms: 0, error_type: 'tool_error' },
              ],
            ] as const
          ).map(([send, payload, result]) => ({
            fire: send,
            payload: { ...call, ...payload },
            expect: {
              stdinOf: { hook: { event: 'AfterToolCall', result: { ...result, status_code: null } } },
            },
          })),
        ),
      },
    ],
  },
  {
    id: 'E14',
    source: 'HookMD (the pattern page gives no shape)',
    says: 'The hookmd payload is that of contracts.md §1, and its JSON Schema is shipped for each event',
    cases: [
      {
        says: 'every field is there, also where the host sent almost nothing',
        hooks: [{ name: 'hook' }],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls -l' } },
        expect: {
          stdinOf: {
            hook: {
              schema: 'hookmd.event/1',
              hook_event_name: 'PreToolUse',
              event_id: /^[0-9A-HJKMNP-TV-Z]{26}$/,
              session_id: 'local',
              turn_id: null,
              cwd: '<project>',
              project_dir: '<project>',
              transcript_path: null,
              permission_mode: null,
              invoked_by: 'main',
              agent: { name: /./, version: null, native_event: 'PreToolUse' },
              tool: { kind: 'shell', native_name: 'Bash', command: 'ls -l', paths: [], mcp: null },
              tool_name: 'Bash',
              tool_input: { command: 'ls -l' },
              tool_use_id: '',
              decision: undefined,
            },
          },
        },
      },
      {
        says: 'what the host sent is kept, unknown fields at the top level too',
        hooks: [{ name: 'hook' }],
        payload: {
          session_id: 's1',
          transcript_path: '/t.jsonl',
          permission_mode: 'plan',
          turn_id: 'u7',
          tool_name: 'Write',
          tool_input: { file_path: 'a/b.ts', content: 'x', extra: [1, { deep: null }] },
          tool_use_id: 't9',
          something_new: { from: 'the host' },
        },
        expect: {
          stdinOf: {
            hook: {
              session_id: 's1',
              transcript_path: '/t.jsonl',
              permission_mode: 'plan',
              turn_id: 'u7',
              tool_use_id: 't9',
              tool_input: { file_path: 'a/b.ts', content: 'x', extra: [1, { deep: null }] },
              tool: { kind: 'write', native_name: 'Write', paths: ['a/b.ts'], command: null },
              something_new: { from: 'the host' },
            },
          },
          envOf: { hook: { HOOK_SESSION_ID: 's1' } },
        },
      },
      {
        says: 'the kind and the paths of a tool are a view of its input',
        hooks: [{ name: 'hook', front: { events: ['PreToolUse'] } }],
        steps: approvedTable(
          ['hook'],
          (
            [
              ['Read', { file_path: 'a.ts' }, { kind: 'read', paths: ['a.ts'] }],
              [
                'Edit',
                { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
                { kind: 'edit', paths: ['a.ts'] },
              ],
              ['Grep', { pattern: 'x', path: 'src' }, { kind: 'search' }],
              ['WebFetch', { url: 'https://x', prompt: 'p' }, { kind: 'web' }],
              ['Unheard', { a: 1 }, { kind: 'other', command: null, paths: [] }],
            ] as const
          ).map(([tool_name, tool_input, tool]) => ({
            fire: 'PreToolUse',
            payload: { tool_name, tool_input },
            expect: { stdinOf: { hook: { tool } } },
          })),
        ),
      },
      {
        says: 'a claude hook reads the same bytes',
        hooks: [{ name: 'in-hookmd' }, { name: 'in-claude', front: { protocol: 'claude' } }],
        payload: { ...call, transcript_path: '/t.jsonl', permission_mode: 'plan' },
        expect: { sameStdin: ['in-hookmd', 'in-claude'] },
      },
      {
        says: 'a claude hook reads a string where Claude Code always sends one, and the host sent nothing',
        hooks: [{ name: 'hook', front: { protocol: 'claude' } }],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls -l' } },
        expect: { stdinOf: { hook: { transcript_path: '', permission_mode: 'default' } } },
      },
      {
        says: '`hooks events EVENT --schema` prints the schema of one, `hooks events --schema` of all',
        steps: [
          {
            hooks: 'events PreToolUse --schema',
            json: {
              $schema: /2020-12/,
              title: 'PreToolUse',
              type: 'object',
              properties: { tool_input: { type: 'object' } },
            },
          },
          {
            hooks: 'events --schema',
            json: { $defs: { Stop: { title: 'Stop' }, WorktreeRemove: { title: 'WorktreeRemove' } } },
          },
        ],
      },
      {
        says: 'a payload of the wrong shape is refused with every problem, and no hook is started',
        hooks: [{ name: 'hook' }],
        payload: { tool_name: 'Bash', tool_input: 'ls', session_id: 7 },
        expect: {
          error: { code: 'PAYLOAD', message: /session_id.*tool_input|tool_input.*session_id/s },
          ran: [],
        },
      },
      {
        says: 'what is no JSON object, and a payload of another event, is refused',
        hooks: [{ name: 'hook' }],
        steps: [
          {
            fire: 'PreToolUse',
            payload: 'not json',
            expect: { error: { code: 'PAYLOAD', message: /not one JSON object/ }, ran: [] },
          },
          {
            fire: 'PreToolUse',
            payload: '[1]',
            expect: { error: { code: 'PAYLOAD', message: /list/ }, ran: [] },
          },
          { fire: 'PreToolUse', payload: '{"a":1,"a":2}', expect: { error: { code: 'PAYLOAD' }, ran: [] } },
          {
            fire: 'PreToolUse',
            payload: { hook_event_name: 'Stop', tool_name: 'Bash' },
            expect: { error: { code: 'PAYLOAD', message: /Stop.*PreToolUse/ }, ran: [] },
          },
          {
            fire: 'PreToolUse',
            payload: {},
            expect: { error: { code: 'PAYLOAD', message: /tool_name/ }, ran: [] },
          },
          { fire: 'Stop', payload: '', expect: {} },
        ],
      },
    ],
  },
  {
    id: 'E15',
    source: 'HookMD (claude-code #42702)',
    says: 'Every hook of a wire receives the same complete bytes',
    cases: [
      {
        says: 'ten hooks on one event read ten equal copies',
        hooks: Array.from({ length: 10 }, (_, index) => ({ name: `h${index}` })),
        payload: { tool_name: 'Bash', tool_input: { command: `echo ${'x'.repeat(300_000)} "ü" \u2028` } },
        expect: {
          sameStdin: Array.from({ length: 10 }, (_, index) => `h${index}`),
          stdinOf: { h9: { tool_input: { command: `echo ${'x'.repeat(300_000)} "ü" \u2028` } } },
        },
      },
    ],
  },
  {
    id: 'E16',
    source: 'pattern page',
    says: '`$tool_input_path` in a command is an environment variable, never spliced into shell text',
    cases: [
      {
        says: 'claude: a path that is shell code arrives as one word',
        hooks: [{ name: 'hook', front: { protocol: 'claude', command: './handler.sh "$tool_input_path"' } }],
        payload: {
          tool_name: 'Write',
          tool_input: { file_path: 'a; touch pwned $(touch pwned) `touch pwned`', content: '' },
        },
        expect: {
          argvOf: { hook: [/handler\.sh$/, 'a; touch pwned $(touch pwned) `touch pwned`'] },
          files: { 'project/pwned': null },
        },
      },
      {
        says: 'every text of the input is a variable, under two names',
        hooks: [{ name: 'hook' }],
        payload: {
          tool_name: 'Bash',
          tool_input: { command: 'ls', 'time-out': 5, isBackground: true, nested: { a: 1 } },
        },
        expect: {
          envOf: {
            hook: {
              tool_input_command: 'ls',
              HOOK_TOOL_INPUT_COMMAND: 'ls',
              HOOK_TOOL_INPUT_TIME_OUT: '5',
              tool_input_isBackground: 'true',
              tool_input_nested: undefined,
            },
          },
        },
      },
    ],
  },
  {
    id: 'E17',
    source: 'HookMD (as MicroClaw does)',
    says: 'Event and hook name are in the environment, with what else a handler needs',
    cases: [
      {
        says: 'every variable of contracts.md §9 is there',
        hooks: [{ name: 'hook', at: 'project' }],
        payload: { session_id: 's1', tool_name: 'Bash', tool_input: { command: 'ls' } },
        run: {
          env: {
            TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
            TZ: 'UTC',
            LC_TIME: 'C',
          },
        },
        expect: {
          envOf: {
            hook: {
              HOOK_EVENT: 'PreToolUse',
              HOOK_NAME: 'hook',
              HOOK_DIR: '<project>/.hookmd/hooks/hook',
              HOOK_SOURCE: 'project',
              HOOK_PROJECT_DIR: '<project>',
              HOOK_SESSION_ID: 's1',
              HOOK_TRACE_ID: '0af7651916cd43dd8448eb211c80319c',
              HOOK_PHASE: 'guard',
              HOOK_DEPTH: '1',
              HOOK_DATA_DIR: /\/hookmd\/data\//,
              HOOK_TOOL_NAME: 'Bash',
              TRACEPARENT: /^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/,
              HOME: '<home>',
              TZ: 'UTC',
              LC_TIME: 'C',
              PATH: /^\//,
            },
          },
        },
      },
      {
        says: 'the phase is told, and HOOK_DATA_DIR can be written',
        hooks: [
          {
            name: 'changes',
            front: { modify: { PreToolUse: ['*'] } },
            does: 'echo kept > "$HOOK_DATA_DIR/file" && cp "$HOOK_DATA_DIR/file" "$LOG/kept"',
          },
          { name: 'guards' },
          { name: 'observes', front: { observe: true } },
        ],
        expect: {
          envOf: {
            changes: { HOOK_PHASE: 'modify' },
            guards: { HOOK_PHASE: 'guard' },
            observes: { HOOK_PHASE: 'observe' },
          },
          files: { 'log/kept': 'kept\n' },
        },
      },
      {
        says: 'claude: what several hooks write to CLAUDE_ENV_FILE is all in the file of the agent',
        event: 'SessionStart',
        hooks: [
          { name: 'appends', front: { protocol: 'claude' }, does: 'echo "export A=1" >> "$CLAUDE_ENV_FILE"' },
          {
            name: 'replaces',
            front: { protocol: 'claude' },
            does: 'printf "export B=2" > "$CLAUDE_ENV_FILE"',
          },
          {
            name: 'fails',
            front: { protocol: 'claude' },
            does: 'echo "export C=3" >> "$CLAUDE_ENV_FILE"; exit 1',
          },
          { name: 'deletes', front: { protocol: 'claude' }, does: 'rm "$CLAUDE_ENV_FILE"' },
          { name: 'other', front: { env: ['LOG', 'CLAUDECODE'] } },
        ],
        payload: { source: 'startup' },
        files: { 'env.sh': 'export FIRST=0\n' },
        run: { env: { CLAUDE_ENV_FILE: '<scratch>/env.sh', CLAUDECODE: '1', CLAUDE_EFFORT: 'high' } },
        expect: {
          ranInAnyOrder: ['appends', 'deletes', 'fails', 'other', 'replaces'],
          failedOpen: ['user/fails'],
          outcomes: { fails: 'non_blocking_error EXIT' },
          envOf: {
            appends: { CLAUDECODE: '1', CLAUDE_EFFORT: 'high', CLAUDE_ENV_FILE: /\/data\/user\/appends\// },
            other: { CLAUDE_ENV_FILE: undefined, CLAUDE_EFFORT: undefined },
          },
          files: {
            'env.sh': /^export FIRST=0\n(?=[\s\S]*export A=1\n)(?=[\s\S]*export B=2\n)[\s\S]*export C=3\n/,
          },
        },
      },
      {
        says: 'claude: a pipe in place of CLAUDE_ENV_FILE is a warning, and nobody waits for it',
        event: 'SessionStart',
        hooks: [
          {
            name: 'pipe',
            front: { protocol: 'claude' },
            does: 'rm "$CLAUDE_ENV_FILE"; mkfifo "$CLAUDE_ENV_FILE"',
          },
        ],
        payload: { source: 'startup' },
        files: { 'env.sh': 'export FIRST=0\n' },
        run: { env: { CLAUDE_ENV_FILE: '<scratch>/env.sh' } },
        expect: {
          outcomes: { pipe: 'success' },
          runs: { pipe: { warnings: [/CLAUDE_ENV_FILE was not passed on: it is not a regular file/] } },
          files: { 'env.sh': 'export FIRST=0\n' },
        },
      },
      {
        says: 'claude: on an event on which the agent does not set CLAUDE_ENV_FILE, a repository may have: it is not passed',
        hooks: [{ name: 'hook', front: { protocol: 'claude' } }],
        run: { env: { CLAUDE_ENV_FILE: '<scratch>/env.sh' } },
        expect: { envOf: { hook: { CLAUDE_ENV_FILE: undefined } }, files: { 'env.sh': null } },
      },
      {
        says: 'microclaw: MICROCLAW_HOOK_EVENT and MICROCLAW_HOOK_NAME, in its own words; the RFC has neither',
        hooks: [
          { name: 'in-microclaw', front: microclaw },
          { name: 'canonical', front: { ...microclaw, events: ['PreToolUse'] } },
          { name: 'in-rfc', front: rfc },
        ],
        expect: {
          envOf: {
            'in-microclaw': {
              MICROCLAW_HOOK_EVENT: 'BeforeToolCall',
              MICROCLAW_HOOK_NAME: 'in-microclaw',
              HOOK_EVENT: 'PreToolUse',
            },
            canonical: { MICROCLAW_HOOK_EVENT: 'BeforeToolCall' },
            'in-rfc': { MICROCLAW_HOOK_EVENT: undefined, MICROCLAW_HOOK_NAME: undefined },
          },
        },
      },
      {
        says: 'HOOK_OPTIONS has the options of the package, an empty object where it has none',
        hooks: [
          {
            name: 'has',
            front: {
              options: {
                type: 'object',
                properties: { limit: { type: 'integer', default: 5 }, words: { type: 'array' } },
              },
            },
          },
          { name: 'none' },
        ],
        config: { package: { has: { options: { words: ['a', "it's"] } } } },
        expect: {
          envOf: {
            has: { HOOK_OPTIONS: '{"limit":5,"words":["a","it\'s"]}' },
            none: { HOOK_OPTIONS: '{}' },
          },
        },
      },
    ],
  },
  {
    id: 'E18',
    source: 'HookMD',
    says: 'A large payload has a cap with a clear outcome, and a hook that does not read it still counts',
    cases: [
      {
        says: 'a hook that ignores 1 MiB on stdin blocks, one that closes it on 10 MB too',
        hooks: ['ignores-stdin', 'closes-stdin'],
        steps: (
          [
            ['ignores-stdin', 2 ** 20],
            ['closes-stdin', 10_000_000],
          ] as const
        ).map(([name, bytes]) => ({
          fire: 'PreToolUse',
          run: { args: ['--only', name] },
          payload: { tool_name: 'Write', tool_input: { file_path: 'a', content: 'x'.repeat(bytes) } },
          expect: {
            decision: 'block' as const,
            decidedBy: [`user/${name}`],
            ran: [name],
            outcomes: { [name]: 'blocking' },
          },
        })),
      },
      {
        says: 'a hook that reads 10 MB gets all of it',
        hooks: [{ name: 'hook', does: 'wc -c < "$run.stdin" > "$LOG/bytes"; rm "$run.stdin"' }],
        payload: { tool_name: 'Write', tool_input: { file_path: 'a', content: 'x'.repeat(10_000_000) } },
        expect: { ran: ['hook'], files: { 'log/bytes': /^\s*10000\d{3}\n$/ } },
      },
      {
        says: 'more than 12 MiB is a payload error, and no hook is started',
        hooks: [{ name: 'hook' }],
        payload: { tool_name: 'Bash', tool_input: { command: 'x'.repeat(12 * 2 ** 20) } },
        expect: { error: { code: 'PAYLOAD', message: /12 MiB/ }, ran: [] },
      },
    ],
  },
];
