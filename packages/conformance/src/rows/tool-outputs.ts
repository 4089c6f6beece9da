import type { CallbackOutput } from '@hookmd/library';
import type { AdapterRow } from '../row.ts';

const callNote = { calls: [{ tool: 'note', input: { text: 'original' } }] } as const;

const replacesOutput = (updatedToolOutput: string): CallbackOutput => ({
  hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput },
});

/** Events after a tool ran. */
export const toolOutputRows: readonly AdapterRow[] = [
  {
    title: 'the model and the user get only the replaced output, and the tool runs once',
    shows: ['D2', 'D18', 'G3', 'G25', 'G26'],
    isAboutTools: true,
    tools: { note: { gives: ['the secret is out'] } },
    hooks: [
      { on: 'PostToolUse', modify: { PostToolUse: 'output' }, outputs: replacesOutput('nothing to see') },
    ],
    replies: [callNote],
    expect: {
      ended: { status: 'completed' },
      ran: [['note', { text: 'original' }]],
      sent: [{}, { has: ['nothing to see'] }],
      never: ['the secret is out'],
      counts: { PostToolUse: 1 },
    },
  },
  {
    title: 'a redaction keeps the shape of an output, and earlier parts of the output are dropped',
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
    title: 'the model gets the feedback of a hook together with the output',
    shows: ['H13'],
    isAboutTools: true,
    tools: { note: { gives: ['the secret is out'] } },
    hooks: [
      {
        on: 'PostToolUse',
        modify: { PostToolUse: 'output' },
        outputs: replacesOutput('redacted'),
        priority: 1,
      },
      { on: 'PostToolUse', outputs: { decision: 'block', reason: 'check it again' } },
    ],
    replies: [callNote],
    expect: {
      sent: [{}, { has: ['redacted', 'check it again'] }],
      never: ['the secret is out'],
      counts: { PreToolUse: 1, PostToolUse: 1 },
    },
  },
  {
    title: 'a failed tool call sends one PostToolUseFailure, and the model gets the redacted error',
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
      ended: { status: 'completed' },
      events: { PostToolUseFailure: [{ tool_name: 'breaks', tool_use_id: 'call-1-1' }] },
      counts: { PostToolUse: 0 },
      sent: [{}, { has: ['no entry for [redacted]', 'ask for the key'] }],
      never: ['hunter2'],
    },
  },
  {
    title: 'a hook can stop the agent after a tool ran',
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
