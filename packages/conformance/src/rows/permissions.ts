import type { AdapterRow } from '../row.ts';

const prompts = [{ on: 'PreToolUse', outputs: { decision: 'ask', reason: 'is it yours' } }] as const;
const replies = [{ calls: [{ tool: 'note', input: { text: 'original' } }] }];

/** A hook requests a prompt. */
export const permissionRows: readonly AdapterRow[] = [
  {
    title: 'a call that a person allows runs',
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
    title: 'a call that a person denies does not run, and the denial is told',
    shows: ['D21'],
    isAboutTools: true,
    hooks: prompts,
    user: 'denies',
    replies,
    expect: {
      ended: { status: 'answered' },
      ran: [],
      events: { PermissionDenied: [{ tool_name: 'note', reason: /is it yours/ }] },
      sent: [{}, { has: ['is it yours'] }],
    },
  },
  {
    title: 'where nobody can be asked, the call does not run',
    shows: ['G20'],
    isAboutTools: true,
    hooks: prompts,
    replies,
    expect: { ended: { status: 'answered' }, ran: [], sent: [{}, { has: ['is it yours'] }] },
  },
  {
    title: 'a hook may answer for the person',
    shows: ['D20'],
    hooks: [...prompts, { on: 'PermissionRequest', preApprove: true, outputs: { decision: 'allow' } }],
    replies,
    expect: { ran: [['note', { text: 'original' }]], counts: { PermissionDenied: 0 } },
  },
];
