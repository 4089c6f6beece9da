import type { AdapterRow } from '../row.ts';

/** Events around each call of the model. */
export const modelCallRows: readonly AdapterRow[] = [
  {
    title: 'a hint is appended to one model call, and is not stored in the conversation',
    shows: ['D7', 'G9'],
    hooks: [
      {
        on: 'PreModelCall',
        modify: { PreModelCall: 'hint' },
        outputs: [{ hookSpecificOutput: { hookEventName: 'PreModelCall', hint: 'be brief' } }],
      },
    ],
    replies: [{ calls: [{ tool: 'note' }] }],
    expect: {
      sent: [{ has: ['go', 'be brief'] }, { without: ['be brief'] }],
      stored: { without: ['be brief'] },
    },
  },
  {
    title: 'the listed keys are redacted everywhere in the conversation, and nothing else is',
    shows: ['D7', 'G9', 'G11'],
    isAboutTools: true,
    tools: { note: { gives: [{ password: 'hunter2', user: 'ann' }] } },
    hooks: [
      {
        on: 'PreModelCall',
        modify: { PreModelCall: 'redact' },
        outputs: { hookSpecificOutput: { hookEventName: 'PreModelCall', redact: ['password'] } },
      },
    ],
    replies: [{ calls: [{ tool: 'note', input: { text: 'a', password: 'swordfish' } }] }],
    expect: {
      ran: [['note', { text: 'a', password: 'swordfish' }]],
      sent: [{ has: ['go'] }, { has: ['go', 'ann', '[redacted'], without: ['hunter2', 'swordfish'] }],
    },
  },
  {
    title: 'a blocked model call is not made, and the user gets the reason',
    shows: ['D7', 'G9'],
    hooks: [{ on: 'PreModelCall', outputs: { decision: 'block', reason: 'the budget is spent' } }],
    expect: {
      ended: { status: 'blocked', text: /the budget is spent/ },
      sent: [],
      counts: { PostModelCall: 0, Stop: 0, StopFailure: 0 },
    },
  },
  {
    title: 'the model gets context that hooks add before a call',
    shows: ['G24'],
    hooks: [
      {
        on: 'PreModelCall',
        outputs: { hookSpecificOutput: { hookEventName: 'PreModelCall', additionalContext: 'it is late' } },
      },
    ],
    expect: { sent: [{ has: ['it is late'] }] },
  },
  {
    title: 'the events of a model call contain its provider, model, number and count of tools',
    shows: ['E11'],
    replies: [{ calls: [{ tool: 'note' }] }],
    expect: {
      events: {
        PreModelCall: [
          { provider: /./, model: /./, iteration: 1, tool_count: 1 },
          { provider: /./, model: /./, iteration: 2, tool_count: 1 },
        ],
        PostModelCall: [
          { provider: /./, model: /./ },
          { provider: /./, model: /./ },
        ],
      },
    },
  },
  {
    title: 'a replaced response reaches the user and the stored conversation',
    shows: ['G25'],
    needs: 'replaces responses',
    hooks: [
      {
        on: 'PostModelCall',
        modify: { PostModelCall: 'output' },
        replaces: ['hunter2', '[redacted]'],
      },
    ],
    replies: [{ text: 'it is hunter2' }],
    expect: {
      ended: { status: 'completed', text: 'it is [redacted]' },
      stored: { has: ['it is [redacted]'] },
      never: ['hunter2'],
    },
  },
  {
    title: 'context that hooks add after a call precedes context that they add to the next one',
    shows: ['G24'],
    hooks: [
      {
        on: 'PostModelCall',
        once: true,
        outputs: {
          hookSpecificOutput: { hookEventName: 'PostModelCall', additionalContext: 'that was long' },
        },
      },
      {
        on: 'PreModelCall',
        outputs: { hookSpecificOutput: { hookEventName: 'PreModelCall', additionalContext: 'it is late' } },
      },
    ],
    replies: [{ calls: [{ tool: 'note' }] }],
    expect: { sent: [{}, { inOrder: ['that was long', 'it is late'] }] },
  },
  {
    title: 'the model gets context that hooks add after a call with the next call',
    shows: ['G24'],
    hasNoObserver: true,
    hooks: [
      {
        on: 'PostModelCall',
        once: true,
        outputs: {
          hookSpecificOutput: { hookEventName: 'PostModelCall', additionalContext: 'that was long' },
        },
      },
    ],
    replies: [{ calls: [{ tool: 'note' }] }, { calls: [{ tool: 'note' }] }],
    expect: {
      sent: [{ without: ['that was long'] }, { has: ['that was long'] }, { without: ['that was long'] }],
    },
  },
  {
    title: 'a tool that a hook removes is not offered to the model',
    shows: ['D7'],
    needs: 'narrows tools',
    isAboutTools: true,
    tools: { other: { gives: ['ok'] } },
    hooks: [
      {
        on: 'PreToolSelection',
        modify: { PreToolSelection: 'tools' },
        outputs: { hookSpecificOutput: { hookEventName: 'PreToolSelection', updatedInput: { tools: [] } } },
      },
    ],
    expect: { sent: [{ tools: [] }] },
  },
  {
    title: 'a failed model call sends one StopFailure and no Stop',
    shows: ['D12', 'D15', 'D16'],
    replies: [{ fails: 'the provider is unavailable' }],
    expect: {
      ended: { status: 'failed', text: /the provider is unavailable/ },
      counts: { Stop: 0, StopFailure: 1, SessionEnd: 1 },
      events: { StopFailure: [{ error: /the provider is unavailable/ }] },
    },
  },
  {
    title: 'after a failed model call, the agent responds to the next message',
    shows: ['D16'],
    prompts: ['first', 'second'],
    replies: [{ fails: 'the provider is unavailable' }],
    expect: { ended: { status: 'completed', text: 'done' }, counts: { StopFailure: 1, Stop: 1 } },
  },
];
