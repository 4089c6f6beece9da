import type { ScriptedReply } from '../support/chat-server.ts';
import type { HookSpec, Json } from '../support/hook-package.ts';
import type { Row } from './row.ts';

/** A package whose handler is one typed hook on PreToolUse; `says` is the expression it returns. */
function typed(name: string, message: string, front: Readonly<Record<string, Json>> = {}): HookSpec {
  const text = `import { defineHook } from '@hookmd/sdk';
let loads = 0;
export default defineHook({ on: 'PreToolUse', run: (event, h) => { loads += 1; return ${message}; } });
`;
  return { name, front: { command: null, ...front }, files: { 'handler.ts': text } };
}

/** A hook that a model answers in one call. */
function asks(name: string, front: Readonly<Record<string, Json>> = {}): HookSpec {
  return { name, front: { command: null, env: null, prompt: 'Judge it.', ...front } };
}

/** A hook that a model answers after it has looked around. */
function explores(name: string, front: Readonly<Record<string, Json>> = {}): HookSpec {
  return { name, front: { command: null, env: null, agent: 'Look into it.', ...front } };
}

/** The turn by which a model ends. */
function ends(input: Json): ScriptedReply {
  return { calls: [{ name: 'StructuredOutput', input }] };
}

function shell(command: string): Json {
  return { tool_name: 'Bash', tool_input: { command } };
}

