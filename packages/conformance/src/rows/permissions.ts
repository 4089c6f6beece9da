import type { AdapterRow } from '../row.ts';

const asks = [{ on: 'PreToolUse', answers: { decision: 'ask', reason: 'is it yours' } }] as const;
const replies = [{ calls: [{ tool: 'note', input: { text: 'original' } }] }];

/** A hook wants a person to be asked. */
export const permissionRows: readonly AdapterRow[] = [
  {
    says: 'a call that a person allows runs',
    shows: ['D20', 'G20'],
    isAboutTools: true,
    hooks: asks,
    person: 'allows',
    replies,
    expect: {
      ran: [['note', { text: 'original' }]],
      events: { PermissionRequest: [{ tool_name: 'note' }] },
      counts: { PermissionDenied: 0 },
    },
  },
  {
    says: 'a call that a person denies does not run, and the denial is told',
    shows: ['D21'],
    isAboutTools: true,
    hooks: asks,
    person: 'denies',
    replies,
    expect: {
      ended: { status: 'answered' },
      ran: [],
      events: { PermissionDenied: [{ tool_name: 'note', reason: /is it yours/ }] },
      heard: [{}, { has: ['is it yours'] }],
    },
  },
  {
    says: 'where nobody can be asked, the call does not run',
    shows: ['G20'],
    isAboutTools: true,
    hooks: asks,
    replies,
    expect: { ended: { status: 'answered' }, ran: [], heard: [{}, { has: ['is it yours'] }] },
  },
  {
    says: 'a hook may answer for the person',
    shows: ['D20'],
    hooks: [...asks, { on: 'PermissionRequest', preApprove: true, answers: { decision: 'allow' } }],
    replies,
    expect: { ran: [['note', { text: 'original' }]], counts: { PermissionDenied: 0 } },
  },
];
