import type { HookSpec } from '../support/hook-package.ts';
import type { RowId } from './ids.ts';
import { inALoop } from './in-a-loop.ts';
import { escapeCases } from './install-samples.ts';
import type { Row } from './row.ts';

const two = (index: number): string => String(index).padStart(2, '0');

/** Fifty handlers that each get something else wrong. */
const badHooks: readonly HookSpec[] = [
  ...Array.from({ length: 20 }, (_, index) => ({
    exits:
      [1, 3, 4, 5, 9, 42, 64, 77, 100, 125, 126, 127, 128, 130, 137, 141, 143, 200, 254, 255][index] ?? 1,
  })),
  ...['KILL', 'SEGV', 'ABRT', 'HUP', 'PIPE'].map((name) => ({ does: `trap - EXIT; kill -${name} $$` })),
  ...[
    'nonsense',
    '{',
    '{"decision":"block"',
    '{"decision":"block"} {}',
    '[]',
    '"block"',
    'null',
    'true',
    '7',
    '{"decision":null}',
    '{"decision":"maybe"}',
    '{"decision":{"block":true}}',
    '{"reason":7}',
    '{"continue":"no"}',
    '{"hookSpecificOutput":[]}',
    '{"hookSpecificOutput":{"hookEventName":"Stop"}}',
    '{"hookSpecificOutput":{"permissionDecision":1}}',
    '{"hookSpecificOutput":{"updatedInput":"ls"}}',
    '{"hookSpecificOutput":{"updatedInput":{"command":"rm"}}}',
    '{"followUps":["x"]}',
    '{"a":1,"a":2}',
    `${'['.repeat(500)}${']'.repeat(500)}`,
    '{"__proto__":{"decision":"block"}}',
  ].map((prints) => ({ prints })),
  { does: `printf '\\377\\376'` },
  { does: `printf '{"reason":"\\000"}'` },
].map((bad, index) => ({ ...bad, name: `bad-${two(index)}` }));

/** A package that asks a service. */
function asking(name: string, url: string): HookSpec {
  return { name, front: { command: null, url, env: null } };
}

/** Each address fails the run before anything is connected to; that nothing is, test/http counts. */
function refusedRow(id: RowId, source: string, message: string, hosts: readonly string[]): Row {
  const names = hosts.map((_, index) => `hook-${index}`);
  return {
    id,
    source,
    says: message,
    cases: [
      {
        says: hosts.join(', '),
        hooks: hosts.map((host, index) => asking(`hook-${index}`, `http://${host}:9/`)),
        config: { hooks: { concurrency: 16 } },
        expect: {
          failedOpen: names.map((name) => `user/${name}`),
          outcomes: Object.fromEntries(names.map((name) => [name, 'non_blocking_error ADDRESS_REFUSED'])),
          runs: Object.fromEntries(
            names.map((name) => [name, { reason: /is not allowed: it (?:lies in|is not a public) / }]),
          ),
        },
      },
    ],
  };
}

/** Asks a service by a name that is looked up to these addresses, one list for each look-up; every case of it is in test/http. */
function lookedUp(answers: readonly (readonly string[])[]): string {
  return `
    const { createServer } = await import('node:http');
    const { callService } = await core('hook-types');
    let accepted = 0;
    const server = createServer((_, response) => response.end());
    server.on('connection', () => accepted++);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const answers = ${JSON.stringify(answers)};
    let lookUps = 0;
    const service = { mode: 'http', url: 'http://policy.example:' + server.address().port + '/', headers: {}, shape: null };
    const { kind, cause } = await callService(
      { service, stdin: Buffer.from('{}'), environment: {}, timeoutMs: 5000, signal: new AbortController().signal },
      async () => (answers[lookUps++] ?? []).map((address) => ({ address })),
    );
    server.close();
    print({ lookUps, accepted, kind, cause });`;
}

