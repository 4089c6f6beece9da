import type { AdapterRow } from '../row.ts';

const callNote = { calls: [{ tool: 'note', input: { text: 'original' } }] } as const;

const changesText = (
  text: string,
): { readonly hookSpecificOutput: { readonly [key: string]: string | { text: string } } } => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { text } },
});

/** Events before a tool runs. */
export const toolCallRows: readonly AdapterRow[] = [
  {
    title: 'a blocked tool never executes, and the model gets the reason and continues',
    shows: ['D1', 'D17', 'G20', 'G27'],
    isAboutTools: true,
    hooks: [{ on: 'PreToolUse', matcher: 'note', outputs: { decision: 'block', reason: 'not on a Sunday' } }],
    replies: [callNote],
    expect: {
      ended: { status: 'completed', text: 'done' },
      ran: [],
      sent: [{ without: ['not on a Sunday'] }, { has: ['not on a Sunday'], without: ['noted'] }],
      events: {
        PreToolUse: [{ tool_name: 'note', tool_input: { text: 'original' }, tool_use_id: 'call-1-1' }],
      },
      counts: { PostToolUse: 0, PostToolUseFailure: 0 },
    },
  },
  {
    title: 'a tool runs with the changed input, and later events contain it',
    shows: ['D1', 'E4', 'G22', 'G30', 'H10'],
    isAboutTools: true,
    hooks: [
      { on: 'PreToolUse', name: 'first', modify: { PreToolUse: '*' }, outputs: changesText('changed') },
      {
        on: 'PreToolUse',
        name: 'second',
        modify: { PreToolUse: '*' },
        outputs: changesText('changed again'),
      },
    ],
    replies: [callNote],
    expect: {
      ended: { status: 'completed' },
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
    title: 'PostToolUseFailure contains the changed input, and hooks without output leave it unchanged',
    shows: ['G30', 'H11'],
    isAboutTools: true,
    hooks: [
      { on: 'PreToolUse', name: 'first', modify: { PreToolUse: '*' }, outputs: changesText('changed') },
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
    title: 'a changed input that does not match the schema is rejected, and the tool runs with the original',
    shows: ['G29'],
    isAboutTools: true,
    // An MCP server validates its input itself.
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
    title: 'five parallel tool calls send five PreToolUse and five PostToolUse events',
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
      ended: { status: 'completed' },
      ran: [1, 2, 3, 4, 5].map((number) => ['note', { text: `number ${number}` }] as const),
      counts: { PreToolUse: 5, PostToolUse: 5, PostToolUseFailure: 0 },
      sent: [{}, { has: ['replaced'], without: ['noted'] }],
    },
  },
  {
    title: 'of several parallel tool calls, only the blocked one does not run',
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
    title: 'the model gets context that hooks add before and after a call',
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
    title: 'a hook can stop the agent before a tool runs',
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
