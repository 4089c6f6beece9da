import type { Row } from './row.ts';
import { kodelet, microclaw, rfc } from './seed-fronts.ts';

export const packageHandler: readonly Row[] = [
  {
    id: 'A7',
    source: 'MicroClaw RFC',
    says: '`command` is what runs: words without a shell in hookmd, `sh -c` in the other protocols',
    cases: [
      {
        says: 'a script of the package is found by its bare name, by `./` and by HOOK_DIR, from any directory',
        hooks: [
          { name: 'bare', front: { command: 'handler.sh one' } },
          { name: 'dotted', front: { command: './handler.sh one' } },
          { name: 'listed', front: { command: ['./handler.sh', 'one'] } },
          // biome-ignore lint/suspicious/noTemplateCurlyInString: it is HookMD that fills it.
          { name: 'variable', front: { command: '${HOOK_DIR}/handler.sh one' } },
          { name: 'argument', front: { command: 'sh ./handler.sh one' } },
        ],
        expect: {
          argvOf: {
            bare: ['<home>/.hookmd/hooks/bare/handler.sh', 'one'],
            dotted: ['<home>/.hookmd/hooks/dotted/handler.sh', 'one'],
            listed: ['<home>/.hookmd/hooks/listed/handler.sh', 'one'],
            variable: ['<home>/.hookmd/hooks/variable/handler.sh', 'one'],
            argument: ['<home>/.hookmd/hooks/argument/handler.sh', 'one'],
          },
          cwdOf: {
            bare: '<project>',
            dotted: '<project>',
            listed: '<project>',
            variable: '<project>',
            argument: '<project>',
          },
        },
      },
      {
        says: 'a script of the project with the same name is never run instead',
        hooks: [
          { name: 'hook', front: { command: 'handler.sh' }, prints: { systemMessage: 'of the package' } },
        ],
        files: { 'project/handler.sh': { text: '#!/bin/sh\ntouch pwned\n', mode: 0o755 } },
        run: { env: { PATH: '.::/usr/bin:/bin' } },
        expect: { userMessages: ['of the package'], ran: ['hook'], files: { 'project/pwned': null } },
      },
      {
        says: 'claude: the text goes to `sh -c`, and a script of the package is found in it',
        hooks: [{ name: 'hook', front: { protocol: 'claude', command: 'handler.sh "$HOOK_EVENT" | cat' } }],
        expect: {
          argvOf: { hook: ['<home>/.hookmd/hooks/hook/handler.sh', 'PreToolUse'] },
          cwdOf: { hook: '<project>' },
        },
      },
      {
        says: 'a manifest that says nothing of what runs is invalid, one that says two things too',
        hooks: [{ name: 'two', front: { url: 'https://example.com/hook' } }],
        files: { 'home/.hookmd/hooks/none/HOOK.md': '---\nevents: [PreToolUse]\n---\n' },
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_MISSING_KEY', path: /none/ },
              { code: 'MANIFEST_CONFLICT', path: /two/ },
            ],
          },
        ],
      },
      {
        says: 'microclaw-rfc and microclaw: `sh -c` in the hook folder, where a relative script is found',
        hooks: [
          { name: 'in-rfc', front: { ...rfc, command: 'sh handler.sh "$HOOK_EVENT" | cat' } },
          { name: 'in-microclaw', front: { ...microclaw, command: 'cat | ./handler.sh "$HOOK_EVENT"' } },
        ],
        expect: {
          argvOf: {
            'in-rfc': [/(^|\/)handler\.sh$/, 'PreToolUse'],
            'in-microclaw': [/handler\.sh$/, 'PreToolUse'],
          },
          cwdOf: {
            'in-rfc': '<home>/.hookmd/hooks/in-rfc',
            'in-microclaw': '<home>/.hookmd/hooks/in-microclaw',
          },
        },
      },
      {
        says: 'kodelet: the text is split into words, `run` is added, and the script runs where the session is',
        hooks: [{ name: 'hook', front: { ...kodelet, command: `./handler.sh 'two words' $HOME` } }],
        expect: {
          argvOf: { hook: ['<home>/.hookmd/hooks/hook/handler.sh', 'two words', '$HOME', 'run'] },
          cwdOf: { hook: '<project>' },
        },
      },
      {
        says: 'the script of an interpreter is the file of the package, also without `./`',
        hooks: [
          { name: 'list', front: { command: ['sh', '-u', 'handler.sh', 'one'] } },
          { name: 'wrapped', front: { command: 'env A=1 sh handler.sh one' } },
          { name: 'shell', front: { protocol: 'claude', command: 'cd /tmp && sh handler.sh one' } },
        ],
        files: { 'project/handler.sh': 'exit 2' },
        expect: {
          decision: 'none',
          argvOf: {
            list: ['<home>/.hookmd/hooks/list/handler.sh', 'one'],
            wrapped: ['<home>/.hookmd/hooks/wrapped/handler.sh', 'one'],
            shell: [/handler\.sh$/, 'one'],
          },
        },
      },
      {
        says: 'a script that the package does not have is an error: it would be a file of the project',
        hooks: [
          { name: 'list', front: { command: ['python3', '-u', 'check.py'] } },
          { name: 'project', front: { protocol: 'claude', command: 'tsx "$CLAUDE_PROJECT_DIR/x.ts"' } },
          { name: 'runner', front: { protocol: 'claude', command: 'uv run ./x.py' } },
          { name: 'shell', front: { protocol: 'claude', command: 'cat | ./x.sh' } },
          { name: 'argument', front: { command: './handler.sh check.py' } },
          { name: 'elsewhere', front: { command: ['python3', '/usr/bin/x.py'] }, files: { 'x.py': '' } },
        ],
        steps: [
          {
            hooks: 'check list project runner shell --json',
            exit: 1,
            json: {
              issues: [
                {
                  code: 'COMMAND_FILE',
                  path: /list/,
                  line: 3,
                  remedy: 'Put the file next to HOOK.md and write ./FILE.',
                },
                { code: 'COMMAND_FILE', path: /project/, message: /x\.ts/ },
                { code: 'COMMAND_FILE', path: /runner/, message: /x\.py/ },
                { code: 'COMMAND_FILE', path: /shell/, message: /x\.sh/ },
              ],
            },
          },
          { hooks: 'check argument elsewhere --json', json: { ok: true, issues: [] } },
        ],
      },
    ],
  },
  {
    id: 'A8',
    source: 'MicroClaw RFC (no unit), pattern page (seconds), shipped MicroClaw (timeout_ms)',
    says: '`timeout` is in seconds or has a unit; `timeout_ms` is accepted',
    cases: [
      {
        says: '`timeout: 1`, `timeout_ms: 1000`, "1s" and "1000ms" are the same limit',
        hooks: [
          { name: 'number', front: { timeout: 1 }, does: 'sleep 30' },
          { name: 'alias', front: { timeout_ms: 1000 }, does: 'sleep 30' },
          { name: 'seconds', front: { timeout: '1s' }, does: 'sleep 30' },
          { name: 'milliseconds', front: { timeout: '1000ms' }, does: 'sleep 30' },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              number: { timeoutMs: 1000 },
              alias: { timeoutMs: 1000 },
              seconds: { timeoutMs: 1000 },
              milliseconds: { timeoutMs: 1000 },
            },
          },
          {
            fire: 'PreToolUse',
            expect: {
              failedOpen: ['user/alias', 'user/milliseconds', 'user/number', 'user/seconds'],
              outcomes: {
                number: 'canceled TIMEOUT',
                alias: 'canceled TIMEOUT',
                seconds: 'canceled TIMEOUT',
                milliseconds: 'canceled TIMEOUT',
              },
              atLeastMs: 1000,
              withinMs: 8000,
            },
          },
        ],
      },
      {
        says: 'both given and different is an error, both given and equal is none',
        hooks: [
          { name: 'different', front: { timeout: 2, timeout_ms: 3000 } },
          { name: 'equal', front: { timeout: 2, timeout_ms: 2000 } },
        ],
        steps: [
          {
            hooks: 'check different --json',
            exit: 1,
            issues: [{ code: 'MANIFEST_CONFLICT', line: 6, message: /timeout/ }],
          },
          { hooks: 'check equal --json', json: { ok: true, issues: [] } },
          { hooks: 'info equal --json', json: { timeoutMs: 2000 } },
        ],
      },
      {
        says: 'zero, less than zero and words that are no time are errors',
        hooks: [
          { name: 'zero', front: { timeout: 0 } },
          { name: 'negative', front: { timeout: -1 } },
          { name: 'words', front: { timeout: 'soon' } },
          { name: 'type', front: { timeout: true } },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_VALUE', path: /zero/, message: /timeout/ },
              { code: 'MANIFEST_VALUE', path: /negative/ },
              { code: 'MANIFEST_VALUE', path: /words/ },
              { code: 'MANIFEST_TYPE', path: /type/ },
            ],
          },
        ],
      },
    ],
  },
  {
    id: 'A9',
    source: 'MicroClaw RFC',
    says: '`requires.os` lists the platforms a hook runs on',
    cases: [
      {
        says: 'another platform makes the hook ineligible, and it is not started',
        hooks: [
          { name: 'elsewhere', front: { requires: { os: ['not-this-os'] } } },
          { name: 'here', front: { requires: { os: ['not-this-os', process.platform] } } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              elsewhere: {
                state: 'ineligible',
                eligible: false,
                reasons: [{ code: 'ELIGIBILITY_OS', message: /not-this-os/ }, {}],
              },
              here: { state: 'unapproved', eligible: true },
            },
          },
          { fire: 'PreToolUse', expect: { ran: ['here'], outcomes: { elsewhere: 'skipped INELIGIBLE' } } },
        ],
      },
      {
        says: 'an unmet platform skips a guard that fails closed: it is made for another machine',
        hooks: [{ name: 'elsewhere', front: { requires: { os: ['not-this-os'] }, onFailure: 'block' } }],
        expect: { ran: [], outcomes: { elsewhere: 'skipped INELIGIBLE' } },
      },
      {
        says: '`requires.arch`, `node` and `hookmd` are judged in the same way',
        hooks: [
          { name: 'arch', front: { requires: { arch: ['pdp11'] } } },
          { name: 'node', front: { requires: { node: '>=99' } } },
          { name: 'hookmd', front: { requires: { hookmd: '>=99' } } },
          { name: 'all-met', front: { requires: { arch: [process.arch], node: '>=20', hookmd: '>=0.0.1' } } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              arch: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_ARCH' }, {}] },
              node: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_NODE', message: />=99/ }, {}] },
              hookmd: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_HOOKMD' }, {}] },
              'all-met': { eligible: true },
            },
          },
          { fire: 'PreToolUse', expect: { ran: ['all-met'] } },
        ],
      },
    ],
  },
  {
    id: 'A10',
    source: 'MicroClaw RFC',
    says: '`requires.bins` must all be on the PATH',
    cases: [
      {
        says: 'a missing program makes the hook ineligible, and the reason names it',
        hooks: [
          { name: 'hook', front: { requires: { bins: ['sh', 'no-such-program-a', 'no-such-program-b'] } } },
        ],
        steps: [
          {
            hooks: 'info hook --json',
            json: {
              state: 'ineligible',
              reasons: [
                { code: 'ELIGIBILITY_BIN', message: /no-such-program-a/, remedy: /no-such-program-a/ },
                { code: 'ELIGIBILITY_BIN', message: /no-such-program-b/ },
                { code: 'UNAPPROVED' },
              ],
              requirements: [
                { kind: 'bins', want: 'sh', ok: true, found: /\/sh$/ },
                { kind: 'bins', want: 'no-such-program-a', ok: false, found: null },
                { kind: 'bins', want: 'no-such-program-b', ok: false },
              ],
            },
          },
          {
            fire: 'PreToolUse',
            expect: {
              ran: [],
              outcomes: { hook: 'skipped INELIGIBLE' },
              runs: { hook: { reason: /no-such-program-a/ } },
            },
          },
        ],
      },
      {
        says: 'of `anyBins` one is enough',
        hooks: [
          { name: 'one', front: { requires: { anyBins: ['no-such-program', 'sh'] } } },
          { name: 'none', front: { requires: { anyBins: ['no-such-program', 'nor-this-one'] } } },
        ],
        expect: {
          ran: ['one'],
          outcomes: { none: 'skipped INELIGIBLE' },
          runs: { none: { reason: /no-such-program or nor-this-one/ } },
        },
      },
      {
        says: 'a guard that fails closed blocks where its program is missing',
        hooks: [{ name: 'hook', front: { requires: { bins: ['no-such-program'] }, onFailure: 'block' } }],
        expect: { decision: 'block', reason: /no-such-program/, decidedBy: ['user/hook'], ran: [] },
      },
    ],
  },
  {
    id: 'A11',
    source: 'MicroClaw RFC',
    says: '`requires.env` must all be set, and not empty',
    cases: [
      {
        says: 'an unset or empty variable makes the hook ineligible, a set one eligible, and it is passed on',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] } } }],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              hook: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_ENV', message: /WEBHOOK/ }, {}] },
            },
          },
          {
            fire: 'PreToolUse',
            expect: {
              ran: [],
              outcomes: { hook: 'skipped INELIGIBLE' },
              runs: { hook: { reason: /WEBHOOK/ } },
            },
          },
          {
            fire: 'PreToolUse',
            run: { env: { WEBHOOK: '' } },
            expect: { ran: [], outcomes: { hook: 'skipped INELIGIBLE' } },
          },
          {
            hooks: 'list --json',
            env: { WEBHOOK: '' },
            hook: { hook: { state: 'ineligible', eligible: false } },
          },
          { hooks: 'list --json', env: { WEBHOOK: 'https://x' }, hook: { hook: { eligible: true } } },
          {
            fire: 'PreToolUse',
            run: { env: { WEBHOOK: 'https://x' } },
            expect: { ran: ['hook'], envOf: { hook: { WEBHOOK: 'https://x' } } },
          },
        ],
      },
      {
        says: 'a value from the configuration of the user counts as set',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] } } }],
        config: { package: { hook: { env: { WEBHOOK: 'https://configured' } } } },
        expect: { ran: ['hook'], envOf: { hook: { WEBHOOK: 'https://configured' } } },
      },
      {
        says: 'no value of the configuration stands for what HookMD says of the event',
        hooks: [{ name: 'hook', front: { protocol: 'claude' } }],
        config: {
          package: { hook: { env: { CLAUDE_PROJECT_DIR: '/elsewhere', TRACEPARENT: 'mine', MINE: '1' } } },
        },
        expect: {
          ran: ['hook'],
          envOf: { hook: { CLAUDE_PROJECT_DIR: '<project>', TRACEPARENT: /^00-/, MINE: '1' } },
        },
      },
      {
        says: '`hooks config set` gives a value from the next event on, and the remedy says so; no command shows it',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] } } }],
        steps: [
          { hooks: 'enable hook --yes' },
          { hooks: 'info hook', stdout: /hooks config set package\.hook\.env\.WEBHOOK -/ },
          {
            hooks: 'config set package.hook.env.WEBHOOK - --json',
            stdin: 'https://s3cret\n',
            json: { key: 'package.hook.env.WEBHOOK', value: 'set', warnings: [] },
            stdout: /^(?![\s\S]*s3cret)/,
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: ['hook'], envOf: { hook: { WEBHOOK: 'https://s3cret' } } },
          },
          {
            hooks: 'config get package.hook.env.WEBHOOK',
            stdout: 'set\n',
            stderr: 'from user\n',
          },
          { hooks: 'config get --json', stdout: /^(?![\s\S]*s3cret)/ },
          { hooks: 'info hook --json', stdout: /^(?![\s\S]*s3cret)/ },
        ],
      },
      {
        says: 'a project’s package is given none, and its remedy does not say so',
        hooks: [{ name: 'hook', at: 'project', front: { requires: { env: ['WEBHOOK'] } } }],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              hook: {
                reasons: [{ remedy: 'Run `export WEBHOOK=…` in the shell that starts the agent.' }, {}],
              },
            },
          },
          {
            hooks: 'config set package.hook.env.WEBHOOK x',
            stderr: /package of the project; it is given no values of yours/,
          },
        ],
      },
      {
        says: 'what is set is judged where the event is fired, not where the hook was enabled',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] } } }],
        steps: [
          { hooks: 'enable hook --yes', env: { WEBHOOK: 'x' } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { hook: 'skipped INELIGIBLE' } },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true, env: { WEBHOOK: 'y' } },
            expect: { ran: ['hook'], envOf: { hook: { WEBHOOK: 'y' } } },
          },
        ],
      },
      {
        says: 'a guard that fails closed blocks where its variable is not set',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] }, onFailure: 'block' } }],
        expect: { decision: 'block', reason: /WEBHOOK/, decidedBy: ['user/hook'], ran: [] },
      },
    ],
  },
];
