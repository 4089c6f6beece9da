import type { HookSpec, Json } from '../support/hook-package.ts';
import { issues } from './issues.ts';
import type { Row } from './row.ts';

/** A package whose handler is one typed hook on PreToolUse; `says` is the expression it returns. */
function typed(name: string, says: string, front: Readonly<Record<string, Json>> = {}): HookSpec {
  const text = `import { defineHook } from '@hookmd/sdk';
let loads = 0;
export default defineHook({ on: 'PreToolUse', run: (event, h) => { loads += 1; return ${says}; } });
`;
  return { name, front: { command: null, ...front }, files: { 'handler.ts': text } };
}

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
    cases: [
      {
        says: 'one process answers every event of a session, and is many times quicker than its start',
        hooks: [typed('warm', 'h.addContext(loads + " " + process.pid)')],
        steps: [
          { hooks: 'enable warm --yes' },
          {
            script: `
              const hooks = await open();
              const fire = async () => (await hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })).decision;
              const first = await fire();
              const rest = [];
              for (let n = 0; n < 50; n++) rest.push(await fire());
              await hooks.close();
              const [said] = first.context[0].split(' ');
              const times = rest.map(({ hooks: [run] }) => run.durationMs).sort((a, b) => a - b);
              print({
                mode: first.hooks[0].mode,
                counts: rest.map(({ context: [text] }) => Number(text.split(' ')[0]) - Number(said)),
                pids: new Set(rest.map(({ context: [text] }) => text.split(' ')[1])).size,
                quicker: times[25] < first.hooks[0].durationMs / 3,
              });`,
            prints: {
              mode: 'handler',
              counts: Array.from({ length: 50 }, (_, n) => n + 1),
              pids: 1,
              quicker: true,
            },
          },
          { leavesNothing: true },
        ],
      },
      {
        says: 'a handler that ends its process costs its event, and nobody else anything',
        hooks: [
          typed('breaks', `event.tool.command === 'break' ? process.exit(0) : h.addContext('whole')`, {
            onFailure: 'block',
          }),
          typed('neighbour', 'h.addContext(String(process.pid))'),
        ],
        steps: [
          { hooks: 'enable breaks neighbour --yes' },
          {
            script: `
              const hooks = await open();
              const fire = async (command) => (await hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command } })).decision;
              const [before, broken, after] = [await fire('ls'), await fire('break'), await fire('ls')];
              await hooks.close();
              const pid = ({ context }) => context.at(-1);
              print({
                broken: broken.decision,
                cause: broken.hooks.find(({ name }) => name === 'breaks').cause,
                after: after.context[0],
                sameNeighbour: pid(before) === pid(after) && /^[0-9]+$/.test(pid(after)),
              });`,
            prints: { broken: 'block', cause: 'EXIT', after: 'whole', sameNeighbour: true },
          },
          { leavesNothing: true },
        ],
      },
      {
        says: 'a call of the command line starts a fresh one, with the same answer and the same failure',
        hooks: [
          typed('breaks', `event.tool.command === 'break' ? process.exit(0) : h.addContext('whole')`, {
            onFailure: 'block',
          }),
        ],
        steps: [
          { hooks: 'enable breaks --yes' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { context: ['whole'] } },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'break' } },
            run: { approved: true },
            expect: {
              decision: 'block',
              decidedBy: ['user/breaks'],
              reason: /it ended the process itself/,
              runs: { breaks: { mode: 'handler', outcome: 'non_blocking_error' } },
            },
          },
        ],
      },
      {
        says: 'a handler that cannot be built is not approved, and every mistake is named with its place',
        hooks: [
          {
            name: 'broken',
            front: { command: null },
            files: {
              'handler.ts': "import './gone.ts';\nimport left from 'left-pad';\nexport default left;\n",
            },
          },
        ],
        steps: [
          {
            hooks: 'enable broken --yes --json',
            exit: 1,
            json: {
              schema: 'hookmd.error/1',
              code: 'HANDLER_NOT_BUILT',
              message: /handler\.ts:1:8: .*gone.*handler\.ts:2:18: .*left-pad/s,
            },
          },
          { hooks: 'list --json', hook: { broken: { state: 'untrusted' } } },
        ],
      },
    ],
  },
  {
    id: 'J13',
    source: 'ours',
    says: 'Without a model provider prompt and agent hooks are ineligible, and the others run',
    pending: issues.modes,
  },
];
