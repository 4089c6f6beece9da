import type { AdapterRow } from '../row.ts';

const twoTurns = [{ calls: [{ tool: 'note' }] }, { text: 'all noted' }];
const replaced = [{ role: 'user', content: 'REPLACED' }];

/** The end of a turn, and the end of a run. */
export const turnRows: readonly AdapterRow[] = [
  {
    title:
      'every response of the model ends a turn, and TurnEnd contains its number and whether it used tools',
    shows: ['D5', 'D6', 'E8', 'E9'],
    replies: [{ calls: [{ tool: 'note' }], inputTokens: 40 }, ...twoTurns],
    expect: {
      events: {
        TurnEnd: [
          { turn_number: 1, tools_used: true, usage: { input_tokens: 40, output_tokens: 5 } },
          { turn_number: 2, tools_used: true },
          { turn_number: 3, tools_used: false, response: 'all noted' },
        ],
      },
    },
  },
  {
    title: 'a run sends one Stop, when the model calls no more tools',
    shows: ['D4', 'D15', 'E7'],
    replies: twoTurns,
    expect: {
      events: {
        Stop: [{ stop_hook_active: false, continuations: 0, last_assistant_message: 'all noted' }],
      },
      counts: { StopFailure: 0 },
    },
  },
  {
    title: 'follow-ups of all hooks send the agent back to work, in order, as messages of the user',
    shows: ['G4', 'G6', 'G14'],
    hooks: [
      { on: 'Stop', outputs: [{ followUps: ['run the tests'] }] },
      { on: 'Stop', outputs: [{ followUps: ['then format', 'then report'] }] },
    ],
    replies: [{ text: 'finished' }],
    expect: {
      ended: { status: 'completed', text: 'done' },
      sent: [{}, { has: ['finished', 'run the tests', 'then format', 'then report'] }],
      events: { Stop: [{ continuations: 0 }, { continuations: 1, stop_hook_active: true }] },
      stored: { has: ['run the tests'] },
      counts: { UserPromptSubmit: 1, TurnEnd: 2 },
    },
  },
  {
    title: 'hooks can send the agent back to work at most five times',
    shows: ['G5'],
    hooks: [{ on: 'Stop', outputs: { followUps: ['once more'] } }],
    expect: { ended: { status: 'completed' }, sent: [{}, {}, {}, {}, {}, {}], counts: { Stop: 6 } },
  },
  {
    title: 'a hook can replace the conversation at the end of a run',
    shows: ['G12'],
    needs: 'replaces messages',
    hooks: [{ on: 'Stop', modify: { Stop: 'messages' }, outputs: [{ messages: replaced }] }],
    prompts: ['first', 'second'],
    expect: {
      ended: { status: 'completed' },
      sent: [{ has: ['first'] }, { has: ['REPLACED', 'second'], without: ['first'] }],
    },
  },
  {
    title: 'a hook can replace the conversation during a run, from the next model call on',
    shows: ['G12', 'N6'],
    needs: 'replaces messages',
    isAboutTools: true,
    hooks: [{ on: 'TurnEnd', modify: { TurnEnd: 'messages' }, outputs: [{ messages: replaced }] }],
    replies: [{ calls: [{ tool: 'note' }] }, { calls: [{ tool: 'note' }] }],
    expect: {
      ended: { status: 'completed', text: 'done' },
      sent: [
        { has: ['go'] },
        { has: ['REPLACED'], without: ['noted'] },
        { has: ['REPLACED', 'call-2-1'], without: ['call-1-1'] },
      ],
      stored: { has: ['REPLACED', 'call-2-1', 'done'], without: ['call-1-1'] },
    },
  },
  {
    title: 'a hook can stop the agent at the end of a turn',
    shows: ['G17'],
    hooks: [{ on: 'TurnEnd', outputs: { continue: false, stopReason: 'long enough' } }],
    replies: twoTurns,
    expect: { ended: { status: 'blocked', text: /long enough/ }, sent: [{}] },
  },
];
