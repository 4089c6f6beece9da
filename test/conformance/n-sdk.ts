import type { HookSpec } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import { inALoop } from './in-a-loop.ts';
import type { Row } from './row.ts';
import { turnAt } from './turn-payload.ts';

const compact = { name: 'compact', args: {} } as const;
const asked = { 'builtin:compact-trigger': 'success' } as const;

const compactsAt70: HookSpec = {
  name: 'at-70',
  front: {
    events: ['after_turn'],
    protocol: 'hookmd',
    modify: { after_turn: 'messages' },
    command: ['node', './compact.mjs'],
  },
  files: {
    'compact.mjs': [
      "import { readFileSync } from 'node:fs';",
      'const { usage } = JSON.parse(readFileSync(0));',
      'const { current_context_window: current, max_context_window: max } = usage;',
      "if (max > 0 && current / max > 0.7) console.log(JSON.stringify({ callback: 'compact' }));",
    ].join('\n'),
  },
};

/** `run` reads the payload; `hook` is the question of a bare executable. */
const COMPILED_GUARD = `#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  static char payload[65536];
  if (argc < 2) return 1;
  if (strcmp(argv[1], "hook") == 0) return puts("before_tool_call") < 0;
  fread(payload, 1, sizeof payload - 1, stdin);
  if (strstr(payload, "sudo")) puts("{\\"blocked\\": true, \\"reason\\": \\"no sudo\\"}");
  return 0;
}
`;

/** The same guard as bare executables. */
const BARE_GUARDS = {
  compiled: { text: COMPILED_GUARD, compiles: 'c' },
  'in-node': {
    text: `#!/usr/bin/env node
if (process.argv[2] === 'hook') console.log('before_tool_call');
else {
  const { tool_input } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  console.log(JSON.stringify({ blocked: tool_input.command.includes('sudo'), reason: 'no sudo' }));
}
`,
    mode: 0o755,
  },
  'in-python': {
    text: `#!/usr/bin/env python3
import json, sys
if sys.argv[1] == "hook":
    print("before_tool_call")
else:
    command = json.load(sys.stdin)["tool_input"]["command"]
    print(json.dumps({"blocked": "sudo" in command, "reason": "no sudo"}))
`,
    mode: 0o755,
  },
  'in-sh': {
    text: `#!/bin/sh
if [ "$1" = hook ]; then echo before_tool_call; exit; fi
if grep -q sudo; then echo '{"blocked": true, "reason": "no sudo"}'; fi
`,
    mode: 0o755,
  },
} as const;

/** One module with a hook for each of four events. */
const TYPED = `import { defineHook } from '@hookmd/sdk';
export const before = defineHook({
  on: 'PreToolUse',
  run(event, h) {
    if (event.tool.command?.startsWith('rm')) return h.block('not that');
    const timeout = event.tool_input['timeout'];
    if (typeof timeout === 'number') return h.modify({ timeout: Math.min(timeout, 120) });
  },
});
export const after = defineHook({
  on: 'PostToolUse',
  run: (event, h) => h.redact(JSON.parse(JSON.stringify(event.tool_response).replaceAll('secret', '[redacted]'))),
});
export const prompt = defineHook({ on: 'UserPromptSubmit', run: (event, h) => h.addContext('said ' + event.prompt) });
export const stop = defineHook({
  on: 'Stop',
  run: (event, h) => (event.continuations === 0 ? h.continueWith('run the tests') : undefined),
});
`;

const KODELET = `import { defineHook } from '@hookmd/sdk';
export default defineHook({
  on: 'PreToolUse',
  run: (event, h) => (event.tool.command?.startsWith('sudo') ? h.block('no sudo') : undefined),
});
`;

