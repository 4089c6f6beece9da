import type { HookSpec, Json } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import { issues } from './issues.ts';
import { sampleHooks } from './microclaw-samples.ts';
import type { PendingCase, Row } from './row.ts';
import { kodelet, microclaw, rfc } from './seed-fronts.ts';
import { turnAt } from './turn-payload.ts';

const inALoop = (says: string): PendingCase => ({ says, pending: issues.library });

/** A hook that answers with a new tool input. */
const rewrites = (name: string, updatedInput: Json, front: HookSpec['front'] = {}): HookSpec => ({
  name,
  front,
  prints: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } },
});

const fileTool = {
  tool_name: 'mcp__files__write',
  tool_input: { path: 'a', mode: 'rw', env: { A: '1', B: '2' } },
} as const;
const refused = 'non_blocking_error CONTRACT_VIOLATION';

const bad = 'non_blocking_error BAD_OUTPUT';

/** A hook that may replace the conversation. */
const calls = (name: string, prints: Json): HookSpec => ({
  name,
  front: { modify: { Stop: 'messages', TurnEnd: 'messages' }, events: ['Stop', 'TurnEnd'] },
  prints,
});

/** Hooks of Kodelet that answer the end of the agent, and of a turn. */
const stops = (name: string, prints: Json): HookSpec => ({ name, front: { events: ['agent_stop'] }, prints });
const turns = (name: string, prints: Json): HookSpec => ({ name, front: { events: ['after_turn'] }, prints });

const modelCall = {
  provider: 'p',
  model: 'm',
  iteration: 1,
  tool_count: 3,
  messages: [
    { role: 'user', content: 'deploy it' },
    { role: 'assistant', content: '{"auth": {"token": "t0k3n-a"}, "token": "t0k3n-b", "n": 1.0}' },
  ],
} as const;

/** A hook that may hint and redact before a model call. */
const beforeModel = (name: string, said: Json, front: HookSpec['front'] = {}): HookSpec => ({
  name,
  front: { modify: { PreModelCall: ['hint', 'redact'] }, ...front },
  prints: { hookSpecificOutput: said },
});

const denied = (permissionDecisionReason: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
});

