import type { AdapterRow } from '../row.ts';

const replies = [{ calls: [{ tool: 'note' }] }];
const canceled = { status: 'canceled' };

/** Runs that are canceled, at each step. */
export const cancelRows: readonly AdapterRow[] = [
  {
    title: 'a run that is canceled during a model call runs no tool',
    shows: ['D12'],
    cancelsIn: 'model',
    replies,
    expect: { ended: canceled, ran: [], counts: { PreToolUse: 0, Stop: 0, SessionEnd: 1 } },
  },
  {
    title: 'a run that is canceled during a tool call does not call the model again',
    shows: ['D12'],
    isAboutTools: true,
    cancelsIn: 'tool',
    replies,
    expect: { ended: canceled, sent: [{}], counts: { Stop: 0, StopFailure: 0, SessionEnd: 1 } },
  },
  {
    title: 'a call whose guard is canceled does not run',
    shows: ['L4'],
    isAboutTools: true,
    cancelsIn: 'hook',
    hooks: [{ on: 'PreToolUse', does: 'hangs' }],
    replies,
    expect: { ended: canceled, ran: [], sent: [{}], counts: { Stop: 0 } },
  },
  {
    title: 'a call of a sub-agent whose guard is canceled does not run',
    shows: ['L4'],
    cancelsIn: 'hook',
    hooks: [{ on: 'PreToolUse', matcher: 'note', does: 'hangs' }],
    replies: [{ calls: [{ tool: 'delegate', input: { task: 'look around' } }] }],
    delegated: replies,
    expect: { ended: canceled, ran: [], sent: [{}], subagentSent: [{}], counts: { Stop: 0 } },
  },
  {
    title: 'a message whose guard is canceled is not sent',
    shows: ['L4'],
    cancelsIn: 'hook',
    hooks: [{ on: 'UserPromptSubmit', does: 'hangs' }],
    replies,
    expect: { ended: canceled, sent: [] },
  },
  {
    title: 'a model call whose guard is canceled is not made',
    shows: ['L4'],
    cancelsIn: 'hook',
    hooks: [{ on: 'PreModelCall', does: 'hangs' }],
    replies,
    expect: { ended: canceled, sent: [] },
  },
  {
    title: 'a run that is canceled while a Stop hook runs is not sent back to work',
    shows: ['L4'],
    cancelsIn: 'hook',
    hooks: [{ on: 'Stop', outputs: { followUps: ['once more'] } }],
    expect: { ended: canceled, sent: [{}] },
  },
];
