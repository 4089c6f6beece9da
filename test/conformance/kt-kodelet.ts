import type { HookSpec, Json } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import type { Case, FireStep, Row } from './row.ts';
import { turnAt } from './turn-payload.ts';

/**
 * What the tests of Kodelet's own hook code assert, a row for each; where that code was wrong, the row says so and asserts
 * what is right. The hooks are bare executables, as Kodelet's are.
 */
const source = 'Kodelet’s own tests';

const executable = (name: string, event: string, does: Omit<HookSpec, 'name' | 'asked'> = {}): HookSpec => ({
  ...does,
  name,
  asked: `echo ${event}`,
});
const before = (name: string, prints: Json): HookSpec => executable(name, 'before_tool_call', { prints });

const call = {
  session_id: 's1',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 't1',
} as const;
const result = { ...call, tool_response: { stdout: 's3cr3t', stderr: '', interrupted: false } } as const;
const rewritten = (output: string): Json => ({
  output: {
    toolName: 'bash',
    success: true,
    metadata: { stdout: 's3cr3t', stderr: '', interrupted: false, output },
    timestamp: '2026-01-15T10:30:00Z',
  },
});

/** One firing of each event that Kodelet has. */
const each = (expect: FireStep['expect'] = {}): readonly FireStep[] => [
  { fire: 'PreToolUse', payload: call, expect },
  { fire: 'PostToolUse', payload: result, expect },
  { fire: 'UserPromptSubmit', payload: { prompt: 'hello' }, expect },
  { fire: 'Stop', payload: {}, expect },
  { fire: 'TurnEnd', payload: turnAt(0), expect },
];

const row = (id: `KT${number}`, message: string, ...cases: readonly Case[]): Row => ({
  id,
  source,
  says: message,
  cases,
});