export const results: readonly Row[] = [
  {
    id: 'G1',
    source: 'Kodelet',
    says: '`{blocked, reason, input}` is the answer of before_tool_call',
    cases: [
      {
        says: 'kodelet: `blocked` and `reason` decide, `input` changes, `{"blocked": false}` is no opinion',
        hooks: [{ name: 'hook', front: { ...kodelet, env: ['LOG', 'SAID'] }, does: 'printf %s "$SAID"' }],
        steps: approvedTable(
          ['hook'],
          (
            [
              [
                { blocked: true, reason: 'no' },
                { decision: 'block', reason: 'no' },
              ],
              [
                { blocked: true },
                { decision: 'block', reason: 'blocked by hook', runs: { hook: { warnings: [/`reason`/] } } },
              ],
              [
                { blocked: false, reason: 'not needed', input: { command: 'ls -l' } },
                { input: { command: 'ls -l' }, changed: ['command'] },
              ],
              [{ blocked: false, reason: 'not needed' }, {}],
              [{ reason: 'no' }, {}],
              [{}, {}],
            ] as const
          ).map(([said, expected]) => ({
            fire: 'PreToolUse',
            run: { env: { SAID: JSON.stringify(said) } },
            expect: { ran: ['hook'], ...expected },
          })),
        ),
      },
      {
        says: 'kodelet: an event that Kodelet has no word for takes what it permits, in its words',
        event: 'PermissionRequest',
        hooks: [
          {
            name: 'hook',
            front: { ...kodelet, events: ['PermissionRequest'] },
            prints: { blocked: true, reason: 'no' },
          },
        ],
        expect: {
          decision: 'block',
          reason: 'no',
          stdinOf: { hook: { event: 'PermissionRequest', tool_name: 'bash', invoked_by: 'main' } },
        },
      },
    ],
  },
  {
    id: 'G2',
    source: 'Kodelet K1',
    says: '`input` left out or null keeps the original',
    cases: [
      {
        says: 'hookmd: `updatedInput: null` and no `updatedInput` keep the original',
        hooks: [
          rewrites('null', null, { modify: { PreToolUse: ['*'] } }),
          { name: 'none', front: { modify: { PreToolUse: ['*'] } }, prints: { hookSpecificOutput: {} } },
        ],
        expect: {
          input: { command: 'ls' },
          changed: [],
          outcomes: { null: 'success', none: 'success' },
          host: '',
        },
      },
      {
        says: 'kodelet: `input: null` and no `input` keep the original, and what another hook made of it',
        hooks: [
          { name: 'a-changes', front: kodelet, prints: { blocked: false, input: { command: 'ls -l' } } },
          { name: 'b-null', front: kodelet, prints: { blocked: false, input: null } },
          { name: 'c-none', front: kodelet, prints: { blocked: false } },
        ],
        expect: {
          input: { command: 'ls -l' },
          changed: ['command'],
          outcomes: { 'b-null': 'success', 'c-none': 'success' },
        },
      },
    ],
  },
  {
    id: 'G3',
    source: 'Kodelet',
    says: '`output` left out or null keeps the original',
    cases: [
      {
        says: 'hookmd: `updatedToolOutput: null` keeps the original',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedToolOutput: null } },
          },
        ],
        expect: { output: null, changed: [], outcomes: { hook: 'success' }, host: '' },
      },
      {
        says: 'kodelet: `output` left out or null, and silence, keep what an earlier hook made of it',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'a-redacts',
            front: { events: ['after_tool_call'] },
            prints: { output: { toolName: 'bash', success: true, metadata: { output: '[gone]' } } },
          },
          { name: 'b-null', front: { events: ['after_tool_call'] }, prints: { output: null } },
          { name: 'c-none', front: { events: ['after_tool_call'] }, prints: {} },
          { name: 'd-silent', front: { events: ['after_tool_call'] } },
          { name: 'e-fails', front: { events: ['after_tool_call'] }, prints: '{"output"', exits: 0 },
        ],
        expect: {
          output: '[gone]',
          changed: ['tool_response'],
          stdinOf: { 'd-silent': { tool_output: { metadata: { output: '[gone]' } } } },
          outcomes: { 'b-null': 'success', 'c-none': 'success', 'd-silent': 'success' },
          failedOpen: ['user/e-fails'],
        },
      },
    ],
  },
  {
    id: 'G4',
    source: 'Kodelet',
    says: 'Follow-ups become messages of the user, and the loop goes on',
    cases: [
      {
        says: 'hookmd: `followUps` reach the host; none lets the agent stop',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { followUps: ['run the tests', 'commit'] } }],
        expect: {
          followUps: ['run the tests', 'commit'],
          host: { decision: 'block', reason: 'run the tests\n\ncommit' },
        },
      },
      {
        says: 'kodelet: `follow_up_messages` reach the host; an empty list lets the agent stop',
        event: 'Stop',
        hooks: [
          stops('a', { follow_up_messages: ['run the tests', 'commit'] }),
          stops('b', { follow_up_messages: [] }),
        ],
        expect: {
          followUps: ['run the tests', 'commit'],
          host: { decision: 'block', reason: 'run the tests\n\ncommit' },
        },
      },
      {
        says: 'kodelet: `agent_stop` is told what the host says of the conversation, so that an answer can depend on it',
        event: 'Stop',
        hooks: [
          {
            ...stops('a', {}),
            does: `grep -q '"content":"fixed"' "$run.stdin" && echo '{"follow_up_messages":["and the tests?"]}'; exit 0`,
          },
        ],
        payload: { messages: [{ role: 'assistant', content: 'fixed' }] },
        expect: { followUps: ['and the tests?'] },
      },
      inALoop('one more turn with the follow-up as message'),
    ],
  },
  {
    id: 'G5',
    source: 'ours',
    says: 'The number of continuations that hooks cause is bounded',
    cases: [
      {
        says: 'a hook that always answers stops at the cap, and that is reported; it counts anew when the user speaks',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { followUps: ['go on', 'and on'] } }],
        config: { hooks: { maxFollowUps: 2 } },
        steps: [
          ...[0, 1].map((continuations) => ({
            fire: 'Stop',
            expect: {
              followUps: ['go on', 'and on'],
              stdinOf: { hook: { continuations, stop_hook_active: continuations > 0 } },
            },
          })),
          {
            fire: 'Stop',
            expect: {
              dropped: [/2 follow-ups.*2 times in a row.*maxFollowUps/],
              userMessages: [/2 times in a row/],
              journal: { dropped: [/maxFollowUps/] },
            },
          },
          { fire: 'Stop', expect: { dropped: [/maxFollowUps/] } },
          { fire: 'Stop', payload: { session_id: 'other' }, expect: { followUps: ['go on', 'and on'] } },
          { fire: 'UserPromptSubmit' },
          { fire: 'Stop', expect: { followUps: ['go on', 'and on'] } },
        ],
      },
      {
        says: 'an agent that tells when hooks keep it going ends the row by saying no, one that never says yes does not',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { decision: 'block', reason: 'go on' } }],
        config: { hooks: { maxFollowUps: 2 } },
        steps: [
          ...[false, true].map((stop_hook_active) => ({
            fire: 'Stop',
            payload: { stop_hook_active },
            expect: { followUps: ['go on'] },
          })),
          {
            fire: 'Stop',
            payload: { stop_hook_active: true },
            expect: { dropped: [/maxFollowUps/], userMessages: [/in a row/] },
          },
          { fire: 'Stop', payload: { stop_hook_active: false }, expect: { followUps: ['go on'] } },
          ...[1, 2].map(() => ({
            fire: 'Stop',
            payload: { session_id: 'never yes', stop_hook_active: false },
            expect: { followUps: ['go on'] },
          })),
          {
            fire: 'Stop',
            payload: { session_id: 'never yes', stop_hook_active: false },
            expect: { dropped: [/maxFollowUps/], userMessages: [/in a row/] },
          },
        ],
      },
      {
        says: 'sub-agents are counted one by one',
        event: 'SubagentStop',
        hooks: [{ name: 'hook', prints: { decision: 'block', reason: 'go on' } }],
        config: { hooks: { maxFollowUps: 1 } },
        steps: ['a', 'b'].flatMap((agent_id) => [
          { fire: 'SubagentStop', payload: { agent_id, agent_type: 't' }, expect: { followUps: ['go on'] } },
          {
            fire: 'SubagentStop',
            payload: { agent_id, agent_type: 't' },
            expect: { dropped: [/maxFollowUps/], userMessages: [/in a row/] },
          },
        ]),
      },
      {
        says: 'where nothing can be counted, an agent that says a hook keeps it going is let go',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { decision: 'block', reason: 'go on' } }],
        files: { 'home/.local/state/hookmd/sessions': 'a file in place of the folder' },
        steps: [
          { fire: 'Stop', expect: { followUps: ['go on'], stderr: /cannot be remembered/ } },
          {
            fire: 'Stop',
            payload: { stop_hook_active: true },
            expect: {
              dropped: [/cannot be counted/],
              userMessages: [/cannot be counted/],
              stderr: /remembered/,
            },
          },
        ],
      },
      inALoop('a loop ends at the cap'),
    ],
  },
  {
    id: 'G6',
    source: 'Kodelet K2',
    says: 'The follow-ups of all hooks are taken, in order',
    cases: [
      {
        says: 'hookmd: one and two make three, in plan order, whoever answers first',
        event: 'Stop',
        hooks: [
          {
            name: 'a',
            does: 'until [ -e "$LOG/b-done" ]; do sleep 0.02; done',
            prints: { followUps: ['1'] },
          },
          { name: 'b', prints: { followUps: ['2', '3'] }, does: 'touch "$LOG/b-done"' },
        ],
        expect: { followUps: ['1', '2', '3'] },
      },
      {
        says: 'kodelet: one and two make three, beside those of another convention',
        event: 'Stop',
        hooks: [
          stops('a', { follow_up_messages: ['1'] }),
          stops('b', { follow_up_messages: ['2', '3'] }),
          { name: 'c', prints: { followUps: ['4'] } },
        ],
        expect: { followUps: ['1', '2', '3', '4'] },
      },
    ],
  },
  {
    id: 'G7',
    source: 'MicroClaw RFC',
    says: 'Only keys that are allowed may change; one key outside refuses the whole change',
    cases: [
      {
        says: 'a change of an allowed key applies',
        hooks: [
          rewrites('hook', { ...fileTool.tool_input, path: 'b' }, { modify: { PreToolUse: ['path'] } }),
        ],
        payload: fileTool,
        expect: {
          input: { ...fileTool.tool_input, path: 'b' },
          changed: ['path'],
          runs: { hook: { outcome: 'success', changed: ['path'] } },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              updatedInput: { ...fileTool.tool_input, path: 'b' },
            },
          },
        },
      },
      {
        says: 'a change of an allowed key and another one changes neither',
        hooks: [
          rewrites(
            'hook',
            { ...fileTool.tool_input, path: 'b', mode: 'r' },
            { modify: { PreToolUse: ['path'] } },
          ),
        ],
        payload: fileTool,
        expect: {
          input: fileTool.tool_input,
          changed: [],
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' },
          runs: { hook: { reason: /mode.*may change path/, changed: [] } },
          host: { systemMessage: /user\/hook failed/ },
        },
      },
      {
        says: 'returning keys unchanged is fine, also for a hook that may change nothing',
        hooks: [
          rewrites('changes', fileTool.tool_input, { modify: { PreToolUse: ['path'] } }),
          rewrites('guards', fileTool.tool_input),
        ],
        payload: fileTool,
        expect: {
          input: fileTool.tool_input,
          changed: [],
          outcomes: { changes: 'success', guards: 'success' },
        },
      },
      {
        says: 'a key that is added or removed is a change of that key',
        hooks: [
          rewrites('adds', { ...fileTool.tool_input, more: 1 }, { modify: { PreToolUse: ['path'] } }),
          rewrites('removes', { path: 'a', mode: 'rw' }, { modify: { PreToolUse: ['path'] } }),
        ],
        payload: fileTool,
        expect: {
          input: fileTool.tool_input,
          failedOpen: ['user/adds', 'user/removes'],
          outcomes: {
            adds: 'non_blocking_error CONTRACT_VIOLATION',
            removes: 'non_blocking_error CONTRACT_VIOLATION',
          },
          runs: { adds: { reason: /more/ }, removes: { reason: /env/ } },
        },
      },
      {
        says: 'one dotted level may be allowed: `env.A`, or `env.*`',
        hooks: [
          rewrites(
            'one',
            { ...fileTool.tool_input, env: { A: 'x', B: '2' } },
            { modify: { PreToolUse: ['env.A'] } },
          ),
          rewrites(
            'other',
            { ...fileTool.tool_input, env: { A: 'x', B: 'y' } },
            { modify: { PreToolUse: ['env.A'] } },
          ),
          rewrites(
            'star',
            { ...fileTool.tool_input, env: { A: 'x', B: 'z' } },
            { modify: { PreToolUse: ['env.*'] }, priority: 200 },
          ),
        ],
        payload: fileTool,
        expect: {
          input: { ...fileTool.tool_input, env: { A: 'x', B: 'z' } },
          changed: ['env.A', 'env.B'],
          failedOpen: ['user/other'],
          outcomes: { one: 'success', other: 'non_blocking_error CONTRACT_VIOLATION', star: 'success' },
        },
      },
      {
        says: '`*` allows every key',
        hooks: [rewrites('hook', { path: 'z' }, { modify: { PreToolUse: ['*'] } })],
        payload: fileTool,
        expect: { input: { path: 'z' }, changed: ['env', 'mode', 'path'] },
      },
      {
        says: 'the policy of the user narrows what a manifest declares, and a project may narrow further',
        hooks: [rewrites('hook', { ...fileTool.tool_input, path: 'b' }, { modify: { PreToolUse: ['*'] } })],
        files: { 'project/.hookmd/config.yaml': 'allow: { modify: { mcp__files__write: [mode] } }\n' },
        config: { allow: { modify: { mcp__files__write: ['path', 'mode'] } } },
        payload: fileTool,
        expect: {
          input: fileTool.tool_input,
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' },
          runs: { hook: { reason: /path.*may change mode/ } },
        },
      },
      {
        says: 'with `onFailure: block` a refused change blocks the call',
        hooks: [rewrites('hook', { path: 'b' }, { modify: { PreToolUse: ['path'] }, onFailure: 'block' })],
        payload: fileTool,
        expect: {
          decision: 'block',
          reason: /env, mode|mode, env|changed/,
          outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' },
        },
      },
      {
        says: 'microclaw-rfc and microclaw: without a policy nothing is listed, and the refusal says where to list it',
        hooks: [
          { name: 'in-rfc', front: rfc, prints: { arguments: { command: 'ls -a' } } },
          {
            name: 'in-shipped',
            front: microclaw,
            prints: { action: 'modify', patch: { tool_input: { command: 'ls -a' } } },
          },
        ],
        expect: {
          failedOpen: ['user/in-rfc', 'user/in-shipped'],
          outcomes: {
            'in-rfc': 'non_blocking_error CONTRACT_VIOLATION',
            'in-shipped': 'non_blocking_error CONTRACT_VIOLATION',
          },
          runs: { 'in-rfc': { reason: /list its keys under `allow\.modify` in your config\.yaml$/ } },
        },
      },
      {
        says: 'microclaw-rfc: the allowlist of the policy: a listed key applies, another one changes neither',
        hooks: [{ name: 'hook', front: { ...rfc, env: ['LOG', 'SAID'] }, does: 'printf %s "$SAID"' }],
        config: { allow: { modify: { mcp__files__write: ['path'] } } },
        steps: approvedTable(
          ['hook'],
          (
            [
              [{ path: 'b' }, { input: { ...fileTool.tool_input, path: 'b' }, changed: ['path'] }],
              [
                { path: 'b', mode: 'r' },
                {
                  failedOpen: ['user/hook'],
                  outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' },
                  runs: { hook: { reason: /changed mode, may change path/ } },
                },
              ],
              [{}, { outcomes: { hook: 'success' } }],
            ] as const
          ).map(([change, expected]) => ({
            fire: 'PreToolUse',
            run: { env: { SAID: JSON.stringify({ arguments: { ...fileTool.tool_input, ...change } }) } },
            payload: fileTool,
            expect: expected,
          })),
        ),
      },
    ],
  },
  {
    id: 'G8',
    source: 'MicroClaw RFC',
    says: 'A hook that may only redact may replace text by a redacted value, and nothing else',
    cases: [
      {
        says: 'hookmd: replacing a part of a text by `[redacted]` is accepted',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'redact' } },
            prints: {
              hookSpecificOutput: { updatedToolOutput: { stdout: 'key=[redacted:aws] ok', code: 0 } },
            },
          },
        ],
        payload: {
          tool_name: 'Bash',
          tool_input: { command: 'env' },
          tool_response: { stdout: 'key=hunter2222 ok', code: 0 },
        },
        expect: { output: { stdout: 'key=[redacted:aws] ok', code: 0 }, changed: ['tool_response'] },
      },
      {
        says: 'hookmd: adding a key, removing one, a free edit and another number are refused',
        event: 'PostToolUse',
        hooks: (
          [
            ['adds', { stdout: 'key=hunter2222', code: 0, more: 1 }],
            ['removes', { stdout: '[redacted]' }],
            ['edits', { stdout: 'key=[redacted] and more', code: 0 }],
            ['numbers', { stdout: 'key=hunter2222', code: 1 }],
          ] as const
        ).map(([name, updatedToolOutput]) => ({
          name,
          front: { modify: { PostToolUse: 'redact' } },
          prints: { hookSpecificOutput: { updatedToolOutput } },
        })),
        payload: {
          tool_name: 'Bash',
          tool_input: { command: 'env' },
          tool_response: { stdout: 'key=hunter2222', code: 0 },
        },
        expect: {
          failedOpen: ['user/adds', 'user/edits', 'user/numbers', 'user/removes'],
          outcomes: {
            adds: 'non_blocking_error CONTRACT_VIOLATION',
            removes: 'non_blocking_error CONTRACT_VIOLATION',
            edits: 'non_blocking_error CONTRACT_VIOLATION',
            numbers: 'non_blocking_error CONTRACT_VIOLATION',
          },
        },
      },
      {
        says: 'microclaw-rfc: AfterToolCall may redact by a new result, and do nothing else to it',
        event: 'PostToolUse',
        hooks: (
          [
            ['a-redacts', { stdout: 'key=[redacted] ok', code: 0 }],
            ['b-adds', { stdout: 'key=[redacted] ok', code: 0, more: 1 }],
            ['c-removes', { stdout: 'key=[redacted] ok' }],
            ['d-edits', { stdout: 'key=nothing ok', code: 0 }],
          ] as const
        ).map(([name, result]) => ({
          name,
          front: { ...rfc, events: ['AfterToolCall'] },
          prints: { result },
        })),
        payload: {
          tool_name: 'Bash',
          tool_input: { command: 'env' },
          tool_response: { stdout: 'key=hunter2222 ok', code: 0 },
        },
        expect: {
          output: { stdout: 'key=[redacted] ok', code: 0 },
          changed: ['tool_response'],
          failedOpen: ['user/b-adds', 'user/c-removes', 'user/d-edits'],
          outcomes: {
            'a-redacts': 'success',
            'b-adds': 'non_blocking_error CONTRACT_VIOLATION',
            'c-removes': 'non_blocking_error CONTRACT_VIOLATION',
            'd-edits': 'non_blocking_error CONTRACT_VIOLATION',
          },
        },
      },
      {
        says: 'microclaw-rfc: the error of a tool that failed may be redacted too',
        event: 'PostToolUseFailure',
        hooks: [
          {
            name: 'hook',
            front: { ...rfc, events: ['AfterToolCall'] },
            prints: { error: 'bad token [redacted]' },
          },
        ],
        payload: { tool_name: 'Bash', tool_input: { command: 'env' }, error: 'bad token 12345' },
        expect: { output: 'bad token [redacted]', changed: ['error'] },
      },
    ],
  },
  {
    id: 'G9',
    source: 'MicroClaw RFC',
    says: 'Before a model call a hook may append a hint and redact known keys, nothing else',
    cases: [
      {
        says: 'a hint is appended behind the messages, and what stands under a known key is redacted',
        event: 'PreModelCall',
        hooks: [
          beforeModel('a-both', { hint: 'never push', redact: ['auth.token'] }, { redactKeys: ['token'] }),
          beforeModel('b-next', { hint: 'be short' }),
          { name: 'c-guard' },
          { name: 'd-observer', front: { observe: true } },
        ],
        payload: modelCall,
        expect: {
          messages: [
            { role: 'user', content: 'deploy it' },
            { role: 'assistant', content: '{"auth": {"token": "[redacted]"}, "token": "t0k3n-b", "n": 1.0}' },
            { role: 'user', content: 'never push' },
            { role: 'user', content: 'be short' },
          ],
          hints: ['never push', 'be short'],
          changed: ['messages', 'hint'],
          ran: ['a-both', 'b-next', 'a-both/recheck', 'c-guard', 'd-observer'],
          stdinOf: {
            'a-both': { messages: [{}, { content: /t0k3n-a/ }] },
            'b-next': {
              messages: [{}, { content: /^(?!.*t0k3n-a).*\[redacted\]/ }, { content: 'never push' }],
            },
            'c-guard': { messages: [{}, {}, {}, { content: 'be short' }] },
            'd-observer': { messages: [{}, { content: /^(?!.*t0k3n-a)/ }, {}, {}] },
          },
          runs: { 'a-both': { changed: ['messages', 'hint'] }, 'b-next': { changed: ['hint'] } },
        },
      },
      {
        says: 'a key that is not known, one that is written wrong, and what is not declared refuse the whole change',
        event: 'PreModelCall',
        hooks: [
          beforeModel('foreign', { hint: 'x', redact: ['token', 'content'] }, { redactKeys: ['token'] }),
          beforeModel('role', { redact: ['role'] }, { redactKeys: ['role'] }),
          beforeModel('prototype', { redact: ['__proto__'] }, { redactKeys: ['token'] }),
          beforeModel('hints-only', { redact: ['token'] }, { modify: { PreModelCall: 'hint' } }),
          beforeModel('nothing', { hint: 'x' }, { modify: {} }),
        ],
        payload: modelCall,
        expect: {
          failedOpen: ['user/foreign', 'user/hints-only', 'user/prototype', 'user/role', 'user/nothing'],
          outcomes: {
            foreign: refused,
            role: refused,
            prototype: refused,
            'hints-only': refused,
            nothing: refused,
          },
          runs: {
            foreign: { reason: /redacted content, may redact token.*redactKeys/ },
            'hints-only': { reason: /may change hint/ },
          },
        },
      },
      {
        says: 'without `redactKeys` the usual names of secrets are known',
        event: 'PreModelCall',
        hooks: [beforeModel('usual', { redact: ['token'] }), beforeModel('unusual', { redact: ['auth'] })],
        payload: modelCall,
        expect: {
          messages: [
            { role: 'user', content: 'deploy it' },
            {
              role: 'assistant',
              content: '{"auth": {"token": "[redacted]"}, "token": "[redacted]", "n": 1.0}',
            },
          ],
          changed: ['messages'],
          failedOpen: ['user/unusual'],
          outcomes: { unusual: refused },
        },
      },
      {
        says: 'a block discards both',
        event: 'PreModelCall',
        hooks: [beforeModel('a-hints', { hint: 'x' }), { name: 'b-blocks', stderr: 'no', exits: 2 }],
        payload: modelCall,
        expect: { decision: 'block', reason: 'no' },
      },
      {
        says: 'microclaw-rfc: `hint` and `redact` of usual keys, without a word in the manifest; of another key not',
        event: 'PreModelCall',
        hooks: [
          {
            name: 'a-usual',
            front: { ...rfc, events: ['BeforeLLMCall'] },
            prints: { hint: 'no secrets', redact: ['token', 'auth.token'] },
          },
          {
            name: 'b-unusual',
            front: { ...rfc, events: ['BeforeLLMCall'] },
            prints: { redact: ['auth'] },
          },
        ],
        payload: modelCall,
        expect: {
          messages: [
            { role: 'user', content: 'deploy it' },
            {
              role: 'assistant',
              content: '{"auth": {"token": "[redacted]"}, "token": "[redacted]", "n": 1.0}',
            },
            { role: 'user', content: 'no secrets' },
          ],
          hints: ['no secrets'],
          changed: ['messages', 'hint'],
          failedOpen: ['user/b-unusual'],
          outcomes: { 'b-unusual': refused },
        },
      },
      {
        says: 'microclaw: what is appended to the prompt is a hint, a prompt written anew is ignored with a warning',
        event: 'PreModelCall',
        hooks: [
          {
            name: 'a-appends',
            front: { ...microclaw, events: ['BeforeLLMCall'] },
            prints: { action: 'modify', patch: { system_prompt: 'be kind\n\nno secrets' } },
          },
          {
            name: 'b-replaces',
            front: { ...microclaw, events: ['BeforeLLMCall'] },
            prints: { action: 'modify', patch: { system_prompt: 'be evil' } },
          },
        ],
        payload: { ...modelCall, system_prompt: 'be kind' },
        expect: {
          messages: [...modelCall.messages, { role: 'user', content: 'no secrets' }],
          hints: ['no secrets'],
          changed: ['hint'],
          runs: { 'b-replaces': { warnings: [/`patch.system_prompt` must be the prompt with something/] } },
        },
      },
    ],
  },
  {
    id: 'G10',
    source: 'MicroClaw RFC',
    says: 'An invalid change is rejected, the original is kept, and the run has failed',
    cases: [
      {
        says: 'an input that is no object, and a hook event name that is no text, are failures',
        hooks: [
          rewrites('list', [1], { modify: { PreToolUse: ['*'] } }),
          rewrites('text', 'ls -l', { modify: { PreToolUse: ['*'] } }),
          {
            name: 'name',
            front: { modify: { PreToolUse: ['*'] } },
            prints: { hookSpecificOutput: { hookEventName: 7 } },
          },
        ],
        expect: {
          input: { command: 'ls' },
          failedOpen: ['user/list', 'user/name', 'user/text'],
          outcomes: {
            list: 'non_blocking_error BAD_OUTPUT',
            text: 'non_blocking_error BAD_OUTPUT',
            name: 'non_blocking_error BAD_OUTPUT',
          },
          host: { systemMessage: /user\/list failed/ },
        },
      },
      {
        says: 'a known tool keeps its required arguments and their types',
        hooks: [
          rewrites('missing', { description: 'x' }, { modify: { PreToolUse: ['*'] } }),
          rewrites('number', { command: 7 }, { modify: { PreToolUse: ['*'] } }),
        ],
        expect: {
          input: { command: 'ls' },
          failedOpen: ['user/missing', 'user/number'],
          outcomes: {
            missing: 'non_blocking_error CONTRACT_VIOLATION',
            number: 'non_blocking_error CONTRACT_VIOLATION',
          },
          runs: { missing: { reason: /command/ }, number: { reason: /command/ } },
        },
      },
      {
        says: 'a hook that declares no `modify` cannot change anything',
        hooks: [rewrites('hook', { command: 'rm -rf /' })],
        expect: {
          input: { command: 'ls' },
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' },
          runs: { hook: { reason: /modify/ } },
        },
      },
      {
        says: 'keys that reach into prototypes are a bad answer',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PreToolUse: ['*'] } },
            prints: '{"hookSpecificOutput":{"updatedInput":{"command":"ls","__proto__":{"polluted":true}}}}',
          },
        ],
        expect: {
          input: { command: 'ls' },
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error BAD_OUTPUT' },
        },
      },
    ],
  },
  {
    id: 'G11',
    source: 'MicroClaw RFC (non-goal)',
    says: 'BeforeLLMCall cannot replace the messages',
    cases: [
      {
        says: 'an answer with `messages`, or with `callback`, is a failure, and the messages stay',
        event: 'PreModelCall',
        hooks: [
          {
            name: 'a-messages',
            front: { modify: { PreModelCall: ['hint', 'redact'] } },
            prints: { messages: [] },
          },
          {
            name: 'b-callback',
            front: { modify: { PreModelCall: ['hint', 'redact'] } },
            prints: { callback: 'compact' },
          },
          {
            name: 'c-other-name',
            front: { events: ['BeforeLLMCall'], protocol: 'hookmd' },
            prints: { messages: [{ role: 'user', content: 'mine' }] },
          },
        ],
        payload: modelCall,
        expect: {
          failedOpen: ['user/a-messages', 'user/b-callback', 'user/c-other-name'],
          outcomes: {
            'a-messages': 'non_blocking_error BAD_OUTPUT',
            'b-callback': 'non_blocking_error BAD_OUTPUT',
            'c-other-name': 'non_blocking_error BAD_OUTPUT',
          },
          runs: { 'a-messages': { reason: /`messages` belongs to another event than PreModelCall/ } },
        },
      },
      {
        says: 'microclaw-rfc and microclaw: messages mean nothing at BeforeLLMCall, with a warning',
        event: 'PreModelCall',
        hooks: [
          {
            name: 'in-rfc',
            front: { ...rfc, events: ['BeforeLLMCall'] },
            prints: { messages: [] },
          },
          {
            name: 'in-microclaw',
            front: { ...microclaw, events: ['BeforeLLMCall'] },
            prints: { action: 'modify', patch: { messages: [] } },
          },
        ],
        payload: modelCall,
        expect: {
          runs: {
            'in-rfc': { outcome: 'success', warnings: [/`messages` means nothing at BeforeLLMCall/] },
            'in-microclaw': { outcome: 'success', warnings: [/`patch.messages` means nothing/] },
          },
        },
      },
    ],
  },
  {
    id: 'G12',
    source: 'Kodelet K2',
    says: 'A hook that may replace the messages does so at the end of a turn',
    cases: [
      {
        says: 'hookmd: `messages` reach the decision with `modify: messages`, none is no change, and without it they are refused',
        event: 'TurnEnd',
        hooks: [
          { name: 'a-empty', front: { modify: { TurnEnd: 'messages' } }, prints: { messages: [] } },
          {
            name: 'b-may',
            front: { modify: { TurnEnd: 'messages' } },
            prints: { messages: [{ role: 'user', content: 'summary' }] },
          },
          { name: 'c-may-not', prints: { messages: [{ role: 'user', content: 'mine' }] } },
        ],
        payload: { turn_number: 1, tools_used: false, auto_compact_enabled: false },
        expect: {
          messages: [{ role: 'user', content: 'summary' }],
          failedOpen: ['user/c-may-not'],
          outcomes: { 'a-empty': 'success', 'c-may-not': 'non_blocking_error CONTRACT_VIOLATION' },
        },
      },
      {
        says: 'kodelet: `result: mutate` replaces them, messages without it and an empty list do not',
        event: 'TurnEnd',
        hooks: [
          turns('a-empty', { result: 'mutate', messages: [] }),
          turns('b-none', { messages: [{ role: 'user', content: 'mine' }] }),
          turns('c-mutates', { result: 'mutate', messages: [{ role: 'user', content: 'summary' }] }),
          turns('d-system', { result: 'mutate', messages: [{ role: 'system', content: 'x' }] }),
          turns('e-other', { result: 'replace', messages: [{ role: 'user', content: 'x' }] }),
        ],
        payload: turnAt(0),
        expect: {
          messages: [{ role: 'user', content: 'summary' }],
          failedOpen: ['user/d-system', 'user/e-other'],
          outcomes: { 'a-empty': 'success', 'b-none': 'success', 'd-system': bad, 'e-other': bad },
          runs: { 'e-other': { reason: /`result` must be "continue", "mutate" or "callback"/ } },
        },
      },
      inALoop('the history is replaced at once and kept'),
    ],
  },
  {
    id: 'G13',
    source: 'Kodelet K2',
    says: '`result: callback` runs the named recipe with arguments of text',
    cases: [
      {
        says: 'hookmd: `callback` and `callbackArgs` reach the decision with `modify: messages`',
        event: 'Stop',
        hooks: [calls('hook', { callback: 'compact', callbackArgs: { keep: '10', style: 'short' } })],
        expect: {
          callback: { name: 'compact', args: { keep: '10', style: 'short' } },
          runs: { hook: { phase: 'transform', reason: 'calls for the recipe compact' } },
        },
      },
      {
        says: 'hookmd: arguments that are no texts, no name, and messages beside it are bad answers; without `modify` it is refused',
        event: 'TurnEnd',
        hooks: [
          calls('a-number', { callback: 'compact', callbackArgs: { keep: 10 } }),
          calls('b-list', { callback: 'compact', callbackArgs: ['x'] }),
          calls('c-args-alone', { callbackArgs: { a: 'b' } }),
          calls('d-no-name', { callback: '' }),
          calls('e-both', { callback: 'compact', messages: [{ role: 'user', content: 'x' }] }),
          calls('f-system', { messages: [{ role: 'system', content: 'x' }] }),
          calls('g-prototype', '{"callback":"compact","callbackArgs":{"__proto__":"x"}}'),
          { name: 'h-undeclared', prints: { callback: 'compact' } },
        ],
        payload: turnAt(0),
        expect: {
          failedOpen: [
            'user/a-number',
            'user/b-list',
            'user/c-args-alone',
            'user/d-no-name',
            'user/e-both',
            'user/f-system',
            'user/g-prototype',
            'user/h-undeclared',
          ],
          outcomes: {
            'a-number': bad,
            'b-list': bad,
            'c-args-alone': bad,
            'd-no-name': bad,
            'e-both': bad,
            'f-system': bad,
            'g-prototype': bad,
            'h-undeclared': refused,
          },
          runs: { 'e-both': { reason: /`messages` and `callback` exclude each other/ } },
        },
      },
      {
        says: 'an agent that runs no recipes receives none, and that is recorded',
        event: 'Stop',
        hooks: [
          calls('a', { callback: 'compact' }),
          calls('b', { messages: [{ role: 'user', content: 'x' }] }),
        ],
        steps: [
          { hooks: 'enable a b --yes' },
          {
            hooks: 'run Stop --agent claude-code',
            stdin: '{"hook_event_name":"Stop","session_id":"s"}',
            stdout: '',
          },
          {
            hooks: 'trace --last --json',
            json: {
              hooks: [{ outcome: 'success' }, { outcome: 'success' }],
              dropped: [/callback by user\/a: this agent cannot/, /messages by user\/b: this agent cannot/],
            },
          },
        ],
      },
      {
        says: 'kodelet: `result: callback` and `callback_args` reach the decision; arguments that are no texts do not',
        event: 'Stop',
        hooks: [
          stops('a-number', { result: 'callback', callback: 'compact', callback_args: { keep: 10 } }),
          stops('b-no-name', { result: 'callback', callback: '' }),
          stops('c-calls', { result: 'callback', callback: 'compact', callback_args: { keep: '10' } }),
        ],
        expect: {
          callback: { name: 'compact', args: { keep: '10' } },
          failedOpen: ['user/a-number', 'user/b-no-name'],
          outcomes: { 'a-number': bad, 'b-no-name': bad },
        },
      },
      inALoop('the text of the recipe becomes the history'),
    ],
  },
  {
    id: 'G14',
    source: 'Kodelet K2',
    says: '`result: continue`, or none, means follow-ups',
    cases: [
      {
        says: 'kodelet: `continue`, the empty text, null and no `result` are the same',
        event: 'Stop',
        hooks: [
          stops('a', { result: 'continue', follow_up_messages: ['1'] }),
          stops('b', { result: '', follow_up_messages: ['2'] }),
          stops('c', { result: null, follow_up_messages: ['3'] }),
          stops('d', { follow_up_messages: ['4'] }),
        ],
        expect: { followUps: ['1', '2', '3', '4'] },
      },
    ],
  },
  {
    id: 'G15',
    source: 'Kodelet K2',
    says: 'The first replacement wins; later ones and follow-ups are dropped, and said',
    cases: [
      {
        says: 'hookmd: of two replacements the first in plan order counts',
        event: 'Stop',
        hooks: [
          {
            name: 'a',
            front: { modify: { Stop: 'messages' } },
            prints: { messages: [{ role: 'user', content: 'first' }] },
          },
          {
            name: 'b',
            front: { modify: { Stop: 'messages' } },
            prints: { messages: [{ role: 'user', content: 'second' }] },
          },
          { name: 'c', prints: { followUps: ['go on'] } },
        ],
        expect: {
          messages: [{ role: 'user', content: 'first' }],
          followUps: [],
          dropped: [/user\/b/, /1 follow-up/],
        },
      },
      {
        says: 'hookmd: a callback and messages exclude each other in the same way, and an empty list says nothing',
        event: 'TurnEnd',
        hooks: [
          calls('a-empty', { messages: [] }),
          calls('b-callback', { callback: 'compact' }),
          calls('c-messages', { messages: [{ role: 'user', content: 'late' }] }),
        ],
        payload: turnAt(0),
        expect: {
          callback: { name: 'compact', args: {} },
          ran: ['a-empty', 'b-callback', 'c-messages'],
          dropped: [/replaced messages by user\/c-messages: an earlier hook replaced them/],
        },
      },
      {
        says: 'hookmd: a halt wins over all of them',
        event: 'Stop',
        hooks: [
          calls('a', { messages: [{ role: 'user', content: 'x' }] }),
          { name: 'b', prints: { followUps: ['go on'] } },
          { name: 'c', prints: { continue: false, stopReason: 'enough' } },
        ],
        expect: {
          decidedBy: ['user/c'],
          halt: { reason: 'enough' },
          dropped: [/user\/a: the agent is stopped/, /1 follow-up.*the agent is stopped/],
        },
      },
      {
        says: 'kodelet: of two `mutate` the first counts, and follow-ups are dropped',
        event: 'Stop',
        hooks: [
          stops('a', { result: 'mutate', messages: [{ role: 'user', content: 'first' }] }),
          stops('b', { result: 'mutate', messages: [{ role: 'user', content: 'second' }] }),
          stops('c', { follow_up_messages: ['go on'] }),
        ],
        expect: {
          messages: [{ role: 'user', content: 'first' }],
          dropped: [/user\/b/, /1 follow-up/],
        },
      },
    ],
  },
  {
    id: 'G16',
    source: 'ours',
    says: 'An unknown recipe is an error in the log, and the history stays',
    cases: [
      {
        says: 'the run has failed, follow-ups beside it do not count, and another hook may still replace the messages',
        event: 'Stop',
        hooks: [
          calls('a', { callback: 'compcat', followUps: ['go on'] }),
          calls('b', { messages: [{ role: 'user', content: 'summary' }] }),
        ],
        expect: {
          messages: [{ role: 'user', content: 'summary' }],
          failedOpen: ['user/a'],
          outcomes: { a: 'non_blocking_error RECIPE_UNKNOWN' },
          journal: {
            failedOpen: ['user/a'],
            hooks: [
              { name: 'a', reason: 'called for the recipe "compcat"; local has compact' },
              { name: 'b', outcome: 'success' },
            ],
          },
        },
      },
      {
        says: 'the caller says which recipes it has',
        event: 'Stop',
        hooks: [calls('a', { callback: 'compact' }), calls('b', { callback: 'summary' })],
        run: { args: ['--recipe', 'summary', '--recipe', 'review'] },
        expect: {
          callback: { name: 'summary', args: {} },
          failedOpen: ['user/a'],
          runs: { a: { reason: 'called for the recipe "compact"; local has summary, review' } },
        },
      },
    ],
  },
  {
    id: 'G17',
    source: 'pattern page',
    says: '`continue: false` stops the agent; the outcome is blocking',
    cases: [
      {
        says: 'on a gate event it blocks too',
        hooks: [{ name: 'hook', prints: { continue: false, stopReason: 'budget spent' } }],
        expect: {
          decision: 'block',
          reason: 'budget spent',
          halt: { reason: 'budget spent' },
          outcomes: { hook: 'blocking' },
          host: { continue: false, stopReason: 'budget spent', ...denied('budget spent') },
        },
      },
      {
        says: 'on a result event it stops the agent, and the result stands',
        event: 'PostToolUse',
        hooks: [{ name: 'hook', prints: { continue: false, stopReason: 'enough' } }],
        expect: {
          halt: { reason: 'enough' },
          decidedBy: ['user/hook'],
          exit: 1,
          outcomes: { hook: 'blocking' },
          host: { continue: false, stopReason: 'enough' },
        },
      },
      {
        says: 'on a settle event it beats follow-ups',
        event: 'Stop',
        hooks: [
          { name: 'a', prints: { followUps: ['go on'] } },
          { name: 'b', prints: { continue: false } },
        ],
        expect: {
          halt: { reason: null },
          decidedBy: ['user/b'],
          followUps: [],
          dropped: [/1 follow-up/],
          host: { continue: false },
        },
      },
      {
        says: '`continue: true` says nothing',
        hooks: [{ name: 'hook', prints: { continue: true } }],
        expect: { outcomes: { hook: 'success' }, host: '' },
      },
      {
        says: 'a `continue` that is no truth value is a bad answer',
        hooks: [{ name: 'hook', prints: { continue: 'false' } }],
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error BAD_OUTPUT' } },
      },
    ],
  },
  {
    id: 'G18',
    source: 'pattern page',
    says: '`stopReason` is shown to the user',
    cases: [
      {
        says: 'the reason of a halt is in the channel of the user',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'hook', prints: { continue: false, stopReason: 'come back tomorrow' } }],
        expect: {
          decision: 'block',
          reason: 'come back tomorrow',
          halt: { reason: 'come back tomorrow' },
          host: {
            continue: false,
            stopReason: 'come back tomorrow',
            decision: 'block',
            reason: 'come back tomorrow',
          },
        },
      },
      {
        says: 'without a halt it is not shown',
        hooks: [{ name: 'hook', prints: { stopReason: 'never mind' } }],
        expect: { halt: null, host: '' },
      },
    ],
  },
  {
    id: 'G19',
    source: 'pattern page',
    says: '`suppressOutput` hides the output of a hook from the user; it is logged all the same',
    cases: [
      {
        says: 'the host is told, and the journal has the run',
        hooks: [{ name: 'hook', stderr: 'chatter', prints: { suppressOutput: true } }],
        expect: {
          suppressOutput: true,
          journal: { hooks: [{ name: 'hook', outcome: 'success', stderrTail: /chatter/ }] },
          host: { suppressOutput: true },
        },
      },
    ],
  },
  {
    id: 'G20',
    source: 'pattern page',
    says: '`decision` is block, ask or allow; deny = block, approve = allow; allow only with `preApprove`',
    cases: [
      {
        says: '`block` and `deny` block',
        hooks: [
          {
            name: 'hook',
            does: 'printf \'{"decision":"%s","reason":"no"}\' "$WORD"',
            front: { env: ['LOG', 'WORD'] },
          },
        ],
        steps: approvedTable(
          ['hook'],
          ['block', 'deny'].map((WORD) => ({
            fire: 'PreToolUse',
            run: { env: { WORD } },
            expect: {
              decision: 'block' as const,
              reason: 'no',
              outcomes: { hook: 'blocking' },
              host: denied('no'),
            },
          })),
        ),
      },
      {
        says: '`ask` asks the user',
        hooks: [{ name: 'hook', prints: { decision: 'ask', reason: 'sure?' } }],
        expect: {
          decision: 'ask',
          reason: 'sure?',
          decidedBy: ['user/hook'],
          outcomes: { hook: 'success' },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'ask',
              permissionDecisionReason: 'sure?',
            },
          },
        },
      },
      {
        says: '`allow` and `approve` approve in advance where the manifest says `preApprove: true`',
        hooks: [
          {
            name: 'hook',
            front: { preApprove: true, env: ['LOG', 'WORD'] },
            does: 'printf \'{"decision":"%s","reason":"safe"}\' "$WORD"',
          },
        ],
        steps: approvedTable(
          ['hook'],
          ['allow', 'approve'].map((WORD) => ({
            fire: 'PreToolUse',
            run: { env: { WORD } },
            expect: {
              decision: 'allow' as const,
              decidedBy: ['user/hook'],
              reason: 'safe',
              host: {
                hookSpecificOutput: {
                  hookEventName: 'PreToolUse',
                  permissionDecision: 'allow',
                  permissionDecisionReason: 'safe',
                },
              },
            },
          })),
        ),
      },
      {
        says: 'without it, and always for a hook of a project, `allow` counts as nothing, and that is said',
        hooks: [
          { name: 'user-hook', prints: { decision: 'allow' } },
          { name: 'project-hook', at: 'project', front: { preApprove: true }, prints: { decision: 'allow' } },
        ],
        expect: { dropped: [/allow by project\/project-hook/, /allow by user\/user-hook/], host: '' },
      },
      {
        says: 'where nobody can be asked, `ask` blocks',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'hook', prints: { decision: 'ask', reason: 'sure?' } }],
        expect: {
          decision: 'block',
          reason: 'sure?',
          dropped: [/ask by user\/hook/],
          host: { decision: 'block', reason: 'sure?' },
        },
      },
      {
        says: 'another word is a bad answer',
        hooks: [{ name: 'hook', prints: { decision: 'maybe' } }],
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error BAD_OUTPUT' } },
      },
    ],
  },
  {
    id: 'G21',
    source: 'pattern page',
    says: '`hookSpecificOutput` belongs to one event: unknown keys are ignored, keys of another event rejected',
    cases: [
      {
        says: 'an unknown key is ignored with a warning, at both levels',
        hooks: [
          {
            name: 'hook',
            prints: {
              nonsense: 1,
              hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'kept', more: 2 },
            },
          },
        ],
        expect: {
          context: ['kept'],
          outcomes: { hook: 'success' },
          runs: { hook: { warnings: [/nonsense/, /hookSpecificOutput\.more/] } },
        },
      },
      {
        says: 'a key of another event, and the name of another event, are bad answers',
        hooks: [
          { name: 'key', prints: { decision: 'block', hookSpecificOutput: { updatedToolOutput: 'x' } } },
          { name: 'name', prints: { decision: 'block', hookSpecificOutput: { hookEventName: 'Stop' } } },
          { name: 'top', prints: { decision: 'block', followUps: ['x'] } },
        ],
        expect: {
          failedOpen: ['user/key', 'user/name', 'user/top'],
          outcomes: {
            key: 'non_blocking_error BAD_OUTPUT',
            name: 'non_blocking_error BAD_OUTPUT',
            top: 'non_blocking_error BAD_OUTPUT',
          },
          runs: { key: { reason: /updatedToolOutput.*PreToolUse/ } },
        },
      },
    ],
  },
  {
    id: 'G22',
    source: 'pattern page',
    says: 'The tool runs with `updatedInput`',
    cases: [
      {
        says: 'the host receives the whole new input',
        hooks: [
          rewrites(
            'hook',
            { command: 'ls -l', timeout: 5 },
            { modify: { PreToolUse: ['command', 'timeout'] } },
          ),
        ],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600 } },
        expect: {
          input: { command: 'ls -l', timeout: 5 },
          changed: ['command', 'timeout'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              updatedInput: { command: 'ls -l', timeout: 5 },
            },
          },
        },
      },
      inALoop('the tool is called with it'),
    ],
  },
  {
    id: 'G23',
    source: 'pattern page',
    says: '`permissionDecision` is allow, deny or ask; block = deny',
    cases: [
      {
        says: 'each word decides, and `allow` needs `preApprove`',
        hooks: [
          {
            name: 'may',
            front: { preApprove: true, env: ['LOG', 'WORD'] },
            does: 'printf \'{"hookSpecificOutput":{"permissionDecision":"%s","permissionDecisionReason":"because"}}\' "$WORD"',
          },
        ],
        steps: approvedTable(
          ['may'],
          (
            [
              ['deny', 'block', 'deny'],
              ['block', 'block', 'deny'],
              ['ask', 'ask', 'ask'],
              ['allow', 'allow', 'allow'],
            ] as const
          ).map(([WORD, decision, permissionDecision]) => ({
            fire: 'PreToolUse',
            run: { env: { WORD } },
            expect: {
              decision,
              reason: 'because',
              host: {
                hookSpecificOutput: {
                  hookEventName: 'PreToolUse',
                  permissionDecision,
                  permissionDecisionReason: 'because',
                },
              },
            },
          })),
        ),
      },
      {
        says: 'without `preApprove` an allow counts as nothing',
        hooks: [{ name: 'hook', prints: { hookSpecificOutput: { permissionDecision: 'allow' } } }],
        expect: { dropped: [/allow by user\/hook/], host: '' },
      },
      {
        says: 'on an event without permissions it is a bad answer',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { hookSpecificOutput: { permissionDecision: 'deny' } } }],
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error BAD_OUTPUT' } },
      },
    ],
  },
  {
    id: 'G24',
    source: 'pattern page',
    says: '`additionalContext` reaches the model',
    cases: [
      {
        says: 'the host receives the context of every hook, in plan order',
        hooks: [
          { name: 'a', prints: { hookSpecificOutput: { additionalContext: 'one' } } },
          { name: 'b', prints: { hookSpecificOutput: { additionalContext: 'two' } } },
        ],
        expect: {
          context: ['one', 'two'],
          host: { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'one\n\ntwo' } },
        },
      },
      inALoop('the input of the model contains it'),
    ],
  },
  {
    id: 'G25',
    source: 'pattern page',
    says: '`updatedMCPToolOutput`, or `updatedToolOutput`, replaces the output of any tool',
    cases: [
      {
        says: 'both names replace the output of a built-in tool and of an MCP tool',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' }, env: ['LOG', 'KEY'] },
            does: 'printf \'{"hookSpecificOutput":{"%s":"replaced"}}\' "$KEY"',
          },
        ],
        steps: approvedTable(
          ['hook'],
          (
            [
              ['updatedMCPToolOutput', 'Bash'],
              ['updatedMCPToolOutput', 'mcp__github__get'],
              ['updatedToolOutput', 'Bash'],
              ['updatedToolOutput', 'mcp__github__get'],
            ] as const
          ).map(([KEY, tool_name]) => ({
            fire: 'PostToolUse',
            run: { env: { KEY } },
            payload: { tool_name, tool_input: {}, tool_response: 'original' },
            expect: {
              output: 'replaced',
              changed: ['tool_response'],
              host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'replaced' } },
            },
          })),
        ),
      },
      {
        says: 'a text stays a text',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedToolOutput: { a: 1 } } },
          },
        ],
        expect: { failedOpen: ['user/hook'], outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' } },
      },
    ],
  },
  {
    id: 'G26',
    source: 'pattern page',
    says: 'A change of the output never runs the tool again',
    cases: [
      {
        says: 'the tool that the event is about is not run by anybody here, whatever its output becomes',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedToolOutput: 'replaced' } },
          },
        ],
        payload: {
          tool_name: 'Bash',
          tool_input: { command: 'touch <project>/ran-again' },
          tool_response: 'original',
        },
        expect: {
          output: 'replaced',
          changed: ['tool_response'],
          files: { 'project/ran-again': null },
          host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'replaced' } },
        },
      },
      inALoop('the tool is called once'),
    ],
  },
  {
    id: 'G27',
    source: 'Kodelet K1',
    says: 'A blocked tool is not executed, and the model gets the reason',
    cases: [
      {
        says: 'the host is told to deny, with the reason for the model',
        hooks: [{ name: 'guard', stderr: 'write to main is not allowed', exits: 2 }],
        payload: { tool_name: 'Bash', tool_input: { command: 'touch <project>/ran' } },
        expect: {
          decision: 'block',
          reason: 'write to main is not allowed',
          input: { command: 'touch <project>/ran' },
          files: { 'project/ran': null },
          host: denied('write to main is not allowed'),
        },
      },
      inALoop('the tool is not called, and the model reads the reason'),
    ],
  },
  {
    id: 'G28',
    source: 'Kodelet K1',
    says: 'A blocked message is not sent, and the user gets the reason',
    cases: [
      {
        says: 'the host is told to block the prompt',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'guard', stderr: 'holds a password', exits: 2 }],
        expect: {
          decision: 'block',
          reason: 'holds a password',
          host: { decision: 'block', reason: 'holds a password' },
        },
      },
      inALoop('the model is not called'),
    ],
  },
  {
    id: 'G29',
    source: 'ours (claude-code #30770)',
    says: 'A rewrite replaces the input, or is merged into it with `merge: shallow`; a known tool keeps what it needs',
    cases: [
      {
        says: 'by default the answer is the whole input: a key that is missing is removed',
        hooks: [rewrites('hook', { command: 'ls -l' }, { modify: { PreToolUse: ['*'] } })],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600 } },
        expect: { input: { command: 'ls -l' }, changed: ['command', 'timeout'] },
      },
      {
        says: '`merge: shallow` keeps the keys that are not named',
        hooks: [rewrites('hook', { timeout: 5 }, { modify: { PreToolUse: ['timeout'] }, merge: 'shallow' })],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600, description: 'list' } },
        expect: {
          input: { command: 'ls', timeout: 5, description: 'list' },
          changed: ['timeout'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              updatedInput: { command: 'ls', timeout: 5, description: 'list' },
            },
          },
        },
      },
      {
        says: 'a rewrite that loses a required argument is rejected, and the original kept',
        hooks: [rewrites('hook', { timeout: 5 }, { modify: { PreToolUse: ['*'] } })],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600 } },
        expect: {
          input: { command: 'ls', timeout: 600 },
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error CONTRACT_VIOLATION' },
          runs: { hook: { reason: /Bash needs command/ } },
        },
      },
    ],
  },
  {
    id: 'G30',
    source: 'ours',
    says: 'Everything later shows the effective input',
    cases: [
      {
        says: 'later hooks, guards, observers, their environment and the decision have the rewritten input',
        hooks: [
          rewrites('a-rewrites', { command: 'ls -l' }, { modify: { PreToolUse: ['*'] } }),
          { name: 'b-next', front: { modify: { PreToolUse: ['*'] } } },
          { name: 'c-guard' },
          { name: 'd-observer', front: { observe: true } },
        ],
        expect: {
          input: { command: 'ls -l' },
          changed: ['command'],
          ran: ['a-rewrites', 'b-next', 'c-guard', 'd-observer'],
          stdinOf: {
            'a-rewrites': { tool_input: { command: 'ls' }, tool: { command: 'ls' } },
            'b-next': { tool_input: { command: 'ls -l' }, tool: { command: 'ls -l' } },
            'c-guard': { tool_input: { command: 'ls -l' }, tool: { command: 'ls -l' } },
            'd-observer': {
              tool_input: { command: 'ls -l' },
              tool: { command: 'ls -l' },
              decision: { decision: 'none', reason: null, decidedBy: [], changed: ['command'] },
            },
          },
          envOf: {
            'c-guard': { tool_input_command: 'ls -l' },
            'd-observer': { tool_input_command: 'ls -l' },
          },
          journal: { hooks: [{ changed: ['command'] }, { changed: [] }, { changed: [] }, { changed: [] }] },
        },
      },
      {
        says: 'the trace names the keys that changed, and never their values',
        hooks: [rewrites('hook', { command: 'echo s3cr3t-value' }, { modify: { PreToolUse: ['*'] } })],
        steps: [
          { fire: 'PreToolUse', expect: { input: { command: 'echo s3cr3t-value' }, changed: ['command'] } },
          {
            hooks: 'trace --last --json',
            json: { hooks: [{ changed: ['command'] }] },
            stdout: /^(?![\s\S]*s3cr3t)/,
          },
          { hooks: 'trace --last', stdout: /changed:? command/ },
        ],
      },
      inALoop('the notice that a tool starts and the events after it show the rewritten input'),
    ],
  },
  {
    id: 'G31',
    source: 'ours (shipped MicroClaw)',
    says: '`action`, `reason` and `patch` are the answer of the microclaw convention',
    cases: [
      {
        says: '`block` gives its reason or names the hook, `allow` and what is no action decide nothing',
        hooks: [{ name: 'hook', front: { ...microclaw, env: ['LOG', 'SAID'] }, does: 'printf %s "$SAID"' }],
        steps: approvedTable(
          ['hook'],
          (
            [
              [
                { action: 'block', reason: ' no ' },
                { decision: 'block', reason: 'no' },
              ],
              [
                { action: 'BLOCK', reason: ' ' },
                { decision: 'block', reason: 'blocked by hook' },
              ],
              [{ action: 'allow', reason: 'fine' }, {}],
              [{}, {}],
              [{ reason: 'no' }, {}],
              [{ action: 'deny' }, { runs: { hook: { warnings: [/`action` is none of/] } } }],
              [{ action: 'modify' }, { runs: { hook: { warnings: [/without a `patch`/] } } }],
              [
                { action: 'modify', patch: { tool_input: 'ls', content: 'x' } },
                { runs: { hook: { warnings: [/`patch.tool_input` must be an object/, /`patch.content`/] } } },
              ],
            ] as const
          ).map(([said, expected]) => ({
            fire: 'PreToolUse',
            run: { env: { SAID: JSON.stringify(said) } },
            expect: { ran: ['hook'], ...expected },
          })),
        ),
      },
      {
        says: '`patch.tool_input` changes what the policy lists, in the words of the host',
        hooks: [
          {
            name: 'hook',
            front: microclaw,
            prints: { action: 'modify', patch: { tool_input: { path: 'b', limit: 5 } } },
          },
        ],
        config: { allow: { modify: { Read: ['file_path'] } } },
        payload: { tool_name: 'Read', tool_input: { file_path: 'a', limit: 5 } },
        expect: { input: { file_path: 'b', limit: 5 }, changed: ['file_path'] },
      },
      {
        says: '`patch.content` changes the output in the shape it has, a block afterwards is feedback',
        hooks: [
          {
            name: 'changes',
            front: { ...microclaw, events: ['AfterToolCall'] },
            prints: { action: 'modify', patch: { content: 'gone', is_error: true } },
          },
          {
            name: 'objects',
            front: { ...microclaw, events: ['AfterToolCall'], priority: 200 },
            prints: { action: 'block', reason: 'looks wrong' },
          },
        ],
        steps: approvedTable(
          ['changes', 'objects'],
          (
            [
              [
                { stdout: 'a', stderr: 'b', code: 1 },
                { stdout: 'gone', stderr: '', code: 1 },
              ],
              ['a', 'gone'],
              [[{ type: 'text', text: 'a' }], [{ type: 'text', text: 'gone' }]],
              [
                { type: 'text', file: { filePath: '/a', content: 'a' } },
                { type: 'text', file: { filePath: '/a', content: 'gone' } },
              ],
              [
                { files: ['a', 'b'], count: 2 },
                { files: ['gone', 'gone'], count: 2 },
              ],
            ] as const
          ).map(([tool_response, output]) => ({
            fire: 'PostToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response },
            expect: {
              output,
              changed: ['tool_response'],
              feedback: ['looks wrong'],
              outcomes: { changes: 'success', objects: 'blocking' },
            },
          })),
        ),
      },
      ...sampleHooks,
    ],
  },
];
