import { eventNames } from '@hookmd/core/events';
import type { AdapterRow } from '../row.ts';

const replies = [{ calls: [{ tool: 'note' }], inputTokens: 900 }];
const compaction = { windowTokens: 1000, threshold: 0.8 };

/** Hooks that fail. */
export const failureRows: readonly AdapterRow[] = [
  {
    title: 'a hook that throws at every event breaks nothing',
    shows: ['L1', 'KT17'],
    isAboutTools: true,
    hooks: [{ on: eventNames, does: 'throws' }],
    compaction,
    replies,
    expect: { ended: { status: 'answered', text: 'done' }, ran: [['note', {}]], counts: { Stop: 1 } },
  },
  {
    title: 'a hook that hangs is waited for no longer than its time',
    shows: ['KT16'],
    hooks: [
      {
        on: ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostModelCall', 'Stop'],
        does: 'hangs',
        timeout: '20ms',
      },
    ],
    replies,
    expect: {
      ended: { status: 'answered', text: 'done' },
      ran: [['note', {}]],
      sent: [{}, { has: ['noted'] }],
    },
  },
  {
    title: 'a guard that fails blocks, where it is to',
    shows: ['L1'],
    isAboutTools: true,
    hooks: [{ on: 'PreToolUse', does: 'throws', onFailure: 'block' }],
    replies,
    expect: { ended: { status: 'answered' }, ran: [], sent: [{}, { without: ['noted'] }] },
  },
  {
    title: 'what a redactor that fails was to redact is withheld, where it is to block',
    shows: ['H13'],
    isAboutTools: true,
    hooks: [{ on: 'PostToolUse', modify: { PostToolUse: 'redact' }, does: 'throws', onFailure: 'block' }],
    tools: { note: { gives: ['the secret is out'] } },
    replies,
    expect: { ended: { status: 'answered' }, never: ['the secret is out'], ran: [['note', {}]] },
  },
];
