import type { AdapterRow } from '../row.ts';

/** Messages of the user, and the session that contains them. */
export const promptRows: readonly AdapterRow[] = [
  {
    title: 'a run sends its events in order',
    shows: ['D3', 'D5', 'D11', 'D12', 'D13', 'D14', 'D15', 'D17', 'D18'],
    replies: [{ calls: [{ tool: 'note' }] }],
    expect: {
      ended: { status: 'completed', text: 'done' },
      order: [
        'SessionStart',
        'Setup',
        'UserPromptSubmit',
        'PreToolSelection',
        'PreModelCall',
        'PostModelCall',
        'PreToolUse',
        'PostToolUse',
        'TurnEnd',
        'PreToolSelection',
        'PreModelCall',
        'PostModelCall',
        'TurnEnd',
        'Stop',
        'SessionEnd',
      ],
    },
  },
  {
    title: 'every event has the common fields',
    shows: ['E1', 'E2', 'E3', 'E6', 'E14'],
    replies: [{ calls: [{ tool: 'note' }] }],
    expect: {
      events: {
        UserPromptSubmit: [
          { schema: 'hookmd.event/1', prompt: 'go', invoked_by: 'main', session_id: /./, cwd: /^\// },
        ],
        PreToolUse: [{ invoked_by: 'main', tool: { kind: 'other', native_name: 'note' }, session_id: /./ }],
        SessionEnd: [{ reason: /./ }],
      },
    },
  },
  {
    title: 'a blocked message does not reach the model, and the user gets the reason',
    shows: ['D3', 'D14', 'G28'],
    hooks: [{ on: 'UserPromptSubmit', outputs: { decision: 'block', reason: 'say please' } }],
    expect: {
      ended: { status: 'blocked', text: /say please/ },
      sent: [],
      stored: { without: ['go'] },
      counts: { Stop: 0, TurnEnd: 0 },
    },
  },
  {
    title: 'after a blocked message, the agent responds to the next one',
    shows: ['G28'],
    hooks: [{ on: 'UserPromptSubmit', outputs: [{ decision: 'block', reason: 'say please' }] }],
    prompts: ['do it', 'please do so'],
    expect: {
      ended: { status: 'completed' },
      sent: [{ has: ['please do so'], without: ['do it'] }],
      counts: { SessionStart: 1, UserPromptSubmit: 2, Stop: 1 },
    },
  },
  {
    title: 'context that a hook adds to a blocked message is not sent with the next one',
    shows: ['G24', 'G28'],
    hooks: [
      {
        on: 'UserPromptSubmit',
        outputs: [
          {
            decision: 'block',
            reason: 'say please',
            hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'it rains' },
          },
        ],
      },
    ],
    prompts: ['do it', 'please do so'],
    expect: { ended: { status: 'completed' }, sent: [{ has: ['please do so'], without: ['it rains'] }] },
  },
  {
    title: 'the model gets context that hooks add to a message and at the start of a session',
    shows: ['D11', 'D13', 'G24'],
    hooks: [
      {
        on: 'SessionStart',
        outputs: {
          hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'it is Tuesday' },
        },
      },
      {
        on: 'Setup',
        outputs: { hookSpecificOutput: { hookEventName: 'Setup', additionalContext: 'the house is red' } },
      },
      {
        on: 'UserPromptSubmit',
        outputs: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'it rains' } },
      },
    ],
    expect: { sent: [{ has: ['go', 'it is Tuesday', 'the house is red', 'it rains'] }] },
  },
  {
    title: 'a hook that stops the agent at the start of a session prevents all its runs',
    shows: ['D11', 'G17'],
    hooks: [{ on: 'SessionStart', outputs: { continue: false, stopReason: 'not today' } }],
    prompts: ['first', 'second'],
    expect: {
      ended: { status: 'blocked', text: /not today/ },
      sent: [],
      stored: { without: ['first', 'second'] },
      counts: { SessionStart: 1, TurnEnd: 0, Stop: 0 },
    },
  },
  {
    title: 'a second message continues the same conversation',
    shows: ['D11'],
    prompts: ['first', 'second'],
    replies: [{ text: 'response to the first' }],
    expect: {
      sent: [{ has: ['first'] }, { has: ['first', 'response to the first', 'second'] }],
      counts: { SessionStart: 1, Setup: 1, Stop: 2, SessionEnd: 1 },
    },
  },
  {
    title: 'a quiet operation runs only the hooks that name it',
    shows: ['C10'],
    quiet: 'commit',
    hooks: [
      { on: 'PreToolUse', name: 'everywhere', outputs: { decision: 'block', reason: 'no' } },
      {
        on: 'UserPromptSubmit',
        name: 'in-commits',
        contexts: ['commit'],
        outputs: {
          hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'in a commit' },
        },
      },
    ],
    replies: [{ calls: [{ tool: 'note' }] }],
    expect: { ended: { status: 'completed' }, ran: [['note', {}]], sent: [{ has: ['in a commit'] }, {}] },
  },
  {
    title: 'an agent without hooks runs unchanged',
    shows: ['KT6'],
    isAboutTools: true,
    hasNoObserver: true,
    tools: { note: { gives: ['half', 'noted'] } },
    replies: [
      {
        calls: [
          { tool: 'note', input: { text: 'a' } },
          { tool: 'note', input: { text: 'b' } },
        ],
      },
    ],
    expect: {
      ended: { status: 'completed', text: 'done' },
      ran: [
        ['note', { text: 'a' }],
        ['note', { text: 'b' }],
      ],
      sent: [{}, { has: ['noted'] }],
      order: [],
    },
  },
];
