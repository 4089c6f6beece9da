import type { AdapterRow } from '../row.ts';

const callNote = { calls: [{ tool: 'note', input: { text: 'original' } }] } as const;

const rewrites = (
  text: string,
): { readonly hookSpecificOutput: { readonly [key: string]: string | { text: string } } } => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { text } },
});

/** Before a tool runs. */
export const toolCallRows: readonly AdapterRow[] = [
  {
    title: 'a blocked tool never executes, the model hears the reason and goes on',
    shows: ['D1', 'D17', 'G20', 'G27'],
    isAboutTools: true,
    hooks: [{ on: 'PreToolUse', matcher: 'note', outputs: { decision: 'block', reason: 'not on a Sunday' } }],
    replies: [callNote],
    expect: {
      ended: { status: 'answered', text: 'done' },
      ran: [],
      sent: [{ without: ['not on a Sunday'] }, { has: ['not on a Sunday'], without: ['noted'] }],
      events: {
        PreToolUse: [{ tool_name: 'note', tool_input: { text: 'original' }, tool_use_id: 'call-1-1' }],
      },
      counts: { PostToolUse: 0, PostToolUseFailure: 0 },
    },
  },
  {
    title: 'a changed input is what the tool runs with, and what every later event tells',
    shows: ['D1', 'E4', 'G22', 'G30', 'H10'],
    isAboutTools: true,
    hooks: [
      { on: 'PreToolUse', name: 'first', modify: { PreToolUse: '*' }, outputs: rewrites('changed') },
      { on: 'PreToolUse', name: 'second', modify: { PreToolUse: '*' }, outputs: rewrites('changed again') },
    ],
    replies: [callNote],
    expect: {
      ended: { status: 'answered' },
      ran: [['note', { text: 'changed again' }]],
      events: {
        PostToolUse: [
          {
            tool_name: 'note',
            tool_input: { text: 'changed again' },
            original_tool_input: { text: 'original' },
            tool_use_id: 'call-1-1',
            tool_response: /noted/,
            duration_ms: /^\d+$/,
          },
        ],
      },
    },
  },
  {
    title: 'a changed input is also what a failure tells, and a silent hook keeps the change',
    shows: ['G30', 'H11'],
    isAboutTools: true,
    hooks: [
      { on: 'PreToolUse', name: 'first', modify: { PreToolUse: '*' }, outputs: rewrites('changed') },
      { on: 'PreToolUse', name: 'second', modify: { PreToolUse: '*' }, outputs: {} },
      { on: 'PreToolUse', name: 'third', modify: { PreToolUse: '*' }, does: 'throws' },
    ],
    tools: { breaks: { fails: 'it broke' } },
    replies: [{ calls: [{ tool: 'breaks', input: { text: 'original' } }] }],
    expect: {
      ran: [['breaks', { text: 'changed' }]],
      events: { PostToolUseFailure: [{ tool_input: { text: 'changed' }, error: /it broke/ }] },
    },
  },
  {
    title: 'an input that does not fit the schema of its tool is refused, and the original kept',
    shows: ['G29'],
    isAboutTools: true,
    // There the server evaluates the call.
    exceptIn: 'of MCP',
    hooks: [
      {
        on: 'PreToolUse',
        modify: { PreToolUse: '*' },
        outputs: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { other: 1 } } },
      },
    ],
    tools: {
      strict: {
        gives: ['ok'],
        schema: {
          type: 'object',
          properties: { text: { type: 'string' } },
          required: ['text'],
          additionalProperties: false,
        },
      },
    },
    replies: [{ calls: [{ tool: 'strict', input: { text: 'original' } }] }],
    expect: { ran: [['strict', { text: 'original' }]], sent: [{}, { has: ['ok'] }] },
  },
  {
    title: 'five tools at once are five events before and five after',
    shows: ['D42'],
    isAboutTools: true,
    hooks: [
      {
        on: 'PostToolUse',
        modify: { PostToolUse: 'output' },
        outputs: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'replaced' } },
      },
    ],
    replies: [
      { calls: [1, 2, 3, 4, 5].map((number) => ({ tool: 'note', input: { text: `number ${number}` } })) },
    ],
    expect: {
      ended: { status: 'answered' },
      ran: [1, 2, 3, 4, 5].map((number) => ['note', { text: `number ${number}` }] as const),
      counts: { PreToolUse: 5, PostToolUse: 5, PostToolUseFailure: 0 },
      sent: [{}, { has: ['replaced'], without: ['noted'] }],
    },
  },
  {
    title: 'of several tools at once only the blocked one does not run',
    shows: ['D42', 'G27'],
    isAboutTools: true,
    tools: { other: { gives: ['other ran'] } },
    hooks: [{ on: 'PreToolUse', matcher: 'note', outputs: { decision: 'block', reason: 'not that one' } }],
    replies: [{ calls: [{ tool: 'other' }, { tool: 'note' }, { tool: 'other' }] }],
    expect: {
      ran: [
        ['other', {}],
        ['other', {}],
      ],
      sent: [{}, { has: ['other ran', 'not that one'] }],
      counts: { PreToolUse: 3, PostToolUse: 2 },
    },
  },
  {
    title: 'what a hook adds before and after a call, the model reads',
    shows: ['G24'],
    isAboutTools: true,
    hooks: [
      {
        on: 'PreToolUse',
        outputs: { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'added before' } },
      },
      {
        on: 'PostToolUse',
        outputs: { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'added after' } },
      },
    ],
    replies: [callNote],
    expect: { sent: [{}, { has: ['noted', 'added before', 'added after'] }] },
  },
  {
    title: 'a hook that wants the agent to stop before a tool runs ends it there',
    shows: ['G17', 'G18'],
    isAboutTools: true,
    hooks: [{ on: 'PreToolUse', outputs: { continue: false, stopReason: 'enough for today' } }],
    replies: [callNote],
    expect: {
      ended: { status: 'blocked', text: /enough for today/ },
      ran: [],
      sent: [{}],
      counts: { Stop: 0 },
    },
  },
];
