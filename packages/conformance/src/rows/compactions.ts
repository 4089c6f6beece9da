import type { AdapterRow } from '../row.ts';

const compaction = { windowTokens: 1000, threshold: 0.8 };

/** The built-in hook compact-trigger, and other hooks that request a compaction. */
export const compactionRows: readonly AdapterRow[] = [
  {
    title: 'at the threshold, a summary replaces the conversation once',
    shows: ['G13', 'N5', 'N6', 'N9'],
    needs: 'replaces messages',
    compaction,
    replies: [
      { calls: [{ tool: 'note' }], inputTokens: 800 },
      { calls: [{ tool: 'note' }], inputTokens: 100 },
    ],
    expect: {
      ended: { status: 'completed', text: 'done' },
      sent: [{ has: ['go'] }, { has: ['SUMMARY'], without: ['call-1-1'] }, { has: ['SUMMARY', 'call-2-1'] }],
      stored: { has: ['SUMMARY'], without: ['call-1-1'] },
      counts: { PreCompact: 1, PostCompact: 1 },
      events: {
        TurnEnd: [
          { auto_compact_enabled: true, auto_compact_threshold: 0.8, usage: { max_context_window: 1000 } },
          {},
          {},
        ],
        PreCompact: [{ trigger: 'auto' }],
        PostCompact: [{ trigger: 'auto', summary: 'SUMMARY' }],
      },
    },
  },
  {
    title: 'below the threshold, the conversation is not compacted',
    shows: ['N5'],
    compaction,
    replies: [{ calls: [{ tool: 'note' }], inputTokens: 790 }],
    expect: { counts: { PreCompact: 0, PostCompact: 0 }, sent: [{}, { has: ['go', 'noted'] }] },
  },
  {
    title: 'a blocked compaction leaves the conversation unchanged',
    shows: ['D22'],
    compaction,
    hooks: [{ on: 'PreCompact', outputs: { decision: 'block', reason: 'not now' } }],
    replies: [{ calls: [{ tool: 'note' }], inputTokens: 900 }],
    expect: {
      ended: { status: 'completed', text: 'done' },
      sent: [{}, { has: ['go', 'noted'], without: ['SUMMARY'] }],
      counts: { PreCompact: 1, PostCompact: 0 },
    },
  },
  {
    title: 'a hook can request a compaction at another threshold, even after the last turn',
    shows: ['G13', 'N8'],
    needs: 'replaces messages',
    compaction,
    prompts: ['first', 'second'],
    hooks: [{ on: 'TurnEnd', modify: { TurnEnd: 'messages' }, outputs: [{ callback: 'compact' }] }],
    expect: {
      sent: [{ has: ['first'] }, { has: ['SUMMARY', 'second'], without: ['first'] }],
      counts: { PreCompact: 1, PostCompact: 1 },
    },
  },
];
