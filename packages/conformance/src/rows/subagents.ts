import type { AdapterRow } from '../row.ts';

const delegate = { calls: [{ tool: 'delegate', input: { task: 'look around' } }] };

/** Sub-agents, each started by a tool call. */
export const subagentRows: readonly AdapterRow[] = [
  {
    title: 'the hooks of an agent also run on the tool calls of its sub-agents, and can distinguish them',
    shows: ['D24', 'D25', 'E2'],
    hooks: [
      {
        on: 'PreToolUse',
        matcher: 'note',
        outputs: { decision: 'block', reason: 'nothing is noted here' },
      },
    ],
    replies: [delegate],
    delegated: [{ calls: [{ tool: 'note' }] }, { text: 'I looked' }],
    expect: {
      ended: { status: 'completed', text: 'done' },
      ran: [],
      sent: [{}, { has: ['I looked'] }],
      subagentSent: [{ has: ['look around'] }, { has: ['nothing is noted here'] }],
      events: {
        PreToolUse: [
          { tool_name: 'delegate', invoked_by: 'main' },
          { tool_name: 'note', invoked_by: 'subagent' },
        ],
        SubagentStart: [{ agent_type: 'explorer', agent_id: /./ }],
        SubagentStop: [{ agent_type: 'explorer', status: 'completed' }],
      },
      counts: { Stop: 1, SessionStart: 1, UserPromptSubmit: 1 },
    },
  },
  {
    title: 'a sub-agent that hooks send back continues, and gets the context that they added at its start',
    shows: ['D24', 'D25'],
    hooks: [
      {
        on: 'SubagentStart',
        outputs: {
          hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: 'mind the cat' },
        },
      },
      { on: 'SubagentStop', outputs: [{ followUps: ['look again'] }] },
    ],
    replies: [delegate],
    delegated: [{ text: 'I looked' }, { text: 'I looked twice' }],
    expect: {
      sent: [{}, { has: ['I looked twice'] }],
      subagentSent: [{ has: ['look around', 'mind the cat'] }, { has: ['look again'] }],
      counts: { SubagentStart: 1, SubagentStop: 2 },
    },
  },
  {
    title: 'a sub-agent that fails is a failed tool call',
    shows: ['D25'],
    replies: [delegate],
    delegated: [{ fails: 'the provider is unavailable' }],
    expect: {
      ended: { status: 'completed', text: 'done' },
      counts: { SubagentStart: 1, SubagentStop: 1, PostToolUseFailure: 1, Stop: 1 },
    },
  },
];