export const errors: readonly Row[] = [
  {
    id: 'L1',
    source: 'Kodelet, pattern page',
    says: 'A failing hook never stops the agent',
    cases: [
      {
        says: 'fifty bad hooks fail on their own, and the event goes on',
        hooks: badHooks,
        config: { hooks: { concurrency: 16 } },
        expect: {
          failedOpen: badHooks.map(({ name }) => `user/${name}`),
          ranInAnyOrder: badHooks.map(({ name }) => name),
          leavesNothing: true,
        },
      },
      {
        says: 'on events of every class a crash and a hang change nothing',
        hooks: [
          {
            name: 'crash',
            front: { events: ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart'] },
            does: 'kill -SEGV $$',
          },
          {
            name: 'hang',
            front: { events: ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart'], timeout: '100ms' },
            does: 'sleep 60',
          },
        ],
        steps: ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart'].map((event) => ({
          fire: event,
          expect: {
            failedOpen: ['user/crash', 'user/hang'],
            outcomes: { crash: 'non_blocking_error SIGNAL', hang: 'canceled TIMEOUT' },
          },
        })),
      },
      {
        says: 'a run that the block of another hook cancels is no success between its failures',
        hooks: [
          { name: 'blocks', does: 'grep -q make-all "$run.stdin" && exit 2; exit 0' },
          { name: 'fails', does: 'grep -q make-all "$run.stdin" && sleep 60; exit 1' },
        ],
        steps: [
          { hooks: 'enable blocks fails --yes' },
          ...['ls', 'ls', 'ls', 'ls', 'make-all', 'ls'].map((command) => ({
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command } },
            run: { approved: true },
            expect:
              command === 'ls'
                ? { failedOpen: ['user/fails'] }
                : { decision: 'block' as const, outcomes: { fails: 'canceled ABORTED' } },
          })),
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { outcomes: { fails: 'skipped BREAKER_OPEN' } },
          },
        ],
      },
      {
        says: 'after five failures in a row a hook rests, and one that must agree blocks fast',
        hooks: [
          { name: 'closed', front: { onFailure: 'block' }, exits: 1 },
          { name: 'watcher', front: { observe: true }, exits: 1 },
        ],
        steps: [
          { hooks: 'enable closed watcher --yes' },
          ...Array.from({ length: 5 }, () => ({
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block' as const, failedOpen: [], ran: ['closed', 'watcher'] },
          })),
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              decision: 'block',
              reason: /closed/,
              ran: [],
              outcomes: { closed: 'skipped BREAKER_OPEN', watcher: 'skipped BREAKER_OPEN' },
            },
          },
        ],
      },
    ],
  },
  {
    id: 'L2',
    source: 'pattern page',
    says: 'A run has one of four outcomes',
    cases: [
      {
        says: 'success, blocking, non_blocking_error and canceled, one hook each',
        event: 'PostToolUse',
        hooks: [
          { name: 'a-success' },
          { name: 'b-blocking', stderr: 'no', exits: 2 },
          { name: 'c-error', exits: 1 },
          { name: 'd-canceled', front: { timeout: '200ms' }, does: 'sleep 60' },
        ],
        expect: {
          feedback: ['no'],
          failedOpen: ['user/c-error', 'user/d-canceled'],
          outcomes: {
            'a-success': 'success',
            'b-blocking': 'blocking',
            'c-error': 'non_blocking_error EXIT',
            'd-canceled': 'canceled TIMEOUT',
          },
        },
      },
    ],
  },
  {
    id: 'L3',
    source: 'Kodelet, pattern page',
    says: 'An error goes to the log with hook, event and cause',
    cases: [
      {
        says: 'the event log has the entry, and `trace` shows it',
        hooks: [{ name: 'broken', stderr: 'no such table', exits: 7 }],
        steps: [
          { hooks: 'enable broken --yes' },
          {
            fire: 'PreToolUse',
            payload: { session_id: 's1', tool_name: 'Bash', tool_input: { command: 'ls' } },
            run: { approved: true },
            expect: {
              failedOpen: ['user/broken'],
              eventLog: {
                event: 'PreToolUse',
                sessionId: 's1',
                failedOpen: ['user/broken'],
                hooks: [
                  {
                    qualifiedName: 'user/broken',
                    outcome: 'non_blocking_error',
                    cause: 'EXIT',
                    exitCode: 7,
                    reason: /no such table/,
                    stderrTail: /no such table/,
                  },
                ],
              },
            },
          },
          { hooks: 'trace --last', stdout: /PreToolUse[\s\S]*broken[\s\S]*exit/ },
        ],
      },
    ],
  },
  {
    id: 'L4',
    source: 'MicroClaw RFC',
    says: 'Each output stream is capped while it is read; more is an error, and the process is stopped',
    cases: [
      ...(['floods-stdout', 'floods-stderr'] as const).map((name) => ({
        says: `${name}: stopped at the cap, with bounded memory`,
        hooks: [name],
        expect: {
          failedOpen: [`user/${name}`],
          outcomes: { [name]: 'non_blocking_error OUTPUT_LIMIT' },
          withinMs: 10_000,
          withinMiB: 200,
          leavesNothing: true as const,
        },
      })),
      {
        says: 'an answer just below the cap is read, one above it is not',
        hooks: [
          {
            name: 'below',
            does: `printf '{"systemMessage":"%s"}' "$(head -c 1000000 /dev/zero | tr '\\0' x)"`,
          },
          {
            name: 'above',
            does: `printf '{"systemMessage":"%s"}' "$(head -c 1100000 /dev/zero | tr '\\0' x)"`,
          },
        ],
        expect: {
          userMessages: [/^x{100}/],
          failedOpen: ['user/above'],
          outcomes: { below: 'success', above: 'non_blocking_error OUTPUT_LIMIT' },
        },
      },
    ],
  },
  refusedRow('L5', 'pattern page', 'http hooks cannot reach private ranges', [
    ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ]),
  refusedRow('L6', 'pattern page', 'http hooks cannot reach the metadata service', [
    '169.254.169.254',
    '169.254.0.1',
  ]),
  refusedRow('L7', 'pattern page', 'http hooks cannot reach carrier-grade NAT', [
    '100.64.0.1',
    '100.127.255.255',
  ]),
  {
    id: 'L8',
    source: 'pattern page',
    says: 'http hooks can reach the loopback',
    cases: [
      {
        says: 'by its address and by its name',
        service: { '/': { body: { systemMessage: 'here' } } },
        hooks: [asking('literal', '<service>/'), asking('named', 'http://localhost:<port>/')],
        expect: { userMessages: ['here', 'here'], outcomes: { literal: 'success', named: 'success' } },
      },
    ],
  },
  refusedRow('L9', 'pattern page', 'Mapped and oddly written addresses are judged as what they are', [
    ...['[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '167772161', '012.0.0.1', '0xa.1', '①⑥⑨.②⑤④.①⑥⑨.②⑤④'],
  ]),
  {
    id: 'L10',
    source: 'pattern page',
    says: 'The address that was judged is the one connected to',
    cases: [
      {
        says: 'a name whose second look-up would be private is looked up once',
        steps: [
          {
            script: lookedUp([['127.0.0.1'], ['10.0.0.1']]),
            prints: { lookUps: 1, accepted: 1, kind: 'ended' },
          },
          {
            script: lookedUp([['10.0.0.1'], ['127.0.0.1']]),
            prints: { lookUps: 1, accepted: 0, kind: 'failed', cause: 'ADDRESS_REFUSED' },
          },
        ],
      },
    ],
  },
  {
    id: 'L11',
    source: 'HookMD',
    says: 'One private answer among several refuses the name',
    cases: [
      {
        says: 'whether it is the last or the first',
        steps: [
          ['127.0.0.1', '10.0.0.1'],
          ['fd00::1', '127.0.0.1'],
        ].map((addresses) => ({
          script: lookedUp([addresses]),
          prints: { lookUps: 1, accepted: 0, kind: 'failed', cause: 'ADDRESS_REFUSED' },
        })),
      },
    ],
  },
  {
    id: 'L12',
    source: 'HookMD',
    says: 'Redirects are not followed',
    cases: [
      {
        says: 'neither to another machine nor to the same one',
        service: {
          '/away': { status: 302, headers: { location: 'http://10.0.0.1/' } },
          '/near': { status: 307, headers: { location: '/there' } },
          '/there': { body: { decision: 'block' } },
        },
        hooks: [asking('away', '<service>/away'), asking('near', '<service>/near')],
        expect: {
          failedOpen: ['user/away', 'user/near'],
          outcomes: { away: 'non_blocking_error STATUS', near: 'non_blocking_error STATUS' },
          runs: { away: { reason: /status 302, and redirects are not followed/ } },
          files: { 'log/requests': /^(?!.*\/there)/s },
        },
      },
    ],
  },
  refusedRow('L13', 'HookMD', 'IPv6 local, link-local and unspecified addresses are refused', [
    ...['[fc00::1]', '[fdff::1]', '[fe80::1]', '[febf::1]', '[::]', '0.0.0.0', '0.1.2.3'],
  ]),
  {
    id: 'L14',
    source: 'HookMD',
    says: 'Only http and https, and no credentials in the address',
    cases: [
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'http://user:password@127.0.0.1/',
      'http://127.0.0.1:0/',
      'http://metadata.google.internal./',
    ].map((url) => ({
      says: `${url} is a mistake of the manifest`,
      hooks: [asking('hook', url)],
      steps: [
        {
          hooks: 'check --json',
          exit: 1,
          issues: [{ code: 'URL_INVALID', line: 3 }],
        },
      ],
    })),
  },
  {
    id: 'L15',
    source: 'pattern page',
    says: 'With a proxy the limit of the guard is said',
    cases: [
      {
        says: 'a proxy variable is not used, and `check` and `doctor` say so where a hook asks a service',
        service: { '/': { body: { systemMessage: 'here' } } },
        hooks: [asking('hook', '<service>/'), asking('far', 'https://10.0.0.1/')],
        steps: [
          ...['check', 'doctor'].map((command) => ({
            hooks: `${command} --json`,
            env: { HTTPS_PROXY: 'http://proxy.example:3128' },
            stdout: /HTTP_PROXY_UNUSED.*HTTPS_PROXY/s,
          })),
          { hooks: 'check --json', stdout: /^(?!.*HTTP_PROXY_UNUSED)/s },
          {
            fire: 'PreToolUse',
            run: { env: { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' } },
            expect: { userMessages: ['here'], failedOpen: ['user/far'] },
          },
        ],
      },
      {
        says: 'the manual says what the guard cannot see',
        steps: [{ page: 'http-hooks.md', sections: { 'What the guard cannot see': /proxy/ } }],
      },
    ],
  },
  {
    id: 'L16',
    source: 'MicroClaw RFC',
    says: 'Hooks get no more network than the agent',
    cases: [
      {
        says: 'in a network without any way out neither a program, nor a typed handler, nor what asks a service gets out',
        needs: ['unshare'],
        service: { '/': { status: 204 } },
        hooks: [
          { name: 'asks', front: { command: null, url: '<service>/', env: null } },
          {
            name: 'program',
            front: { command: ['node', './reach.mjs'] },
            files: {
              'reach.mjs': `const said = await fetch('<service>/').then(() => 'out', () => 'in');
                console.log(JSON.stringify({ systemMessage: 'program is ' + said }));`,
            },
          },
          {
            name: 'typed',
            front: { command: null },
            files: {
              'handler.ts': `import { defineHook } from '@hookmd/sdk';
                const reach = () => fetch('<service>/').then(() => 'out', () => 'in');
                export default defineHook({ on: 'PreToolUse', run: async (event, h) => h.notifyUser('typed is ' + (await reach())) });`,
            },
          },
        ],
        files: {
          inside: {
            mode: 0o755,
            text: `#!/bin/sh
exec unshare -rn node <cli> run PreToolUse --json --dangerously-trust-all --home <home> --project <project>
`,
          },
        },
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              userMessages: ['program is out', 'typed is out'],
              outcomes: { asks: 'success', program: 'success', typed: 'success' },
            },
          },
          {
            program: 'inside',
            args: [],
            stdin: '{"tool_name":"Bash","tool_input":{"command":"ls"}}',
            stdout: /(?=.*"program is in")(?=.*"typed is in")(?=.*"cause": "NO_CONNECTION")/s,
          },
        ],
      },
      {
        says: 'a typed handler that is kept for many events is isolated for all of them',
        needs: ['bwrap'],
        service: { '/': { status: 204 } },
        hooks: [
          {
            name: 'typed',
            front: { command: null, isolation: 'strict' },
            files: {
              'handler.ts': `import { defineHook } from '@hookmd/sdk';
                let asked = 0;
                const reach = () => fetch('<service>/').then(() => 'out', () => 'in');
                export default defineHook({ on: 'PreToolUse', run: async (event, h) => h.addContext([++asked, process.pid < 9, await reach()].join(' ')) });`,
            },
          },
        ],
        steps: [
          { hooks: 'enable typed --yes --verbose', stderr: /user\/typed will run as you, isolated/ },
          {
            script: `
              const hooks = await open();
              const ask = async () => (await hooks.dispatch('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } })).decision.context;
              print([await ask(), await ask()]);
              await hooks.close();`,
            prints: [['1 true in'], ['2 true in']],
          },
        ],
      },
      {
        says: '`isolation: strict` takes the network away',
        needs: ['bwrap'],
        service: { '/': { status: 204 } },
        hooks: [
          {
            name: 'program',
            front: { command: ['node', './reach.mjs'], isolation: 'strict' },
            files: {
              'reach.mjs': `const said = await fetch('<service>/').then(() => 'out', () => 'in');
                console.log(JSON.stringify({ systemMessage: 'program is ' + said }));`,
            },
          },
          {
            name: 'typed',
            front: { command: null, isolation: 'strict' },
            files: {
              'handler.ts': `import { defineHook } from '@hookmd/sdk';
                const reach = () => fetch('<service>/').then(() => 'out', () => 'in');
                export default defineHook({ on: 'PreToolUse', run: async (event, h) => h.notifyUser('typed is ' + (await reach())) });`,
            },
          },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              userMessages: ['program is in', 'typed is in'],
              outcomes: { program: 'success', typed: 'success' },
            },
          },
        ],
      },
    ],
  },
  {
    id: 'L17',
    source: 'Kodelet K2',
    says: 'Hooks run as the user, and that is said where it is agreed to',
    cases: [
      {
        says: 'a handler has the user and the groups of the caller',
        hooks: [{ name: 'hook', does: 'id > "$LOG/id"' }],
        expect: { files: { 'log/id': new RegExp(`^uid=${process.getuid?.() ?? ''}\\b`) } },
      },
      {
        says: 'the approval says that it runs as you, and not in the sandbox of an agent',
        hooks: [{ name: 'hook' }],
        steps: [
          {
            hooks: 'enable hook --yes --verbose',
            stderr: /user\/hook will run as you, outside any agent's sandbox/,
          },
        ],
      },
    ],
  },
  {
    id: 'L18',
    source: 'HookMD',
    says: 'The environment of a hook is a list: what is not on it is absent',
    cases: [
      {
        says: 'a granted variable is there, another secret of the caller is not',
        hooks: [{ name: 'hook', front: { env: ['LOG', 'GRANTED'] } }],
        run: { env: { GRANTED: 'yes', AWS_SECRET_ACCESS_KEY: 'no', ANTHROPIC_API_KEY: 'no' } },
        expect: {
          envOf: { hook: { GRANTED: 'yes', AWS_SECRET_ACCESS_KEY: undefined, ANTHROPIC_API_KEY: undefined } },
        },
      },
      {
        says: 'variables that make an interpreter or the loader run something else are dropped, granted or not',
        hooks: [
          { name: 'hook', front: { env: ['LOG', 'LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV', 'PYTHONPATH'] } },
        ],
        run: {
          env: {
            LD_PRELOAD: '/nowhere.so',
            BASH_ENV: '/nowhere.sh',
            PYTHONPATH: '/nowhere',
            LD_LIBRARY_PATH: '/nowhere',
          },
        },
        expect: {
          stderr: /^|ld\.so/,
          envOf: {
            hook: {
              LD_PRELOAD: undefined,
              BASH_ENV: undefined,
              PYTHONPATH: undefined,
              LD_LIBRARY_PATH: undefined,
            },
          },
        },
      },
      {
        says: '`enable --env A` passes a variable that the manifest does not name, for approved bytes',
        hooks: [{ name: 'hook' }],
        steps: [
          { hooks: 'enable hook --yes --env EXTRA' },
          {
            fire: 'PreToolUse',
            run: { approved: true, env: { EXTRA: 'yes', OTHER: 'no' } },
            expect: { envOf: { hook: { EXTRA: 'yes', OTHER: undefined } } },
          },
        ],
      },
      {
        says: 'relative and empty elements of PATH do not reach a handler',
        hooks: [{ name: 'hook' }],
        run: { env: { PATH: '.:bin::/usr/bin:/bin' } },
        expect: { envOf: { hook: { PATH: '/usr/bin:/bin' } } },
      },
    ],
  },
  { id: 'L19', source: 'HookMD', says: 'A pack cannot name what lies outside of it', cases: escapeCases },
  {
    id: 'L20',
    source: 'Kodelet',
    says: 'Sub-agents share the hooks of their parent, with `invoked_by: subagent`',
    cases: [
      {
        says: 'a call of a sub-agent reaches the hook of its parent, which is told so and blocks as ever',
        hooks: [
          { name: 'hook', front: { events: ['before_tool_call'] }, prints: { blocked: true, reason: 'no' } },
        ],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, invoked_by: 'subagent' },
        expect: { decision: 'block', reason: 'no', stdinOf: { hook: { invoked_by: 'subagent' } } },
      },
      {
        says: 'Claude Code names the sub-agent, and a hook of Kodelet is told that it is one',
        hooks: [{ name: 'hook', front: { events: ['before_tool_call'] } }],
        payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, agent_id: 'a1', agent_type: 'explore' },
        expect: { stdinOf: { hook: { invoked_by: 'subagent' } } },
      },
      {
        says: 'a command and a callback hear the parent and its sub-agent, and can tell them apart',
        hooks: [
          {
            name: 'package',
            does: `echo "$(sed -n 's/.*"invoked_by":"\\([a-z]*\\)".*/\\1/p' "$run.stdin")" >>"$LOG/who"`,
          },
        ],
        steps: [
          {
            script: `
              const hooks = await open({ trust: 'all' });
              const who = [];
              hooks.on('PreToolUse', (event) => { who.push(event.invoked_by); });
              const call = { tool_name: 'Bash', tool_input: { command: 'ls' } };
              await hooks.dispatch('PreToolUse', call);
              await hooks.dispatch('PreToolUse', { ...call, agent_id: 'a1' });
              await hooks.dispatch('PreToolUse', { ...call, invoked_by: 'subagent' });
              print(who);`,
            prints: ['main', 'subagent', 'subagent'],
            ran: ['package', 'package', 'package'],
          },
          { files: { 'log/who': 'main\nsubagent\nsubagent\n' } },
        ],
      },
    ],
  },
  {
    id: 'L21',
    source: 'Kodelet K1 goal',
    says: 'Without hooks a dispatch costs microseconds and no process',
    cases: [
      inALoop(
        'a hundred thousand tool calls and as many prompts take less than five microseconds each, start nothing and write nothing',
        {
          body: `
          const { existsSync } = await import('node:fs');
          const childProcess = (await import('node:child_process')).default;
          const { syncBuiltinESMExports } = await import('node:module');
          let started = 0;
          for (const name of ['spawn', 'fork', 'execFile']) childProcess[name] = () => { started += 1; };
          syncBuiltinESMExports();
          const session = await hooks.session();
          const call = { name: 'Bash', input: { command: 'ls' } };
          let ran = 0;
          // in rounds, of which the fastest counts: a busy machine slows many of them, and none of them is faster than the code
          const microseconds = [];
          for (let round = 0; round < 20; round += 1) {
            const before = process.cpuUsage();
            for (let turn = 0; turn < 5_000; turn += 1) await session.tool(call, () => { ran += 1; });
            for (let turn = 0; turn < 5_000; turn += 1) await session.prompt('hello');
            const { user, system } = process.cpuUsage(before);
            microseconds.push((user + system) / 10_000);
          }
          print({ ran, isFast: Math.min(...microseconds) < 5, started, eventLog: existsSync('<home>/.local/state/hookmd/event-log') });`,
          prints: { ran: 100_000, isFast: true, started: 0, eventLog: false },
        },
      ),
    ],
  },
];