export const kodeletTests: readonly Row[] = [
  row('KT1', 'The names of events, and `main` and `subagent`, are spelled as documented', {
    says: 'a hook of each name is asked, `invoked_by` is one of the two words, and another spelling is no event',
    hooks: [
      executable('a', 'before_tool_call'),
      executable('b', 'after_tool_call'),
      executable('c', 'user_message_send'),
      executable('d', 'agent_stop'),
      executable('e', 'after_turn'),
      executable('f', 'BeforeToolCall'),
    ],
    steps: [
      { hooks: 'enable a b c d e --yes' },
      { hooks: 'enable f --yes', exit: 1, stderr: /EXECUTABLE_OUTPUT/ },
      ...each().map((step, index) => {
        const name = 'abcde'[index] ?? '';
        const word = ['before_tool_call', 'after_tool_call', 'user_message_send', 'agent_stop', 'after_turn'];
        return {
          ...step,
          run: { approved: true },
          expect: { ran: [name], stdinOf: { [name]: { event: word[index], invoked_by: 'main' } } },
        };
      }),
      {
        fire: 'PreToolUse',
        payload: { ...call, invoked_by: 'subagent' },
        run: { approved: true },
        expect: { stdinOf: { a: { invoked_by: 'subagent' } } },
      },
    ],
  }),
  row('KT2', 'No folder of hooks, or one that does not exist, is no hook and no error', {
    says: 'an empty home and an empty project: nothing is listed, and nothing said',
    steps: [
      { hooks: 'list --json', json: { issues: [] } },
      ...each({ ran: [] }),
      { hooks: 'check --json', json: { ok: true, issues: [] } },
    ],
  }),
  row('KT3', 'There are folders to look in without being told, and a folder of one’s own is taken as given', {
    says: 'the two folders of Kodelet are looked in; `--root` adds one',
    hooks: [
      executable('in-home', 'before_tool_call'),
      executable('in-project', 'before_tool_call', { at: 'project' }),
      { name: 'in-root', at: 'root', front: { events: ['before_tool_call'] } },
    ],
    expect: { ranInAnyOrder: ['in-home', 'in-project', 'in-root'] },
  }),
  row('KT4', 'A hook has 30 s, and a package may say otherwise', {
    says: '`list` shows the limit',
    hooks: [
      { name: 'usual', front: { events: ['before_tool_call'] } },
      { name: 'own', front: { events: ['before_tool_call'], timeout: 5 } },
    ],
    steps: [{ hooks: 'list --json', hook: { usual: { timeoutMs: 30_000 }, own: { timeoutMs: 5000 } } }],
  }),
  row('KT5', 'Hooks are found by event, by name over all events, and all together; an absent name is none', {
    says: '`list`, `list --event` and `info` find them',
    hooks: [executable('guard', 'before_tool_call'), executable('audit', 'after_tool_call')],
    steps: [
      { hooks: 'enable guard audit --yes' },
      { hooks: 'list --json', hook: { guard: {}, audit: {}, absent: null } },
      { hooks: 'list --event before_tool_call --json', hook: { guard: {}, audit: null } },
      { hooks: 'info audit --json', json: { name: 'audit', events: ['after_tool_call'] } },
      { hooks: 'info absent', exit: 1 },
    ],
  }),
  row('KT6', 'An event without hooks has no result and no error', {
    says: 'a hook of another event is skipped',
    hooks: [executable('audit', 'after_tool_call')],
    steps: [{ fire: 'PreToolUse', expect: { ran: [] } }],
  }),
  row('KT7', 'A folder is no hook, and neither is a file that may not be executed', {
    says: 'only the executable beside them runs',
    hooks: [executable('good', 'before_tool_call')],
    files: {
      'home/.kodelet/hooks/folder/inside': { text: '#!/bin/sh\necho before_tool_call\n', mode: 0o755 },
      'home/.kodelet/hooks/plain': { text: '#!/bin/sh\necho before_tool_call\n', mode: 0o644 },
    },
    steps: [
      { fire: 'PreToolUse', expect: { ran: ['good'] } },
      { hooks: 'list --json', hook: { good: {}, folder: null, inside: null } },
    ],
  }),
  row('KT8', 'Of one name in two folders there is one hook, that of the first', {
    says: 'the project’s runs and the user’s does not, once both are approved',
    hooks: [
      { ...before('guard', { blocked: true, reason: 'local' }), at: 'project' },
      before('guard', { blocked: true, reason: 'global' }),
    ],
    steps: [
      { fire: 'PreToolUse', expect: { decision: 'block', reason: 'local', decidedBy: ['project/guard'] } },
    ],
  }),
  row('KT9', 'Without hooks each event comes to nothing: not blocked, nothing changed, no follow-ups', {
    says: 'every part of the decision is empty',
    steps: each(),
  }),
  row(
    'KT10',
    'Each payload arrives with its documented fields, and `recipe_name` is left out where it is empty',
    {
      says: 'each event, with and without a host action',
      hooks: [
        {
          name: 'hook',
          front: {
            events: ['before_tool_call', 'after_tool_call', 'user_message_send', 'agent_stop', 'after_turn'],
          },
        },
      ],
      // What each payload has to hold, and no more, is in seed-payloads.ts, which every firing is held to.
      steps: approvedTable(
        ['hook'],
        [
          ...each({ stdinOf: { hook: { recipe_name: undefined } } }),
          ...each({ stdinOf: { hook: { recipe_name: 'review' } } }).map((step) => ({
            ...step,
            payload: { ...(step.payload as object), recipe_name: 'review' },
          })),
        ],
      ),
    },
  ),
  row('KT11', 'Each result arrives: blocked with a reason, a new input, follow-ups, and the empty object', {
    says: 'four answers and what they come to',
    hooks: [
      {
        name: 'hook',
        front: { events: ['before_tool_call', 'agent_stop'], env: ['LOG', 'SAID'] },
        does: 'printf %s "$SAID"',
      },
    ],
    steps: approvedTable(
      ['hook'],
      (
        [
          ['PreToolUse', { blocked: true, reason: 'no' }, { decision: 'block', reason: 'no' }],
          [
            'PreToolUse',
            { input: { command: 'ls -l' } },
            { input: { command: 'ls -l' }, changed: ['command'] },
          ],
          ['PreToolUse', {}, {}],
          ['Stop', { follow_up_messages: ['1', '2'] }, { followUps: ['1', '2'] }],
        ] as const
      ).map(([dispatch, output, expect]) => ({
        fire: dispatch,
        run: { env: { SAID: JSON.stringify(output) } },
        expect,
      })),
    ),
  }),
  row(
    'KT12',
    'The first block ends a tool call and a message: its reason is returned, and later hooks are not started',
    {
      says: 'a tool call',
      hooks: [
        before('a', { blocked: true, reason: 'first' }),
        before('b', { blocked: true, reason: 'second' }),
      ],
      expect: {
        decision: 'block',
        reason: 'first',
        decidedBy: ['user/a'],
        ran: ['a'],
        outcomes: { b: 'skipped BLOCKED_EARLIER' },
      },
    },
    {
      says: 'a message, one hook at a time as in Kodelet',
      event: 'UserPromptSubmit',
      hooks: ['a', 'b'].map((name) =>
        executable(name, 'user_message_send', { prints: { blocked: true, reason: name } }),
      ),
      config: { hooks: { concurrency: 1 } },
      expect: { decision: 'block', reason: 'a', ran: ['a'] },
    },
  ),
  row('KT13', 'Two hooks that allow do not block', {
    says: 'both are asked',
    hooks: [before('a', { blocked: false }), before('b', { blocked: false })],
    expect: { ran: ['a', 'b'] },
  }),
  row('KT14', 'One follow-up and two make three, in order', {
    says: 'in the order of their names',
    event: 'Stop',
    hooks: [
      executable('a', 'agent_stop', { prints: { follow_up_messages: ['1'] } }),
      executable('b', 'agent_stop', { prints: { follow_up_messages: ['2', '3'] } }),
    ],
    expect: { followUps: ['1', '2', '3'] },
  }),
  row(
    'KT15',
    'A block with its reason, a new input, a new output and an allowed message',
    {
      says: 'a block with its reason',
      hooks: [before('hook', { blocked: true, reason: 'not here' })],
      expect: { decision: 'block', reason: 'not here' },
    },
    {
      says: 'a new input, and a second hook that starts from it: Kodelet showed every hook the first one',
      hooks: [
        before('a', { blocked: false, input: { command: 'ls -l' } }),
        executable('b', 'before_tool_call', {
          does: `sed -n 's/.*"command":"\\([^"]*\\)".*/{"input":{"command":"\\1 -a"}}/p' "$run.stdin"`,
        }),
        before('c', { blocked: false }),
      ],
      expect: { input: { command: 'ls -l -a' }, changed: ['command'] },
    },
    {
      says: 'a new output',
      event: 'PostToolUse',
      hooks: [executable('hook', 'after_tool_call', { prints: rewritten('gone') })],
      payload: result,
      expect: { output: { stdout: 'gone', stderr: '', interrupted: false }, changed: ['tool_response'] },
    },
    {
      says: 'an allowed message',
      event: 'UserPromptSubmit',
      hooks: [executable('hook', 'user_message_send', { prints: { blocked: false } })],
      expect: { ran: ['hook'] },
    },
  ),
  row('KT16', 'A hook over its limit does not block, and is no error for the caller', {
    says: 'the limit binds for children of the hook too: Kodelet waited for them',
    hooks: [
      {
        name: 'slow',
        front: { events: ['before_tool_call'], timeout: '300ms' },
        does: 'sleep 30; echo x',
        prints: { blocked: true },
      },
    ],
    expect: {
      outcomes: { slow: 'canceled TIMEOUT' },
      failedOpen: ['user/slow'],
      withinMs: 6000,
      leavesNothing: true,
    },
  }),
  row('KT17', 'Exit 1 with a word on standard error does not block, and is no error for the caller', {
    says: 'nor does a block on standard output beside it',
    hooks: [
      executable('hook', 'before_tool_call', {
        stderr: 'broken',
        prints: { blocked: true, reason: 'no' },
        exits: 1,
      }),
    ],
    expect: { outcomes: { hook: 'non_blocking_error EXIT' }, failedOpen: ['user/hook'] },
  }),
  row('KT18', 'A silent observer leaves the output as it is', {
    says: 'and as another hook made it: in Kodelet an audit logger behind a redactor undid the redaction',
    event: 'PostToolUse',
    hooks: [
      executable('a-redacts', 'after_tool_call', { prints: rewritten('gone') }),
      executable('b-audits', 'after_tool_call'),
      executable('c-garbage', 'after_tool_call', { prints: '{"output":' }),
    ],
    payload: result,
    expect: {
      output: { stdout: 'gone', stderr: '', interrupted: false },
      changed: ['tool_response'],
      failedOpen: ['user/c-garbage'],
      outcomes: { 'b-audits': 'success', 'c-garbage': 'non_blocking_error BAD_OUTPUT' },
    },
  }),
  row('KT19', 'A hook sees the whole payload', {
    says: 'of a call by a sub-agent, to the byte',
    hooks: [executable('hook', 'before_tool_call')],
    payload: { ...call, invoked_by: 'subagent' },
    expect: {
      argvOf: { hook: [/\/hook$/, 'run'] },
      stdinOf: {
        hook: JSON.stringify({
          event: 'before_tool_call',
          conv_id: 's1',
          tool_name: 'bash',
          tool_input: { command: 'ls' },
          tool_user_id: 't1',
          cwd: '<project>',
          invoked_by: 'subagent',
        }),
      },
    },
  }),
  row('KT20', 'A hook that only looks at the end of the agent has no follow-ups', {
    says: 'the agent stops',
    event: 'Stop',
    hooks: [executable('hook', 'agent_stop')],
    expect: { ran: ['hook'], host: '' },
  }),
  row('KT21', 'An executable that answers an unknown event, or fails when asked, is no hook', {
    says: 'neither is registered; in Kodelet it took the place of a working one of its name in silence, here `check` says so',
    hooks: [
      executable('unknown', 'before_everything'),
      { name: 'fails', asked: 'echo before_tool_call; exit 1' },
      executable('good', 'before_tool_call'),
    ],
    steps: [
      { hooks: 'enable unknown --yes', exit: 1 },
      { hooks: 'enable fails --yes', exit: 1 },
      { hooks: 'enable good --yes' },
      { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['good'] } },
    ],
  }),
  row('KT22', 'Four hooks of four events in one folder are one each', {
    says: 'each event starts one',
    hooks: [
      executable('a', 'before_tool_call'),
      executable('b', 'after_tool_call'),
      executable('c', 'user_message_send'),
      executable('d', 'agent_stop'),
    ],
    steps: each()
      .slice(0, 4)
      .map((step, index) => ({ ...step, expect: { ran: ['abcd'[index] ?? ''] } })),
  }),
  row('KT23', 'Hooks that are switched off are a safe nothing at every event, and the input passes through', {
    says: '`--no-hooks` starts none of those that are there',
    hooks: [before('guard', { blocked: true, reason: 'no' })],
    steps: each({ ran: [] }).map((step) => ({ ...step, run: { args: ['--no-hooks'] } })),
  }),
  row('KT24', 'The conversation id is that of the event, and `invoked_by` follows the sub-agent', {
    says: 'two conversations, one hook',
    hooks: [{ name: 'hook', front: { events: ['before_tool_call'] } }],
    steps: approvedTable(
      ['hook'],
      (
        [
          ['c1', 'main'],
          ['c2', 'subagent'],
        ] as const
      ).map(([session_id, invoked_by]) => ({
        fire: 'PreToolUse',
        payload: { ...call, session_id, invoked_by },
        expect: { stdinOf: { hook: { conv_id: session_id, invoked_by } } },
      })),
    ),
  }),
  row('KT25', 'A file whose name ends in `.disable` is not discovered, its neighbour is', {
    says: 'only the neighbour runs',
    hooks: [executable('off.disable', 'before_tool_call'), executable('on', 'before_tool_call')],
    expect: { ran: ['on'] },
  }),
  {
    id: 'KT26',
    source,
    says: 'The hooks of a plugin carry its name',
    excluded:
      'What is installed stands beside everything else under its own name; `hooks.lock` says which package it came with.',
  },
  row(
    'KT27',
    'A built-in handler is found by its name and can be replaced; an unknown one is ignored, and none throws',
    {
      says: 'the built-in of compaction is listed, switched off for one of one’s own, and an unknown host action is a failed run',
      hooks: [
        executable('own', 'after_turn', { prints: { result: 'callback', callback: 'compact' } }),
        executable('unknown', 'agent_stop', { prints: { result: 'callback', callback: 'compcat' } }),
      ],
      steps: [
        { hooks: 'enable own unknown --yes' },
        { hooks: 'info builtin:compact-trigger --json', json: { name: 'compact-trigger' } },
        { hooks: 'disable builtin:compact-trigger' },
        {
          fire: 'TurnEnd',
          run: { approved: true },
          payload: turnAt(900),
          expect: { callback: { name: 'compact', args: {} }, ran: ['own'] },
        },
        {
          fire: 'Stop',
          run: { approved: true },
          payload: {},
          expect: { failedOpen: ['user/unknown'] },
        },
      ],
    },
  ),
  row('KT28', '`once` runs a hook once', {
    says: 'on the first firing of a session and not on later ones; Kodelet’s meant the first turn, whether it had run or not',
    hooks: [
      { name: 'each', front: { events: ['after_turn'] } },
      { name: 'once', front: { events: ['after_turn'], once: true } },
    ],
    steps: [1, 2, 5].map((turn_number, index) => ({
      fire: 'TurnEnd',
      payload: turnAt(0, { turn_number, session_id: 's1' }),
      expect: { ranInAnyOrder: index === 0 ? ['each', 'once'] : ['each'] },
    })),
  }),
  row(
    'KT29',
    'The context can be swapped; a host that cannot do it, or fails, goes on',
    {
      says: 'new messages reach the decision',
      event: 'TurnEnd',
      hooks: [
        executable('hook', 'after_turn', {
          prints: { result: 'mutate', messages: [{ role: 'user', content: 'summary' }] },
        }),
      ],
      payload: turnAt(0),
      expect: { messages: [{ role: 'user', content: 'summary' }] },
    },
    {
      says: 'an agent that keeps its messages to itself receives none, and that is recorded',
      hooks: [
        executable('hook', 'agent_stop', {
          prints: { result: 'mutate', messages: [{ role: 'user', content: 'summary' }] },
        }),
      ],
      steps: [
        { hooks: 'enable hook --yes' },
        {
          hooks: 'run Stop --agent claude-code',
          stdin: '{"hook_event_name":"Stop","session_id":"s"}',
          stdout: '',
        },
        { hooks: 'trace --last --json', json: { dropped: [/messages by user\/hook: this agent does not/] } },
      ],
    },
  ),
];
