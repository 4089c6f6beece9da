import type { HookSpec, Json } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import { refused, rewrites } from './g-results-samples.ts';
import type { Row } from './row.ts';
import { microclaw, rfc } from './seed-fronts.ts';

const fileTool = {
  tool_name: 'mcp__files__write',
  tool_input: { path: 'a', mode: 'rw', env: { A: '1', B: '2' } },
} as const;

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
const beforeModel = (name: string, output: Json, front: HookSpec['front'] = {}): HookSpec => ({
  name,
  front: { modify: { PreModelCall: ['hint', 'redact'] }, ...front },
  prints: { hookSpecificOutput: output },
});

export const changes: readonly Row[] = [
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
          runs: { hook: { reason: /mode.*may only change `path`/, changed: [] } },
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
          runs: { hook: { reason: /path.*may only change `mode`/ } },
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
        says: 'microclaw-rfc and microclaw: without a policy nothing is listed, so a change is rejected',
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
          runs: { 'in-rfc': { reason: /but may not change anything$/ } },
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
                  runs: { hook: { reason: /changed `mode`, but may only change `path`/ } },
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
            'hints-only': { reason: /may only change `hint`/ },
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
          runs: { hook: { reason: /but may not change anything/ } },
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
            'in-rfc': { outcome: 'success', warnings: [/`messages` has no effect at BeforeLLMCall/] },
            'in-microclaw': { outcome: 'success', warnings: [/`patch.messages` has no effect/] },
          },
        },
      },
    ],
  },
];
