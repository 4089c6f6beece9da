import type { HookSpec } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import { bash } from './d-events-samples.ts';
import { inALoop } from './in-a-loop.ts';
import type { Row, Step } from './row.ts';
import { kodelet, microclaw, rfc } from './seed-fronts.ts';

const loginMessage = {
  role: 'user',
  content: 'log in',
  meta: { login: { password: 'hunter22', user: 'u' } },
} as const;

const summary = [{ role: 'user', content: 'summary' }] as const;

/** A hook that prints the file `answer.json` of the scratch place, and may replace the conversation. */
const settles = (name: string, event: string): HookSpec => ({
  name,
  front: { events: [event], protocol: 'hookmd', modify: { [event]: 'messages' } },
  does: 'cat "$LOG/../answer.json"',
});

/** One step for each thing that a hook may answer at the end of a turn; `others` is what another hook follows up with. */
function settleSteps(
  event: string,
  followed: readonly string[] | null,
  rest: readonly string[],
): readonly Step[] {
  const lost = rest.length > 0 ? [/1 follow-up/] : [];
  return [
    { write: { 'answer.json': '{"followUps":["go on"]}' } },
    followed === null
      ? {
          fire: event,
          expect: {
            failedOpen: ['user/hook'],
            runs: { hook: { cause: 'BAD_OUTPUT', reason: /belongs to another event/ } },
          },
        }
      : { fire: event, expect: { followUps: followed } },
    { write: { 'answer.json': JSON.stringify({ messages: summary }) } },
    { fire: event, expect: { messages: summary, dropped: lost } },
    { write: { 'answer.json': '{"callback":"compact","callbackArgs":{"keep":"3"}}' } },
    { fire: event, expect: { callback: { name: 'compact', args: { keep: '3' } }, dropped: lost } },
    { write: { 'answer.json': '{}' } },
    { fire: event, expect: { followUps: rest } },
  ];
}

/** What Claude Code answers for a shell command, and what Kodelet makes of it. */
const shellOutput = (stdout: string) => ({ stdout, stderr: '', interrupted: false });

const shellResult = (output: string, stderr = '') => ({
  toolName: 'bash',
  success: true,
  metadata: { stdout: 's3cr3t', stderr, interrupted: false, output },
  timestamp: '2026-01-15T10:30:00Z',
});

const saysSaid = 'printf %s "$SAID"';

