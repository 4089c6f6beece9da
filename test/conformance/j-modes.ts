import { issues } from './issues.ts';
import type { Row } from './row.ts';

export const modes: readonly Row[] = [
  {
    id: 'J1',
    source: 'pattern page, Kodelet, MicroClaw RFC',
    says: 'Mode `command` starts a process',
    cases: [
      {
        says: 'a command hook is one process: it reads the event, answers and is gone',
        hooks: [{ name: 'hook', prints: { systemMessage: 'hello' } }],
        expect: {
          ran: ['hook'],
          userMessages: ['hello'],
          stdinOf: { hook: { hook_event_name: 'PreToolUse' } },
          runs: { hook: { mode: 'command', exitCode: 0 } },
          leavesNothing: true,
          host: { systemMessage: 'hello' },
        },
      },
    ],
  },
  {
    id: 'J2',
    source: 'pattern page',
    says: 'Mode `prompt` asks a small model exactly once',
    pending: issues.modes,
  },
  {
    id: 'J3',
    source: 'pattern page',
    says: 'Mode `agent` runs several turns with tools',
    pending: issues.modes,
  },
  {
    id: 'J4',
    source: 'pattern page',
    says: 'Mode `http` posts the payload, and the body is the answer',
    pending: issues.modes,
  },
  { id: 'J5', source: 'ours', says: 'An http error is a failure that blocks nothing', pending: issues.modes },
  { id: 'J6', source: 'pattern page', says: 'An agent hook cannot start sub-agents', pending: issues.modes },
  {
    id: 'J7',
    source: 'pattern page',
    says: 'An agent hook ends with a StructuredOutput call only',
    pending: issues.modes,
  },
  {
    id: 'J8',
    source: 'pattern page',
    says: 'After 50 turns an agent hook is cancelled, silently',
    pending: issues.modes,
  },
  {
    id: 'J9',
    source: 'pattern page, ours',
    says: 'The tools of an agent hook are limited, and start no hooks',
    pending: issues.modes,
  },
  {
    id: 'J10',
    source: 'pattern page',
    says: 'A prompt hook does not enter the dispatch again',
    pending: issues.modes,
  },
  {
    id: 'J11',
    source: 'ours',
    says: 'A hook that fires events itself is bounded',
    cases: [
      {
        says: 'a hook that calls `hooks run` on its own event is asked twice in all, and the rest is reported',
        hooks: [
          {
            name: 'recursive',
            front: { env: ['LOG', 'HOOKS'] },
            does: 'node "$HOOKS" run PreToolUse --json --dangerously-trust-all --home "$HOME" --project "$HOOK_PROJECT_DIR" < "$run.stdin" > "$LOG/depth-$HOOK_DEPTH.json"',
          },
        ],
        run: { env: { HOOKS: '<cli>' } },
        expect: {
          ran: ['recursive', 'recursive'],
          files: {
            'log/depth-1.json': /"outcome": "success"/,
            'log/depth-2.json': /"cause": "RECURSION"/,
            'log/depth-3.json': null,
          },
        },
      },
    ],
  },
  {
    id: 'J12',
    source: 'ours (mission)',
    says: 'A handler written with the SDK runs in a warm process',
    pending: issues.sdk,
  },
  {
    id: 'J13',
    source: 'ours',
    says: 'Without a model provider prompt and agent hooks are ineligible, and the others run',
    pending: issues.modes,
  },
];
