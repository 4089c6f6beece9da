import type { HookSpec, Json } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import type { RowId } from './ids.ts';
import { issues } from './issues.ts';
import type { Case, FireExpectation, PendingCase, Row, Step } from './row.ts';
import { kodelet, microclaw, rfc } from './seed-fronts.ts';

const inALoop = (says: string): PendingCase => ({ says, pending: issues.library });

interface EventFacts {
  readonly id: RowId;
  readonly event: string;
  readonly says: string;
  /** As a host sends it. */
  readonly payload: Json;
  /** What a hook that exits with 2 does to the event; nothing = it can only look on. */
  readonly whenBlocked?: FireExpectation;
  readonly more?: readonly (Case | PendingCase)[];
}

const dropped = { dropped: [/cannot be blocked|decides nothing/] } as const;
const blocked = { decision: 'block', reason: 'no', decidedBy: ['user/says-no'] } as const;
const continued = { followUps: ['no'] } as const;

/** A row of the pattern page: the event alone reaches a hook with its fields, and honours what it permits. */
function eventRow({ id, event, says, payload, whenBlocked = dropped, more = [] }: EventFacts): Row {
  return {
    id,
    source: 'pattern page',
    says,
    cases: [
      {
        says: `${event} reaches a hook with its fields, and comes to what it permits`,
        event,
        hooks: [{ name: 'says-no', stderr: 'no', exits: 2 }],
        payload,
        expect: {
          ...whenBlocked,
          ran: ['says-no'],
          stdinOf: { 'says-no': { hook_event_name: event, ...(payload as object) } },
          envOf: { 'says-no': { HOOK_EVENT: event } },
        },
      },
      ...more,
    ],
  };
}

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
  others: readonly string[],
): readonly Step[] {
  const lost = others.length > 0 ? [/1 follow-up/] : [];
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
    { fire: event, expect: { followUps: others } },
  ];
}

const bash = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' } as const;

/** What Claude Code answers for a shell command, and what Kodelet makes of it. */
const shellOutput = (stdout: string) => ({ stdout, stderr: '', interrupted: false });
const shellResult = (output: string, stderr = '') => ({
  toolName: 'bash',
  success: true,
  metadata: { stdout: 's3cr3t', stderr, interrupted: false, output },
  timestamp: '2026-01-15T10:30:00Z',
});
const saysSaid = 'printf %s "$SAID"';

