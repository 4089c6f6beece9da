import type { AdapterRow } from '../row.ts';

const replies = [{ calls: [{ tool: 'note' }] }];
const cancelled = { status: 'cancelled' };

/** The run is cancelled, wherever it is. */
export const cancelRows: readonly AdapterRow[] = [
  {
    title: 'a run that is cancelled while the model answers calls nothing more',
    shows: ['D12'],
    cancelsIn: 'model',
    replies,
    expect: { ended: cancelled, ran: [], counts: { PreToolUse: 0, Stop: 0, SessionEnd: 1 } },
  },
  {
    title: 'a run that is cancelled while a tool runs calls the model no more',
    shows: ['D12'],
    isAboutTools: true,
    cancelsIn: 'tool',
    replies,
    expect: { ended: cancelled, sent: [{}], counts: { Stop: 0, StopFailure: 0, SessionEnd: 1 } },
  },
  {
    title: 'a call whose guard is cancelled does not run',
    shows: ['L4'],
    isAboutTools: true,
    cancelsIn: 'hook',
    hooks: [{ on: 'PreToolUse', does: 'hangs' }],
    replies,
    expect: { ended: cancelled, ran: [], sent: [{}], counts: { Stop: 0 } },
  },
  {
    title: 'a call of a sub-agent whose guard is cancelled does not run',
    shows: ['L4'],
    cancelsIn: 'hook',
    hooks: [{ on: 'PreToolUse', matcher: 'note', does: 'hangs' }],
    replies: [{ calls: [{ tool: 'delegate', input: { task: 'look around' } }] }],
    delegated: replies,
    expect: { ended: cancelled, ran: [], sent: [{}], subagentSent: [{}], counts: { Stop: 0 } },
  },
  {
    title: 'a message whose guard is cancelled is not sent',
    shows: ['L4'],
    cancelsIn: 'hook',
    hooks: [{ on: 'UserPromptSubmit', does: 'hangs' }],
    replies,
    expect: { ended: cancelled, sent: [] },
  },
  {
    title: 'a call of the model whose guard is cancelled is not made',
    shows: ['L4'],
    cancelsIn: 'hook',
    hooks: [{ on: 'PreModelCall', does: 'hangs' }],
    replies,
    expect: { ended: cancelled, sent: [] },
  },
  {
    title: 'a run that is cancelled while hooks judge its end is not sent back',
    shows: ['L4'],
    cancelsIn: 'hook',
    hooks: [{ on: 'Stop', outputs: { followUps: ['once more'] } }],
    expect: { ended: cancelled, sent: [{}] },
  },
];