export const foreignEvents: readonly Row[] = [
  {
    id: 'D1',
    source: 'Kodelet',
    says: '`before_tool_call` can block and can change the input',
    cases: [
      {
        says: 'a block keeps the tool from running, and its reason reaches the host',
        hooks: [{ name: 'hook', front: kodelet, prints: { blocked: true, reason: 'no' } }],
        expect: {
          decision: 'block',
          reason: 'no',
          decidedBy: ['user/hook'],
          outcomes: { hook: 'blocking' },
          stdinOf: { hook: { event: 'before_tool_call' } },
          argvOf: { hook: [/handler\.sh$/, 'run'] },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'no',
            },
          },
        },
      },
      {
        says: 'a changed input reaches the host',
        hooks: [{ name: 'hook', front: kodelet, prints: { blocked: false, input: { command: 'ls -l' } } }],
        expect: {
          input: { command: 'ls -l' },
          changed: ['command'],
          runs: { hook: { phase: 'modify', outcome: 'success', changed: ['command'] } },
          host: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } } },
        },
      },
      {
        says: 'it reads the words of Kodelet for tool and arguments, and its change comes back in those of the host',
        hooks: [
          {
            name: 'hook',
            front: kodelet,
            prints: { blocked: false, input: { file_path: 'a.ts', text: 'let b;', mode: 'x' } },
          },
        ],
        payload: { tool_name: 'Write', tool_input: { file_path: 'a.ts', content: 'let a;', mode: 'x' } },
        expect: {
          stdinOf: {
            hook: {
              tool_name: 'file_write',
              tool_input: { file_path: 'a.ts', text: 'let a;', mode: 'x', content: undefined },
            },
          },
          input: { file_path: 'a.ts', content: 'let b;', mode: 'x' },
          changed: ['content'],
        },
      },
      {
        says: 'beside a block a change counts for nothing',
        hooks: [
          {
            name: 'hook',
            front: kodelet,
            prints: { blocked: true, reason: 'no', input: { command: 'rm' } },
          },
        ],
        expect: { decision: 'block', reason: 'no', input: { command: 'ls' } },
      },
    ],
  },
  {
    id: 'D2',
    source: 'Kodelet',
    says: '`after_tool_call` cannot block and can change the output',
    cases: [
      {
        says: 'a changed output reaches the host in its own shape, and `blocked` is ignored with a warning',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { events: ['after_tool_call'] },
            prints: { blocked: true, output: shellResult('nothing to see') },
          },
        ],
        payload: { ...bash, tool_response: shellOutput('s3cr3t') },
        expect: {
          output: shellOutput('nothing to see'),
          changed: ['tool_response'],
          outcomes: { hook: 'success' },
          runs: { hook: { warnings: [/^kodelet: `blocked` has no effect at after_tool_call/] } },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PostToolUse',
              updatedToolOutput: shellOutput('nothing to see'),
            },
          },
        },
      },
      {
        says: 'a text that the agent got on stderr is in the output too, and goes with it',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { events: ['after_tool_call'] },
            prints: { output: shellResult('all gone', 's3cr3t') },
          },
        ],
        payload: { ...bash, tool_response: { stdout: 'a', stderr: 's3cr3t', interrupted: false } },
        expect: {
          stdinOf: { hook: { tool_output: { metadata: { output: 'a\ns3cr3t' } } } },
          output: { stdout: 'all gone', stderr: '', interrupted: false },
          changed: ['tool_response'],
        },
      },
      {
        says: 'a result without metadata leaves nothing of the output but its error',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { events: ['after_tool_call'] },
            prints: { output: { toolName: 'bash', success: false, error: 'withheld', timestamp: '' } },
          },
        ],
        payload: { ...bash, tool_response: shellOutput('s3cr3t') },
        expect: { output: shellOutput('withheld'), changed: ['tool_response'] },
      },
      {
        says: 'it hears of tools that failed too, and can change the error',
        event: 'PostToolUseFailure',
        hooks: [
          {
            name: 'hook',
            front: { events: ['after_tool_call'] },
            prints: { output: { toolName: 'bash', success: false, error: 'failed', timestamp: '' } },
          },
        ],
        payload: { ...bash, error: 'bad token 12345' },
        expect: {
          stdinOf: { hook: { tool_output: { success: false, error: 'bad token 12345' } } },
          output: 'failed',
          changed: ['error'],
        },
      },
    ],
  },
  {
    id: 'D3',
    source: 'Kodelet',
    says: '`user_message_send` can block and cannot change',
    cases: [
      {
        says: 'a block gives its reason',
        event: 'UserPromptSubmit',
        hooks: [
          {
            name: 'hook',
            front: { events: ['user_message_send'] },
            prints: { blocked: true, reason: 'no secrets' },
          },
        ],
        expect: {
          decision: 'block',
          reason: 'no secrets',
          decidedBy: ['user/hook'],
          stdinOf: { hook: { event: 'user_message_send', message: 'hello' } },
          host: { decision: 'block', reason: 'no secrets' },
        },
      },
      {
        says: '`input` and `message` are ignored with a warning',
        event: 'UserPromptSubmit',
        hooks: [
          {
            name: 'hook',
            front: { events: ['user_message_send'] },
            prints: { blocked: false, input: { message: 'x' }, message: 'x' },
          },
        ],
        expect: {
          outcomes: { hook: 'success' },
          runs: { hook: { warnings: [/`input` has no effect/, /`message` has no effect/] } },
          host: '',
        },
      },
    ],
  },
  {
    id: 'D4',
    source: 'Kodelet',
    says: '`agent_stop` fires when no tools are used; it cannot block',
    cases: [
      {
        says: 'hookmd: follow-ups, replaced messages and callbacks are taken; a block is a follow-up',
        hooks: [settles('hook', 'agent_stop'), { name: 'says-no', stderr: 'no', exits: 2 }],
        steps: settleSteps('Stop', ['go on', 'no'], ['no']),
      },
      {
        says: 'kodelet: follow-ups, replaced messages and callbacks are taken',
        hooks: [{ name: 'hook', front: { events: ['agent_stop'], env: ['LOG', 'SAID'] }, does: saysSaid }],
        steps: approvedTable(
          ['hook'],
          (
            [
              [{ follow_up_messages: ['run the linter'] }, { followUps: ['run the linter'] }],
              [
                { result: 'continue', follow_up_messages: ['run the linter'] },
                { followUps: ['run the linter'] },
              ],
              [{ result: 'mutate', messages: summary }, { messages: summary }],
              [
                { result: 'callback', callback: 'compact', callback_args: { keep: '3' } },
                { callback: { name: 'compact', args: { keep: '3' } } },
              ],
              [{}, {}],
              [
                { blocked: true, reason: 'go on' },
                { runs: { hook: { warnings: [/`blocked` has no effect at agent_stop/, /`reason`/] } } },
              ],
            ] as const
          ).map(([output, expected]) => ({
            fire: 'Stop',
            run: { env: { SAID: JSON.stringify(output) } },
            expect: { outcomes: { hook: 'success' }, ...expected },
          })),
        ),
      },
      inALoop('it fires once at the end of a loop, not on turns with tools', {
        hooks: [{ name: 'hook', front: { events: ['agent_stop'] } }],
        ran: ['hook'],
        body: `
          const session = await hooks.session();
          const call = { tools: [{ name: 'Bash', input: { command: 'ls' } }] };
          const { ran } = await runAgent(session, 'look', { replies: [call, call, 'done'], tools: { Bash: () => 'a.txt' } });
          print(ran.length);`,
        prints: 2,
      }),
    ],
  },
  {
    id: 'D5',
    source: 'Kodelet K2',
    says: '`after_turn` fires after every answer of the model',
    cases: [
      {
        says: 'hookmd: replaced messages and callbacks are taken, follow-ups are not',
        hooks: [settles('hook', 'after_turn')],
        steps: settleSteps('TurnEnd', null, []),
      },
      {
        says: 'kodelet: replaced messages and callbacks are taken, follow-ups are not',
        hooks: [{ name: 'hook', front: { events: ['after_turn'], env: ['LOG', 'SAID'] }, does: saysSaid }],
        steps: approvedTable(
          ['hook'],
          (
            [
              [{ result: 'mutate', messages: summary }, { messages: summary }],
              [{ result: 'callback', callback: 'compact' }, { callback: { name: 'compact', args: {} } }],
              [
                { follow_up_messages: ['run the linter'] },
                { runs: { hook: { warnings: [/`follow_up_messages` has no effect at after_turn/] } } },
              ],
            ] as const
          ).map(([result, expected]) => ({
            fire: 'TurnEnd',
            run: { env: { SAID: JSON.stringify(result) } },
            payload: { turn_number: 2, tools_used: true },
            expect: { outcomes: { hook: 'success' }, ...expected },
          })),
        ),
      },
      inALoop('three turns fire it three times, with turn_number 1 to 3', {
        hooks: [{ name: 'hook', front: { events: ['after_turn'] } }],
        ran: ['hook', 'hook', 'hook'],
        body: `
          const turns = [];
          hooks.on('TurnEnd', ({ turn_number, tools_used }) => { turns.push([turn_number, tools_used]); });
          const session = await hooks.session();
          const call = { tools: [{ name: 'Bash', input: { command: 'ls' } }] };
          await runAgent(session, 'look', { replies: [call, call, 'done'], tools: { Bash: () => 'a.txt' } });
          print(turns);`,
        prints: [
          [1, true],
          [2, true],
          [3, false],
        ],
      }),
    ],
  },
  {
    id: 'D6',
    source: 'HookMD (Kodelet main line)',
    says: '`turn_end` is `after_turn` for observers',
    cases: [
      {
        says: 'it is asked with the answer of the model, and what it says changes nothing',
        event: 'TurnEnd',
        hooks: [
          {
            name: 'hook',
            front: { events: ['turn_end'] },
            prints: { result: 'mutate', messages: summary },
          },
        ],
        payload: { turn_number: 2, tools_used: false, response: 'done' },
        expect: {
          ran: ['hook'],
          stdinOf: { hook: { event: 'turn_end', turn_number: 2, response: 'done' } },
          runs: { hook: { phase: 'observe', outcome: 'success' } },
        },
      },
    ],
  },
  {
    id: 'D7',
    source: 'MicroClaw RFC',
    says: '`BeforeLLMCall` can block, append a hint and redact keys',
    cases: [
      {
        says: 'hookmd: a hint is appended, keys are redacted, and other text is as it was; a block ends it',
        hooks: [
          {
            name: 'a-modifies',
            front: {
              events: ['BeforeLLMCall'],
              protocol: 'hookmd',
              modify: { BeforeLLMCall: ['hint', 'redact'] },
              redactKeys: ['password'],
            },
            prints: {
              hookSpecificOutput: {
                hookEventName: 'PreModelCall',
                hint: 'no secrets',
                redact: ['login.password'],
              },
            },
          },
          {
            name: 'b-blocks',
            front: { events: ['BeforeLLMCall'], protocol: 'hookmd' },
            does: 'grep -q forbidden "$run.stdin" && { echo "not this" >&2; exit 2; }',
            exits: 0,
          },
        ],
        steps: [
          {
            fire: 'PreModelCall',
            payload: { model: 'm', messages: [loginMessage, { role: 'assistant', content: 'hm {' }] },
            expect: {
              messages: [
                { ...loginMessage, meta: { login: { password: '[redacted]', user: 'u' } } },
                { role: 'assistant', content: 'hm {' },
                { role: 'user', content: 'no secrets' },
              ],
              hints: ['no secrets'],
              changed: ['messages', 'hint'],
            },
          },
          {
            fire: 'PreModelCall',
            payload: { model: 'm', messages: [{ role: 'user', content: 'forbidden' }] },
            expect: { decision: 'block', reason: 'not this', decidedBy: ['user/b-blocks'] },
          },
        ],
      },
      {
        says: 'microclaw-rfc: exit 1 blocks the call of the model, and standard error is the reason',
        event: 'PreModelCall',
        hooks: [{ name: 'hook', front: { ...rfc, events: ['BeforeLLMCall'] }, stderr: 'too long', exits: 1 }],
        payload: { provider: 'p', model: 'm', iteration: 1, tool_count: 3, messages: summary },
        expect: {
          decision: 'block',
          reason: 'too long',
          decidedBy: ['user/hook'],
          stdinOf: { hook: { event: 'BeforeLLMCall', provider: 'p', messages: summary } },
        },
      },
      {
        says: 'microclaw-rfc: a hint is appended, and keys that are known are redacted, without a word in the manifest',
        event: 'PreModelCall',
        hooks: [
          {
            name: 'hook',
            front: { ...rfc, events: ['BeforeLLMCall'] },
            prints: { hint: 'no secrets', redact: ['login.password'] },
          },
        ],
        payload: { model: 'm', messages: [loginMessage] },
        expect: {
          messages: [
            { ...loginMessage, meta: { login: { password: '[redacted]', user: 'u' } } },
            { role: 'user', content: 'no secrets' },
          ],
          hints: ['no secrets'],
          changed: ['messages', 'hint'],
        },
      },
    ],
  },
  {
    id: 'D8',
    source: 'MicroClaw RFC',
    says: '`BeforeToolCall` may change what the policy lists',
    cases: [
      {
        says: 'a listed argument is changed, in MicroClaw’s words; the whole change is refused with another one in it',
        hooks: [
          {
            name: 'may',
            front: rfc,
            prints: { arguments: { command: 'ls', timeout_secs: 5 } },
          },
          {
            name: 'may-not',
            front: rfc,
            prints: { arguments: { command: 'rm -rf /', timeout_secs: 7 } },
          },
        ],
        config: { allow: { modify: { Bash: ['timeout'] } } },
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 60_000 } },
        expect: {
          stdinOf: { may: { tool_name: 'bash', arguments: { command: 'ls', timeout_secs: 60 } } },
          input: { command: 'ls', timeout: 5000 },
          changed: ['timeout'],
          failedOpen: ['user/may-not'],
          outcomes: { may: 'success', 'may-not': 'non_blocking_error CONTRACT_VIOLATION' },
          runs: { 'may-not': { reason: /command.*may only change `timeout`/ } },
        },
      },
      {
        says: 'what a repository lists is no permission, and narrows what a person lists',
        hooks: [
          { name: 'command', front: rfc, prints: { arguments: { command: 'curl evil' } } },
          { name: 'time', front: rfc, prints: { arguments: { timeout_secs: 5 } } },
        ],
        files: { 'project/.hookmd/config.yaml': 'allow: { modify: { Bash: ["*"], Read: [] } }\n' },
        payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 60_000 } },
        steps: [
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 60_000 } },
            expect: {
              failedOpen: ['user/command', 'user/time'],
              outcomes: {
                command: 'non_blocking_error CONTRACT_VIOLATION',
                time: 'non_blocking_error CONTRACT_VIOLATION',
              },
            },
          },
        ],
      },
      {
        says: 'where no policy lists anything, nothing may be changed; the shipped MicroClaw is held to the same',
        hooks: [
          { name: 'in-rfc', front: rfc, prints: { arguments: { command: 'ls -l' } } },
          {
            name: 'in-microclaw',
            front: microclaw,
            prints: { action: 'modify', patch: { tool_input: { command: 'ls -l' } } },
          },
        ],
        expect: {
          failedOpen: ['user/in-microclaw', 'user/in-rfc'],
          outcomes: {
            'in-rfc': 'non_blocking_error CONTRACT_VIOLATION',
            'in-microclaw': 'non_blocking_error CONTRACT_VIOLATION',
          },
        },
      },
    ],
  },
  {
    id: 'D9',
    source: 'MicroClaw RFC',
    says: '`AfterToolCall` may redact fields of the response',
    cases: [
      {
        says: 'fields are named by their path, and what is no text there is said',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { ...rfc, events: ['AfterToolCall'] },
            prints: { redact: ['stdout', 'headers.*.token', 'gone', 'code'] },
          },
        ],
        payload: {
          tool_name: 'mcp__web__get',
          tool_input: {},
          tool_response: { stdout: 's3cr3t', code: 7, headers: [{ token: 'abc', host: 'h' }] },
        },
        expect: {
          output: { stdout: '[redacted]', code: 7, headers: [{ token: '[redacted]', host: 'h' }] },
          changed: ['tool_response'],
          runs: { hook: { warnings: [/nothing to redact under `gone`/, /under `code`/] } },
        },
      },
      {
        says: 'exit 1 does not block what has happened: a failure that names the protocol',
        event: 'PostToolUse',
        hooks: [{ name: 'hook', front: { ...rfc, events: ['AfterToolCall'] }, stderr: 'no', exits: 1 }],
        expect: {
          failedOpen: ['user/hook'],
          outcomes: { hook: 'non_blocking_error EXIT' },
          runs: { hook: { reason: /microclaw-rfc.*before a call only/ } },
        },
      },
    ],
  },
  {
    id: 'D10',
    source: 'HookMD (as MicroClaw does)',
    says: '`AfterTurn` is Stop and StopFailure for observers, in the background',
    cases: [
      {
        says: 'its block is ignored, and the reply does not wait for it',
        hooks: [
          {
            name: 'after',
            front: { events: ['AfterTurn'] },
            files: {
              'handler.sh': {
                text: '#!/bin/sh\nstdin=unread . "$HOOK_DIR/log.sh"\nuntil [ -e "$LOG/go" ]; do sleep 0.02; done\necho \'{"action":"block","reason":"too late"}\'\n',
                mode: 0o755,
              },
            },
          },
        ],
        steps: (['Stop', 'StopFailure'] as const).flatMap((event) => [
          {
            fire: event,
            expect: { outcomes: { after: 'skipped ASYNC' } },
          },
          { write: { 'log/go': '' } },
          { awaits: new RegExp(`"hookmd.late/1".*"event":"${event}".*"name":"after".*"durationMs"`) },
          { leavesNothing: true as const },
        ]),
      },
    ],
  },
];
