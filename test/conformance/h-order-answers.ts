import { approvedTable } from './approved-table.ts';
import { oneByOne, rewrites } from './h-order-samples.ts';
import type { Row } from './row.ts';

/** Shell text that waits for another hook's file; the time limit of the hook bounds it. */
const waitFor = (file: string): string => `until [ -e "$LOG/${file}" ]; do sleep 0.02; done`;

const ofClaude = { protocol: 'claude' } as const;

export const answers: readonly Row[] = [
  {
    id: 'H1',
    source: 'Kodelet K2: deny-fast',
    says: 'The first block ends a gate event: later hooks are not started, running guards are canceled',
    cases: [
      {
        says: 'a block in the modify phase keeps later hooks from starting, and its reason is the reason',
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
        says: 'a guard that still runs is canceled by the block of another, and nothing of it is left',
        hooks: [
          { name: 'a-slow', does: 'touch "$LOG/started"; sleep 60' },
          { name: 'b-blocks', does: waitFor('started'), stderr: 'no', exits: 2 },
        ],
        expect: {
          decision: 'block',
          reason: 'no',
          decidedBy: ['user/b-blocks'],
          outcomes: { 'a-slow': 'canceled ABORTED', 'b-blocks': 'blocking' },
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
      ...(['first', 'middle', 'last'] as const).map((location, at) => ({
        says: `a block ${location} beats an allow, an ask and a change`,
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
          eventLog: {
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
    says: 'Changes apply one after another: each hook gets the input that those ahead of it left',
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
      {
        says: 'those of Claude Code that do not declare a change start together',
        hooks: [
          { name: 'a', front: ofClaude, does: `touch "$LOG/a"; ${waitFor('b')}` },
          { name: 'b', front: ofClaude, does: `touch "$LOG/b"; ${waitFor('a')}` },
        ],
        expect: { outcomes: { a: 'success', b: 'success' }, atOnce: 2 },
      },
      {
        says: 'once one of them has changed the input, those behind it run again on the new one, and from then on after it',
        hooks: [
          {
            name: 'a',
            front: ofClaude,
            does: `[ -e "$HOOK_DATA_DIR/known" ] || { ${waitFor('b')}; touch "$HOOK_DATA_DIR/known"; }`,
            prints: { hookSpecificOutput: { updatedInput: { command: 'pwd' } } },
          },
          { name: 'b', front: ofClaude, does: 'touch "$LOG/b"; grep -q pwd "$run.stdin" || exit 2' },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              input: { command: 'pwd' },
              changed: ['command'],
              ranInAnyOrder: ['a', 'b', 'b'],
              eventLog: {
                hooks: [
                  { name: 'a', changed: ['command'] },
                  { name: 'b', outcome: 'success' },
                  { name: 'b', outcome: 'canceled', cause: 'OUTDATED' },
                ],
              },
            },
          },
          {
            fire: 'PreToolUse',
            expect: {
              input: { command: 'pwd' },
              changed: ['command'],
              log: ['start a', 'end a', 'start b', 'end b'],
              stdinOf: { b: { tool_input: { command: 'pwd' } } },
            },
          },
        ],
      },
      {
        says: 'a block of the first of them cancels the others, whose results do not count',
        hooks: [
          { name: 'a', front: ofClaude, does: waitFor('b'), stderr: 'first', exits: 2 },
          { name: 'b', front: ofClaude, does: 'touch "$LOG/b"; sleep 20', stderr: 'second', exits: 2 },
        ],
        expect: {
          decision: 'block',
          reason: 'first',
          decidedBy: ['user/a'],
          withinMs: 15_000,
          outcomes: { a: 'blocking', b: 'canceled BLOCKED_EARLIER' },
          leavesNothing: true,
        },
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
            'c-changes': { phase: 'modify' },
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
];
