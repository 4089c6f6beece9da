import type { Json } from '../support/hook-package.ts';
import { inALoop } from './in-a-loop.ts';
import type { Row } from './row.ts';

/** The usual tool call, in this session. */
function inSession(session_id: string): Json {
  return { session_id, tool_name: 'Bash', tool_input: { command: 'ls' } };
}

/** Waits for a file that a later step writes. */
const UNTIL_GO = 'until [ -e "$LOG/go" ]; do sleep 0.02; done';
/** The hook itself may take 30 s: an answer that early did not wait for it. */
const LONG_BEFORE_LIMIT_MS = 15_000;
/** No secret of anybody. */
const SOME_TOKEN = `ghp_${'a1B2'.repeat(9)}`;

const OTHER_PROJECT = '---\nevents: [PreToolUse]\nonce: installation\ncommand: ["true"]\n---\n';

export const async: readonly Row[] = [
  {
    id: 'K-1',
    source: 'pattern page',
    says: 'The dispatch does not wait for a hook with `async: true`',
    cases: [
      {
        says: 'it is answered while the hook waits for something that comes later, and its result is recorded then',
        hooks: [
          { name: 'late', front: { async: true }, does: UNTIL_GO, prints: { systemMessage: 'done' } },
          { name: 'guard', stderr: 'no', exits: 2 },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              decision: 'block',
              reason: 'no',
              outcomes: { late: 'skipped ASYNC', guard: 'blocking' },
              runs: { late: { phase: 'observe' } },
              withinMs: LONG_BEFORE_LIMIT_MS,
            },
          },
          { awaits: /start late observe/, in: 'log/runs' },
          { write: { 'log/go': '' } },
          { awaits: /"hookmd\.late\/1".*"name":"late".*"outcome":"success"/ },
          { leavesNothing: true },
          {
            hooks: 'trace --last --json',
            json: {
              hooks: [{ name: 'guard' }, { name: 'late', cause: 'ASYNC' }],
              background: [
                { schema: 'hookmd.late/1', hooks: [{ name: 'late', outcome: 'success', exitCode: 0 }] },
              ],
            },
          },
          {
            hooks: 'trace --last',
            stdout: /late +observe .*in the background[\s\S]*late +late .*too late to count/,
          },
          { hooks: 'list --json', hook: { late: { async: true, lastRun: { outcome: 'ok' } } } },
        ],
      },
      {
        says: 'it sees the decision and redacted data, in the folder and with the variables of every other hook',
        hooks: [
          {
            name: 'late',
            front: { async: true, events: ['PostToolUse'] },
            does: 'cp "$LOG/late.$$.stdin" "$LOG/seen"',
          },
          {
            name: 'guard',
            front: { events: ['PostToolUse'] },
            prints: { decision: 'block', reason: 'look again' },
          },
        ],
        steps: [
          {
            fire: 'PostToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: SOME_TOKEN },
            expect: { feedback: ['look again'] },
          },
          { awaits: /^(?!.*ghp_).*\[redacted\].*"decidedBy"/, in: 'log/seen' },
          { awaits: /"hookmd\.late\/1"/ },
        ],
      },
      {
        says: '`check` says what it cannot have',
        hooks: [
          { name: 'hook', front: { async: true, onFailure: 'block', modify: { PreToolUse: ['timeout'] } } },
        ],
        steps: [
          {
            hooks: 'check --json',
            issues: [
              { code: 'MANIFEST_NO_EFFECT', message: /`onFailure`.*async/ },
              { code: 'MANIFEST_NO_EFFECT', message: /`modify`.*async/ },
            ],
          },
        ],
      },
    ],
  },
  {
    id: 'K-2',
    source: 'pattern page',
    says: 'A hook that answers `{async: true}` is detached',
    cases: (['hookmd', 'claude'] as const).flatMap((protocol) => [
      {
        says: `${protocol}: the event goes on as soon as it says so, and what it says later is recorded`,
        hooks: [
          {
            name: 'late',
            front: { protocol, command: './handler.sh' },
            does: `echo '{"async": true, "asyncTimeout": 30}'; ${UNTIL_GO}; echo >&2 some words`,
            prints: { decision: 'block', reason: 'too late' },
          },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: { ran: ['late'], outcomes: { late: 'skipped ASYNC' }, withinMs: LONG_BEFORE_LIMIT_MS },
          },
          { write: { 'log/go': '' } },
          {
            awaits: /"hookmd\.late\/1".*"outcome":"blocking".*"reason":"too late".*"stderrTail":"some words"/,
          },
          { leavesNothing: true },
        ],
      },
      {
        says: `${protocol}: its time is up when its own \`asyncTimeout\` is`,
        hooks: [
          {
            name: 'late',
            front: { protocol, command: './handler.sh' },
            does: `trap '' TERM; printf '{ "async":\\n true, "asyncTimeout": 0.5 }'; sleep 60 & sleep 60; sleep 60`,
          },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: { outcomes: { late: 'skipped ASYNC' }, withinMs: LONG_BEFORE_LIMIT_MS },
          },
          { awaits: /"hookmd\.late\/1".*"outcome":"canceled","cause":"TIMEOUT"/ },
          { leavesNothing: true },
        ],
      },
      {
        says: `${protocol}: one that is at its end at once has said nothing either`,
        hooks: [
          {
            name: 'late',
            front: { protocol, command: './handler.sh', onFailure: 'block' },
            prints: '{"async":true}{"decision":"block","reason":"too late"}',
          },
        ],
        steps: [{ fire: 'PreToolUse' }],
      },
    ]),
  },
  {
    id: 'K-3',
    source: 'pattern page',
    says: 'After `asyncTimeout` an asynchronous hook is stopped',
    cases: [
      {
        says: 'the hook and all it started is gone, also what ignores TERM or left its group',
        hooks: [
          {
            name: 'late',
            front: { async: true, asyncTimeout: '1s' },
            does: "trap '' TERM; sh -c 'sleep 60' & setsid sleep 60 & sleep 60; sleep 60",
          },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { withinMs: LONG_BEFORE_LIMIT_MS } },
          { awaits: /"hookmd\.late\/1".*"outcome":"canceled","cause":"TIMEOUT"/ },
          { leavesNothing: true },
          { hooks: 'trace --last', stdout: /late .*too late to count: failed: no result within 1000 ms/ },
        ],
      },
      {
        says: '`info` shows the limit: its own, else that of the protocol',
        hooks: [
          { name: 'own', front: { async: true, asyncTimeout: '10m' } },
          { name: 'none', front: { async: true } },
        ],
        steps: [
          { hooks: 'info own', stdout: /in the background for at most 600 s/ },
          { hooks: 'info none --json', json: { async: true, asyncTimeoutMs: 30_000 } },
        ],
      },
    ],
  },
  {
    id: 'K-4',
    source: 'pattern page (implied)',
    says: 'A late block is recorded and not applied',
    cases: [
      {
        says: 'the call goes on, and the record says what it would have been',
        hooks: [{ name: 'late', front: { async: true }, stderr: 'no', exits: 2 }],
        steps: [
          { fire: 'PreToolUse', expect: { decision: 'none', host: '' } },
          { awaits: /"hookmd\.late\/1".*"outcome":"blocking".*"reason":"no"[\s\S]*"hookmd\.late\/1"/ },
          { hooks: 'trace --last', stdout: /late .*too late to count: blocked: no/ },
        ],
      },
    ],
  },
  {
    id: 'K-5',
    source: 'HookMD',
    says: 'An asynchronous hook is owned until its time is up, also after the command has ended',
    cases: [
      {
        says: 'one shot: a detached supervisor owns all of a dispatch and ends with the last of them',
        hooks: [
          { name: 'a', front: { async: true } },
          { name: 'b', front: { async: true }, does: UNTIL_GO },
          { name: 'c', front: { async: true }, exits: 3 },
        ],
        config: { hooks: { concurrency: 4 } },
        steps: [
          { fire: 'PreToolUse', expect: { withinMs: LONG_BEFORE_LIMIT_MS } },
          { awaits: /"name":"c".*"outcome":"non_blocking_error","cause":"EXIT"/ },
          { write: { 'log/go': '' } },
          { awaits: /"hookmd\.late\/1".*"name":"b".*"outcome":"success"/ },
          { leavesNothing: true },
        ],
      },
      inALoop('library: `close()` waits a moment, then kills', {
        hooks: [{ name: 'hangs', front: { async: true }, does: 'sleep 1000' }],
        body: `
          const { decision } = await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
          const startedAt = performance.now();
          await hooks.close();
          const ms = performance.now() - startedAt;
          print({ causes: decision.hooks.map(({ cause }) => cause), waited: ms >= 1900 && ms < 10_000 });`,
        prints: { causes: ['ASYNC'], waited: true },
      }),
    ],
  },
  {
    id: 'K-6',
    source: 'pattern page',
    says: '`once` is once per session, `once: installation` once for ever',
    cases: [
      {
        says: 'three firings of a session start it once, the next session again; for ever is for ever',
        hooks: [
          { name: 'ever', front: { once: 'installation' } },
          { name: 'session', front: { once: true } },
        ],
        steps: [
          { fire: 'PreToolUse', payload: inSession('a'), expect: { ranInAnyOrder: ['ever', 'session'] } },
          ...['a', 'a'].map((session) => ({
            fire: 'PreToolUse',
            payload: inSession(session),
            expect: {
              ran: [],
              outcomes: { ever: 'skipped ONCE_SPENT', session: 'skipped ONCE_SPENT' },
            },
          })),
          { fire: 'PreToolUse', payload: inSession('b'), expect: { ran: ['session'] } },
        ],
      },
      {
        says: 'a call that does not match leaves it armed, and so does a start that failed',
        hooks: [
          { name: 'conditional', front: { once: true, if: 'Bash(git *)' } },
          { name: 'matched', front: { once: true, matcher: 'Write|Edit' } },
          { name: 'broken', front: { once: true, command: './missing.sh' } },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              ran: [],
              failedOpen: ['user/broken'],
              outcomes: { broken: 'non_blocking_error NOT_RUNNABLE', conditional: 'skipped NO_MATCH' },
            },
          },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'git status' } },
            expect: { ran: ['conditional'], failedOpen: ['user/broken'] },
          },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Write', tool_input: { file_path: 'a', content: '' } },
            expect: { ran: ['matched'], failedOpen: ['user/broken'] },
          },
        ],
      },
      {
        says: 'in the background too, a service whose address is refused was skipped',
        hooks: [
          {
            name: 'asks',
            front: { command: null, env: null, url: 'http://169.254.0.1:9/', once: true, async: true },
          },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { outcomes: { asks: 'skipped ASYNC' } } },
          { awaits: /("hookmd\.late\/1".*"cause":"ADDRESS_REFUSED"[\s\S]*){1}/ },
          { fire: 'PreToolUse', expect: { outcomes: { asks: 'skipped ASYNC' } } },
          { awaits: /("hookmd\.late\/1".*"cause":"ADDRESS_REFUSED"[\s\S]*){2}/ },
        ],
      },
      {
        says: 'a hook that changes the input is asked again about a later change in the same firing',
        hooks: [
          { name: 'a-once', front: { once: true, modify: { PreToolUse: ['timeout'] }, priority: 1 } },
          {
            name: 'b-rewrites',
            front: { modify: { PreToolUse: ['command'] }, priority: 2 },
            prints: { hookSpecificOutput: { updatedInput: { command: 'ls -l' } } },
          },
        ],
        expect: {
          ran: ['a-once', 'b-rewrites', 'a-once/recheck'],
          input: { command: 'ls -l' },
          changed: ['command'],
        },
      },
      {
        says: 'namesakes of two projects do not share what is for ever',
        hooks: [{ name: 'hook', at: 'project', front: { once: 'installation' } }],
        files: { 'other/.git': null, 'other/.hookmd/hooks/hook/HOOK.md': OTHER_PROJECT },
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['hook'] } },
          {
            hooks: 'run PreToolUse --json --dangerously-trust-all --home <home> --project <scratch>/other',
            bare: true,
            stdin: JSON.stringify(inSession('s')),
            hook: { hook: { outcome: 'success' } },
          },
          { fire: 'PreToolUse', expect: { ran: [] } },
        ],
      },
      {
        says: 'where nothing can be remembered it runs again, and that is said: a guard is not skipped',
        hooks: [{ name: 'guard', front: { once: true }, stderr: 'no', exits: 2 }],
        files: { 'home/.local/state/hookmd/sessions': 'a file in place of the folder' },
        steps: [1, 2].map(() => ({
          fire: 'PreToolUse',
          expect: {
            decision: 'block' as const,
            ran: ['guard'],
            stderr: /cannot save the session.*may run again/s,
          },
        })),
      },
      {
        says: 'no session id leaves its folder',
        hooks: [{ name: 'hook', front: { once: true } }],
        steps: [
          ...['../../../escaped', '/etc', '.', 'x'.repeat(200_000), 'a\0b', '\u{1f600}'].flatMap((id) => [
            { fire: 'PreToolUse', payload: inSession(id), expect: { ran: ['hook'] } },
            { fire: 'PreToolUse', payload: inSession(id), expect: { ran: [] } },
          ]),
          { files: { escaped: null, 'home/escaped': null, 'home/.local/escaped': null } },
        ],
      },
    ],
  },
  {
    id: 'K-7',
    source: 'HookMD',
    says: '`once` holds across processes',
    cases: [
      {
        says: 'ten processes at once start it once',
        hooks: [
          { name: 'once', front: { once: true } },
          { name: 'always', front: { priority: 1 } },
        ],
        steps: [
          { together: 'PreToolUse', times: 10, starts: { once: 1, always: 10 } },
          { together: 'PreToolUse', times: 3, payload: inSession('b'), starts: { once: 1, always: 3 } },
        ],
      },
    ],
  },
  {
    id: 'K-8',
    source: 'pattern page',
    says: '`once` is no means of ordering',
    cases: [
      {
        says: 'the manifest page says so',
        steps: [{ page: 'manifest.md', sections: { 'Run once': /order hooks[\s\S]*`priority`/ } }],
      },
    ],
  },
  {
    id: 'K-9',
    source: 'Kodelet (30 s), shipped MicroClaw (1.5 s), pattern page (none)',
    says: 'The default limit is that of the protocol',
    cases: [
      {
        says: '`info` shows the effective limit of each protocol',
        hooks: [
          { name: 'in-hookmd' },
          { name: 'in-claude', front: { protocol: 'claude' } },
          { name: 'in-kodelet', front: { events: ['before_tool_call'] } },
          { name: 'in-rfc', front: { events: ['BeforeToolCall'] } },
          { name: 'in-microclaw', front: { events: ['BeforeToolCall'], priority: 1 } },
          {
            name: 'in-openclaw',
            manifest: '---\nmetadata: { openclaw: { events: ["message:received"] } }\n---\n',
            files: { 'handler.js': '' },
          },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              'in-hookmd': { timeoutMs: 30_000 },
              'in-claude': { timeoutMs: 120_000 },
              'in-kodelet': { timeoutMs: 30_000 },
              'in-rfc': { timeoutMs: 1500 },
              'in-microclaw': { timeoutMs: 1500 },
              'in-openclaw': { timeoutMs: 30_000 },
            },
          },
          { hooks: 'info in-hookmd', stdout: /timeout 30 s/ },
          { hooks: 'info in-rfc', stdout: /timeout 1500 ms/ },
          { hooks: 'info in-claude --json', json: { timeoutMs: 120_000 } },
        ],
      },
    ],
  },
  {
    id: 'K-10',
    source: 'MicroClaw RFC, pattern page',
    says: 'A hook has its own limit',
    cases: [
      {
        says: 'a hook that sleeps for longer than its limit is canceled at the limit',
        hooks: [{ name: 'hook', front: { timeout: '500ms' }, does: 'sleep 60' }],
        expect: {
          failedOpen: ['user/hook'],
          runs: { hook: { outcome: 'canceled', cause: 'TIMEOUT', reason: /500 ms/, exitCode: null } },
          atLeastMs: 500,
          withinMs: 6000,
          leavesNothing: true,
        },
      },
      {
        says: 'a hook that answers within its limit is not cut',
        hooks: [{ name: 'hook', front: { timeout: '20s' }, does: 'sleep 0.3', stderr: 'no', exits: 2 }],
        expect: { decision: 'block', reason: 'no' },
      },
    ],
  },
  {
    id: 'K-11',
    source: 'MicroClaw RFC',
    says: 'A limit above the cap is clamped, with a warning',
    cases: [
      {
        says: '`timeout: 99999` becomes 120 s, and `check` says so',
        hooks: [{ name: 'hook', front: { timeout: 99_999 } }],
        steps: [
          { hooks: 'info hook --json', json: { timeoutMs: 120_000 } },
          {
            hooks: 'check --json',
            json: { ok: true },
            issues: [{ code: 'MANIFEST_CLAMPED', severity: 'warning', line: 5, message: /120s/ }],
          },
        ],
      },
      {
        says: '`hooks.maxTimeout` of the user lowers the cap, and it binds',
        hooks: [
          { name: 'long', front: { timeout: '60s' }, does: 'sleep 60' },
          { name: 'short', front: { timeout: '200ms' } },
          { name: 'default', front: { protocol: 'claude' } },
        ],
        config: { hooks: { maxTimeout: '500ms' } },
        steps: [
          {
            hooks: 'list --json',
            hook: { long: { timeoutMs: 500 }, short: { timeoutMs: 200 }, default: { timeoutMs: 500 } },
          },
          {
            fire: 'PreToolUse',
            run: { args: ['--only', 'long'] },
            expect: { failedOpen: ['user/long'], outcomes: { long: 'canceled TIMEOUT' }, withinMs: 6000 },
          },
        ],
      },
      {
        says: 'a project cannot change the cap',
        hooks: [{ name: 'hook', front: { timeout: '60s' } }],
        files: { 'project/.hookmd/config.yaml': 'hooks: { maxTimeout: 1s }\n' },
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'CONFIG_NOT_FOR_PROJECT', message: /maxTimeout/ }],
          },
          { hooks: 'info hook --json', json: { timeoutMs: 60_000 } },
        ],
      },
    ],
  },
  {
    id: 'K-12',
    source: 'HookMD (Kodelet took 3.0 s at a limit of 0.1 s)',
    says: 'The limit binds: the whole group is ended, pipes are closed, and the run settles within half a second',
    cases: [
      ...(
        [
          ['hangs', 'a handler that hangs'],
          ['ignores-term', 'a handler that ignores TERM'],
          ['hangs-with-grandchild', 'a handler whose grandchild holds its output'],
          ['never-reads', 'a handler that never reads'],
        ] as const
      ).map(([name, subject]) => ({
        says: `${subject} is gone soon after its limit`,
        hooks: [{ name, like: name, front: { timeout: '300ms' } }],
        expect: {
          failedOpen: [`user/${name}`],
          outcomes: { [name]: 'canceled TIMEOUT' },
          runMs: { [name]: [300, 2300] as const },
          leavesNothing: true as const,
        },
      })),
      {
        says: 'a handler that answered is not waited for because of a child that holds its output, and the child is swept',
        hooks: ['leaves-child-holding-stdout'],
        expect: {
          outcomes: { 'leaves-child-holding-stdout': 'success' },
          withinMs: 6000,
          leavesNothing: true,
        },
        // Where there is `/proc`: elsewhere only the group can be found.
        ...(process.platform === 'linux'
          ? [
              {
                says: 'a process that left the group is swept too',
                hooks: ['leaves-its-group'],
                expect: { outcomes: { 'leaves-its-group': 'success' }, leavesNothing: true as const },
              },
            ]
          : []),
      },
    ],
  },
  {
    id: 'K-13',
    source: 'pattern page (contradicts itself)',
    says: 'A hook over its own limit is canceled with TIMEOUT, and counts as failed',
    cases: [
      {
        says: 'it counts as failed for `onFailure`, and is logged',
        hooks: [
          { name: 'closed', like: 'hangs', front: { timeout: '300ms', onFailure: 'block' } },
          { name: 'open', like: 'hangs', front: { timeout: '100ms', priority: 1 } },
        ],
        expect: {
          decision: 'block',
          decidedBy: ['user/closed'],
          outcomes: { closed: 'canceled TIMEOUT', open: 'canceled TIMEOUT' },
          eventLog: {
            hooks: [
              { name: 'open', outcome: 'canceled', cause: 'TIMEOUT' },
              { name: 'closed', outcome: 'canceled', cause: 'TIMEOUT' },
            ],
          },
        },
      },
      {
        says: 'where an HTTP or model client gives up on its own, sooner than that, it is a non_blocking_error',
        steps: [
          {
            script: `
              import { mkdirSync, writeFileSync } from 'node:fs';
              import { createServer } from 'node:net';
              // Takes connections, and never says a word of TLS.
              const silent = createServer((socket) => socket.on('error', () => {}).resume());
              await new Promise((go) => silent.listen(0, '127.0.0.1', go));
              const url = 'https://127.0.0.1:' + silent.address().port;
              mkdirSync('<home>/.hookmd');
              writeFileSync('<home>/.hookmd/config.yaml', 'models: { small: { provider: openai-compatible, model: m, baseURL: "' + url + '/v1" } }\\n');
              const asks = { http: 'url: ' + url + '/', model: 'prompt: Judge it.' };
              const limits = { patient: 'timeout: 60s', hasty: 'timeout: 400ms' };
              for (const [mode, key] of Object.entries(asks)) for (const [how, limit] of Object.entries(limits)) {
                mkdirSync('<home>/.hookmd/hooks/' + how + '-' + mode, { recursive: true });
                writeFileSync('<home>/.hookmd/hooks/' + how + '-' + mode + '/HOOK.md', ['---', 'events: [PreToolUse]', key, limit, '---', ''].join('\\n'));
              }
              const { callModel } = toolbox('@hookmd/models');
              const hooks = await open({ trust: 'all', models: callModel });
              const { decision } = await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
              await hooks.close();
              silent.close();
              print({ failedOpen: decision.failedOpen.toSorted(), runs: Object.fromEntries(decision.hooks.map(({ name, outcome, cause, reason }) => [name, [outcome, cause, reason]])) });`,
            prints: {
              failedOpen: ['user/hasty-http', 'user/hasty-model', 'user/patient-http', 'user/patient-model'],
              runs: {
                'patient-http': [
                  'non_blocking_error',
                  'NO_CONNECTION',
                  /no connection came about in time \(UND_ERR_CONNECT_TIMEOUT\)/,
                ],
                'patient-model': [
                  'non_blocking_error',
                  'MODEL',
                  /did not respond in time: UND_ERR_CONNECT_TIMEOUT/,
                ],
                'hasty-http': ['canceled', 'TIMEOUT', 'no result within 400 ms'],
                'hasty-model': ['canceled', 'TIMEOUT', 'no result within 400 ms'],
              },
            },
          },
          {
            eventLog:
              /"name":"patient-http"[^{}]*"cause":"NO_CONNECTION".*"name":"patient-model"[^{}]*"cause":"MODEL"/,
            lines: 1,
          },
        ],
      },
      {
        says: 'where the code of a handler gives up on a request of its own, it is a non_blocking_error too',
        service: { '/silence': { hangs: true } },
        hooks: [
          {
            name: 'asks',
            front: { command: null, onFailure: 'block' },
            files: {
              'handler.ts': `import { defineHook } from '@hookmd/sdk';
export default defineHook({
  on: 'PreToolUse',
  async run() {
    await fetch('<service>/silence', { signal: AbortSignal.timeout(100) });
  },
});
`,
            },
          },
        ],
        steps: [
          { hooks: 'enable asks --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              decision: 'block',
              decidedBy: ['user/asks'],
              reason: /timeout/,
              outcomes: { asks: 'non_blocking_error THROWN' },
              eventLog: { hooks: [{ name: 'asks', outcome: 'non_blocking_error', cause: 'THROWN' }] },
            },
          },
        ],
      },
    ],
  },
  {
    id: 'K-14',
    source: 'pattern page',
    says: 'Where the caller is interrupted, hooks are canceled and their children gone',
    cases: [
      {
        says: 'SIGINT ends every hook with its children, and the exit status is 130',
        hooks: [
          { name: 'a', does: 'sh -c "sleep 60; echo late" & touch "$LOG/started"; wait' },
          { name: 'b', like: 'ignores-term' },
        ],
        run: { signal: { name: 'SIGINT', once: 'log/started' } },
        expect: {
          exit: 130,
          outcomes: { a: 'canceled ABORTED' },
          withinMs: 10_000,
          leavesNothing: true,
        },
      },
      {
        says: 'SIGTERM leaves nothing behind either',
        hooks: [{ name: 'a', does: 'sleep 60 & touch "$LOG/started"; wait' }],
        run: { signal: { name: 'SIGTERM', once: 'log/started' } },
        expect: { exit: 130, outcomes: { a: 'canceled ABORTED' }, withinMs: 10_000, leavesNothing: true },
      },
    ],
  },
  {
    id: 'K-15',
    source: 'HookMD',
    says: 'Writing the payload is under the limit too',
    cases: [
      {
        says: 'a payload of 4 MiB and nobody who reads: cut at the limit',
        hooks: [{ name: 'hook', like: 'never-reads', front: { timeout: '400ms' } }],
        payload: { tool_name: 'Bash', tool_input: { command: 'x'.repeat(4 * 2 ** 20) } },
        expect: {
          failedOpen: ['user/hook'],
          outcomes: { hook: 'canceled TIMEOUT' },
          runMs: { hook: [400, 2400] },
          leavesNothing: true,
        },
      },
    ],
  },
];