export const sdk: readonly Row[] = [
  {
    id: 'N1',
    source: 'Kodelet',
    says: 'A hook is any executable',
    cases: [
      {
        says: 'sh, Python and Node answer alike, by their first line and as an argument',
        hooks: [
          { name: 'a-sh', prints: { systemMessage: 'sh' } },
          {
            name: 'b-node',
            front: { command: './handler.mjs' },
            files: {
              'handler.mjs': {
                text: '#!/usr/bin/env node\nprocess.stdin.resume().on("end", () => console.log(JSON.stringify({ systemMessage: "node" })));\n',
                mode: 0o755,
              },
            },
          },
          {
            name: 'c-python',
            front: { command: 'python3 ./handler.py' },
            files: {
              'handler.py':
                'import json, sys\nevent = json.load(sys.stdin)\nprint(json.dumps({"systemMessage": "python " + event["tool_name"]}))\n',
            },
          },
        ],
        expect: { userMessages: ['sh', 'node', 'python Bash'] },
      },
      {
        says: 'a compiled program of Kodelet’s protocol',
        needs: ['cc'],
        hooks: [
          {
            name: 'compiled',
            front: { events: ['before_tool_call'], command: './guard' },
            files: { guard: { text: COMPILED_GUARD, compiles: 'c' } },
          },
        ],
        steps: approvedTable(
          ['compiled'],
          [
            {
              fire: 'PreToolUse',
              payload: { tool_name: 'Bash', tool_input: { command: 'sudo ls' } },
              expect: { decision: 'block', reason: 'no sudo' },
            },
            { fire: 'PreToolUse', expect: { outcomes: { compiled: 'success' } } },
          ],
        ),
      },
      {
        says: 'bare executables of each kind answer alike',
        needs: ['cc', 'python3'],
        files: Object.fromEntries(
          Object.entries(BARE_GUARDS).map(([name, file]) => [`home/.kodelet/hooks/${name}`, file]),
        ),
        steps: [
          { hooks: `enable ${Object.keys(BARE_GUARDS).join(' ')} --yes` },
          ...Object.keys(BARE_GUARDS).map((name) => ({
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'sudo ls' } },
            run: { approved: true, args: ['--only', name] },
            expect: { decision: 'block' as const, reason: 'no sudo', decidedBy: [`user/${name}`] },
          })),
          { fire: 'PreToolUse', run: { approved: true }, expect: {} },
        ],
      },
    ],
  },
  {
    id: 'N2',
    source: 'HookMD (mission)',
    says: 'The SDK types events and results, and reads and writes for its author',
    cases: [
      {
        says: 'one module in TypeScript blocks, changes, redacts, tells and continues, each on its event',
        hooks: [
          {
            name: 'typed',
            front: {
              command: null,
              events: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'],
              modify: { PreToolUse: ['timeout'], PostToolUse: 'redact' },
            },
            files: { 'handler.ts': TYPED },
          },
        ],
        steps: [
          { hooks: 'enable typed --yes' },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } },
            run: { approved: true },
            expect: { decision: 'block', reason: 'not that', decidedBy: ['user/typed'] },
          },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 600, more: 1 } },
            run: { approved: true },
            expect: { input: { command: 'ls', timeout: 120, more: 1 }, changed: ['timeout'] },
          },
          {
            fire: 'PostToolUse',
            payload: { tool_name: 'Bash', tool_input: {}, tool_response: { stdout: 'a secret b' } },
            run: { approved: true },
            expect: { output: { stdout: 'a [redacted] b' }, changed: ['tool_response'] },
          },
          {
            fire: 'UserPromptSubmit',
            payload: { prompt: 'hello' },
            run: { approved: true },
            expect: { context: ['said hello'] },
          },
          {
            fire: 'Stop',
            payload: { stop_hook_active: false, continuations: 0 },
            run: { approved: true },
            expect: { followUps: ['run the tests'] },
          },
        ],
      },
      {
        says: 'what does not fit the schema of its tool is a failed run, and never an allow',
        hooks: [
          {
            name: 'strict',
            front: { command: null, onFailure: 'block' },
            files: {
              'handler.ts': `import { defineHook } from '@hookmd/sdk';
                const text = { '~standard': { version: 1, vendor: 'mine', validate: (value: any) => typeof value.command === 'string' ? { value } : { issues: [{ message: 'must be a string', path: ['command'] }] } } } as const;
                export default defineHook({ on: 'PreToolUse', tools: { Bash: text }, run() {} });`,
            },
          },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 7 } },
            expect: {
              decision: 'block',
              reason: /tool_input of Bash.*must be a string/s,
              decidedBy: ['user/strict'],
            },
          },
          { fire: 'PreToolUse', payload: { tool_name: 'Read', tool_input: { file_path: 7 } }, expect: {} },
        ],
      },
      {
        says: 'an answer that the event does not permit is a failed run that names what it permits',
        hooks: [
          {
            name: 'wrong',
            front: { command: null, events: ['Stop'] },
            files: {
              'handler.js': `import { defineHook } from '@hookmd/sdk';
                export default defineHook({ on: 'Stop', run: (event, h) => h.block('no') });`,
            },
          },
        ],
        event: 'Stop',
        payload: { stop_hook_active: false, continuations: 0 },
        expect: {
          outcomes: { wrong: 'non_blocking_error THROWN' },
          failedOpen: ['user/wrong'],
          runs: { wrong: { reason: /Stop does not permit `block`; it permits continueWith/ } },
        },
      },
    ],
  },
  {
    id: 'N3',
    source: 'HookMD',
    says: 'One handler answers both `hook` and `run`',
    cases: [
      {
        says: 'what `hooks build` makes is an executable of Kodelet as it stands',
        hooks: [{ name: 'typed', front: { command: null }, files: { 'handler.ts': KODELET } }],
        files: { 'home/.kodelet/hooks': null },
        steps: [
          { hooks: 'build typed --out <scratch>/built' },
          { rename: ['built/handler.cjs', 'home/.kodelet/hooks/guard'] },
          { program: 'home/.kodelet/hooks/guard', args: ['hook'], stdout: 'before_tool_call\n' },
          {
            program: 'home/.kodelet/hooks/guard',
            args: ['run'],
            stdin: JSON.stringify({
              event: 'before_tool_call',
              tool_name: 'bash',
              tool_input: { command: 'sudo ls' },
            }),
            stdout: '{"blocked":true,"reason":"no sudo"}\n',
          },
          { hooks: 'enable user/guard --yes' },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'sudo ls' } },
            run: { approved: true },
            expect: {
              decision: 'block',
              reason: 'no sudo',
              decidedBy: ['user/guard'],
              runs: { guard: { mode: 'command' } },
            },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: {} },
        ],
      },
    ],
  },
  {
    id: 'N4',
    source: 'pattern page',
    says: 'Registered callbacks have the same executor and outcome',
    cases: [
      {
        says: 'a callback gives the outcome of a package that answers the same, in the decision and in the event log',
        hooks: [
          { name: 'guard', front: { events: ['PostToolUse'] }, prints: { decision: 'block', reason: 'no' } },
        ],
        steps: [
          {
            script: `
              const hooks = await open({ trust: 'all' });
              hooks.on('PostToolUse', { name: 'guard' }, () => ({ decision: 'block', reason: 'no' }));
              const { decision } = await hooks.dispatch('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'a' });
              const [one, other] = decision.hooks;
              const own = ['qualifiedName', 'source', 'mode', 'digest', 'startMs', 'durationMs'];
              const shape = (run) => Object.fromEntries(Object.entries(run).filter(([key]) => !own.includes(key)));
              print({ feedback: decision.feedback, both: [shape(one), shape(other)] });`,
            prints: {
              feedback: ['no', 'no'],
              both: [
                { name: 'guard', phase: 'guard', outcome: 'blocking', reason: 'no', exitCode: 0 },
                { name: 'guard', phase: 'guard', outcome: 'blocking', reason: 'no', exitCode: 0 },
              ],
            },
            ran: ['guard'],
          },
          { hooks: 'log --json', stdout: /"qualifiedName":"code\/guard".*"outcome":"blocking"/ },
        ],
      },
      {
        says: 'a callback rewrites, is held to what it declared, and hears what others rewrote',
        steps: [
          {
            script: `
              const hooks = await open();
              const heard = [];
              const rewrite = (input) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: input } });
              hooks.on('PreToolUse', { name: 'b', modify: { PreToolUse: ['command'] } }, (event) => rewrite({ command: event.tool_input.command + ' -l' }));
              hooks.on('PreToolUse', { name: 'a', modify: { PreToolUse: ['timeout'] } }, () => rewrite({ command: 'rm' }));
              hooks.on('PreToolUse', { name: 'late' }, (event) => { heard.push(event.tool_input.command); });
              const { decision } = await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
              print({ input: decision.input, heard, causes: decision.hooks.map(({ name, cause }) => [name, cause]) });`,
            prints: {
              input: { command: 'ls -l' },
              heard: ['ls -l'],
              causes: [
                ['b', null],
                ['a', 'CONTRACT_VIOLATION'],
                ['late', null],
              ],
            },
          },
        ],
      },
      {
        says: 'whatever a callback does, the agent goes on, and `onFailure: block` is kept',
        steps: [
          {
            script: `
              const hooks = await open();
              const bomb = () => ({ get more() { return bomb(); } });
              const does = {
                throws: () => { throw new Error('broken'); },
                hangs: () => new Promise(() => {}),
                mutates: (event) => { event.tool_input.command = 'rm'; delete event.tool; },
                hides: () => new Proxy({}, { ownKeys() { throw new Error('mine'); } }),
                bombs: () => bomb(),
                floods: () => ({ reason: 'x'.repeat(2 ** 21) }),
                poisons: () => JSON.parse('{"__proto__": {"decision": "block"}}'),
                mumbles: () => 'no',
              };
              for (const [name, run] of Object.entries(does)) hooks.on('PreToolUse', { name, timeout: '100ms' }, run);
              const fire = async () => (await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })).decision;
              const { decision, input, hooks: runs } = await fire();
              hooks.on('PreToolUse', { name: 'strict', onFailure: 'block' }, does.throws);
              const strict = await fire();
              print({ decision, input, causes: Object.fromEntries(runs.map(({ name, cause }) => [name, cause])), strict: strict.decision });`,
            prints: {
              decision: 'none',
              input: { command: 'ls' },
              causes: {
                throws: 'THROWN',
                hangs: 'TIMEOUT',
                mutates: null,
                hides: 'BAD_OUTPUT',
                bombs: 'BAD_OUTPUT',
                floods: 'OUTPUT_LIMIT',
                poisons: 'BAD_OUTPUT',
                mumbles: 'BAD_OUTPUT',
              },
              strict: 'block',
            },
          },
        ],
      },
      {
        says: 'a callback that fires events is asked about them too, and no deeper than a command would be',
        steps: [
          {
            script: `
              const hooks = await open();
              const inner = [];
              hooks.on('PreToolUse', { name: 'again' }, async () => {
                const { decision } = await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
                inner.push(decision.hooks[0].cause);
              });
              const { decision } = await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
              print({ outcome: decision.hooks[0].outcome, inner });`,
            prints: { outcome: 'success', inner: ['RECURSION', null] },
          },
        ],
      },
      {
        says: 'what is wrong with a registration is said at once, all of it',
        steps: [
          {
            script: `
              const hooks = await open();
              const tries = [
                () => hooks.on(['PreToolUs', 'Stop'], { prio: 1, timeout: -1 }, () => {}),
                () => hooks.on('Stop', { if: 'Bash(' }, () => {}),
                () => hooks.on('Stop', { name: 'x' }, () => {}) && hooks.on('Stop', { name: 'x' }, () => {}),
                () => hooks.on('Stop', {}),
              ];
              print(tries.map((one) => { try { one(); return null; } catch (error) { return [error.code, error.message]; } }));`,
            prints: [
              [
                'CALLBACK_INVALID',
                /"PreToolUs" is no event.*"PreToolUse".*`prio` is no option.*`timeout` must be a number/,
              ],
              ['CALLBACK_INVALID', /parenthesis.*nothing to match on Stop/],
              ['CALLBACK_INVALID', /"x" is registered already/],
              ['CALLBACK_INVALID', /no function/],
            ],
          },
        ],
      },
      {
        says: '`once`, `off` and `close` end a callback',
        steps: [
          {
            script: `
              const hooks = await open();
              const asked = [];
              hooks.on('Stop', { name: 'once', once: true }, () => { asked.push('once'); });
              const handle = hooks.on(['Stop', 'SessionEnd'], () => { asked.push('twice'); });
              await hooks.dispatch('Stop');
              await hooks.dispatch('SessionEnd');
              handle.off();
              await hooks.dispatch('Stop');
              let signal;
              hooks.on('Stop', (event, context) => { signal = context.signal; return new Promise(() => {}); });
              const stuck = hooks.dispatch('Stop');
              while (signal === undefined) await new Promise(setImmediate);
              hooks.close();
              const cause = (await stuck).decision.hooks[0].cause;
              const after = await hooks.dispatch('Stop').catch(({ code }) => code);
              print({ asked, name: handle.name, cause, aborted: signal.aborted, after });`,
            prints: {
              asked: ['once', 'twice', 'twice'],
              name: 'callback-2',
              cause: 'ABORTED',
              aborted: true,
              after: 'HOOKS_CLOSED',
            },
          },
        ],
      },
      inALoop('a callback decides inside an agent', {
        body: `
          hooks.on('PreToolUse', { if: 'Bash(*prod*)' }, () => ({ decision: 'block', reason: 'production is frozen' }));
          const session = await hooks.session();
          const calls = ['deploy prod', 'deploy test'].map((command) => ({ name: 'Bash', input: { command } }));
          const { ran, asked } = await runAgent(session, 'deploy', { replies: [{ tools: calls }, 'done'], tools: { Bash: () => 'ok' } });
          print({ ran, asked: asked[1].slice(2) });`,
        prints: {
          ran: [{ name: 'Bash', input: { command: 'deploy test' } }],
          asked: [/production is frozen/, 'ok'],
        },
      }),
    ],
  },
  {
    id: 'N5',
    source: 'Kodelet K2',
    says: '`builtin:compact-trigger` asks for compaction at the threshold',
    cases: [
      {
        says: '79.9 %, 80 % and 81 %: no, yes, yes; maximum 0 and disabled: no',
        steps: [
          { fire: 'TurnEnd', payload: turnAt(799), expect: { outcomes: asked } },
          { fire: 'TurnEnd', payload: turnAt(800), expect: { callback: compact, outcomes: asked } },
          { fire: 'TurnEnd', payload: turnAt(810), expect: { callback: compact } },
          {
            fire: 'TurnEnd',
            payload: turnAt(810, {}, { max_context_window: 0 }),
            expect: { outcomes: asked },
          },
          {
            fire: 'TurnEnd',
            payload: turnAt(810, { auto_compact_enabled: false }),
            expect: { outcomes: asked },
          },
        ],
      },
      {
        says: 'without a threshold 80 % is one, and without usage nothing is asked for',
        steps: [
          { fire: 'TurnEnd', payload: turnAt(799, { auto_compact_threshold: 0 }), expect: {} },
          {
            fire: 'TurnEnd',
            payload: turnAt(800, { auto_compact_threshold: 0 }),
            expect: { callback: compact },
          },
          { fire: 'TurnEnd', payload: { auto_compact_enabled: true }, expect: { outcomes: asked } },
        ],
      },
      inALoop(
        'the host action is run at the threshold of the session, and not where it is off or the host has none',
        {
          body: `
          const usage = { input_tokens: 1, output_tokens: 1, current_context_window: 85, max_context_window: 100 };
          const runs = [];
          const hostActions = { compact: () => { runs.push('compact'); return 'short'; } };
          const kindOf = async (options) => (await (await hooks.session(options)).turn({ toolsUsed: false, usage })).kind;
          print({
            kinds: [
              await kindOf({ hostActions }),
              await kindOf({ hostActions, autoCompact: 0.9 }),
              await kindOf({ hostActions, autoCompact: false }),
              await kindOf({ hostActions: {} }),
              await kindOf({}),
              await kindOf({ autoCompact: true }),
            ],
            runs,
          });`,
          prints: { kinds: ['replaced', 'go', 'go', 'go', 'go', 'hostAction'], runs: ['compact'] },
        },
      ),
    ],
  },
  {
    id: 'N6',
    source: 'Kodelet K2',
    says: 'A compaction is applied at once and kept',
    cases: [
      inALoop(
        'in the middle of a loop the next call of the model has the short history, and so has who comes later',
        {
          body: `
          const usage = { input_tokens: 1, output_tokens: 1, current_context_window: 85, max_context_window: 100 };
          const session = await hooks.session({ hostActions: { compact: () => 'short' } });
          const call = { usage, tools: [{ name: 'Bash', input: { command: 'ls' } }] };
          const { asked, history } = await runAgent(session, 'look', { replies: [call, 'done'], tools: { Bash: () => 'a.txt' } });
          print({ asked, history });`,
          prints: {
            asked: [['look'], ['short']],
            history: [
              { role: 'user', content: 'short' },
              { role: 'assistant', content: 'done' },
            ],
          },
        },
      ),
    ],
  },
  {
    id: 'N7',
    source: 'Kodelet K2',
    says: 'Compaction can be requested by hand, if the host has it',
    cases: [
      {
        says: 'by hand it runs the host action between its two events, and a host without one is told so',
        steps: [
          {
            script: `
              const hooks = await open();
              const heard = [];
              hooks.on(['PreCompact', 'PostCompact'], (event) => { heard.push([event.hook_event_name, event.trigger, event.summary]); });
              const session = await hooks.session({ hostActions: { compact: () => { heard.push('compacting'); return 'all of it'; } } });
              const { kind, messages } = await session.compact({ trigger: 'manual' });
              const bare = await hooks.session();
              const error = await bare.compact({ trigger: 'manual' }).catch(({ code, remedy }) => [code, remedy]);
              print({ heard, kind, messages, error });
              await hooks.close();`,
            prints: {
              heard: [['PreCompact', 'manual', null], 'compacting', ['PostCompact', 'manual', 'all of it']],
              kind: 'replaced',
              messages: [{ role: 'user', content: 'all of it' }],
              error: ['NO_COMPACTION', /Pass a function as `compact`/],
            },
          },
        ],
      },
    ],
  },
  {
    id: 'N8',
    source: 'Kodelet K2',
    says: 'A hook of one’s own can compact at another threshold',
    cases: [
      {
        says: 'a package that listens to after_turn compacts at 70 %, before the built-in would',
        hooks: [compactsAt70],
        steps: [
          {
            hooks: 'list --event after_turn --json',
            json: { hooks: [{ name: 'at-70', state: 'unapproved' }] },
          },
          { fire: 'TurnEnd', payload: turnAt(700), expect: { ran: [], outcomes: { 'at-70': 'success' } } },
          {
            fire: 'TurnEnd',
            payload: turnAt(710),
            expect: { callback: compact, outcomes: { 'at-70': 'success' } },
          },
        ],
      },
      {
        says: 'kodelet: the hook of its documents, as a package, does so too',
        hooks: [
          {
            name: 'at-70',
            front: { events: ['after_turn'] },
            does: `node -e '
              const { usage } = JSON.parse(require("fs").readFileSync(0));
              if (usage.current_context_window / usage.max_context_window > 0.7)
                console.log(JSON.stringify({ result: "callback", callback: "compact" }));' < "$run.stdin"`,
          },
        ],
        steps: [
          { fire: 'TurnEnd', payload: turnAt(700), expect: { ran: ['at-70'] } },
          { fire: 'TurnEnd', payload: turnAt(710), expect: { callback: compact, ran: ['at-70'] } },
        ],
      },
      {
        says: 'a bare executable that answers `after_turn` is registered, which Kodelet itself forgot, and fires',
        hooks: [
          {
            name: 'at-70',
            asked: 'echo after_turn',
            does: `node -e '
              const { usage } = JSON.parse(require("fs").readFileSync(0));
              if (usage.current_context_window / usage.max_context_window > 0.7)
                console.log(JSON.stringify({ result: "callback", callback: "compact" }));' < "$run.stdin"`,
          },
        ],
        steps: [
          { hooks: 'enable at-70 --yes' },
          { hooks: 'list --json', hook: { 'at-70': { state: 'ready', events: ['after_turn'] } } },
          { fire: 'TurnEnd', payload: turnAt(700), run: { approved: true }, expect: { ran: ['at-70'] } },
          {
            fire: 'TurnEnd',
            payload: turnAt(710),
            run: { approved: true },
            expect: { callback: compact, ran: ['at-70'] },
          },
        ],
      },
      inALoop('it compacts the conversation', {
        body: `
          const at = (current) => ({ input_tokens: 1, output_tokens: 1, current_context_window: current, max_context_window: 100 });
          hooks.on('TurnEnd', { modify: { TurnEnd: 'messages' } }, ({ usage }) => (usage.current_context_window > 70 ? { callback: 'compact' } : null));
          const session = await hooks.session({ hostActions: { compact: () => 'short' } });
          const kinds = [await session.turn({ toolsUsed: true, usage: at(70) }), await session.turn({ toolsUsed: true, usage: at(71) })];
          print(kinds.map(({ kind }) => kind));`,
        prints: ['go', 'replaced'],
      }),
    ],
  },
  {
    id: 'N9',
    source: 'HookMD (Kodelet)',
    says: 'Compaction does not cause compaction',
    cases: [
      {
        says: 'the turns of a host action, which run with auto-compaction off, ask for none however full they are',
        event: 'TurnEnd',
        payload: turnAt(1000, { auto_compact_enabled: false, invoked_recipe: 'compact' }),
        expect: { outcomes: asked },
      },
      inALoop('one callback comes of one full context', {
        body: `
          const usage = { input_tokens: 1, output_tokens: 1, current_context_window: 100, max_context_window: 100 };
          let runs = 0;
          const hostActions = {
            // As a host may do it: the same loop writes the summary, with a context that is as full.
            compact: async () => { runs += 1; return (await session.turn({ toolsUsed: false, usage })).kind + ' inside'; },
          };
          const session = await hooks.session({ hostActions });
          const { kind, messages } = await session.turn({ toolsUsed: false, usage });
          print({ kind, messages, runs });`,
        prints: { kind: 'replaced', messages: [{ role: 'user', content: 'go inside' }], runs: 1 },
      }),
    ],
  },
  {
    id: 'N10',
    source: 'Kodelet',
    says: 'The six samples of the documents are shipped as packages with tests',
    cases: [
      {
        says: 'Slack notification and follow-up',
        steps: [
          {
            hooks: 'test notify-slack lint-on-stop',
            stdout:
              /^bundled\/notify-slack\n(?: {2}✓ .*\n)+bundled\/lint-on-stop\n(?: {2}✓ .*\n)+✓ \d+ cases of 2 packages: \d+ passed\n$/,
          },
        ],
      },
      {
        says: 'turn log and custom compaction',
        steps: [
          {
            hooks: 'test turn-log compact-early',
            stdout:
              /^bundled\/turn-log\n(?: {2}✓ .*\n)+bundled\/compact-early\n(?: {2}✓ .*\n)+✓ \d+ cases of 2 packages: \d+ passed\n$/,
          },
        ],
      },
      {
        says: 'they do what the samples do: a sentence and a line for each turn, and a compaction at 70 %',
        steps: [
          { hooks: 'enable turn-log compact-early --yes' },
          { fire: 'TurnEnd', payload: turnAt(690), run: { approved: true }, expect: {} },
          {
            fire: 'TurnEnd',
            payload: turnAt(700),
            run: { approved: true },
            expect: { callback: compact },
          },
          {
            fire: 'TurnEnd',
            payload: turnAt(1000, { auto_compact_enabled: false, invoked_recipe: 'compact' }),
            run: { approved: true },
            expect: {},
          },
          {
            hooks: 'trace --last --json',
            stdout:
              /bundled\/compact-early"[^{]*"outcome": "success"[\s\S]*bundled\/turn-log"[^{]*"outcome": "success"/,
          },
          {
            fire: 'TurnEnd',
            payload: turnAt(700),
            run: { approved: true, args: ['--host-action', 'other'] },
            expect: {},
          },
          {
            hooks: 'trace --last --json',
            stdout: /bundled\/compact-early"[^{]*"cause": "HOST_CANNOT"[^{]*has no host action compact/,
          },
        ],
      },
    ],
  },
  {
    id: 'N11',
    source: 'HookMD',
    says: "Kodelet's own tests and these rows are a suite for others",
    cases: [
      {
        says: 'what must hold in a running agent is data that any loop is played through, without a test framework',
        steps: [
          {
            script: `
              const { plays } = await suite();
              const all = plays(bareDriver).filter(({ tools, model }) => tools === 'streaming' || model === 'whole');
              const wrong = [];
              for (const { title, play } of all) {
                const problems = await play();
                if (problems.length > 0) wrong.push([title, problems]);
              }
              print({ wrong, isMany: all.length > 100, hasTitles: new Set(all.map(({ title }) => title)).size === all.length });`,
            prints: { wrong: [], isMany: true, hasTitles: true },
          },
        ],
      },
      {
        says: 'an agent that does not ask falls through it, and hears what was wrong',
        steps: [
          {
            script: `
              const { plays } = await suite();
              // Its tools run behind the back of every hook.
              const careless = {
                ...bareDriver,
                open: (script) => bareDriver.open({ ...script, tools: script.tools.map((tool) => {
                  void tool.run({ text: 'behind its back' }).next();
                  return tool;
                }) }),
              };
              const [blocked] = plays(careless).filter(({ title }) => title.includes('a blocked tool never executes'));
              print(await blocked.play());`,
            prints: [/^ran is \[\["note",\{"text":"behind its back"\}\]\], expected \[\]$/],
          },
        ],
      },
    ],
  },
];
