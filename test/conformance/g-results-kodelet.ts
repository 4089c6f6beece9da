import { approvedTable } from './approved-table.ts';
import { rewrites, stops } from './g-results-samples.ts';
import { inALoop } from './in-a-loop.ts';
import type { Row } from './row.ts';
import { kodelet } from './seed-fronts.ts';

export const kodeletAnswers: readonly Row[] = [
  {
    id: 'G1',
    source: 'Kodelet',
    says: '`{blocked, reason, input}` is the answer of before_tool_call',
    cases: [
      {
        says: 'kodelet: `blocked` and `reason` decide, `input` changes, `{"blocked": false}` is no opinion',
        hooks: [{ name: 'hook', front: { ...kodelet, env: ['LOG', 'SAID'] }, does: 'printf %s "$SAID"' }],
        steps: approvedTable(
          ['hook'],
          (
            [
              [
                { blocked: true, reason: 'no' },
                { decision: 'block', reason: 'no' },
              ],
              [
                { blocked: true },
                { decision: 'block', reason: 'blocked by hook', runs: { hook: { warnings: [/`reason`/] } } },
              ],
              [
                { blocked: false, reason: 'not needed', input: { command: 'ls -l' } },
                { input: { command: 'ls -l' }, changed: ['command'] },
              ],
              [{ blocked: false, reason: 'not needed' }, {}],
              [{ reason: 'no' }, {}],
              [{}, {}],
            ] as const
          ).map(([output, expected]) => ({
            fire: 'PreToolUse',
            run: { env: { SAID: JSON.stringify(output) } },
            expect: { ran: ['hook'], ...expected },
          })),
        ),
      },
      {
        says: 'kodelet: an event that Kodelet has no word for takes what it permits, in its words',
        event: 'PermissionRequest',
        hooks: [
          {
            name: 'hook',
            front: { ...kodelet, events: ['PermissionRequest'] },
            prints: { blocked: true, reason: 'no' },
          },
        ],
        expect: {
          decision: 'block',
          reason: 'no',
          stdinOf: { hook: { event: 'PermissionRequest', tool_name: 'bash', invoked_by: 'main' } },
        },
      },
    ],
  },
  {
    id: 'G2',
    source: 'Kodelet K1',
    says: '`input` left out or null keeps the original',
    cases: [
      {
        says: 'hookmd: `updatedInput: null` and no `updatedInput` keep the original',
        hooks: [
          rewrites('null', null, { modify: { PreToolUse: ['*'] } }),
          { name: 'none', front: { modify: { PreToolUse: ['*'] } }, prints: { hookSpecificOutput: {} } },
        ],
        expect: {
          input: { command: 'ls' },
          changed: [],
          outcomes: { null: 'success', none: 'success' },
          host: '',
        },
      },
      {
        says: 'kodelet: `input: null` and no `input` keep the original, and what another hook made of it',
        hooks: [
          { name: 'a-changes', front: kodelet, prints: { blocked: false, input: { command: 'ls -l' } } },
          { name: 'b-null', front: kodelet, prints: { blocked: false, input: null } },
          { name: 'c-none', front: kodelet, prints: { blocked: false } },
        ],
        expect: {
          input: { command: 'ls -l' },
          changed: ['command'],
          outcomes: { 'b-null': 'success', 'c-none': 'success' },
        },
      },
    ],
  },
  {
    id: 'G3',
    source: 'Kodelet',
    says: '`output` left out or null keeps the original',
    cases: [
      {
        says: 'hookmd: `updatedToolOutput: null` keeps the original',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'hook',
            front: { modify: { PostToolUse: 'output' } },
            prints: { hookSpecificOutput: { updatedToolOutput: null } },
          },
        ],
        expect: { output: null, changed: [], outcomes: { hook: 'success' }, host: '' },
      },
      {
        says: 'kodelet: `output` left out or null, and silence, keep what an earlier hook made of it',
        event: 'PostToolUse',
        hooks: [
          {
            name: 'a-redacts',
            front: { events: ['after_tool_call'] },
            prints: { output: { toolName: 'bash', success: true, metadata: { output: '[gone]' } } },
          },
          { name: 'b-null', front: { events: ['after_tool_call'] }, prints: { output: null } },
          { name: 'c-none', front: { events: ['after_tool_call'] }, prints: {} },
          { name: 'd-silent', front: { events: ['after_tool_call'] } },
          { name: 'e-fails', front: { events: ['after_tool_call'] }, prints: '{"output"', exits: 0 },
        ],
        expect: {
          output: '[gone]',
          changed: ['tool_response'],
          stdinOf: { 'd-silent': { tool_output: { metadata: { output: '[gone]' } } } },
          outcomes: { 'b-null': 'success', 'c-none': 'success', 'd-silent': 'success' },
          failedOpen: ['user/e-fails'],
        },
      },
    ],
  },
  {
    id: 'G4',
    source: 'Kodelet',
    says: 'Follow-ups become messages of the user, and the loop goes on',
    cases: [
      {
        says: 'hookmd: `followUps` reach the host; none lets the agent stop',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { followUps: ['run the tests', 'commit'] } }],
        expect: {
          followUps: ['run the tests', 'commit'],
          host: { decision: 'block', reason: 'run the tests\n\ncommit' },
        },
      },
      {
        says: 'kodelet: `follow_up_messages` reach the host; an empty list lets the agent stop',
        event: 'Stop',
        hooks: [
          stops('a', { follow_up_messages: ['run the tests', 'commit'] }),
          stops('b', { follow_up_messages: [] }),
        ],
        expect: {
          followUps: ['run the tests', 'commit'],
          host: { decision: 'block', reason: 'run the tests\n\ncommit' },
        },
      },
      {
        says: 'kodelet: `agent_stop` is told what the host says of the conversation, so that an answer can depend on it',
        event: 'Stop',
        hooks: [
          {
            ...stops('a', {}),
            does: `grep -q '"content":"fixed"' "$run.stdin" && echo '{"follow_up_messages":["and the tests?"]}'; exit 0`,
          },
        ],
        payload: { messages: [{ role: 'assistant', content: 'fixed' }] },
        expect: { followUps: ['and the tests?'] },
      },
      inALoop('one more turn with the follow-up as message', {
        body: `
          const session = await hooks.session();
          let hasAsked = false;
          hooks.on('Stop', () => { if (hasAsked) return null; hasAsked = true; return { followUps: ['and the tests?'] }; });
          const { asked, history } = await runAgent(session, 'fix it', { replies: ['fixed', 'tested'] });
          print({ asked, last: history.at(-1).content });`,
        prints: {
          asked: [['fix it'], ['fix it', 'fixed', 'and the tests?']],
          last: 'tested',
        },
      }),
    ],
  },
  {
    id: 'G5',
    source: 'HookMD',
    says: 'The number of continuations that hooks cause is bounded',
    cases: [
      {
        says: 'a hook that always answers stops at the cap, and that is reported; it counts anew when the user speaks',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { followUps: ['go on', 'and on'] } }],
        config: { hooks: { maxFollowUps: 2 } },
        steps: [
          ...[0, 1].map((continuations) => ({
            fire: 'Stop',
            expect: {
              followUps: ['go on', 'and on'],
              stdinOf: { hook: { continuations, stop_hook_active: continuations > 0 } },
            },
          })),
          {
            fire: 'Stop',
            expect: {
              dropped: [/2 follow-ups.*2 times in a row.*maxFollowUps/],
              userMessages: [/2 times in a row/],
              eventLog: { dropped: [/maxFollowUps/] },
            },
          },
          { fire: 'Stop', expect: { dropped: [/maxFollowUps/] } },
          { fire: 'Stop', payload: { session_id: 'other' }, expect: { followUps: ['go on', 'and on'] } },
          { fire: 'UserPromptSubmit' },
          { fire: 'Stop', expect: { followUps: ['go on', 'and on'] } },
        ],
      },
      {
        says: 'an agent that tells when hooks keep it going ends the row by saying no, one that never says yes does not',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { decision: 'block', reason: 'go on' } }],
        config: { hooks: { maxFollowUps: 2 } },
        steps: [
          ...[false, true].map((stop_hook_active) => ({
            fire: 'Stop',
            payload: { stop_hook_active },
            expect: { followUps: ['go on'] },
          })),
          {
            fire: 'Stop',
            payload: { stop_hook_active: true },
            expect: { dropped: [/maxFollowUps/], userMessages: [/in a row/] },
          },
          { fire: 'Stop', payload: { stop_hook_active: false }, expect: { followUps: ['go on'] } },
          ...[1, 2].map(() => ({
            fire: 'Stop',
            payload: { session_id: 'never yes', stop_hook_active: false },
            expect: { followUps: ['go on'] },
          })),
          {
            fire: 'Stop',
            payload: { session_id: 'never yes', stop_hook_active: false },
            expect: { dropped: [/maxFollowUps/], userMessages: [/in a row/] },
          },
        ],
      },
      {
        says: 'sub-agents are counted one by one',
        event: 'SubagentStop',
        hooks: [{ name: 'hook', prints: { decision: 'block', reason: 'go on' } }],
        config: { hooks: { maxFollowUps: 1 } },
        steps: ['a', 'b'].flatMap((agent_id) => [
          { fire: 'SubagentStop', payload: { agent_id, agent_type: 't' }, expect: { followUps: ['go on'] } },
          {
            fire: 'SubagentStop',
            payload: { agent_id, agent_type: 't' },
            expect: { dropped: [/maxFollowUps/], userMessages: [/in a row/] },
          },
        ]),
      },
      {
        says: 'where nothing can be counted, an agent that says a hook keeps it going is let go',
        event: 'Stop',
        hooks: [{ name: 'hook', prints: { decision: 'block', reason: 'go on' } }],
        files: { 'home/.local/state/hookmd/sessions': 'a file in place of the folder' },
        steps: [
          { fire: 'Stop', expect: { followUps: ['go on'], stderr: /cannot save the session/ } },
          {
            fire: 'Stop',
            payload: { stop_hook_active: true },
            expect: {
              dropped: [/cannot be counted/],
              userMessages: [/cannot be counted/],
              stderr: /cannot save the session/,
            },
          },
        ],
      },
      inALoop('a loop ends at the cap, and the next message of the user begins to count anew', {
        hooks: [
          { name: 'hook', front: { events: ['Stop'] }, prints: { decision: 'block', reason: 'go on' } },
        ],
        config: { hooks: { maxFollowUps: 2 } },
        body: `
          const session = await hooks.session();
          const first = await runAgent(session, 'fix it', { replies: ['fixed'] });
          const second = await runAgent(session, 'again', { replies: ['fixed'] });
          const child = await session.subagent({ type: 't', id: 'a1' }, (own) => runAgent(own, 'look', { replies: ['seen'] }));
          const { kind, problems } = await session.stop();
          print({ turns: [first.asked.length, second.asked.length, child.result.asked.length], shown: first.shown, gaveUp: first.gaveUp, kind, problems });`,
        prints: {
          turns: [3, 3, 1],
          shown: [/in a row/],
          gaveUp: undefined,
          kind: 'end',
          problems: [/maxFollowUps/],
        },
      }),
    ],
  },
  {
    id: 'G6',
    source: 'Kodelet K2',
    says: 'The follow-ups of all hooks are taken, in order',
    cases: [
      {
        says: 'hookmd: one and two make three, in plan order, whoever answers first',
        event: 'Stop',
        hooks: [
          {
            name: 'a',
            does: 'until [ -e "$LOG/b-done" ]; do sleep 0.02; done',
            prints: { followUps: ['1'] },
          },
          { name: 'b', prints: { followUps: ['2', '3'] }, does: 'touch "$LOG/b-done"' },
        ],
        expect: { followUps: ['1', '2', '3'] },
      },
      {
        says: 'kodelet: one and two make three, beside those of another protocol',
        event: 'Stop',
        hooks: [
          stops('a', { follow_up_messages: ['1'] }),
          stops('b', { follow_up_messages: ['2', '3'] }),
          { name: 'c', prints: { followUps: ['4'] } },
        ],
        expect: { followUps: ['1', '2', '3', '4'] },
      },
    ],
  },
];
