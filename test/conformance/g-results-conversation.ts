import type { HookSpec, Json } from '../support/hook-package.ts';
import { refused, stops } from './g-results-samples.ts';
import { inALoop } from './in-a-loop.ts';
import type { Row } from './row.ts';
import { turnAt } from './turn-payload.ts';

const bad = 'non_blocking_error BAD_OUTPUT';

/** A hook that may replace the conversation. */
const calls = (name: string, prints: Json): HookSpec => ({
  name,
  front: { modify: { Stop: 'messages', TurnEnd: 'messages' }, events: ['Stop', 'TurnEnd'] },
  prints,
});

const turns = (name: string, prints: Json): HookSpec => ({ name, front: { events: ['after_turn'] }, prints });

export const conversation: readonly Row[] = [
  {
    id: 'G12',
    source: 'Kodelet K2',
    says: 'A hook that may replace the messages does so at the end of a turn',
    cases: [
      {
        says: 'hookmd: `messages` reach the decision with `modify: messages`, none is no change, and without it they are refused',
        event: 'TurnEnd',
        hooks: [
          { name: 'a-empty', front: { modify: { TurnEnd: 'messages' } }, prints: { messages: [] } },
          {
            name: 'b-may',
            front: { modify: { TurnEnd: 'messages' } },
            prints: { messages: [{ role: 'user', content: 'summary' }] },
          },
          { name: 'c-may-not', prints: { messages: [{ role: 'user', content: 'mine' }] } },
        ],
        payload: { turn_number: 1, tools_used: false, auto_compact_enabled: false },
        expect: {
          messages: [{ role: 'user', content: 'summary' }],
          failedOpen: ['user/c-may-not'],
          outcomes: { 'a-empty': 'success', 'c-may-not': 'non_blocking_error CONTRACT_VIOLATION' },
        },
      },
      {
        says: 'kodelet: `result: mutate` replaces them, messages without it and an empty list do not',
        event: 'TurnEnd',
        hooks: [
          turns('a-empty', { result: 'mutate', messages: [] }),
          turns('b-none', { messages: [{ role: 'user', content: 'mine' }] }),
          turns('c-mutates', { result: 'mutate', messages: [{ role: 'user', content: 'summary' }] }),
          turns('d-system', { result: 'mutate', messages: [{ role: 'system', content: 'x' }] }),
          turns('e-other', { result: 'replace', messages: [{ role: 'user', content: 'x' }] }),
        ],
        payload: turnAt(0),
        expect: {
          messages: [{ role: 'user', content: 'summary' }],
          failedOpen: ['user/d-system', 'user/e-other'],
          outcomes: { 'a-empty': 'success', 'b-none': 'success', 'd-system': bad, 'e-other': bad },
          runs: { 'e-other': { reason: /`result` must be "continue", "mutate" or "callback"/ } },
        },
      },
      inALoop('the history is replaced at once and kept', {
        body: `
          hooks.on('TurnEnd', { modify: { TurnEnd: 'messages' } }, ({ turn_number }) => (turn_number === 1 ? { messages: [{ role: 'user', content: 'summary' }] } : null));
          const session = await hooks.session();
          const call = { tools: [{ name: 'Bash', input: { command: 'ls' } }] };
          const { asked, history } = await runAgent(session, 'look', { replies: [call, 'done'], tools: { Bash: () => 'a.txt' } });
          print({ asked, history });`,
        prints: {
          asked: [['look'], ['summary']],
          history: [
            { role: 'user', content: 'summary' },
            { role: 'assistant', content: 'done' },
          ],
        },
      }),
    ],
  },
  {
    id: 'G13',
    source: 'Kodelet K2',
    says: '`result: callback` runs the named host action with arguments of text',
    cases: [
      {
        says: 'hookmd: `callback` and `callbackArgs` reach the decision with `modify: messages`',
        event: 'Stop',
        hooks: [calls('hook', { callback: 'compact', callbackArgs: { keep: '10', style: 'short' } })],
        expect: {
          callback: { name: 'compact', args: { keep: '10', style: 'short' } },
          runs: { hook: { phase: 'modify', reason: 'calls for the host action compact' } },
        },
      },
      {
        says: 'hookmd: arguments that are no texts, no name, and messages beside it are bad answers; without `modify` it is refused',
        event: 'TurnEnd',
        hooks: [
          calls('a-number', { callback: 'compact', callbackArgs: { keep: 10 } }),
          calls('b-list', { callback: 'compact', callbackArgs: ['x'] }),
          calls('c-args-alone', { callbackArgs: { a: 'b' } }),
          calls('d-no-name', { callback: '' }),
          calls('e-both', { callback: 'compact', messages: [{ role: 'user', content: 'x' }] }),
          calls('f-system', { messages: [{ role: 'system', content: 'x' }] }),
          calls('g-prototype', '{"callback":"compact","callbackArgs":{"__proto__":"x"}}'),
          { name: 'h-undeclared', prints: { callback: 'compact' } },
        ],
        payload: turnAt(0),
        expect: {
          failedOpen: [
            'user/a-number',
            'user/b-list',
            'user/c-args-alone',
            'user/d-no-name',
            'user/e-both',
            'user/f-system',
            'user/g-prototype',
            'user/h-undeclared',
          ],
          outcomes: {
            'a-number': bad,
            'b-list': bad,
            'c-args-alone': bad,
            'd-no-name': bad,
            'e-both': bad,
            'f-system': bad,
            'g-prototype': bad,
            'h-undeclared': refused,
          },
          runs: { 'e-both': { reason: /`messages` and `callback` exclude each other/ } },
        },
      },
      {
        says: 'an agent that runs no host actions receives none, and that is recorded',
        event: 'Stop',
        hooks: [
          calls('a', { callback: 'compact' }),
          calls('b', { messages: [{ role: 'user', content: 'x' }] }),
        ],
        steps: [
          { hooks: 'enable a b --yes' },
          {
            hooks: 'run Stop --agent claude-code',
            stdin: '{"hook_event_name":"Stop","session_id":"s"}',
            stdout: '',
          },
          {
            hooks: 'trace --last --json',
            json: {
              hooks: [{ outcome: 'success' }, { outcome: 'success' }],
              dropped: [
                /callback by user\/a: this agent does not/,
                /messages by user\/b: this agent does not/,
              ],
            },
          },
        ],
      },
      {
        says: 'kodelet: `result: callback` and `callback_args` reach the decision; arguments that are no texts do not',
        event: 'Stop',
        hooks: [
          stops('a-number', { result: 'callback', callback: 'compact', callback_args: { keep: 10 } }),
          stops('b-no-name', { result: 'callback', callback: '' }),
          stops('c-calls', { result: 'callback', callback: 'compact', callback_args: { keep: '10' } }),
        ],
        expect: {
          callback: { name: 'compact', args: { keep: '10' } },
          failedOpen: ['user/a-number', 'user/b-no-name'],
          outcomes: { 'a-number': bad, 'b-no-name': bad },
        },
      },
      inALoop('the text of the host action becomes the history, and a host action that fails leaves it', {
        body: `
          hooks.on('Stop', { modify: { Stop: 'messages' } }, ({ session_id }) => ({ callback: session_id, callbackArgs: { keep: '10' } }));
          const hostActions = {
            compact: ({ keep }) => 'the last ' + keep,
            breaks: () => { throw new Error('no model'); },
          };
          const compact = await hooks.session({ id: 'compact', hostActions });
          const breaks = await hooks.session({ id: 'breaks', hostActions });
          const unknown = await hooks.session({ id: 'unknown', hostActions });
          const bare = await hooks.session({ id: 'compact' });
          const run = (session) => runAgent(session, 'hello', { replies: ['hi'] });
          const stops = [await breaks.stop(), await unknown.stop(), await bare.stop()];
          print({
            history: (await run(compact)).history,
            left: (await run(breaks)).history.length,
            stops: stops.map(({ kind, problems, name }) => [kind, problems, name]),
          });`,
        prints: {
          history: [{ role: 'user', content: 'the last 10' }],
          left: 2,
          stops: [
            ['end', ['host action breaks: no model'], null],
            ['end', [], null],
            ['hostAction', [], 'compact'],
          ],
        },
      }),
    ],
  },
  {
    id: 'G14',
    source: 'Kodelet K2',
    says: '`result: continue`, or none, means follow-ups',
    cases: [
      {
        says: 'kodelet: `continue`, the empty text, null and no `result` are the same',
        event: 'Stop',
        hooks: [
          stops('a', { result: 'continue', follow_up_messages: ['1'] }),
          stops('b', { result: '', follow_up_messages: ['2'] }),
          stops('c', { result: null, follow_up_messages: ['3'] }),
          stops('d', { follow_up_messages: ['4'] }),
        ],
        expect: { followUps: ['1', '2', '3', '4'] },
      },
    ],
  },
  {
    id: 'G15',
    source: 'Kodelet K2',
    says: 'The first replacement wins; later ones and follow-ups are dropped, and said',
    cases: [
      {
        says: 'hookmd: of two replacements the first in plan order counts',
        event: 'Stop',
        hooks: [
          {
            name: 'a',
            front: { modify: { Stop: 'messages' } },
            prints: { messages: [{ role: 'user', content: 'first' }] },
          },
          {
            name: 'b',
            front: { modify: { Stop: 'messages' } },
            prints: { messages: [{ role: 'user', content: 'second' }] },
          },
          { name: 'c', prints: { followUps: ['go on'] } },
        ],
        expect: {
          messages: [{ role: 'user', content: 'first' }],
          followUps: [],
          dropped: [/user\/b/, /1 follow-up/],
        },
      },
      {
        says: 'hookmd: a callback and messages exclude each other in the same way, and an empty list says nothing',
        event: 'TurnEnd',
        hooks: [
          calls('a-empty', { messages: [] }),
          calls('b-callback', { callback: 'compact' }),
          calls('c-messages', { messages: [{ role: 'user', content: 'late' }] }),
        ],
        payload: turnAt(0),
        expect: {
          callback: { name: 'compact', args: {} },
          ran: ['a-empty', 'b-callback', 'c-messages'],
          dropped: [/replaced messages by user\/c-messages: an earlier hook replaced them/],
        },
      },
      {
        says: 'hookmd: a halt wins over all of them',
        event: 'Stop',
        hooks: [
          calls('a', { messages: [{ role: 'user', content: 'x' }] }),
          { name: 'b', prints: { followUps: ['go on'] } },
          { name: 'c', prints: { continue: false, stopReason: 'enough' } },
        ],
        expect: {
          decidedBy: ['user/c'],
          halt: { reason: 'enough' },
          dropped: [/user\/a: the agent is stopped/, /1 follow-up.*the agent is stopped/],
        },
      },
      {
        says: 'kodelet: of two `mutate` the first counts, and follow-ups are dropped',
        event: 'Stop',
        hooks: [
          stops('a', { result: 'mutate', messages: [{ role: 'user', content: 'first' }] }),
          stops('b', { result: 'mutate', messages: [{ role: 'user', content: 'second' }] }),
          stops('c', { follow_up_messages: ['go on'] }),
        ],
        expect: {
          messages: [{ role: 'user', content: 'first' }],
          dropped: [/user\/b/, /1 follow-up/],
        },
      },
    ],
  },
  {
    id: 'G16',
    source: 'HookMD',
    says: 'An unknown host action is an error in the log, and the history stays',
    cases: [
      {
        says: 'the run has failed, follow-ups beside it do not count, and another hook may still replace the messages',
        event: 'Stop',
        hooks: [
          calls('a', { callback: 'compcat', followUps: ['go on'] }),
          calls('b', { messages: [{ role: 'user', content: 'summary' }] }),
        ],
        expect: {
          messages: [{ role: 'user', content: 'summary' }],
          failedOpen: ['user/a'],
          outcomes: { a: 'non_blocking_error RECIPE_UNKNOWN' },
          eventLog: {
            failedOpen: ['user/a'],
            hooks: [
              { name: 'a', reason: 'called for the host action "compcat"; local has compact' },
              { name: 'b', outcome: 'success' },
            ],
          },
        },
      },
      {
        says: 'the caller says which host actions it has',
        event: 'Stop',
        hooks: [calls('a', { callback: 'compact' }), calls('b', { callback: 'summary' })],
        run: { args: ['--host-action', 'summary', '--host-action', 'review'] },
        expect: {
          callback: { name: 'summary', args: {} },
          failedOpen: ['user/a'],
          runs: { a: { reason: 'called for the host action "compact"; local has summary, review' } },
        },
      },
    ],
  },
];
