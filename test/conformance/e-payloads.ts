import { approvedTable } from './approved-table.ts';
import { issues } from './issues.ts';
import type { Row } from './row.ts';

export const payloads: readonly Row[] = [
  {
    id: 'E1',
    source: 'Kodelet',
    says: 'A kodelet payload has `event`, `conv_id`, `cwd`, `invoked_by` and the fields of its event',
    pending: issues.seedSystems,
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
      { says: 'kodelet: both values', pending: issues.seedSystems },
    ],
  },
  {
    id: 'E3',
    source: 'Kodelet',
    says: 'before_tool_call has `tool_name`, `tool_input` and `tool_user_id`',
    pending: issues.seedSystems,
  },
  {
    id: 'E4',
    source: 'Kodelet',
    says: 'after_tool_call has `tool_output` too, and the effective input',
    pending: issues.seedSystems,
  },
  {
    id: 'E5',
    source: 'Kodelet K2',
    says: 'A tool output is a StructuredToolResult',
    pending: issues.seedSystems,
  },
  { id: 'E6', source: 'Kodelet', says: 'user_message_send has `message`', pending: issues.seedSystems },
  {
    id: 'E7',
    source: 'Kodelet',
    says: 'agent_stop has `messages`, `usage` and the settings of compaction',
    pending: issues.seedSystems,
  },
  {
    id: 'E8',
    source: 'Kodelet K2',
    says: 'after_turn has `turn_number` from 1, `tools_used` and `usage`, and no messages',
    pending: issues.seedSystems,
  },
  { id: 'E9', source: 'Kodelet K2', says: 'Usage has four token counts', pending: issues.seedSystems },
  {
    id: 'E10',
    source: 'ours (Kodelet)',
    says: '`recipe_name` is left out where it is empty',
    pending: issues.seedSystems,
  },
  {
    id: 'E11',
    source: 'MicroClaw RFC',
    says: 'BeforeLLMCall has provider, model, iteration, tool_count and messages',
    pending: issues.seedSystems,
  },
  {
    id: 'E12',
    source: 'MicroClaw RFC',
    says: 'BeforeToolCall has the tool name, arguments, session key and channel',
    pending: issues.seedSystems,
  },
  {
    id: 'E13',
    source: 'MicroClaw RFC',
    says: 'AfterToolCall has the tool name, arguments and result or error',
    pending: issues.seedSystems,
  },
  {
    id: 'E14',
    source: 'ours (the pattern page gives no shape)',
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
        expect: { sameStdin: ['in-hookmd', 'in-claude'] },
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
    source: 'ours (claude-code #42702)',
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
    source: 'ours (shipped MicroClaw)',
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
            changes: { HOOK_PHASE: 'transform' },
            guards: { HOOK_PHASE: 'guard' },
            observes: { HOOK_PHASE: 'observe' },
          },
          files: { 'log/kept': 'kept\n' },
        },
      },
      { says: 'microclaw: MICROCLAW_HOOK_EVENT and MICROCLAW_HOOK_NAME', pending: issues.seedSystems },
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
    source: 'ours',
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
