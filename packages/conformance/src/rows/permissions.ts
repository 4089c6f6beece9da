import type { AdapterRow } from '../row.ts';

const prompts = [{ on: 'PreToolUse', outputs: { decision: 'ask', reason: 'is it yours' } }] as const;
const replies = [{ calls: [{ tool: 'note', input: { text: 'original' } }] }];

/** Calls for which a hook prompts the user. */
export const permissionRows: readonly AdapterRow[] = [
  {
    title: 'a call that the user allows runs',
    shows: ['D20', 'G20'],
    isAboutTools: true,
    hooks: prompts,
    user: 'allows',
    replies,
    expect: {
      ran: [['note', { text: 'original' }]],
      events: { PermissionRequest: [{ tool_name: 'note' }] },
      counts: { PermissionDenied: 0 },
    },
  },
  {
    title: 'a call that the user denies does not run, and PermissionDenied contains the reason',
    shows: ['D21'],
    isAboutTools: true,
    hooks: prompts,
    user: 'denies',
    replies,
    expect: {
      ended: { status: 'completed' },
      ran: [],
      events: { PermissionDenied: [{ tool_name: 'note', reason: /is it yours/ }] },
      sent: [{}, { has: ['is it yours'] }],
    },
  },
  {
    title: 'a call does not run if no prompt is possible',
    shows: ['G20'],
    isAboutTools: true,
    hooks: prompts,
    replies,
    expect: { ended: { status: 'completed' }, ran: [], sent: [{}, { has: ['is it yours'] }] },
  },
  {
    title: 'a hook can allow a call in place of the user',
    shows: ['D20'],
    hooks: [...prompts, { on: 'PermissionRequest', preApprove: true, outputs: { decision: 'allow' } }],
    replies,
    expect: { ran: [['note', { text: 'original' }]], counts: { PermissionDenied: 0 } },
  },
];
