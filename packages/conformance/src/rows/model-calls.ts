import type { AdapterRow } from '../row.ts';

/** Around the model. */
export const modelCallRows: readonly AdapterRow[] = [
  {
    title: 'a hint is appended to what the model is sent, and kept out of the conversation',
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
    title: 'known keys are redacted wherever they stand in the conversation, and nothing else is touched',
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
    title: 'a blocked call is not made, and the user hears why',
    shows: ['D7', 'G9'],
    hooks: [{ on: 'PreModelCall', outputs: { decision: 'block', reason: 'the budget is spent' } }],
    expect: {
      ended: { status: 'blocked', text: /the budget is spent/ },
      sent: [],
      counts: { PostModelCall: 0, Stop: 0, StopFailure: 0 },
    },
  },
  {
    title: 'what hooks add before a call, the model reads',
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
    title: 'a call is told with its provider, model, number, tools and messages',
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
    title: 'a replaced answer is what the user gets and what is kept',
    shows: ['G25'],
    needs: 'replaces answers',
    hooks: [
      {
        on: 'PostModelCall',
        modify: { PostModelCall: 'output' },
        replaces: ['hunter2', '[redacted]'],
      },
    ],
    replies: [{ text: 'it is hunter2' }],
    expect: {
      ended: { status: 'answered', text: 'it is [redacted]' },
      stored: { has: ['it is [redacted]'] },
      never: ['hunter2'],
    },
  },
  {
    title: 'what hooks said after a call comes before what they add to the next one',
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
    title: 'what hooks add after a call, the model reads at the next one',
    shows: ['G24'],
    isUnwatched: true,
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
    title: 'a tool that a hook takes away is not offered',
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
    title: 'where the model fails, that is one failure of the run and no stop',
    shows: ['D12', 'D15', 'D16'],
    replies: [{ fails: 'the provider is away' }],
    expect: {
      ended: { status: 'failed', text: /the provider is away/ },
      counts: { Stop: 0, StopFailure: 1, SessionEnd: 1 },
      events: { StopFailure: [{ error: /the provider is away/ }] },
    },
  },
  {
    title: 'after a failure of the model the next message is answered',
    shows: ['D16'],
    prompts: ['first', 'second'],
    replies: [{ fails: 'the provider is away' }],
    expect: { ended: { status: 'answered', text: 'done' }, counts: { StopFailure: 1, Stop: 1 } },
  },
];
