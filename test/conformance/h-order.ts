import type { HookSpec, Json } from '../support/hook-package.ts';
import { printedHook } from '../support/printed-hook.ts';
import { approvedTable } from './approved-table.ts';
import type { Row } from './row.ts';
import { turnAt } from './turn-payload.ts';

const oneByOne = { hooks: { concurrency: 1 } } as const;

/** A hook that may change the whole input, and answers with a new one. */
const rewrites = (name: string, updatedInput: Json, front: HookSpec['front'] = {}): HookSpec => ({
  name,
  front: { modify: { PreToolUse: ['*'] }, ...front },
  prints: { hookSpecificOutput: { updatedInput } },
});

/** Shell text that waits for another hook's file; the time limit of the hook bounds it. */
const waitFor = (file: string): string => `until [ -e "$LOG/${file}" ]; do sleep 0.02; done`;

const secret = 'hunter2hunter2';
const redacts = (front: HookSpec['front'] = {}): HookSpec => ({
  name: 'a-redactor',
  front: {
    modify: { PostToolUse: 'redact', PostToolUseFailure: 'redact' },
    events: ['PostToolUse', 'PostToolUseFailure'],
    ...front,
  },
  prints: { hookSpecificOutput: { updatedToolOutput: 'key [redacted]' } },
});
const leak = { tool_name: 'Bash', tool_input: { command: 'env' }, tool_response: `key ${secret}` } as const;

