import type { Row } from './row.ts';

/** Settings of an agent that passes these events on to the command line under test. */
function attachedOn(...events: readonly string[]): string {
  const entry = [{ hooks: [{ type: 'command', command: '<cli> run --agent claude-code' }] }];
  return JSON.stringify({ hooks: Object.fromEntries(events.map((event) => [event, entry])) });
}

export const check: readonly Row[] = [
  {
    id: 'M-6',
    source: 'HookMD (OpenClaw, complaints)',
    says: '`hooks check` reports every fault of every package with its place, and executes nothing',
    cases: [
      {
        says: 'each seeded fault is reported with file and line, and the exit status is 1',
        hooks: [
          { name: 'event', front: { events: ['PreToolUs'] } },
          { name: 'exit', files: { 'handler.sh': { text: '#!/bin/sh\nexit 1\n', mode: 0o755 } } },
          { name: 'key', front: { priorty: 3 } },
          { name: 'bin', front: { requires: { bins: ['no-such-program'] } } },
          { name: 'file', front: { command: './missing.sh' } },
          { name: 'twin-1', front: { name: 'twin' } },
          { name: 'twin-2', front: { name: 'twin' } },
        ],
        files: {
          'home/.hookmd/config.yaml': 'hooks:\n  concurency: 4\n',
          'project/.hookmd/hooks': 'not a folder',
        },
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            json: { schema: 'hookmd.check/1', ok: false },
            issues: [
              { code: 'MANIFEST_UNKNOWN_EVENT', severity: 'error', path: /event\/HOOK\.md$/, line: 2 },
              { code: 'EXIT_ONE_DOES_NOT_BLOCK', severity: 'warning', path: /exit\/handler\.sh$/, line: 2 },
              { code: 'MANIFEST_UNKNOWN_KEY', severity: 'warning', path: /key\/HOOK\.md$/, line: 5 },
              { code: 'ELIGIBILITY_BIN', severity: 'error', path: /bin\/HOOK\.md$/ },
              { code: 'HANDLER_NOT_RUNNABLE', severity: 'error', path: /file\/HOOK\.md$/ },
              { code: 'NAME_CONFLICT', severity: 'error', path: /twin-2\/HOOK\.md$/, message: /twin-1/ },
              {
                code: 'CONFIG_UNKNOWN_KEY',
                severity: 'error',
                path: '<home>/.hookmd/config.yaml',
                line: 2,
                remedy: /concurrency/,
              },
              { code: 'ROOT_UNREADABLE', path: '<project>/.hookmd/hooks' },
            ],
          },
          {
            hooks: 'check',
            exit: 1,
            stdout:
              /event\/HOOK\.md:2:\d+ +MANIFEST_UNKNOWN_EVENT\n +"PreToolUs" is not an event\.\n +Did you mean "PreToolUse"\?/,
          },
        ],
      },
      {
        says: 'a matcher that matches no known tool is a warning, and an error where it is a typo in a known one',
        hooks: [
          { name: 'typo', front: { matcher: 'Bsah' } },
          { name: 'unknown', front: { matcher: 'run_sql' } },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              {
                code: 'MATCHER_NEVER_MATCHES',
                severity: 'error',
                path: /typo\/HOOK\.md$/,
                remedy: /Bash/,
              },
              { code: 'MATCHER_MATCHES_NOTHING', severity: 'warning', path: /unknown\/HOOK\.md$/ },
            ],
          },
        ],
      },
      {
        says: 'it reads scripts with the shell that runs them, builds typed handlers, and runs none of them',
        hooks: [
          {
            name: 'script',
            files: {
              'handler.sh': { text: '#!/bin/sh\ntouch <home>/ran\nif true; then\n', mode: 0o755 },
            },
          },
          // Only a shell of the system reads a script, never one that a package brings.
          {
            name: 'brought',
            front: { command: ['./bash', './handler.sh'] },
            files: { bash: { text: '#!/bin/sh\ntouch <home>/ran\n', mode: 0o755 } },
          },
          {
            name: 'unset',
            files: {
              'handler.sh': { text: `#!/bin/sh\nset -u\necho "$API_TOKEN \${X:-} $HOME"\n`, mode: 0o755 },
            },
          },
          {
            name: 'typed',
            front: { command: null, env: null },
            files: { 'handler.ts': "import { gone } from './gone.ts';\nexport default gone;\n" },
          },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              {
                code: 'SCRIPT_SYNTAX',
                severity: 'error',
                path: /script\/handler\.sh$/,
                message: /syntax error/,
              },
              {
                code: 'SCRIPT_VARIABLE',
                severity: 'warning',
                path: /unset\/handler\.sh$/,
                line: 3,
                message: /API_TOKEN/,
              },
              { code: 'BUILD_FAILED', severity: 'error', path: /typed\/handler\.ts$/, line: 1 },
            ],
          },
          { files: { 'home/ran': null } },
        ],
      },
      {
        says: 'warnings alone are exit 0; one package may be named; an unknown one is exit 1',
        hooks: [
          { name: 'warned', front: { priorty: 3 } },
          { name: 'broken', front: { events: [] } },
        ],
        steps: [
          {
            hooks: 'check warned --json',
            json: { ok: true, counts: { packages: 1, errors: 0, warnings: 1 }, issues: [{}] },
          },
          { hooks: 'check warned', stdout: /MANIFEST_UNKNOWN_KEY[\s\S]*1 warning/ },
          { hooks: 'check nobody', exit: 1, stderr: /HOOK_NOT_FOUND/ },
        ],
      },
      {
        says: 'it runs nothing, of whatever it finds',
        hooks: [
          {
            name: 'js',
            manifest: '---js\nrequire("fs").writeFileSync(process.env.LOG + "/pwned", "")\n---\n',
          },
          {
            name: 'shell',
            front: { command: 'touch "$LOG/pwned"', shell: true, requires: { bins: ['$(touch pwned)'] } },
          },
          { name: 'interpreter', files: { 'handler.sh': { text: '#!/bin/touch pwned\n', mode: 0o755 } } },
        ],
        steps: [
          { hooks: 'check --json', exit: 1 },
          { hooks: 'list --json' },
          { hooks: 'info shell --json' },
          { files: { 'log/pwned': null, 'log/runs': null, 'project/pwned': null } },
        ],
      },
      {
        says: 'each mistake that is no error of the manifest is a warning with file and line',
        hooks: [
          { name: 'answer', prints: { blocked: true }, front: { if: 'Bash' } },
          { name: 'event', front: { events: ['TurnEnd', 'Stop'] } },
          { name: 'excluded', front: { matcher: 'Write', if: 'Bash(ls)' } },
          { name: 'inline', front: { command: ['sh', '-c', 'exit 1'] } },
          { name: 'near', front: { matcher: 'Bash|Wrte' } },
          { name: 'settings', front: { hooks: {} } },
          { name: 'shell', front: { command: 'echo a | cat' } },
          { name: 'system', front: { events: ['before_tool_call'], protocol: 'hookmd' } },
        ],
        steps: [
          {
            hooks: 'check --json',
            json: {
              ok: true,
              counts: { errors: 0, warnings: 8 },
              issues: Array.from({ length: 8 }, () => ({})),
            },
            issues: [
              { code: 'OUTPUT_OF_ANOTHER_SYSTEM', path: /answer\/handler\.sh$/, line: 3 },
              {
                code: 'EVENT_NEVER_DISPATCHED',
                path: /event\/HOOK\.md$/,
                line: 2,
                message: /sends TurnEnd;/,
              },
              { code: 'MATCHER_EXCLUDES_CONDITION', path: /excluded\/HOOK\.md$/, line: 6 },
              { code: 'EXIT_ONE_DOES_NOT_BLOCK', path: /inline\/HOOK\.md$/, line: 3 },
              { code: 'MATCHER_MATCHES_NOTHING', path: /near\/HOOK\.md$/, line: 5, remedy: /"Write"/ },
              { code: 'MANIFEST_FOREIGN_KEY', path: /settings\/HOOK\.md$/, line: 5 },
              { code: 'MANIFEST_NO_SHELL', path: /shell\/HOOK\.md$/, line: 3 },
              { code: 'EVENT_OF_ANOTHER_SYSTEM', path: /system\/HOOK\.md$/, line: 2 },
            ],
          },
        ],
      },
      {
        says: 'a script that blocks in another way too means a failure by `exit 1`: no remark',
        hooks: [
          {
            name: 'guard',
            front: { if: 'Bash' },
            files: { 'handler.sh': { text: '#!/bin/sh\njq . || exit 1\nexit 2\n', mode: 0o755 } },
          },
          { name: 'tools', front: { matcher: 'TodoWrite|mcp__github__.*|ExitPlanMode' } },
        ],
        steps: [{ hooks: 'check --json', json: { issues: [] } }],
      },
      {
        says: 'of many problems it shows a screenful and how many more there are; `--all` and `--json` have them all',
        hooks: Array.from({ length: 40 }, (_, index) => ({ name: `hook-${index}`, front: { priorty: 3 } })),
        steps: [
          { hooks: 'check', stdout: /… and 10 more problems: `--all` shows them, `--json` has them all/ },
          { hooks: 'check --all', stdout: /^(?:(?!more problems)[\s\S])*40 warnings, 40 hints\n$/ },
          { hooks: 'check --json', json: { counts: { warnings: 40 } } },
        ],
      },
      {
        says: '`hooks doctor` shows every finding with its remedy, then every other section, and the verdict last',
        hooks: [
          { name: 'needy', front: { requires: { env: ['SLACK_URL'] } } },
          { name: 'late', front: { priorty: 3 } },
        ],
        steps: [
          { hooks: 'enable needy late --yes' },
          {
            hooks: 'doctor --verbose',
            exit: 1,
            stdout: new RegExp(
              [
                'ELIGIBILITY_ENV\\n +SLACK_URL is not set\\n +Run `export SLACK_URL=…`',
                'MANIFEST_UNKNOWN_KEY  warning',
                'AGENT_NONE_ATTACHED  warning[\\s\\S]*hooks attach claude-code',
                '^. hooks directories .*user 2',
                '^. approvals +2 approved',
                '^. hook index +2 hooks',
                '^. event log ',
                '^. stale files ',
                '^1 problem, 2 warnings, 1 hint\\. Start with this: user/needy: SLACK_URL is not set\\.\\n$',
              ].join('[\\s\\S]*'),
              'm',
            ),
          },
          {
            hooks: 'doctor --json',
            exit: 1,
            json: {
              schema: 'hookmd.doctor/1',
              ok: false,
              counts: { errors: 1, warnings: 2, hints: 1 },
              findings: [
                { section: 'requirements', code: 'ELIGIBILITY_ENV', hook: 'user/needy' },
                {},
                {},
                {},
              ],
            },
          },
          { hooks: 'doctor --json', env: { SLACK_URL: 'x' }, exit: 0, json: { ok: true } },
        ],
      },
      {
        says: '`hooks doctor` changes nothing and starts nothing, damaged records included',
        hooks: [{ name: 'guard' }, { name: 'new', at: 'project' }],
        steps: [
          { hooks: 'enable guard --yes' },
          { corrupt: 'home/.local/state/hookmd/enablement' },
          { remember: 'home' },
          { remember: 'project' },
          {
            hooks: 'doctor --json',
            exit: 1,
            json: { findings: [{ code: 'STATE_IGNORED', message: /is damaged/ }, {}, {}, {}] },
          },
          { unchanged: 'home' },
          { unchanged: 'project' },
          { files: { 'log/runs': null } },
        ],
      },
      {
        says: '`hooks doctor` finds nothing to say where an agent is attached and all is well',
        hooks: [{ name: 'guard' }],
        files: {
          'home/.claude/settings.json': attachedOn('PreToolUse'),
          'bin/hooks': { text: '#!/bin/sh\n', mode: 0o755 },
        },
        steps: [
          { hooks: 'enable guard --yes' },
          { hooks: 'doctor', env: { PATH: '<scratch>/bin:/usr/bin:/bin' }, stdout: /HOOKS_OTHER_ON_PATH/ },
          { hooks: 'doctor', stdout: /\nEverything is fine( \(1 hint\))?\.\n$/ },
        ],
      },
      {
        says: '`hooks doctor` sees what an agent does not pass on, cannot start, or has switched off',
        hooks: [{ name: 'guard', front: { events: ['Stop', 'PreToolUse'] } }],
        files: { 'home/.claude/settings.json': attachedOn('PreToolUse') },
        steps: [
          { hooks: 'enable guard --yes' },
          {
            hooks: 'doctor --json',
            json: {
              findings: [{ code: 'AGENT_MISSES_EVENT', message: /send Stop, which user\/guard/ }, {}],
            },
          },
          {
            write: {
              'project/.claude/settings.json':
                '{"disableAllHooks":true,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/nowhere/hooks run --agent claude-code"}]}]}}',
            },
          },
          {
            hooks: 'doctor --json',
            exit: 1,
            json: {
              findings: [
                { code: 'AGENT_HOOKS_OFF', path: '<project>/.claude/settings.json' },
                { code: 'AGENT_CANNOT_START', message: /\/nowhere\/hooks does not exist/ },
                {},
              ],
            },
          },
          { write: { 'project/.claude/settings.json': '{' } },
          { hooks: 'doctor --json', json: { findings: [{ code: 'AGENT_SETTINGS_UNREADABLE' }, {}, {}] } },
          { write: { 'project/.claude/settings.json': '{"env":{"TOKEN": hidden-key}}' } },
          {
            hooks: 'doctor --json',
            stdout: /^(?!.*hidden)/s,
            json: {
              findings: [{ message: /cannot read .*: it is no JSON \(line 1, column 18\)\.$/ }, {}, {}],
            },
          },
        ],
      },
      {
        says: '`hooks doctor` compares what events read with what `list` calls ready, and verifies the approved copies',
        hooks: [{ name: 'guard' }],
        files: { 'home/.claude/settings.json': attachedOn('PreToolUse') },
        steps: [
          { hooks: 'enable guard --yes' },
          { write: { 'home/.hookmd/config.yaml': 'hooks: { concurrency: 2 }\n' } },
          { hooks: 'doctor --json', json: { findings: [{ code: 'HOOK_INDEX_OUTDATED' }, {}, {}] } },
          { hooks: 'list' },
          { hooks: 'doctor --json', json: { findings: [{ code: 'HOOKS_NOT_ON_PATH' }] } },
          { corrupt: 'home/.local/state/hookmd/active' },
          {
            hooks: 'doctor --json',
            json: { findings: [{ code: 'HOOK_INDEX_OUTDATED', message: /damaged/ }, {}, {}] },
          },
          { hooks: 'list' },
          { remove: 'home/.local/state/hookmd/store' },
          {
            hooks: 'doctor --json',
            exit: 1,
            json: {
              findings: [{ code: 'STORE_DAMAGED', hook: 'user/guard', remedy: /hooks approve/ }, {}, {}],
            },
          },
        ],
      },
      {
        says: '`hooks doctor --fire NAME` runs the approved bytes on a sample of each event, and records nothing',
        hooks: [
          {
            name: 'guard',
            front: { events: ['PreToolUse', 'Stop'] },
            exits: 2,
            stderr: 'no',
          },
          { name: 'fails', exits: 3 },
          { name: 'new' },
        ],
        files: { 'home/.claude/settings.json': attachedOn('PreToolUse', 'Stop') },
        steps: [
          { hooks: 'enable guard fails --yes' },
          {
            hooks: 'doctor --fire guard',
            stdout: /Test events of user\/guard\n +PreToolUse +\d+(\.\d)? ms {2}blocked: no\n +Stop /,
          },
          {
            hooks: 'doctor --fire fails --json',
            exit: 1,
            json: {
              testEvents: [{ event: 'PreToolUse', run: { outcome: 'non_blocking_error' } }],
              findings: [{ code: 'TEST_EVENT_FAILED', section: 'test run', message: /code 3/ }, {}, {}],
            },
          },
          {
            hooks: 'doctor --fire new --json',
            exit: 1,
            json: {
              testEvents: [],
              findings: [{ code: 'TEST_EVENT_NOT_RUN', message: /it needs your approval/ }, {}, {}],
            },
          },
          { hooks: 'doctor --fire nobody', exit: 1, stderr: /HOOK_NOT_FOUND/ },
          {
            files: { 'home/.local/state/hookmd/event-log': null, 'home/.local/state/hookmd/breakers': null },
          },
        ],
      },
    ],
  },
];
