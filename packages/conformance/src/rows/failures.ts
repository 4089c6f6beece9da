import { eventNames } from '@hookmd/core/events';
import type { AdapterRow } from '../row.ts';

const replies = [{ calls: [{ tool: 'note' }], inputTokens: 900 }];
const compaction = { windowTokens: 1000, threshold: 0.8 };

/** Hooks that fail. */
export const failureRows: readonly AdapterRow[] = [
  {
    title: 'a hook that throws on every event does not affect the run',
    shows: ['L1', 'KT17'],
    isAboutTools: true,
    hooks: [{ on: eventNames, does: 'throws' }],
    compaction,
    replies,
    expect: { ended: { status: 'completed', text: 'done' }, ran: [['note', {}]], counts: { Stop: 1 } },
  },
  {
    title: 'a hook that hangs delays the run only until its timeout',
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
      ended: { status: 'completed', text: 'done' },
      ran: [['note', {}]],
      sent: [{}, { has: ['noted'] }],
    },
  },
  {
    title: 'a guard with `onFailure: block` that fails blocks the call',
    shows: ['L1'],
    isAboutTools: true,
    hooks: [{ on: 'PreToolUse', does: 'throws', onFailure: 'block' }],
    replies,
    expect: { ended: { status: 'completed' }, ran: [], sent: [{}, { without: ['noted'] }] },
  },
  {
    title: 'a redactor with `onFailure: block` that fails withholds the output',
    shows: ['H13'],
    isAboutTools: true,
    hooks: [{ on: 'PostToolUse', modify: { PostToolUse: 'redact' }, does: 'throws', onFailure: 'block' }],
    tools: { note: { gives: ['the secret is out'] } },
    replies,
    expect: { ended: { status: 'completed' }, never: ['the secret is out'], ran: [['note', {}]] },
  },
];