export const order: readonly Row[] = [
  {
    id: 'H1',
    source: 'Kodelet K2: deny-fast',
    says: 'The first block ends a gate event: later hooks are not started, running guards are cancelled',
    cases: [
      {
        says: 'a block in the transform phase keeps later hooks from starting, and its reason is the reason',
        hooks: [
          { name: 'a-blocks', front: { modify: { PreToolUse: ['*'] } }, stderr: 'first', exits: 2 },
          { name: 'b-modifier', front: { modify: { PreToolUse: ['*'] } }, stderr: 'second', exits: 2 },
          { name: 'c-guard', stderr: 'third', exits: 2 },
        ],
        expect: {
          decision: 'block',
          reason: 'first',
          decidedBy: ['user/a-blocks'],
          ran: ['a-blocks'],
          outcomes: {
            'a-blocks': 'blocking',
            'b-modifier': 'skipped BLOCKED_EARLIER',
            'c-guard': 'skipped BLOCKED_EARLIER',
          },
        },
      },
      {
        says: 'with `concurrency: 1` a block of a guard keeps later guards from starting',
        hooks: [
          { name: 'a-blocks', stderr: 'first', exits: 2 },
          { name: 'b-guard', stderr: 'second', exits: 2 },
        ],
        config: oneByOne,
        expect: {
          decision: 'block',
          reason: 'first',
          ran: ['a-blocks'],
          outcomes: { 'a-blocks': 'blocking', 'b-guard': 'skipped BLOCKED_EARLIER' },
        },
      },
      {
        says: 'a guard that still runs is cancelled by the block of another, and nothing of it is left',
        hooks: [
          { name: 'a-slow', does: 'touch "$LOG/started"; sleep 60' },
          { name: 'b-blocks', does: waitFor('started'), stderr: 'no', exits: 2 },
        ],
        expect: {
          decision: 'block',
          reason: 'no',
          decidedBy: ['user/b-blocks'],
          outcomes: { 'a-slow': 'cancelled ABORTED', 'b-blocks': 'blocking' },
          withinMs: 10_000,
          leavesNothing: true,
        },
      },
      {
        says: 'a guard with `onFailure: block` that fails ends the event like a block',
        hooks: [
          { name: 'a-fails', front: { onFailure: 'block' }, exits: 1 },
          { name: 'b-guard', exits: 0 },
        ],
        config: oneByOne,
        expect: { decision: 'block', ran: ['a-fails'], outcomes: { 'b-guard': 'skipped BLOCKED_EARLIER' } },
      },
      {
        says: '`ask` ends nothing: a later guard may still block',
        hooks: [
          { name: 'a-asks', prints: { decision: 'ask', reason: 'sure?' } },
          { name: 'b-blocks', stderr: 'no', exits: 2 },
        ],
        config: oneByOne,
        expect: {
          decision: 'block',
          reason: 'no',
          decidedBy: ['user/b-blocks'],
          ran: ['a-asks', 'b-blocks'],
        },
      },
    ],
  },
  {
    id: 'H2',
    source: 'pattern page',
    says: 'Any block vetoes a gate event, whatever the others say and in whatever order',
    cases: [
      ...(['first', 'middle', 'last'] as const).map((place, at) => ({
        says: `a block ${place} beats an allow, an ask and a change`,
        hooks: [
          { name: 'allows', front: { priority: 20, preApprove: true }, prints: { decision: 'allow' } },
          { name: 'asks', front: { priority: 40 }, prints: { decision: 'ask' } },
          rewrites('changes', { command: 'ls -l' }, { priority: 30 }),
          { name: 'blocks', front: { priority: [10, 35, 50][at] ?? 0 }, stderr: 'no', exits: 2 },
        ],
        config: oneByOne,
        expect: {
          decision: 'block' as const,
          reason: 'no',
          decidedBy: ['user/blocks'],
          input: { command: 'ls' },
        },
      })),
      {
        says: 'an ask beats an allow, and an allow beats silence',
        hooks: [
          { name: 'allows', front: { preApprove: true }, prints: { decision: 'allow', reason: 'safe' } },
          { name: 'asks', prints: { decision: 'ask', reason: 'sure?' } },
          'says-nothing',
        ],
        steps: [
          { fire: 'PreToolUse', expect: { decision: 'ask', reason: 'sure?', decidedBy: ['user/asks'] } },
          { remove: 'home/.hookmd/hooks/asks' },
          { fire: 'PreToolUse', expect: { decision: 'allow', reason: 'safe', decidedBy: ['user/allows'] } },
        ],
      },
    ],
  },
  {
    id: 'H3',
    source: 'pattern page',
    says: 'Several answers of a kind make one, which lists all that had answered, in plan order',
    cases: [
      {
        says: 'of two guards that block together the first in plan order is named first',
        hooks: [
          { name: 'a', does: `touch "$LOG/a"; ${waitFor('b')}`, stderr: 'one', exits: 2 },
          { name: 'b', does: `touch "$LOG/b"; ${waitFor('a')}`, stderr: 'two', exits: 2 },
        ],
        expect: { decision: 'block', reason: /^(one|two|one\ntwo)$/, ranInAnyOrder: ['a', 'b'] },
      },
      {
        says: 'two asks give both reasons, in plan order, whoever answers first',
        hooks: [
          { name: 'a', does: waitFor('b-done'), prints: { decision: 'ask', reason: 'one' } },
          { name: 'b', does: 'touch "$LOG/b-done"', prints: { decision: 'ask', reason: 'two' } },
        ],
        expect: { decision: 'ask', reason: 'one\ntwo', decidedBy: ['user/a', 'user/b'] },
      },
      {
        says: 'on a result event every block is feedback, in plan order, whoever answers first',
        event: 'PostToolUse',
        hooks: [
          { name: 'a', does: waitFor('b-done'), stderr: 'one', exits: 2 },
          { name: 'b', does: 'touch "$LOG/b-done"', stderr: 'two', exits: 2 },
        ],
        expect: {
          feedback: ['one', 'two'],
          outcomes: { a: 'blocking', b: 'blocking' },
          host: { decision: 'block', reason: 'one\n\ntwo' },
        },
      },
    ],
  },
  {
    id: 'H4',
    source: 'pattern page',
    says: 'Every failure is logged, and execution goes on',
    cases: [
      {
        says: 'three failing hooks make three entries, and the fourth hook runs',
        hooks: [
          { name: 'a', exits: 1 },
          { name: 'b', prints: 'nonsense' },
          { name: 'c', does: 'kill -KILL $$' },
          { name: 'd', prints: { hookSpecificOutput: { additionalContext: 'here' } } },
        ],
        config: oneByOne,
        expect: {
          context: ['here'],
          ran: ['a', 'b', 'c', 'd'],
          failedOpen: ['user/a', 'user/b', 'user/c'],
          journal: {
            failedOpen: ['user/a', 'user/b', 'user/c'],
            hooks: [
              { name: 'a', outcome: 'non_blocking_error', cause: 'EXIT' },
              { name: 'b', outcome: 'non_blocking_error', cause: 'BAD_OUTPUT' },
              { name: 'c', outcome: 'non_blocking_error', cause: 'SIGNAL' },
              { name: 'd', outcome: 'success', cause: null },
            ],
          },
        },
      },
    ],
  },
  {
    id: 'H5',
    source: 'pattern page',
    says: 'The contexts of all hooks are merged, in plan order',
    cases: [
      {
        says: 'the context of the first hook stands first, also where it answers last',
        hooks: [
          {
            name: 'a',
            does: waitFor('b-done'),
            prints: { hookSpecificOutput: { additionalContext: 'one' } },
          },
          {
            name: 'b',
            does: 'touch "$LOG/b-done"',
            prints: { hookSpecificOutput: { additionalContext: 'two' } },
          },
        ],
        expect: {
          context: ['one', 'two'],
          host: { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'one\n\ntwo' } },
        },
      },
    ],
  },
  {
    id: 'H6',
    source: 'MicroClaw RFC, Kodelet',
    says: 'Hooks that may change something run one after another',
    cases: [
      {
        says: 'the next one starts when the one before has ended, whatever the concurrency',
        hooks: ['a', 'b', 'c'].map((name) => ({
          name,
          front: { modify: { PreToolUse: ['*'] } },
          does: 'sleep 0.05',
        })),
        config: { hooks: { concurrency: 8 } },
        expect: { log: ['start a', 'end a', 'start b', 'end b', 'start c', 'end c'], atOnce: 1 },
      },
    ],
  },
  {
    id: 'H7',
    source: 'MicroClaw RFC (later), ours',
    says: 'Guards and observers run side by side, at most `concurrency` at a time',
    cases: [
      {
        says: 'two guards that wait for each other both answer',
        hooks: [
          { name: 'a', does: `touch "$LOG/a"; ${waitFor('b')}` },
          { name: 'b', does: `touch "$LOG/b"; ${waitFor('a')}` },
        ],
        expect: { outcomes: { a: 'success', b: 'success' }, atOnce: 2 },
      },
      {
        says: 'two observers that wait for each other both answer',
        hooks: [
          { name: 'a', front: { observe: true }, does: `touch "$LOG/a"; ${waitFor('b')}` },
          { name: 'b', front: { observe: true }, does: `touch "$LOG/b"; ${waitFor('a')}` },
        ],
        expect: { outcomes: { a: 'success', b: 'success' }, atOnce: 2 },
      },
      {
        says: 'eight guards run four at a time by default',
        hooks: Array.from({ length: 8 }, (_, index) => ({
          name: `g${index}`,
          does: `touch "$LOG/g${index}"; while [ $(ls "$LOG" | grep -c '^g[0-9]$') -lt ${index < 4 ? 4 : 8} ]; do sleep 0.02; done; sleep 0.4`,
        })),
        expect: { atOnce: 4, ranInAnyOrder: Array.from({ length: 8 }, (_, index) => `g${index}`) },
      },
      {
        says: 'with `concurrency: 1` everything is sequential',
        hooks: [
          { name: 'a', does: 'sleep 0.05' },
          { name: 'b', does: 'sleep 0.05' },
          { name: 'c', front: { observe: true }, does: 'sleep 0.05' },
          { name: 'd', front: { observe: true } },
        ],
        config: oneByOne,
        expect: { log: ['start a', 'end a', 'start b', 'end b', 'start c', 'end c', 'start d', 'end d'] },
      },
    ],
  },
  {
    id: 'H8',
    source: 'pattern page',
    says: 'Within a phase the order is that of the configuration',
    cases: [
      {
        says: 'the phases follow each other, and inside each the plan order holds',
        hooks: [
          { name: 'a-observes', front: { observe: true, priority: 1 } },
          { name: 'b-guards', front: { priority: 2 } },
          { name: 'c-changes', front: { priority: 40, modify: { PreToolUse: ['*'] } } },
          { name: 'd-changes', front: { priority: 30, modify: { PreToolUse: ['*'] } } },
          { name: 'e-guards', front: { priority: 1 } },
          { name: 'f-observes', front: { observe: true } },
        ],
        config: oneByOne,
        expect: {
          ran: ['d-changes', 'c-changes', 'e-guards', 'b-guards', 'a-observes', 'f-observes'],
          runs: {
            'c-changes': { phase: 'transform' },
            'e-guards': { phase: 'guard' },
            'a-observes': { phase: 'observe' },
          },
        },
      },
    ],
  },
  {
    id: 'H9',
    source: 'pattern page',
    says: 'The merge does not depend on who answers first',
    cases: [
      {
        says: 'every order in which three guards can answer gives the same decision',
        hooks: (['a', 'b', 'c'] as const).map((name, index) => ({
          name,
          front: { env: ['LOG', 'ORDER'] },
          // Waits for the one that stands before it in ORDER.
          does: `before="\${ORDER%%${name}*}"; [ -z "$before" ] || until [ -e "$LOG/\${before#"\${before%?}"}" ]; do sleep 0.02; done; touch "$LOG/${name}"`,
          prints: {
            decision: 'ask',
            reason: `${index}`,
            systemMessage: name,
            hookSpecificOutput: { additionalContext: name },
          },
        })),
        steps: approvedTable(
          ['a', 'b', 'c'],
          ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'].map((ORDER) => ({
            fire: 'PreToolUse',
            run: { env: { ORDER } },
            expect: {
              decision: 'ask' as const,
              reason: '0\n1\n2',
              decidedBy: ['user/a', 'user/b', 'user/c'],
              context: ['a', 'b', 'c'],
              userMessages: ['a', 'b', 'c'],
            },
          })),
        ),
      },
      {
        says: 'asynchronous hooks in any order give the same decision',
        hooks: [
          ...['0', '0.1', '0.2'].map((delay, index) => ({
            name: `late-${index}`,
            front: { async: true },
            does: `sleep ${delay}`,
            prints: { decision: 'block', reason: `${index}`, systemMessage: 'late' },
          })),
          { name: 'guard', prints: { decision: 'ask', reason: 'sure?' } },
        ],
        steps: [
          ...[1, 2, 3].map(() => ({
            fire: 'PreToolUse',
            expect: { decision: 'ask' as const, reason: 'sure?', decidedBy: ['user/guard'] },
          })),
          { awaits: /(?:"hookmd\.late\/1"[\s\S]*){9}/ },
        ],
      },
    ],
  },
  {
    id: 'H10',
    source: 'ours (Kodelet extensions)',
    says: 'Each hook sees the rewrite of the one before',
    cases: [
      {
        says: 'a chain of three rewrites ends with the last, and each read what the one before left',
        hooks: [
          rewrites('a', { command: 'one' }),
          rewrites('b', { command: 'two' }),
          rewrites('c', { command: 'three' }),
        ],
        expect: {
          input: { command: 'three' },
          changed: ['command'],
          ran: ['a', 'b', 'c', 'a/recheck', 'b/recheck'],
          stdinOf: {
            c: { tool_input: { command: 'two' } },
            'a/recheck': { tool_input: { command: 'three' } },
          },
        },
      },
      {
        says: 'an output is rewritten in a chain too',
        event: 'PostToolUse',
        hooks: ['a', 'b'].map((name) => ({
          name,
          front: { modify: { PostToolUse: 'output' } },
          prints: { hookSpecificOutput: { updatedToolOutput: `by ${name}` } },
        })),
        expect: {
          output: 'by b',
          changed: ['tool_response'],
          stdinOf: { a: { tool_response: 'a.txt' }, b: { tool_response: 'by a' } },
          host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'by b' } },
        },
      },
    ],
  },
  {
    id: 'H11',
    source: 'ours (Kodelet loses it)',
    says: 'A silent or failing hook keeps the rewrites of those before it, on both tool events',
    cases: [
      ...(
        [
          ['a silent second hook', {}, []],
          ['a second hook that decides and changes nothing', { prints: { systemMessage: 'hi' } }, []],
          ['a failing second hook', { exits: 1 }, ['user/b-second']],
          ['a second hook that prints invalid JSON', { prints: '{"hookSpecificOutput":' }, ['user/b-second']],
        ] as const
      ).map(([who, hook, failedOpen]) => ({
        says: `${who} keeps the rewrite of the first, of an input and of an output`,
        hooks: [
          {
            name: 'a-first',
            front: {
              events: ['PreToolUse', 'PostToolUse'],
              modify: { PreToolUse: ['*'], PostToolUse: 'output' },
            },
            does: `case $HOOK_EVENT in PreToolUse) echo '{"hookSpecificOutput":{"updatedInput":{"command":"ls -l"}}}';; *) echo '{"hookSpecificOutput":{"updatedToolOutput":"short"}}';; esac`,
          },
          {
            name: 'b-second',
            front: {
              events: ['PreToolUse', 'PostToolUse'],
              modify: { PreToolUse: ['*'], PostToolUse: 'output' },
            },
            ...hook,
          },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              input: { command: 'ls -l' },
              changed: ['command'],
              failedOpen,
              userMessages: 'prints' in hook && typeof hook.prints === 'object' ? ['hi'] : [],
            },
          },
          {
            fire: 'PostToolUse',
            expect: {
              output: 'short',
              changed: ['tool_response'],
              failedOpen,
              userMessages: 'prints' in hook && typeof hook.prints === 'object' ? ['hi'] : [],
            },
          },
        ],
      })),
      {
        says: 'a redaction is not undone by a silent observer or guard after it',
        event: 'PostToolUse',
        hooks: [
          redacts(),
          { name: 'b-logger', front: { events: ['PostToolUse'] } },
          { name: 'c-observer', front: { observe: true } },
        ],
        payload: leak,
        expect: {
          output: 'key [redacted]',
          changed: ['tool_response'],
          stdinOf: {
            'b-logger': { tool_response: 'key [redacted]' },
            'c-observer': { tool_response: 'key [redacted]' },
          },
          host: { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'key [redacted]' } },
        },
      },
    ],
  },
  {
    id: 'H12',
    source: 'ours (pattern page: "combined")',
    says: 'Rewrites cannot conflict: the later hook sees the earlier change and may keep it',
    cases: [
      {
        says: 'the slower hook does not win by being slower',
        hooks: [
          {
            ...rewrites('a', { command: 'ls', timeout: 1 }),
            does: 'sleep "$A"',
            front: { modify: { PreToolUse: ['timeout'] }, env: ['LOG', 'A'] },
          },
          {
            ...rewrites('b', { command: 'ls', timeout: 2 }),
            does: 'sleep "$B"',
            front: { modify: { PreToolUse: ['timeout'] }, env: ['LOG', 'B'] },
          },
        ],
        steps: [
          { A: '0', B: '0.3' },
          { A: '0.3', B: '0' },
        ].map((env) => ({
          fire: 'PreToolUse',
          run: { env },
          expect: {
            input: { command: 'ls', timeout: 2 },
            changed: ['timeout'],
            stdinOf: { b: { tool_input: { timeout: 1 } } },
          },
        })),
      },
      {
        says: 'two hooks that change different keys both get their way',
        hooks: [
          { ...rewrites('a', { timeout: 1 }, { merge: 'shallow' }) },
          { ...rewrites('b', { description: 'list' }, { merge: 'shallow' }) },
        ],
        expect: {
          input: { command: 'ls', timeout: 1, description: 'list' },
          changed: ['timeout', 'description'],
        },
      },
    ],
  },
  {
    id: 'H13',
    source: 'ours',
    says: 'A block on a gate event discards rewrites; on a result event they hold',
    cases: [
      {
        says: 'a blocked call shows the original input',
        hooks: [rewrites('a', { command: 'ls -l' }), { name: 'b', stderr: 'no', exits: 2 }],
        expect: {
          decision: 'block',
          reason: 'no',
          input: { command: 'ls' },
          changed: [],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'no',
            },
          },
        },
      },
      {
        says: 'a redaction and then a block: the redacted output reaches the model, with the feedback',
        event: 'PostToolUse',
        hooks: [redacts(), { name: 'b', stderr: 'do not print keys', exits: 2 }],
        payload: leak,
        expect: {
          output: 'key [redacted]',
          changed: ['tool_response'],
          feedback: ['do not print keys'],
          host: {
            decision: 'block',
            reason: 'do not print keys',
            hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'key [redacted]' },
          },
        },
      },
      {
        says: 'a block and then a redaction: nothing ends a result event',
        event: 'PostToolUse',
        hooks: [
          { name: 'a-blocks', front: { modify: { PostToolUse: 'output' } }, stderr: 'bad', exits: 2 },
          { ...redacts({ events: ['PostToolUse'], modify: { PostToolUse: 'redact' } }), name: 'b-redactor' },
        ],
        payload: leak,
        expect: {
          output: 'key [redacted]',
          changed: ['tool_response'],
          feedback: ['bad'],
          ran: ['a-blocks', 'b-redactor'],
        },
      },
    ],
  },
  {
    id: 'H14',
    source: 'Kodelet K2',
    says: 'Built-ins come before external hooks, and their replacement ends the event',
    cases: [
      {
        says: 'a built-in is asked first, and after its callback no external hook is started but observers',
        hooks: [
          {
            name: 'a-replaces',
            front: { modify: { TurnEnd: 'messages' }, priority: -100 },
            prints: { messages: [{ role: 'user', content: 'mine' }] },
          },
          { name: 'b-guard' },
          { name: 'c-observer', front: { observe: true } },
        ],
        steps: [
          {
            fire: 'TurnEnd',
            payload: turnAt(800),
            expect: {
              callback: { name: 'compact', args: {} },
              ran: ['c-observer'],
              outcomes: {
                'builtin:compact-trigger': 'success',
                'a-replaces': 'skipped BLOCKED_EARLIER',
                'b-guard': 'skipped BLOCKED_EARLIER',
              },
            },
          },
          {
            fire: 'TurnEnd',
            payload: turnAt(100),
            expect: {
              messages: [{ role: 'user', content: 'mine' }],
              ran: ['a-replaces', 'b-guard', 'c-observer'],
              journal: {
                hooks: [
                  { qualifiedName: 'builtin:compact-trigger', source: 'builtin', mode: 'builtin' },
                  { name: 'a-replaces' },
                  { name: 'b-guard' },
                  { name: 'c-observer' },
                ],
              },
            },
          },
        ],
      },
      {
        says: 'it is listed, and switched off and on by name like any other; nothing of it can be approved',
        hooks: [],
        steps: [
          { hooks: 'list', stdout: /compact-trigger +TurnEnd +builtin .*ready .*recipe compact/ },
          {
            hooks: 'info compact-trigger --json',
            json: {
              qualifiedName: 'builtin:compact-trigger',
              source: 'builtin',
              mode: 'builtin',
              path: null,
            },
          },
          { hooks: 'disable builtin:compact-trigger' },
          {
            fire: 'TurnEnd',
            payload: turnAt(900),
            expect: { outcomes: { 'builtin:compact-trigger': 'skipped DISABLED' } },
          },
          { hooks: 'enable compact-trigger' },
          {
            fire: 'TurnEnd',
            payload: turnAt(900),
            run: { approved: true },
            expect: { callback: { name: 'compact', args: {} } },
          },
          { hooks: 'trust compact-trigger', exit: 1, stderr: /HOOK_BUILTIN/ },
        ],
      },
      {
        says: 'a package of its name is another one, and both are told apart',
        hooks: [{ name: 'compact-trigger' }],
        steps: [
          {
            hooks: 'disable compact-trigger',
            exit: 2,
            stderr:
              /user\/compact-trigger or builtin:compact-trigger|builtin:compact-trigger or user\/compact-trigger/,
          },
          { fire: 'TurnEnd', payload: turnAt(100), expect: { ran: ['compact-trigger'] } },
        ],
      },
      {
        says: 'where the agent has no such recipe it is not asked, and that is said',
        steps: [
          {
            fire: 'TurnEnd',
            payload: turnAt(900),
            run: { args: ['--recipe', 'other'] },
            expect: {
              runs: {
                'builtin:compact-trigger': {
                  outcome: 'skipped',
                  cause: 'HOST_CANNOT',
                  reason: 'local has no recipe compact',
                },
              },
            },
          },
          { fire: 'TurnEnd', payload: turnAt(100), expect: { host: '' } },
        ],
      },
    ],
  },
  {
    id: 'H15',
    source: 'pattern page',
    says: 'A hook must not rely on what another one does at the same event',
    cases: [
      {
        says: 'the guide says so, and `check` hints where the order hangs on names',
        hooks: ['first', 'second'].map((name) => ({
          name,
          front: { modify: { PreToolUse: ['timeout'] }, matcher: 'Bash' },
        })),
        steps: [
          {
            page: 'guides/narrow-conditions.md',
            sections: { 'No order dependence': /Guards run side by side, on the final input/ },
          },
          { hooks: 'check --json', json: { ok: true, hints: [{ code: 'ORDER_BY_NAME', path: /second/ }] } },
        ],
      },
    ],
  },
  {
    id: 'H16',
    source: 'ours',
    says: 'One active set holds for a whole dispatch',
    cases: [
      {
        says: 'a hook that switches off another one in the middle changes the next dispatch, not this one',
        hooks: [
          {
            name: 'a-saboteur',
            front: { modify: { PreToolUse: ['*'] } },
            does: [
              'state="$HOME/.local/state/hookmd"',
              'rm -r "$state/active" "$HOME/.hookmd/hooks/b-guard"',
              'printf "hooks: { enabled: false }" > "$HOME/.hookmd/config.yaml"',
            ].join('\n'),
          },
          { name: 'b-guard', stderr: 'no', exits: 2 },
        ],
        steps: [
          { hooks: 'enable a-saboteur b-guard --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              decision: 'block',
              reason: 'no',
              decidedBy: ['user/b-guard'],
              ran: ['a-saboteur', 'b-guard'],
            },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
        ],
      },
    ],
  },
  {
    id: 'H17',
    source: 'ours (Kubernetes admission)',
    says: 'Guards judge the final input',
    cases: [
      {
        says: 'a modifier that turns `ls` into `rm -rf /` does not get past a guard, whatever their priorities',
        hooks: [
          {
            name: 'a-guard',
            front: { priority: 1 },
            does: 'if grep -q "rm -rf" "$run.stdin"; then echo "recursive delete" >&2; exit 2; fi',
          },
          rewrites('b-modifier', { command: 'rm -rf /' }, { priority: 99 }),
          { name: 'c-guard', front: { priority: 100, observe: true } },
        ],
        expect: {
          decision: 'block',
          reason: 'recursive delete',
          decidedBy: ['user/a-guard'],
          input: { command: 'ls' },
          ran: ['b-modifier', 'a-guard', 'c-guard'],
          stdinOf: { 'a-guard': { tool_input: { command: 'rm -rf /' }, tool: { command: 'rm -rf /' } } },
        },
      },
      {
        says: 'a guard of a result event sees the final output',
        event: 'PostToolUse',
        hooks: [redacts(), { name: 'guard', front: { priority: 1 } }],
        payload: leak,
        expect: {
          output: 'key [redacted]',
          changed: ['tool_response'],
          ran: ['a-redactor', 'guard'],
          stdinOf: { guard: { tool_response: 'key [redacted]' } },
        },
      },
    ],
  },
  {
    id: 'H18',
    source: 'ours',
    says: 'A condition judges the input as it then is',
    cases: [
      {
        says: 'a modifier that turns `ls` into `git push -f` meets the guard with `if: Bash(git push*)`',
        hooks: [
          rewrites('modifier', { command: 'git push -f' }),
          { name: 'guard', front: { if: 'Bash(git push*)', priority: 1 }, stderr: 'no force', exits: 2 },
        ],
        expect: {
          decision: 'block',
          reason: 'no force',
          ran: ['modifier', 'guard'],
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'no force',
            },
          },
        },
      },
      {
        says: 'a condition that fitted only the original input does not start its guard',
        hooks: [
          rewrites('modifier', { command: 'ls' }),
          { name: 'guard', front: { if: 'Bash(git push*)' }, exits: 2 },
        ],
        payload: { tool_name: 'Bash', tool_input: { command: 'git push' } },
        expect: {
          input: { command: 'ls' },
          changed: ['command'],
          ran: ['modifier'],
          outcomes: { guard: 'skipped NO_MATCH' },
        },
      },
    ],
  },
  {
    id: 'H19',
    source: 'ours',
    says: 'Observers see blocked events too, with the decision and redacted data',
    cases: [
      {
        says: 'an observer runs after a block and reads who decided and why',
        hooks: ['observes', 'blocks-always'],
        payload: {
          tool_name: 'Bash',
          tool_input: { command: 'curl -H ghp_0123456789abcdef0123456789abcdef0123' },
        },
        expect: {
          decision: 'block',
          ran: ['blocks-always', 'observes'],
          stdinOf: {
            observes: {
              decision: {
                decision: 'block',
                reason: 'blocked by blocks-always',
                decidedBy: ['user/blocks-always'],
                changed: [],
              },
              tool_input: { command: 'curl -H [redacted]' },
            },
            'blocks-always': {
              tool_input: { command: 'curl -H ghp_0123456789abcdef0123456789abcdef0123' },
              decision: undefined,
            },
          },
          envOf: { observes: { tool_input_command: /^(?!.*ghp_)/ } },
        },
      },
      {
        says: 'an observer never sees what a redaction removed, a raw one of the user does',
        event: 'PostToolUse',
        hooks: [
          redacts(),
          { name: 'observer', front: { observe: true } },
          { name: 'raw', front: { observe: 'raw' } },
          { name: 'raw-of-project', at: 'project', front: { observe: 'raw' } },
        ],
        payload: { ...leak, tool_input: { command: `echo ${secret}` } },
        expect: {
          output: 'key [redacted]',
          changed: ['tool_response'],
          stdinOf: {
            observer: { tool_response: 'key [redacted]', tool_input: { command: 'echo [redacted]' } },
            'raw-of-project': { tool_input: { command: 'echo [redacted]' } },
            raw: { tool_input: { command: `echo ${secret}` } },
          },
        },
      },
      {
        says: 'what an observer answers decides nothing, and that is said',
        hooks: [{ name: 'hook', front: { observe: true }, prints: { decision: 'block', reason: 'no' } }],
        expect: { dropped: [/decision by user\/hook/], outcomes: { hook: 'success' }, host: '' },
      },
    ],
  },
  {
    id: 'H20',
    source: 'ours',
    says: 'A hook that may both block and change is asked again where the input changed after it looked',
    cases: [
      {
        says: 'a guard that also changes, at 10, and a rewriter to `sudo x` at 50: blocked',
        hooks: [
          {
            name: 'guardrail',
            front: { priority: 10, modify: { PreToolUse: ['timeout'] } },
            does: 'if grep -q sudo "$run.stdin"; then echo "no sudo" >&2; exit 2; fi',
          },
          rewrites('rewriter', { command: 'sudo x' }, { priority: 50 }),
        ],
        expect: {
          decision: 'block',
          reason: 'no sudo',
          decidedBy: ['user/guardrail'],
          input: { command: 'ls' },
          ran: ['guardrail', 'rewriter', 'guardrail/recheck'],
          stdinOf: { 'guardrail/recheck': { tool_input: { command: 'sudo x' } } },
          envOf: { 'guardrail/recheck': { HOOK_PHASE: 'recheck' } },
          outcomes: { 'guardrail transform': 'success', 'guardrail recheck': 'blocking' },
        },
      },
      {
        says: 'on the second look only a block or an ask counts',
        hooks: [
          rewrites('a', { command: 'first' }, { priority: 10 }),
          rewrites('b', { command: 'second' }, { priority: 50 }),
        ],
        expect: { input: { command: 'second' }, changed: ['command'], ran: ['a', 'b', 'a/recheck'] },
      },
      {
        says: 'its own change, or none, brings no second look; `recheck: false` opts out',
        hooks: [
          rewrites('alone', { command: 'ls -l' }, { priority: 50 }),
          { name: 'opted-out', front: { priority: 10, modify: { PreToolUse: ['*'] }, recheck: false } },
          { name: 'later', front: { priority: 90, modify: { PreToolUse: ['*'] } } },
        ],
        expect: { input: { command: 'ls -l' }, changed: ['command'], ran: ['opted-out', 'alone', 'later'] },
      },
      {
        says: "kodelet: the guardrail of Kodelet's documents at 10, and a rewriter to `sudo x` at 50: blocked",
        needs: ['python3'],
        hooks: [
          {
            name: 'guardrail',
            front: {
              events: ['before_tool_call'],
              protocol: 'kodelet',
              priority: 10,
              command: './guardrail',
            },
            files: { guardrail: { text: printedHook('k2-security-guardrail.py'), mode: 0o755 } },
          },
          rewrites('rewriter', { command: 'sudo x' }, { priority: 50 }),
        ],
        expect: {
          decision: 'block',
          reason: "Security policy: 'sudo' is not allowed",
          decidedBy: ['user/guardrail'],
          input: { command: 'ls' },
          outcomes: { 'guardrail transform': 'success', 'guardrail recheck': 'blocking' },
        },
      },
    ],
  },
  {
    id: 'H21',
    source: 'ours',
    says: 'An event has a deadline, half a second before the budget of the host; the rest fail with DEADLINE',
    cases: [
      {
        says: '`--budget 3s`, one at a time, three slow guards with `onFailure: block`: blocked within the budget',
        hooks: (
          [
            ['a', 'sleep 1'],
            ['b', 'sleep 60'],
            ['c', 'sleep 60'],
          ] as const
        ).map(([name, does]) => ({ name, front: { onFailure: 'block' }, does })),
        config: oneByOne,
        run: { args: ['--budget', '3s'] },
        expect: {
          decision: 'block',
          reason: /3000 ms/,
          decidedBy: ['user/b'],
          outcomes: { a: 'success', b: 'cancelled DEADLINE', c: 'skipped BLOCKED_EARLIER' },
          runMs: { b: [500, 2600] },
          leavesNothing: true,
        },
      },
      {
        says: 'without `onFailure: block` the event goes on, and the rest is never started',
        hooks: ['a', 'b', 'c'].map((name) => ({ name, does: 'sleep 1' })),
        config: oneByOne,
        run: { args: ['--budget', '1s'] },
        expect: {
          ran: ['a'],
          failedOpen: ['user/a', 'user/b', 'user/c'],
          outcomes: { a: 'cancelled DEADLINE', b: 'cancelled DEADLINE', c: 'cancelled DEADLINE' },
          withinMs: 7000,
        },
      },
    ],
  },
];