/** A package that asks a service. */
function service(name: string, url: string, front: Readonly<Record<string, Json>> = {}): HookSpec {
  return { name, front: { command: null, url, env: null, ...front } };
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
    cases: [
      {
        says: 'a block is a block, with its reason, for one call of the model, and what it cost is recorded',
        hooks: [asks('judge')],
        model: [
          { text: JSON.stringify({ decision: 'block', reason: 'not on a Friday' }), tokens: [321, 12] },
        ],
        payload: shell('git push'),
        expect: {
          decision: 'block',
          reason: 'not on a Friday',
          asked: 1,
          lastAsked: {
            path: '/v1/chat/completions',
            body: { model: 'scripted', response_format: { type: 'json_schema' } },
          },
          runs: {
            judge: {
              mode: 'prompt',
              outcome: 'blocking',
              cost: { inputTokens: 321, outputTokens: 12, turns: 1 },
            },
          },
          eventLog: { cost: { inputTokens: 321, outputTokens: 12, turns: 1 } },
        },
      },
      {
        says: 'an allow is no decision, and approves nothing in advance',
        hooks: [asks('judge')],
        model: [{ text: '{"decision":"allow","reason":""}' }],
        expect: { asked: 1, outcomes: { judge: 'success' } },
      },
      {
        says: 'before the agent stops a block sends it on with its reason',
        hooks: [asks('judge')],
        event: 'Stop',
        payload: {},
        model: [{ text: '{"decision":"block","reason":"Write the test."}' }],
        expect: { asked: 1, followUps: ['Write the test.'] },
      },
      {
        says: 'after a call a block is feedback, and context is added where the event takes it',
        hooks: [asks('judge')],
        event: 'PostToolUse',
        model: [
          { text: '{"decision":"block","reason":"That printed a key.","context":"Keys are in the vault."}' },
        ],
        expect: {
          asked: 1,
          feedback: ['That printed a key.'],
          context: ['Keys are in the vault.'],
          outcomes: { judge: 'blocking' },
        },
      },
      {
        says: 'an answer that is not of the form is a failure, and nobody asks again',
        hooks: [asks('judge')],
        model: [{ text: 'Sure! I would block that.' }, { text: '{"decision":"block","reason":"no"}' }],
        expect: {
          asked: 1,
          outcomes: { judge: 'non_blocking_error BAD_OUTPUT' },
          failedOpen: ['user/judge'],
        },
      },
    ],
  },
  {
    id: 'J3',
    source: 'pattern page',
    says: 'Mode `agent` runs several turns with tools',
    cases: [
      {
        says: 'it lists, searches and reads, sees what it found, and then answers',
        hooks: [explores('looks')],
        event: 'Stop',
        payload: {},
        files: { 'project/report.txt': 'one\n2 tests failed\n', 'project/src/a.ts': 'export {};\n' },
        model: [
          { calls: [{ name: 'list', input: {} }] },
          { calls: [{ name: 'search', input: { text: 'failed' } }] },
          { calls: [{ name: 'read', input: { path: 'report.txt' } }] },
          ends({ decision: 'block', reason: '2 tests failed' }),
        ],
        expect: {
          asked: 4,
          followUps: ['2 tests failed'],
          runs: { looks: { mode: 'agent', cost: { inputTokens: 400, outputTokens: 40, turns: 4 } } },
          lastAsked: {
            body: {
              messages: [
                { role: 'system' },
                { role: 'user' },
                { role: 'assistant' },
                { role: 'tool', content: /report\.txt\nsrc\// },
                { role: 'assistant' },
                { role: 'tool', content: /report\.txt:2: 2 tests failed/ },
                { role: 'assistant' },
                { role: 'tool', content: /one\n2 tests failed/ },
              ],
            },
          },
        },
      },
    ],
  },
  {
    id: 'J4',
    source: 'pattern page',
    says: 'Mode `http` posts the payload, and the body is the answer',
    cases: [
      {
        says: 'the service reads the event as a program would on standard input',
        service: { '/': { status: 204 } },
        hooks: [service('asks', '<service>/')],
        expect: {
          outcomes: { asks: 'success' },
          runs: { asks: { mode: 'http' } },
          files: {
            'log/requests':
              /^\{"method":"POST","url":"\/","headers":\{.*"content-type":"application\/json".*"body":\{.*"tool_input":\{"command":"ls"\},"hook_event_name":"PreToolUse".*\}\n$/,
          },
        },
      },
      {
        says: 'what it answers blocks, says why, and adds context, as the answer of a program does',
        service: {
          '/block': { body: { decision: 'block', reason: 'not on Fridays' } },
          '/context': {
            body: { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'it is Friday' } },
          },
        },
        hooks: [service('blocks', '<service>/block'), service('tells', '<service>/context', { priority: 1 })],
        config: { hooks: { concurrency: 1 } },
        expect: {
          decision: 'block',
          reason: 'not on Fridays',
          decidedBy: ['user/blocks'],
          context: ['it is Friday'],
          outcomes: { blocks: 'blocking', tells: 'success' },
          host: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              additionalContext: 'it is Friday',
              permissionDecisionReason: /not on Fridays/,
            },
          },
        },
      },
      {
        says: 'an empty answer of any good status is no opinion',
        service: { '/200': {}, '/202': { status: 202 }, '/204': { status: 204 }, '/blank': { body: ' \n' } },
        hooks: ['200', '202', '204', 'blank'].map((path) => service(`a${path}`, `<service>/${path}`)),
        expect: { outcomes: { a200: 'success', a202: 'success', a204: 'success', ablank: 'success' } },
      },
      {
        says: 'a policy server reads `input` and answers in `result`: an answer, true, false, nothing or reasons',
        service: {
          '/answer': { body: { decision_id: 'x', result: { decision: 'block', reason: 'by answer' } } },
          '/true': { body: { result: true } },
          '/false': { body: { result: false } },
          '/undefined': { body: {} },
          '/deny': { body: { result: ['first', 'second'] } },
          '/none': { body: { result: [] } },
          '/number': { body: { result: 7 } },
        },
        hooks: ['answer', 'true', 'false', 'undefined', 'deny', 'none', 'number'].map((path) =>
          service(path, `<service>/${path}`, { shape: 'opa', events: ['PostToolUse'] }),
        ),
        event: 'PostToolUse',
        expect: {
          outcomes: {
            answer: 'blocking',
            true: 'success',
            false: 'blocking',
            undefined: 'success',
            deny: 'blocking',
            none: 'success',
            number: 'non_blocking_error BAD_OUTPUT',
          },
          feedback: ['by answer', 'first; second', 'denied by the policy'],
          failedOpen: ['user/number'],
          files: { 'log/requests': /"body":\{"input":\{.*"hook_event_name":"PostToolUse"/ },
        },
      },
      {
        says: 'a header holds a granted variable, and its value is in no record, though the service repeats it',
        service: {
          '/': { body: { decision: 'block', reason: 'you sent tok-1234567890' } },
        },
        hooks: [
          service('sends', '<service>/', {
            headers: { Authorization: `Bearer \${POLICY_TOKEN}`, 'X-Team': 'core' },
            env: ['POLICY_TOKEN'],
          }),
        ],
        run: { env: { POLICY_TOKEN: 'tok-1234567890' } },
        expect: {
          decision: 'block',
          reason: 'you sent [redacted]',
          decidedBy: ['user/sends'],
          files: { 'log/requests': /"authorization":"Bearer tok-1234567890".*"x-team":"core"/ },
          eventLog: { hooks: [{ name: 'sends', reason: 'you sent [redacted]' }] },
        },
      },
      {
        says: 'a variable that is not set, or that nobody granted, fails the run before anything is sent',
        service: { '/': {} },
        hooks: [
          service('unset', '<service>/', { headers: { A: `\${UNSET}` }, env: ['UNSET'] }),
          service('ungranted', '<service>/', { headers: { A: `\${UNGRANTED}` }, env: ['OTHER'] }),
        ],
        run: { env: { UNGRANTED: 'secret-value', UNSET: null } },
        expect: {
          failedOpen: ['user/ungranted', 'user/unset'],
          outcomes: {
            unset: 'non_blocking_error NOT_RUNNABLE',
            ungranted: 'non_blocking_error NOT_RUNNABLE',
          },
          files: { 'log/requests': null },
        },
      },
      {
        says: 'the address may be an option, which a person sets and a repository cannot',
        service: { '/v1/data/agent': { body: { decision: 'block', reason: 'by policy' } } },
        hooks: [
          service('policy', `\${options.address}/v1/data/agent`, {
            options: { type: 'object', properties: { address: { type: 'string' } }, required: ['address'] },
          }),
        ],
        files: {
          'project/.hookmd/config.yaml':
            'package: { policy: { options: { address: "http://127.0.0.1:1" } } }\n',
        },
        steps: [
          { hooks: 'enable policy --yes' },
          { hooks: 'list --json', hook: { policy: { state: 'ineligible' } }, exit: 0 },
          { hooks: 'config set package.policy.options.address <service>/' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', reason: 'by policy', decidedBy: ['user/policy'] },
          },
        ],
      },
      {
        says: 'nobody waits for one with `async`, and what it came to is recorded',
        service: { '/': { body: { systemMessage: 'heard' } } },
        hooks: [service('late', '<service>/', { async: true })],
        steps: [
          { hooks: 'enable late --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { outcomes: { late: 'skipped ASYNC' } },
          },
          { awaits: /"schema":"hookmd.late\/1".*"name":"late".*"outcome":"success"/ },
          { awaits: /"method":"POST"/, in: 'log/requests' },
          { leavesNothing: true },
        ],
      },
    ],
  },
  {
    id: 'J5',
    source: 'HookMD',
    says: 'An http error is a failure that blocks nothing',
    cases: [
      {
        says: 'another status, garbage, a page, a closed port and silence each fail the run, and the event goes on',
        service: {
          '/500': { status: 500, body: { decision: 'block' } },
          '/404': { status: 404 },
          '/garbage': { body: 'not JSON' },
          '/two': { body: '{"decision":"block"} {}' },
          '/page': { headers: { 'content-type': 'text/html' }, body: { decision: 'block' } },
          '/silence': { hangs: true },
        },
        hooks: [
          ...['500', '404', 'garbage', 'two', 'page'].map((path) => service(`a${path}`, `<service>/${path}`)),
          service('asilence', '<service>/silence', { timeout: '300ms' }),
          service('closed', 'http://127.0.0.1:1/'),
        ],
        expect: {
          failedOpen: [
            'user/a404',
            'user/a500',
            'user/agarbage',
            'user/apage',
            'user/asilence',
            'user/atwo',
            'user/closed',
          ],
          outcomes: {
            a500: 'non_blocking_error STATUS',
            a404: 'non_blocking_error STATUS',
            agarbage: 'non_blocking_error BAD_OUTPUT',
            atwo: 'non_blocking_error BAD_OUTPUT',
            apage: 'non_blocking_error BAD_OUTPUT',
            asilence: 'canceled TIMEOUT',
            closed: 'non_blocking_error NO_CONNECTION',
          },
          runs: { a500: { reason: /^http:\/\/127\.0\.0\.1:[0-9]+: responded with status 500$/ } },
        },
      },
      {
        says: 'with `onFailure: block` each of them blocks',
        service: { '/500': { status: 500 } },
        hooks: [service('must', '<service>/500', { onFailure: 'block' })],
        expect: { decision: 'block', decidedBy: ['user/must'], reason: /responded with status 500/ },
      },
    ],
  },
  {
    id: 'J6',
    source: 'pattern page',
    says: 'An agent hook cannot start sub-agents',
    cases: [
      {
        says: 'it is offered no tool that starts one, and is told so where it asks',
        hooks: [explores('looks')],
        event: 'Stop',
        payload: {},
        model: [
          { calls: [{ name: 'Task', input: { prompt: 'look for me' } }] },
          ends({ decision: 'allow', reason: '' }),
        ],
        expect: {
          asked: 2,
          lastAsked: {
            body: {
              tools: [
                { function: { name: 'list' } },
                { function: { name: 'read' } },
                { function: { name: 'search' } },
                { function: { name: 'StructuredOutput' } },
              ],
              messages: [
                { role: 'system' },
                { role: 'user' },
                { role: 'assistant' },
                { role: 'tool', content: /no such tool.*cannot start other agents/ },
              ],
            },
          },
          outcomes: { looks: 'success' },
        },
      },
    ],
  },
  {
    id: 'J7',
    source: 'pattern page',
    says: 'An agent hook ends with a StructuredOutput call only',
    cases: [
      {
        says: 'an answer in text ends nothing: it goes on until the call',
        hooks: [explores('looks')],
        event: 'Stop',
        payload: {},
        model: [
          { text: '{"decision":"block","reason":"in text"}' },
          ends({ decision: 'block', reason: 'in the call' }),
        ],
        expect: { asked: 2, followUps: ['in the call'] },
      },
      {
        says: 'a call that does not fit ends nothing either',
        hooks: [explores('looks')],
        event: 'Stop',
        payload: {},
        model: [
          ends({ decision: 'destroy', reason: 'everything' }),
          ends({ decision: 'allow', reason: '', output: 'more than may be said' }),
          ends({ decision: 'block', reason: 'now it fits' }),
        ],
        expect: { asked: 3, followUps: ['now it fits'] },
      },
    ],
  },
  {
    id: 'J8',
    source: 'pattern page',
    says: 'After 50 turns an agent hook is canceled, silently',
    cases: [
      {
        says: 'a model that never ends is asked 50 times; the user hears nothing, and the event log has it',
        hooks: [explores('looks')],
        event: 'Stop',
        payload: {},
        model: [{ calls: [{ name: 'list', input: {} }] }],
        expect: {
          asked: 50,
          outcomes: { looks: 'canceled TURNS' },
          failedOpen: ['user/looks'],
          eventLog: { hooks: [{ name: 'looks', cause: 'TURNS', cost: { turns: 50 } }] },
          host: '',
        },
      },
      {
        says: 'a guard that fails closed blocks all the same',
        hooks: [explores('looks', { onFailure: 'block' })],
        model: [{ text: 'Let me think.' }],
        expect: {
          asked: 50,
          decision: 'block',
          reason: /The required hook `looks` failed: no result within 50 turns/,
        },
      },
      {
        says: 'one that uses up its tokens before is canceled in the same way',
        hooks: [explores('looks')],
        event: 'Stop',
        payload: {},
        model: [{ calls: [{ name: 'list', input: {} }], tokens: [150_000, 0] }],
        expect: { asked: 4, outcomes: { looks: 'canceled TOKENS' }, failedOpen: ['user/looks'], host: '' },
      },
    ],
  },
  {
    id: 'J9',
    source: 'pattern page, ours',
    says: 'The tools of an agent hook are limited, and start no hooks',
    cases: [
      {
        says: 'it runs the commands of its manifest, word for word, and no others; no hook is asked about them',
        hooks: [
          explores('looks', { commands: ['sh check.sh "a b"'], env: ['LOG'] }),
          { name: 'other', front: { events: ['PreToolUse', 'PostToolUse'] } },
        ],
        event: 'Stop',
        payload: {},
        files: {
          'project/check.sh': 'printf "%s|" "$#" "$1" "$HOOK_DEPTH" "$LLM_KEY" >> "$LOG/ran"\necho checked\n',
        },
        run: { env: { LLM_KEY: 'sk-never-shown-12345' } },
        model: [
          { calls: [{ name: 'run', input: { command: 'sh check.sh' } }] },
          { calls: [{ name: 'run', input: { command: 'sh check.sh "a b"; rm -rf .' } }] },
          { calls: [{ name: 'run', input: { command: "sh   check.sh 'a b'" } }] },
          ends({ decision: 'allow', reason: '' }),
        ],
        expect: {
          asked: 4,
          ran: [],
          files: { 'log/ran': '1|a b|1||' },
          outcomes: { looks: 'success' },
          leavesNothing: true,
        },
      },
      {
        says: 'it has no tool to run anything where the manifest lists no commands',
        hooks: [explores('looks')],
        event: 'Stop',
        payload: {},
        model: [
          { calls: [{ name: 'run', input: { command: 'touch /tmp/no' } }] },
          ends({ decision: 'allow', reason: '' }),
        ],
        expect: { asked: 2, outcomes: { looks: 'success' } },
      },
      {
        says: 'what it may run is shown when it is approved',
        hooks: [explores('looks', { commands: ['npm test', 'git status --short'] })],
        steps: [
          {
            hooks: 'enable looks --yes',
            stderr: /may run +npm test\n +may run +git status --short/,
          },
        ],
        model: [{ text: '' }],
      },
    ],
  },
  {
    id: 'J10',
    source: 'pattern page',
    says: 'A prompt hook does not enter the dispatch again',
    cases: [
      {
        says: 'a prompt hook on prompts is asked once about one prompt, and the event log has one dispatch',
        hooks: [asks('judge')],
        event: 'UserPromptSubmit',
        model: [{ text: '{"decision":"allow","reason":"","context":""}' }],
        expect: { asked: 1, outcomes: { judge: 'success' } },
      },
    ],
  },
  {
    id: 'J11',
    source: 'HookMD',
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
    source: 'HookMD (mission)',
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
              const fire = async () => (await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })).decision;
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
              const fire = async (command) => (await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command } })).decision;
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
              reason: /it ended its process/,
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
          { hooks: 'list --json', hook: { broken: { state: 'unapproved' } } },
        ],
      },
    ],
  },
  {
    id: 'J13',
    source: 'HookMD',
    says: 'Without a model provider prompt and agent hooks are ineligible, and the others run',
    cases: [
      {
        says: 'no model: they are skipped with the remedy, and the others run',
        hooks: [asks('judge'), explores('looks'), { name: 'other' }],
        expect: {
          ran: ['other'],
          outcomes: { judge: 'skipped INELIGIBLE', looks: 'skipped INELIGIBLE', other: 'success' },
          runs: { judge: { reason: /no model named `small` is configured/ } },
        },
      },
      {
        says: 'no key: they are skipped with the name of its variable, and the model is skipped',
        hooks: [asks('judge'), { name: 'other' }],
        config: { models: { small: { provider: 'anthropic', model: 'm', apiKeyEnv: 'LLM_KEY' } } },
        expect: {
          ran: ['other'],
          outcomes: { judge: 'skipped INELIGIBLE', other: 'success' },
          runs: { judge: { reason: /LLM_KEY, the API key of its model, is not set/ } },
        },
      },
      {
        says: 'a guard that fails closed blocks where nobody configured its model',
        hooks: [asks('judge', { onFailure: 'block' })],
        expect: { decision: 'block', outcomes: { judge: 'skipped INELIGIBLE' } },
      },
      {
        says: '`hooks list` says what to do, and doing it makes them ready',
        hooks: [asks('judge')],
        steps: [
          { hooks: 'enable judge --yes', stdout: /ineligible/ },
          {
            hooks: 'info judge --json',
            json: {
              state: 'ineligible',
              reasons: [{ code: 'ELIGIBILITY_MODEL', remedy: /config set models.small/ }],
            },
          },
          {
            hooks:
              'config set models.small {"provider":"openai-compatible","baseURL":"http://127.0.0.1:9/v1","model":"m"}',
          },
          { hooks: 'info judge --json', json: { state: 'ready' } },
          { hooks: 'config set models.small.apiKeyEnv LLM_KEY' },
          {
            hooks: 'info judge --json',
            json: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_MODEL_KEY' }] },
          },
        ],
      },
      {
        says: 'a program that embeds HookMD and asks no models skips them with ELIGIBILITY_MODEL_HOST in words',
        hooks: [asks('judge')],
        model: [{ text: '{"decision":"block","reason":"no"}' }],
        steps: [
          { hooks: 'enable judge --yes' },
          {
            script: `
              const hooks = await open();
              const { decision } = await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
              await hooks.close();
              print(decision.hooks[0]);`,
            prints: {
              outcome: 'skipped',
              cause: 'INELIGIBLE',
              reason: /needs a model, and your program passes none/,
            },
          },
        ],
      },
      {
        says: 'a project cannot say whom to ask',
        hooks: [asks('judge')],
        files: {
          'project/.hookmd/config.yaml':
            'models: { small: { provider: openai-compatible, baseURL: http://127.0.0.1:9, model: m } }\n',
        },
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'CONFIG_NOT_FOR_PROJECT', message: /where your data and your keys are sent/ }],
          },
        ],
      },
    ],
  },
];