export const events: readonly Row[] = [
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
          runs: { hook: { phase: 'transform', outcome: 'success', changed: ['command'] } },
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
          runs: { hook: { warnings: [/^kodelet: `blocked` means nothing at after_tool_call/] } },
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
          runs: { hook: { warnings: [/`input` means nothing/, /`message` means nothing/] } },
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
                { runs: { hook: { warnings: [/`blocked` means nothing at agent_stop/, /`reason`/] } } },
              ],
            ] as const
          ).map(([said, expected]) => ({
            fire: 'Stop',
            run: { env: { SAID: JSON.stringify(said) } },
            expect: { outcomes: { hook: 'success' }, ...expected },
          })),
        ),
      },
      inALoop('it fires once at the end of a loop, not on turns with tools'),
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
                { runs: { hook: { warnings: [/`follow_up_messages` means nothing at after_turn/] } } },
              ],
            ] as const
          ).map(([said, expected]) => ({
            fire: 'TurnEnd',
            run: { env: { SAID: JSON.stringify(said) } },
            payload: { turn_number: 2, tools_used: true },
            expect: { outcomes: { hook: 'success' }, ...expected },
          })),
        ),
      },
      inALoop('three turns fire it three times, with turn_number 1 to 3'),
    ],
  },
  {
    id: 'D6',
    source: 'ours (Kodelet main line)',
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
          runs: { 'may-not': { reason: /command.*may change timeout/ } },
        },
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
        says: 'exit 1 does not block what has happened: a failure that names the convention',
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
    source: 'ours (shipped MicroClaw)',
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
  eventRow({
    id: 'D11',
    event: 'SessionStart',
    says: 'SessionStart fires once per session, at its start',
    payload: { source: 'startup', model: 'm' },
    more: [
      {
        says: 'the context of a SessionStart hook reaches the model',
        event: 'SessionStart',
        hooks: [
          {
            name: 'hook',
            prints: { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'on main' } },
          },
        ],
        payload: { source: 'startup' },
        expect: {
          context: ['on main'],
          host: { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'on main' } },
        },
      },
      inALoop('a session fires it exactly once'),
    ],
  }),
  eventRow({
    id: 'D12',
    event: 'SessionEnd',
    says: 'SessionEnd fires once, on a clean end and on an error',
    payload: { reason: 'logout' },
    more: [inALoop('both endings fire it exactly once')],
  }),
  eventRow({
    id: 'D13',
    event: 'Setup',
    says: 'Setup fires before the first message of the user',
    payload: { trigger: 'init' },
    more: [inALoop('it fires after SessionStart and before UserPromptSubmit')],
  }),
  eventRow({
    id: 'D14',
    event: 'UserPromptSubmit',
    says: 'UserPromptSubmit fires before the prompt reaches the agent; it can block and add context',
    payload: { prompt: 'hello' },
    whenBlocked: { ...blocked, host: { decision: 'block', reason: 'no' } },
    more: [
      {
        says: 'the context of a UserPromptSubmit hook reaches the model',
        event: 'UserPromptSubmit',
        hooks: [{ name: 'hook', prints: { hookSpecificOutput: { additionalContext: 'on main' } } }],
        expect: {
          context: ['on main'],
          host: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'on main' } },
        },
      },
      inALoop('after a block the model is not called'),
    ],
  }),
  eventRow({
    id: 'D15',
    event: 'Stop',
    says: 'Stop fires at the normal end of a turn',
    payload: { stop_hook_active: false, continuations: 0, last_assistant_message: 'done' },
    whenBlocked: { ...continued, host: { decision: 'block', reason: 'no' } },
    more: [inALoop('it fires on a normal end and not on an error')],
  }),
  eventRow({
    id: 'D16',
    event: 'StopFailure',
    says: 'StopFailure fires at the end of a turn by an error',
    payload: { error: 'overloaded', error_type: 'rate_limit' },
    more: [inALoop('it fires on an error and not on a normal end')],
  }),
  eventRow({
    id: 'D17',
    event: 'PreToolUse',
    says: 'PreToolUse fires before a tool runs; it can block and change the arguments',
    payload: bash,
    whenBlocked: {
      ...blocked,
      host: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
        },
      },
    },
    more: [
      {
        says: 'a change of the arguments reaches the host',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PreToolUse: ['command'] } },
            prints: { hookSpecificOutput: { updatedInput: { command: 'ls -l' } } },
          },
        ],
        expect: {
          input: { command: 'ls -l' },
          changed: ['command'],
          runs: { hook: { phase: 'transform', changed: ['command'] } },
          host: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } } },
        },
      },
    ],
  }),
  eventRow({
    id: 'D18',
    event: 'PostToolUse',
    says: 'PostToolUse fires after the success of a tool only; it can change the output',
    payload: { ...bash, tool_response: { stdout: 'a.txt' } },
    whenBlocked: { feedback: ['no'], host: { decision: 'block', reason: 'no' } },
    more: [
      {
        says: 'a change of the output reaches the host',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedToolOutput: 'nothing to see' } },
          },
        ],
        expect: {
          output: 'nothing to see',
          changed: ['tool_response'],
          host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'nothing to see' } },
        },
      },
      {
        says: 'a PostToolUse hook is not asked about a tool that failed',
        event: 'PostToolUseFailure',
        hooks: [
          { name: 'after-success', front: { events: ['PostToolUse'] } },
          { name: 'after-failure', front: { events: ['PostToolUseFailure'] } },
        ],
        expect: { ran: ['after-failure'] },
      },
    ],
  }),
  eventRow({
    id: 'D19',
    event: 'PostToolUseFailure',
    says: 'PostToolUseFailure fires after the failure of a tool only',
    payload: { ...bash, error: 'no such file', is_interrupt: false },
    whenBlocked: { dropped: [/feedback.*says-no/] },
    more: [
      {
        says: 'a PostToolUseFailure hook is not asked about a tool that succeeded',
        event: 'PostToolUse',
        hooks: [
          { name: 'after-success', front: { events: ['PostToolUse'] } },
          { name: 'after-failure', front: { events: ['PostToolUseFailure'] } },
        ],
        expect: { ran: ['after-success'] },
      },
      {
        says: 'context reaches the model, and the error may be redacted',
        event: 'PostToolUseFailure',
        hooks: [
          { name: 'explains', prints: { hookSpecificOutput: { additionalContext: 'try again' } } },
          {
            name: 'redacts',
            front: { modify: { PostToolUseFailure: 'redact' } },
            prints: { hookSpecificOutput: { updatedToolOutput: 'bad token [redacted]' } },
          },
        ],
        payload: { ...bash, error: 'bad token 12345' },
        expect: { context: ['try again'], output: 'bad token [redacted]', changed: ['error'] },
      },
    ],
  }),
  eventRow({
    id: 'D20',
    event: 'PermissionRequest',
    says: 'PermissionRequest fires when the agent asks for permission; allow and block are honoured',
    payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, permission_suggestions: [] },
    whenBlocked: {
      ...blocked,
      host: {
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'deny', message: 'no' },
        },
      },
    },
    more: [
      {
        says: 'allow is honoured with `preApprove: true`, and counts as nothing without',
        event: 'PermissionRequest',
        hooks: [
          {
            name: 'may',
            front: { preApprove: true },
            prints: { hookSpecificOutput: { decision: { behavior: 'allow' } } },
          },
          { name: 'may-not', prints: { hookSpecificOutput: { decision: { behavior: 'allow' } } } },
        ],
        expect: {
          decision: 'allow',
          decidedBy: ['user/may'],
          dropped: [/allow by user\/may-not.*preApprove/],
          host: {
            hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
          },
        },
      },
      {
        says: 'beside an allow the input may be changed too',
        event: 'PermissionRequest',
        hooks: [
          {
            name: 'allows',
            front: { preApprove: true, modify: { PermissionRequest: ['command'] } },
            prints: {
              hookSpecificOutput: { decision: { behavior: 'allow', updatedInput: { command: 'ls -l' } } },
            },
          },
        ],
        expect: {
          decision: 'allow',
          input: { command: 'ls -l' },
          changed: ['command'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PermissionRequest',
              decision: { behavior: 'allow', updatedInput: { command: 'ls -l' } },
            },
          },
        },
      },
    ],
  }),
  eventRow({
    id: 'D21',
    event: 'PermissionDenied',
    says: 'PermissionDenied fires after a permission was denied',
    payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, reason: 'by the user' },
    more: [inALoop('it fires where a PermissionRequest was denied')],
  }),
  eventRow({
    id: 'D22',
    event: 'PreCompact',
    says: 'PreCompact fires before the context is compacted',
    payload: { trigger: 'auto', custom_instructions: null },
    whenBlocked: { ...blocked, host: { decision: 'block', reason: 'no' } },
    more: [inALoop('it precedes PostCompact')],
  }),
  eventRow({
    id: 'D23',
    event: 'PostCompact',
    says: 'PostCompact fires after the context was compacted',
    payload: { trigger: 'manual', summary: 'short' },
    more: [inALoop('it follows PreCompact')],
  }),
  eventRow({
    id: 'D24',
    event: 'SubagentStart',
    says: 'SubagentStart fires once per sub-agent',
    payload: { agent_id: 'a1', agent_type: 'explore', invoked_by: 'subagent' },
    more: [inALoop('each sub-agent fires it once')],
  }),
  eventRow({
    id: 'D25',
    event: 'SubagentStop',
    says: 'SubagentStop fires when a sub-agent completed or was cancelled',
    payload: { agent_id: 'a1', agent_type: 'explore', status: 'cancelled', stop_hook_active: false },
    whenBlocked: { ...continued, host: { decision: 'block', reason: 'no' } },
    more: [inALoop('each ending fires it once')],
  }),
  eventRow({
    id: 'D26',
    event: 'TeammateIdle',
    says: 'TeammateIdle fires when a teammate has no work left',
    payload: { teammate_name: 'anna', team_name: 'core' },
    whenBlocked: { ...continued, host: { exit: 2, stderr: 'no\n' } },
  }),
  eventRow({
    id: 'D27',
    event: 'TaskCreated',
    says: 'TaskCreated fires for a new task',
    payload: { task_id: '7', task_subject: 'tests', task_description: 'write them' },
    whenBlocked: { ...blocked, host: { exit: 2, stderr: 'no\n' } },
  }),
  eventRow({
    id: 'D28',
    event: 'TaskCompleted',
    says: 'TaskCompleted fires when a task is done',
    payload: { task_id: '7', task_subject: 'tests' },
    whenBlocked: { ...blocked, host: { exit: 2, stderr: 'no\n' } },
  }),
  eventRow({
    id: 'D29',
    event: 'Notification',
    says: 'Notification fires when the agent notifies the user',
    payload: { message: 'waiting', title: 'Agent', notification_type: 'idle_prompt' },
  }),
  eventRow({
    id: 'D30',
    event: 'Elicitation',
    says: 'Elicitation fires when an MCP server asks the user',
    payload: {
      mcp_server_name: 'github',
      message: 'Which repository?',
      requested_schema: { type: 'object' },
    },
    whenBlocked: blocked,
  }),
  eventRow({
    id: 'D31',
    event: 'ElicitationResult',
    says: 'ElicitationResult fires when the answer is there',
    payload: { mcp_server_name: 'github', action: 'accept', content: { repository: 'x' } },
    whenBlocked: { dropped: [/feedback.*says-no/] },
  }),
  eventRow({
    id: 'D32',
    event: 'ConfigChange',
    says: 'ConfigChange fires when settings change',
    payload: { source: 'user_settings', file_path: '/home/u/.hookmd/config.yaml' },
    whenBlocked: { ...blocked, host: { decision: 'block', reason: 'no' } },
    more: [
      inALoop('`createHooks({ watch: true })` fires it once where settings are edited'),
      { says: 'the resident runtime fires it', pending: issues.agents },
    ],
  }),
  eventRow({
    id: 'D33',
    event: 'InstructionsLoaded',
    says: 'InstructionsLoaded fires when instructions were loaded',
    payload: { file_path: '/p/CLAUDE.md', load_reason: 'session_start' },
  }),
  eventRow({
    id: 'D34',
    event: 'CwdChanged',
    says: 'CwdChanged fires when the working directory changes, with the old one and the new one',
    payload: { old_cwd: '/a', new_cwd: '/b' },
  }),
  eventRow({
    id: 'D35',
    event: 'FileChanged',
    says: 'FileChanged fires for tracked files',
    payload: { file_path: '/p/a.ts', change: 'unlink' },
    more: [inALoop('`createHooks({ watch: true })` fires it for tracked files, and not for others')],
  }),
  eventRow({
    id: 'D36',
    event: 'WorktreeCreate',
    says: 'WorktreeCreate fires for a new worktree',
    payload: { name: 'fix', worktree_path: '/p/fix' },
    whenBlocked: { ...blocked, host: { exit: 2, stderr: 'no\n' } },
  }),
  eventRow({
    id: 'D37',
    event: 'WorktreeRemove',
    says: 'WorktreeRemove fires for a removed worktree',
    payload: { worktree_path: '/p/fix' },
  }),
  {
    id: 'D38',
    source: 'pattern page ("27+")',
    says: 'The list of events is open: the 27 of the pattern page are in it, and more',
    cases: [
      {
        says: '`hooks events` lists the 27, those of Kodelet and the RFC as other names, and what each permits',
        steps: [
          {
            hooks: 'events --json',
            json: { schema: 'hookmd.events/1' },
            events: [
              ...[
                'SessionStart',
                'SessionEnd',
                'Setup',
                'StopFailure',
                'PermissionRequest',
                'PermissionDenied',
              ],
              ...[
                'PreCompact',
                'PostCompact',
                'SubagentStart',
                'SubagentStop',
                'TeammateIdle',
                'TaskCreated',
              ],
              ...[
                'TaskCompleted',
                'Notification',
                'Elicitation',
                'ElicitationResult',
                'ConfigChange',
                'CwdChanged',
              ],
              ...['InstructionsLoaded', 'FileChanged', 'WorktreeCreate', 'WorktreeRemove'],
            ].map((name) => ({ name })),
          },
          {
            hooks: 'events --json',
            events: [
              { name: 'PreToolUse', class: 'gate', aliases: ['before_tool_call', 'BeforeToolCall'] },
              { name: 'PostToolUse', class: 'result', aliases: ['after_tool_call', 'AfterToolCall'] },
              { name: 'PostToolUseFailure', class: 'result', aliases: ['after_tool_call', 'AfterToolCall'] },
              { name: 'UserPromptSubmit', class: 'gate', aliases: ['user_message_send', 'message:received'] },
              { name: 'Stop', class: 'settle', aliases: ['agent_stop', 'AfterTurn', 'message:sent'] },
              { name: 'TurnEnd', class: 'settle', aliases: ['after_turn', 'turn_end'] },
              { name: 'PreModelCall', class: 'gate', aliases: ['BeforeLLMCall'] },
              { name: 'PostModelCall', class: 'result' },
              { name: 'PreToolSelection', class: 'gate' },
            ],
          },
          { hooks: 'events before_tool_call', stdout: /^PreToolUse/ },
          { hooks: 'events PreToolUs', exit: 1, stderr: /EVENT_NOT_FOUND[\s\S]*PreToolUse/ },
        ],
      },
      {
        says: 'the events that go beyond the 27 can be hooked too',
        hooks: [
          {
            name: 'hook',
            front: { events: ['TurnEnd', 'PreModelCall', 'PostModelCall', 'PreToolSelection'] },
            stderr: 'no',
            exits: 2,
          },
        ],
        steps: [
          {
            fire: 'TurnEnd',
            payload: { turn_number: 1, tools_used: false, auto_compact_enabled: true },
            expect: {
              ran: ['hook'],
              stdinOf: { hook: { turn_number: 1, tools_used: false } },
              dropped: [/follow-up/],
            },
          },
          {
            fire: 'PreModelCall',
            payload: { provider: 'p', model: 'm', iteration: 1, tool_count: 3, messages: [] },
            expect: {
              decision: 'block',
              reason: 'no',
              ran: ['hook'],
              stdinOf: { hook: { iteration: 1, tool_count: 3 } },
            },
          },
          {
            fire: 'PostModelCall',
            payload: { provider: 'p', model: 'm', response: 'hi' },
            expect: { ran: ['hook'], stdinOf: { hook: { response: 'hi' } }, dropped: [/feedback/] },
          },
          {
            fire: 'PreToolSelection',
            payload: { provider: 'p', model: 'm', tools: ['Bash'] },
            expect: { ran: ['hook'], stdinOf: { hook: { tools: ['Bash'] } }, dropped: [/cannot be blocked/] },
          },
        ],
      },
    ],
  },
  {
    id: 'D39',
    source: 'ours',
    says: 'One dispatch reaches hooks of every vocabulary exactly once',
    cases: [
      {
        says: 'a name of another vocabulary is a row that leads to canonical events, and may narrow them',
        hooks: [
          { name: 'after', front: { events: ['after_tool_call'] } },
          { name: 'narrow', front: { events: ['user_message_send'], modify: { user_message_send: ['*'] } } },
        ],
        steps: [
          { hooks: 'list --event PostToolUseFailure --json', json: { hooks: [{ name: 'after' }] } },
          { hooks: 'check narrow --json', exit: 1, issues: [{ code: 'MANIFEST_MODIFY', path: /narrow/ }] },
        ],
      },
      {
        says: 'one hook per name and one dispatch: each is started once, none twice',
        hooks: [
          { name: 'canonical', front: { events: ['PostToolUse', 'PostToolUseFailure'] } },
          { name: 'kodelet', front: { events: ['after_tool_call'] } },
          { name: 'microclaw', front: { events: ['AfterToolCall'], timeout_ms: 30_000 } },
          { name: 'rfc', front: { events: ['AfterToolCall'], timeout: 30 } },
          { name: 'observer', front: { events: ['after_tool_call'], observe: true } },
        ],
        steps: [
          {
            fire: 'PostToolUse',
            expect: {
              ranInAnyOrder: ['canonical', 'kodelet', 'microclaw', 'observer', 'rfc'],
              stdinOf: {
                canonical: { hook_event_name: 'PostToolUse' },
                kodelet: { event: 'after_tool_call', tool_output: {} },
                microclaw: { event: 'AfterToolCall', result: { content: 'a.txt' } },
                rfc: { event: 'AfterToolCall', result: 'a.txt' },
              },
            },
          },
          {
            fire: 'PostToolUseFailure',
            expect: { ranInAnyOrder: ['canonical', 'kodelet', 'microclaw', 'observer', 'rfc'] },
          },
        ],
      },
    ],
  },
  {
    id: 'D40',
    source: 'pattern page, Kodelet K1 goal',
    says: 'Any event gets a hook by files only',
    cases: [
      {
        says: 'a folder that appears between two events runs on the second, without another command',
        steps: [
          { fire: 'WorktreeRemove', payload: { worktree_path: '/p/fix' }, expect: { ran: [] } },
          {
            write: {
              'home/.hookmd/hooks/new/HOOK.md': '---\nevents: [WorktreeRemove]\ncommand: touch made\n---\n',
            },
          },
          {
            fire: 'WorktreeRemove',
            payload: { worktree_path: '/p/fix' },
            expect: { outcomes: { new: 'success' }, files: { 'project/made': '' } },
          },
        ],
      },
      {
        says: 'one hook may listen to several events and is told which one it is',
        hooks: [{ name: 'hook', front: { events: ['PreToolUse', 'Stop'] } }],
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['hook'], envOf: { hook: { HOOK_EVENT: 'PreToolUse' } } } },
          { fire: 'Stop', expect: { ran: ['hook'], envOf: { hook: { HOOK_EVENT: 'Stop' } } } },
          { fire: 'Notification', expect: { ran: [] } },
        ],
      },
    ],
  },
  {
    id: 'D41',
    source: 'pattern page',
    says: 'Calls of MCP tools fire the same events',
    cases: [
      {
        says: 'a tool name of the MCP form matches and blocks, and its parts are in the payload',
        hooks: [
          { name: 'by-name', front: { matcher: 'mcp__github__create_issue' }, stderr: 'no issues', exits: 2 },
          { name: 'by-kind', front: { matcher: 'mcp', observe: true } },
          { name: 'by-server', front: { matcher: 'mcp__github__.*', observe: true } },
          { name: 'other', front: { matcher: 'mcp__gitlab__.*' }, exits: 2 },
        ],
        payload: { tool_name: 'mcp__github__create_issue', tool_input: { title: 'x' } },
        expect: {
          decision: 'block',
          reason: 'no issues',
          ranInAnyOrder: ['by-kind', 'by-name', 'by-server'],
          outcomes: { other: 'skipped NO_MATCH' },
          stdinOf: {
            'by-name': {
              tool_name: 'mcp__github__create_issue',
              tool: { kind: 'mcp', mcp: { server: 'github', tool: 'create_issue' } },
            },
          },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'no issues',
            },
          },
        },
      },
      {
        says: 'the output of an MCP tool can be changed',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { matcher: 'mcp__.*', modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedMCPToolOutput: { content: [] } } },
          },
        ],
        payload: { tool_name: 'mcp__github__get', tool_input: {}, tool_response: { content: ['secret'] } },
        expect: { output: { content: [] }, changed: ['tool_response'] },
      },
    ],
  },
  {
    id: 'D42',
    source: 'ours (shipped MicroClaw, OpenClaw)',
    says: 'After-hooks run for each tool, also in parallel batches',
    pending: issues.library,
  },
];
