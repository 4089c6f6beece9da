import type { CallbackOutput } from '@hookmd/library';
import type { AdapterRow } from '../row.ts';

const callNote = { calls: [{ tool: 'note', input: { text: 'original' } }] } as const;

const gives = (updatedToolOutput: string): CallbackOutput => ({
  hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput },
});

/** After a tool ran. */
export const toolOutputRows: readonly AdapterRow[] = [
  {
    title: 'a replaced output is all that the model and the user get, and the tool runs once',
    shows: ['D2', 'D18', 'G3', 'G25', 'G26'],
    isAboutTools: true,
    tools: { note: { gives: ['the secret is out'] } },
    hooks: [{ on: 'PostToolUse', modify: { PostToolUse: 'output' }, outputs: gives('nothing to see') }],
    replies: [callNote],
    expect: {
      ended: { status: 'answered' },
      ran: [['note', { text: 'original' }]],
      sent: [{}, { has: ['nothing to see'] }],
      never: ['the secret is out'],
      counts: { PostToolUse: 1 },
    },
  },
  {
    title: 'a redaction leaves the shape of an output, and what came before the output goes nowhere',
    shows: ['D9', 'G8'],
    isAboutTools: true,
    tools: { note: { gives: ['half of the secret', 'the secret is out'] } },
    hooks: [{ on: 'PostToolUse', modify: { PostToolUse: 'redact' }, replaces: ['secret', '[redacted]'] }],
    replies: [callNote],
    expect: {
      sent: [{}, { has: ['the [redacted] is out'] }],
      never: ['the secret is out', 'half of the secret'],
    },
  },
  {
    title: 'feedback of a hook reaches the model beside the output, which is kept',
    shows: ['H13'],
    isAboutTools: true,
    tools: { note: { gives: ['the secret is out'] } },
    hooks: [
      { on: 'PostToolUse', modify: { PostToolUse: 'output' }, outputs: gives('redacted'), priority: 1 },
      { on: 'PostToolUse', outputs: { decision: 'block', reason: 'look at it again' } },
    ],
    replies: [callNote],
    expect: {
      sent: [{}, { has: ['redacted', 'look at it again'] }],
      never: ['the secret is out'],
      counts: { PreToolUse: 1, PostToolUse: 1 },
    },
  },
  {
    title:
      'a tool that fails is one failure and no success, and the model reads what hooks left of the error',
    shows: ['D18', 'D19'],
    isAboutTools: true,
    tools: { breaks: { fails: 'no entry for hunter2' } },
    hooks: [
      {
        on: 'PostToolUseFailure',
        modify: { PostToolUseFailure: 'redact' },
        replaces: ['hunter2', '[redacted]'],
      },
      {
        on: 'PostToolUseFailure',
        outputs: {
          hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext: 'ask for the key' },
        },
      },
    ],
    replies: [{ calls: [{ tool: 'breaks' }] }],
    expect: {
      ended: { status: 'answered' },
      events: { PostToolUseFailure: [{ tool_name: 'breaks', tool_use_id: 'call-1-1' }] },
      counts: { PostToolUse: 0 },
      sent: [{}, { has: ['no entry for [redacted]', 'ask for the key'] }],
      never: ['hunter2'],
    },
  },
  {
    title: 'a hook that wants the agent to stop after a tool ran ends it there',
    shows: ['G17'],
    isAboutTools: true,
    hooks: [{ on: 'PostToolUse', outputs: { continue: false, stopReason: 'that was the last one' } }],
    replies: [callNote],
    expect: {
      ended: { status: 'blocked', text: /that was the last one/ },
      ran: [['note', { text: 'original' }]],
      sent: [{}],
    },
  },
];
