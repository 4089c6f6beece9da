import type { Json } from '../support/hook-package.ts';
import { issues } from './issues.ts';
import type { Row, Step } from './row.ts';

/** Settings of an agent that passes these events on to the command line under test. */
function attachedOn(...events: readonly string[]): string {
  const entry = [{ hooks: [{ type: 'command', command: '<cli> run --agent claude-code' }] }];
  return JSON.stringify({ hooks: Object.fromEntries(events.map((event) => [event, entry])) });
}

const ls = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

/** A file of test cases, each fired by the command `ls`. */
function caseFile(...wanted: readonly { readonly says: string; readonly [key: string]: Json }[]): string {
  const cases = wanted.map(({ says, ...expect }) => ({
    schema: 'hookmd.case/1',
    name: says,
    event: 'PreToolUse',
    payload: JSON.parse(ls),
    expect,
  }));
  return JSON.stringify(cases);
}

function copies(name: string): { readonly [key: string]: Json } {
  const files = { 'sub/in.txt': 'given' };
  return { schema: 'hookmd.case/1', name, event: 'UserPromptSubmit', payload: { prompt: 'x' }, files };
}

/** Kodelet's answer to `after_tool_call`: the output it was given, without numbers. */
const rewrites = [
  'node -e \'const { tool_output: output } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));',
  'console.log(JSON.stringify({ output: JSON.parse(JSON.stringify(output).replace("4711", "number")) }))\'',
  '"$run.stdin"',
].join(' ');

/** What both the executables and the packages made of them must come to. */
const sameDecisions: readonly Step[] = [
  { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'the guard' } },
  {
    fire: 'PostToolUse',
    payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'key 4711' },
    run: { approved: true },
    expect: { output: 'key number', changed: ['tool_response'] },
  },
  { fire: 'Stop', run: { approved: true }, expect: { ran: [] } },
];

/** A bare executable, called as a person would. */
const byHand: readonly Step[] = [
  { program: 'home/.kodelet/hooks/guard', args: ['hook'], stdout: 'before_tool_call\n' },
  {
    program: 'home/.kodelet/hooks/guard',
    args: ['run'],
    stdin: ls,
    stdout: '{"blocked":true,"reason":"by hand"}',
  },
];

export const cli: readonly Row[] = [
  {
    id: 'M-1',
    source: 'MicroClaw RFC, Kodelet K1 (planned)',
    says: '`hooks list` shows name, events, source and state of every hook',
    cases: [
      {
        says: 'a line per hook with its name, events, source, state and the reason in words',
        hooks: [
          { name: 'broken', front: { events: ['PreToolUs'] } },
          { name: 'guard', front: { events: ['PreToolUse', 'Stop'] } },
          { name: 'needy', front: { requires: { env: ['SLACK_URL'] } } },
          { name: 'off', front: { enabled: false } },
          { name: 'theirs', at: 'project' },
        ],
        steps: [
          { hooks: 'enable guard --yes' },
          {
            hooks: 'list',
            stdout: new RegExp(
              [
                '^\\d+ hooks · (?=.*1 ready)(?=.*2 untrusted|.*1 untrusted).*project project$',
                '^ *NAME +EVENTS +SOURCE.* STATE$',
                '^ *theirs +PreToolUse +project .*untrusted',
                '^ *broken +PreToolUs +user .*invalid',
                '^ *guard +PreToolUse, Stop +user .*ready *$',
                '^ *needy +PreToolUse +user .*ineligible .*SLACK_URL',
                '^ *off +PreToolUse +user .*disabled *$',
              ].join('[\\s\\S]*'),
              'm',
            ),
            stderr: /hooks info/,
          },
        ],
      },
      {
        says: '`--json` has every field of cli.md, and every reason that holds',
        hooks: [
          {
            name: 'hook',
            front: { description: 'Guards', version: '1.2.0', enabled: false, requires: { env: ['X1'] } },
          },
        ],
        steps: [
          {
            hooks: 'list --json',
            json: { schema: 'hookmd.list/1', issues: [] },
            hook: {
              hook: {
                name: 'hook',
                qualifiedName: 'user/hook',
                description: 'Guards',
                version: '1.2.0',
                events: ['PreToolUse'],
                mode: 'command',
                convention: 'hookmd',
                source: 'user',
                path: '<home>/.hookmd/hooks/hook/HOOK.md',
                state: 'disabled',
                enabled: false,
                eligible: false,
                reasons: [
                  { code: 'DISABLED', message: /./, remedy: /hooks enable hook/ },
                  { code: 'ELIGIBILITY_ENV' },
                  { code: 'UNTRUSTED' },
                ],
                digest: /^sha256:[0-9a-f]{64}$/,
                priority: 100,
                timeoutMs: 30_000,
                onFailure: 'continue',
                modify: {},
                lastRun: null,
              },
            },
            stderr: '',
          },
        ],
      },
      {
        says: 'where nothing is found a message says so, and the exit status is 0',
        steps: [
          { hooks: 'list --event WorktreeRemove', stdout: /^No hook/ },
          { hooks: 'list --event WorktreeRemove --json', json: { schema: 'hookmd.list/1', hooks: [] } },
        ],
      },
      {
        says: '`--event`, `--state` and `--all` choose what is shown',
        hooks: [
          { name: 'a', front: { events: ['Stop'] } },
          { name: 'b', front: { events: ['Stop', 'PreToolUse'] } },
          { name: 'c', front: { events: ['PreToolUse'], enabled: false } },
        ],
        steps: [
          { hooks: 'list --event Stop --json', json: { hooks: [{ name: 'a' }, { name: 'b' }] } },
          { hooks: 'list --event before_tool_call --json', hook: { a: null, b: {}, c: {} } },
          { hooks: 'list --event Stopp', exit: 2, stderr: /EVENT_NOT_FOUND[\s\S]*Did you mean "Stop"/ },
          { hooks: 'list --state disabled --json', hook: { a: null, b: null, c: { state: 'disabled' } } },
        ],
      },
      {
        says: 'an unknown option is an error that suggests the right one',
        steps: [{ hooks: 'list --evnt Stop', exit: 2, stdout: '', stderr: /USAGE[\s\S]*--evnt[\s\S]*event/ }],
      },
    ],
  },
  {
    id: 'M-2',
    source: 'MicroClaw RFC',
    says: '`hooks info NAME` says everything about one hook',
    cases: [
      {
        says: 'the text says why it does not run, what is missing, how to mend it, and how it would run',
        hooks: [
          {
            name: 'notify',
            front: {
              description: 'Posts a message',
              requires: { env: ['SLACK_URL'], bins: ['sh'] },
              timeout: '5s',
              matcher: 'Bash',
              if: 'Bash(git *)',
              onFailure: 'block',
            },
          },
        ],
        steps: [
          {
            hooks: 'info notify',
            stdout: new RegExp(
              [
                '^notify .*ineligible: it will not run$',
                '^Posts a message$',
                'Why',
                '✓ bins +sh +/.*/sh$',
                '✗ env +SLACK_URL',
                'To run it',
                'SLACK_URL',
                'Manifest +.*notify/HOOK\\.md$',
                'Runs +\\./handler\\.sh .*convention hookmd.*timeout 5 s.*on failure: block',
                'Bash, if Bash\\(git \\*\\)',
              ].join('[\\s\\S]*'),
              'm',
            ),
          },
        ],
      },
      {
        says: '`--json` has requirements, body, files and the place in the order',
        hooks: [
          {
            name: 'hook',
            manifest:
              '---\nevents: [PreToolUse]\ncommand: ./handler.sh\nrequires: { bins: [sh], env: [X1] }\n---\nBody text\n',
          },
        ],
        steps: [
          {
            hooks: 'info hook --json',
            json: {
              schema: 'hookmd.info/1',
              name: 'hook',
              state: 'ineligible',
              requirements: [
                { kind: 'bins', want: 'sh', found: /\/sh$/, ok: true },
                { kind: 'env', want: 'X1', found: null, ok: false, remedy: /X1/ },
              ],
              body: /Body text/,
              files: ['HOOK.md', 'handler.sh', 'log.sh'],
              order: { PreToolUse: [1, 1] },
              also: [],
            },
          },
        ],
      },
      {
        says: 'an unknown name is exit 1, no name and two names are exit 2',
        steps: [
          { hooks: 'info nobody', exit: 1, stdout: '', stderr: /HOOK_NOT_FOUND/ },
          { hooks: 'info', exit: 2, stderr: /USAGE/ },
          { hooks: 'info a b', exit: 2, stderr: /USAGE/ },
        ],
      },
      {
        says: 'text of a manifest cannot control the terminal',
        hooks: [{ name: 'hook', front: { description: 'a\u001b[2Jb\u0007' } }],
        steps: [{ hooks: 'info hook', stdout: /^(?:\P{Cc}|\n)*$/u }],
      },
    ],
  },
  {
    id: 'M-3',
    source: 'MicroClaw RFC',
    says: '`hooks enable NAME` approves and switches on',
    cases: [
      {
        says: 'it exits with 0, shows what was agreed to on stderr and the new state on stdout',
        hooks: [{ name: 'guard', front: { modify: { PreToolUse: ['timeout'] }, onFailure: 'block' } }],
        steps: [
          {
            hooks: 'enable guard --yes',
            stdout: /^user\/guard .*ready\n$/,
            stderr:
              /runs +\.\/handler\.sh[\s\S]*on +PreToolUse[\s\S]*may +[^\n]*timeout[\s\S]*fails +closed[\s\S]*LOG[\s\S]*digest +sha256:/,
          },
          {
            hooks: 'enable guard --yes --json',
            json: { schema: 'hookmd.enable/1', hooks: [{ qualifiedName: 'user/guard', state: 'ready' }] },
            stderr: '',
          },
        ],
      },
      {
        says: 'unknown is exit 1, invalid is exit 1, unanswered is exit 2, and nothing is changed by any of them',
        hooks: [{ name: 'guard' }, { name: 'broken', front: { events: [] } }],
        steps: [
          { hooks: 'enable nobody --yes', exit: 1, stderr: /HOOK_NOT_FOUND/ },
          { hooks: 'enable broken --yes', exit: 1, stderr: /HOOK_INVALID[\s\S]*hooks info broken/ },
          { hooks: 'enable guard', exit: 2, stderr: /APPROVAL_NEEDED[\s\S]*Nothing was changed/ },
          { hooks: 'enable', exit: 2, stderr: /USAGE/ },
          { hooks: 'list --json', hook: { guard: { state: 'untrusted' } } },
        ],
      },
      {
        says: 'an agent cannot enable, disable or trust: exit 2, and nothing is changed',
        hooks: ['blocks-always'],
        steps: [
          {
            hooks: 'enable blocks-always --yes',
            env: { HOOK_DEPTH: '1' },
            exit: 2,
            stderr: /AGENT_CALLS[\s\S]*HOOK_DEPTH/,
          },
          {
            hooks: 'enable blocks-always --yes',
            env: { CLAUDECODE: '1' },
            exit: 2,
            stderr: /AGENT_CALLS[\s\S]*CLAUDECODE/,
          },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'untrusted' } } },
          { hooks: 'enable blocks-always --yes' },
          { hooks: 'disable blocks-always', env: { CLAUDECODE: '1' }, exit: 2, stderr: /AGENT_CALLS/ },
          { hooks: 'trust blocks-always --yes', env: { HOOK_DEPTH: '1' }, exit: 2, stderr: /AGENT_CALLS/ },
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'ready' } } },
        ],
      },
      {
        says: 'enabling says why a hook still does not run',
        hooks: [{ name: 'needy', front: { requires: { env: ['SLACK_URL'] } } }],
        steps: [{ hooks: 'enable needy --yes', stdout: /ineligible/, stderr: /SLACK_URL is not set/ }],
      },
    ],
  },
  {
    id: 'M-4',
    source: 'MicroClaw RFC',
    says: '`hooks disable NAME` switches off',
    cases: [
      {
        says: 'it exits with 0 and shows the new state; the approval stays',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { hooks: 'disable blocks-always', stdout: /^user\/blocks-always .*disabled\n$/, stderr: '' },
          {
            hooks: 'disable blocks-always --json',
            json: { schema: 'hookmd.disable/1', hooks: [{ state: 'disabled' }] },
          },
          { hooks: 'enable blocks-always', stdout: /ready/ },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block' } },
        ],
      },
      {
        says: 'it works on a hook that nobody approved, and on an invalid one',
        hooks: [{ name: 'guard' }, { name: 'broken', front: { events: [] } }],
        steps: [
          { hooks: 'disable guard broken' },
          {
            hooks: 'list --json',
            hook: { guard: { state: 'disabled' }, broken: { state: 'invalid', enabled: false } },
          },
        ],
      },
      {
        says: 'unknown is exit 1, no name is exit 2',
        steps: [
          { hooks: 'disable nobody', exit: 1, stderr: /HOOK_NOT_FOUND/ },
          { hooks: 'disable', exit: 2, stderr: /USAGE/ },
        ],
      },
    ],
  },
  {
    id: 'M-5',
    source: 'ours (shipped MicroClaw, OpenClaw)',
    says: '`hooks` alone is `hooks list`',
    cases: [
      {
        says: 'the output is the same, with options and without',
        hooks: ['blocks-always', { name: 'broken', front: { events: [] } }],
        steps: [
          { hooks: '', sameAs: 'list' },
          { hooks: '--json', sameAs: 'list --json' },
          { hooks: '--all', sameAs: 'list --all' },
        ],
      },
      {
        says: 'an unknown command is exit 2 and suggests the right one',
        steps: [
          {
            hooks: 'lst',
            bare: true,
            exit: 2,
            stdout: '',
            stderr: /COMMAND_NOT_FOUND[\s\S]*Did you mean "list"/,
          },
        ],
      },
      {
        says: '`--help` of every command names the exit codes, `--version` the version',
        steps: [
          { hooks: '--help', bare: true, stdout: /list[\s\S]*enable[\s\S]*130 +interrupted/ },
          { hooks: 'enable --help', stdout: /--digest[\s\S]*130 +interrupted/ },
          { hooks: '--version', bare: true, stdout: /^hooks \d+\.\d+\.\d+\S*\n$/ },
        ],
      },
    ],
  },
  {
    id: 'M-6',
    source: 'ours (OpenClaw, complaints)',
    says: '`hooks check` reports every fault of every package with its place, and executes nothing',
    cases: [
      {
        says: 'each seeded fault is reported with file and line, and the exit status is 1',
        hooks: [
          { name: 'event', front: { events: ['PreToolUs'] } },
          { name: 'exit', files: { 'handler.sh': { text: '#!/bin/sh\nexit 1\n', mode: 0o755 } } },
          { name: 'key', front: { matchr: 'Bash' } },
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
              { code: 'SHADOWED', severity: 'error', path: /twin-2\/HOOK\.md$/, message: /twin-1/ },
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
        says: 'a matcher that matches no known tool is a warning',
        hooks: [{ name: 'hook', front: { matcher: 'Bsah' } }],
        steps: [
          {
            hooks: 'check --json',
            issues: [
              {
                code: 'MATCHER_MATCHES_NOTHING',
                severity: 'warning',
                path: /hook\/HOOK\.md$/,
                remedy: /Bash/,
              },
            ],
          },
        ],
      },
      {
        says: 'warnings alone are exit 0; one package may be named; an unknown one is exit 1',
        hooks: [
          { name: 'warned', front: { matchr: 'x' } },
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
              { code: 'ANSWER_OF_ANOTHER_SYSTEM', path: /answer\/handler\.sh$/, line: 3 },
              { code: 'EVENT_NEVER_FIRED', path: /event\/HOOK\.md$/, line: 2, message: /fires TurnEnd;/ },
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
        hooks: Array.from({ length: 40 }, (_, index) => ({ name: `hook-${index}`, front: { matchr: 'x' } })),
        steps: [
          { hooks: 'check', stdout: /… and 10 more problems: `--all` shows them, `--json` has them all/ },
          { hooks: 'check --all', stdout: /^(?:(?!more problems)[\s\S])*40 warnings, 40 hints\n$/ },
          { hooks: 'check --json', json: { counts: { warnings: 40 } } },
        ],
      },
      {
        says: '`hooks doctor` shows every section, every finding with its remedy, and the verdict last',
        hooks: [
          { name: 'needy', front: { requires: { env: ['SLACK_URL'] } } },
          { name: 'late', front: { matchr: 'x' } },
        ],
        steps: [
          { hooks: 'enable needy late --yes' },
          {
            hooks: 'doctor',
            exit: 1,
            stdout: new RegExp(
              [
                '^. runtime +HookMD \\d',
                '^. roots .*user 2',
                '^. manifests ',
                '^. trust +2 approved',
                '^. eligibility ',
                '^. wiring +no agent is attached',
                '^. active set +2 hooks',
                '^. journal ',
                '^. leftovers ',
                'ELIGIBILITY_ENV\\n +SLACK_URL is not set\\n +Run `export SLACK_URL=…`',
                'MANIFEST_UNKNOWN_KEY  warning',
                'WIRING_NONE  warning[\\s\\S]*hooks run --agent claude-code',
                '^1 problem, 2 warnings \\(1 hint\\): user/needy: SLACK_URL is not set\\.\\n$',
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
              findings: [{ section: 'eligibility', code: 'ELIGIBILITY_ENV', hook: 'user/needy' }, {}, {}, {}],
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
              findings: [
                { code: 'WIRING_MISSES_EVENT', message: /tell HookMD of Stop, and user\/guard/ },
                {},
              ],
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
                { code: 'WIRING_OFF', path: '<project>/.claude/settings.json' },
                { code: 'WIRING_BROKEN', message: /\/nowhere\/hooks does not exist/ },
                {},
              ],
            },
          },
          { write: { 'project/.claude/settings.json': '{' } },
          { hooks: 'doctor --json', json: { findings: [{ code: 'WIRING_UNREADABLE' }, {}, {}] } },
          { write: { 'project/.claude/settings.json': '{"env":{"TOKEN": hidden-key}}' } },
          {
            hooks: 'doctor --json',
            stdout: /^(?!.*hidden)/s,
            json: { findings: [{ message: /cannot be read: Unexpected token 'h' is no JSON\.$/ }, {}, {}] },
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
          { hooks: 'doctor --json', json: { findings: [{ code: 'ACTIVE_SET_OUTDATED' }, {}, {}] } },
          { hooks: 'list' },
          { hooks: 'doctor --json', json: { findings: [{ code: 'HOOKS_NOT_ON_PATH' }] } },
          { corrupt: 'home/.local/state/hookmd/active' },
          {
            hooks: 'doctor --json',
            json: { findings: [{ code: 'ACTIVE_SET_OUTDATED', message: /damaged/ }, {}, {}] },
          },
          { hooks: 'list' },
          { remove: 'home/.local/state/hookmd/store' },
          {
            hooks: 'doctor --json',
            exit: 1,
            json: {
              findings: [{ code: 'STORE_DAMAGED', hook: 'user/guard', remedy: /hooks trust/ }, {}, {}],
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
            stdout: /Fire drill of user\/guard\n +PreToolUse +\d+(\.\d)? ms {2}blocked: no\n +Stop /,
          },
          {
            hooks: 'doctor --fire fails --json',
            exit: 1,
            json: {
              drills: [{ event: 'PreToolUse', run: { outcome: 'non_blocking_error' } }],
              findings: [{ code: 'DRILL_FAILED', section: 'fire drill', message: /exit status 3/ }, {}, {}],
            },
          },
          {
            hooks: 'doctor --fire new --json',
            exit: 1,
            json: {
              drills: [],
              findings: [{ code: 'DRILL_NOT_RUN', message: /nobody has approved it/ }, {}, {}],
            },
          },
          { hooks: 'doctor --fire nobody', exit: 1, stderr: /HOOK_NOT_FOUND/ },
          { files: { 'home/.local/state/hookmd/journal': null, 'home/.local/state/hookmd/breakers': null } },
        ],
      },
    ],
  },
  {
    id: 'M-7',
    source: 'Kodelet K2 (by hand), ours',
    says: '`hooks run EVENT` dispatches one event, `hooks test` the cases of a package',
    cases: [
      {
        says: 'the payload comes from stdin or a file, and the exit status says whether the event may go on',
        hooks: ['blocks-always'],
        files: { 'project/payload.json': ls },
        steps: [
          { hooks: 'enable blocks-always --yes' },
          {
            hooks: 'run PreToolUse --json',
            stdin: ls,
            exit: 1,
            json: {
              schema: 'hookmd.decision/1',
              event: 'PreToolUse',
              decision: 'block',
              traceId: /^[0-9a-f]{32}$/,
            },
          },
          { hooks: 'run PreToolUse --json --payload payload.json', exit: 1, json: { decision: 'block' } },
          { hooks: 'run PreToolUse', stdin: ls, exit: 1, stdout: /blocked[\s\S]*blocked by blocks-always/ },
          { hooks: 'run Stop --json', stdin: '{}', exit: 0, json: { decision: 'none', hooks: [] } },
        ],
      },
      {
        says: '`--only NAME` asks one hook, by plain or qualified name',
        hooks: [
          'blocks-always',
          'says-nothing',
          { name: 'says-nothing', like: 'says-nothing', at: 'project' },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            run: { args: ['--only', 'says-nothing'] },
            expect: { ran: ['says-nothing', 'says-nothing'] },
          },
          {
            fire: 'PreToolUse',
            run: { args: ['--only', 'user/says-nothing'] },
            expect: { ran: ['says-nothing'] },
          },
        ],
      },
      {
        says: '`--agent claude-code` reads and answers in its form, and `--json` excludes it',
        hooks: ['blocks-always'],
        steps: [
          { hooks: 'enable blocks-always --yes' },
          {
            hooks: 'run --agent claude-code',
            stdin:
              '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}',
            exit: 0,
            stdout:
              '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"blocked by blocks-always"}}\n',
            stderr: '',
          },
          {
            hooks: 'run --agent claude-code --json',
            stdin: ls,
            exit: 2,
            stderr: '',
            json: { code: 'USAGE' },
          },
          {
            hooks: 'run --agent claude-cod',
            stdin: ls,
            exit: 2,
            stderr: /AGENT_NOT_FOUND[\s\S]*claude-code/,
          },
        ],
      },
      {
        says: 'what HookMD itself gets wrong is never a block or an allow by accident',
        hooks: [
          'says-nothing',
          { name: 'closed', like: 'says-nothing', front: { onFailure: 'block', events: ['PreToolUse'] } },
        ],
        steps: [
          { hooks: 'enable says-nothing --yes' },
          {
            hooks: 'run --agent claude-code',
            stdin: 'not json',
            exit: 0,
            stdout: /^\{"systemMessage":"[^"]*could not judge/,
          },
          {
            hooks: 'run PreToolUse --agent claude-code',
            stdin: '[]',
            exit: 0,
            stdout: /^\{"systemMessage":/,
          },
          { hooks: 'enable closed --yes' },
          {
            hooks: 'run PreToolUse --agent claude-code',
            stdin: '[]',
            exit: 0,
            stdout: /"permissionDecision":"deny"/,
          },
          { hooks: 'run Stop --agent claude-code', stdin: '[]', exit: 0, stdout: /^\{"systemMessage":/ },
        ],
      },
      {
        says: 'an unknown event, a missing one and a payload that cannot be read are exit 2',
        steps: [
          {
            hooks: 'run PreToolUs --json',
            stdin: ls,
            exit: 2,
            json: { code: 'EVENT_NOT_FOUND', remedy: /PreToolUse/ },
          },
          {
            hooks: 'run after_tool_call --json',
            exit: 2,
            json: {
              code: 'EVENT_NOT_FOUND',
              remedy: /about PostToolUse and PostToolUseFailure: fire that\./,
            },
          },
          { hooks: 'run --json', stdin: ls, exit: 2, json: { code: 'USAGE' } },
          { hooks: 'run PreToolUse --json --payload nowhere.json', exit: 2, json: { code: 'PAYLOAD' } },
          { hooks: 'run PreToolUse --json --budget soon', stdin: ls, exit: 2, json: { code: 'USAGE' } },
          {
            hooks: 'run PreToolUse --json --only nobody',
            stdin: ls,
            exit: 2,
            json: { code: 'HOOK_NOT_FOUND' },
          },
        ],
      },
      {
        says: '`hooks test NAME` runs its cases, says what differs, and is exit 1 where one fails',
        hooks: [
          {
            name: 'guard',
            stderr: 'not here',
            exits: 2,
            files: {
              'tests/b.json': caseFile({ says: 'wants too much', decision: 'none', reason: '/^elsewhere/' }),
              'tests/a.json': caseFile({ says: 'is blocked', decision: 'block', reason: '/not \\w+/' }),
            },
          },
        ],
        steps: [
          {
            hooks: 'test guard',
            exit: 1,
            stdout:
              /is blocked[\s\S]*wants too much {2}.*tests\/b.json:1\n {6}decision: expected "none", found "block"\n {6}reason: expected a text with \/\^elsewhere\/, found "not here"[\s\S]*2 cases of 1 package: 1 passed, 1 failed\n$/,
          },
          {
            hooks: 'test guard --json',
            exit: 1,
            stdout:
              /^\{"schema":"hookmd.result\/1","hook":"user\/guard","file":"tests\/a.json",.*"ok":true.*\n\{.*"differences":\[\{"key":"decision","expected":"none","found":"block"\}.*\n\{"schema":"hookmd.test\/1","ok":false,"counts":\{"packages":1,"cases":2,"passed":1,"failed":1\}.*\n$/,
          },
          { remove: 'home/.hookmd/hooks/guard/tests/b.json' },
          { hooks: 'test guard', stdout: /1 case of 1 package: 1 passed\n$/ },
          { hooks: 'test nobody', exit: 1, stderr: /HOOK_NOT_FOUND/ },
        ],
      },
      {
        says: 'a test asks nobody else, needs no enabling, and leaves no trace in the state',
        hooks: [
          'blocks-always',
          {
            name: 'guard',
            does: 'echo x >> "$HOOK_DATA_DIR/seen"; test "$(wc -l < "$HOOK_DATA_DIR/seen")" -eq 1 || exit 2; exit 1',
            front: { enabled: false },
            files: {
              // More failures than a breaker takes.
              'tests/a.json': caseFile(
                ...Array.from({ length: 7 }, () => ({
                  says: 'fails',
                  outcome: 'non_blocking_error',
                  cause: 'EXIT',
                })),
              ),
            },
          },
        ],
        config: { hooks: { enabled: false } },
        steps: [
          { hooks: 'enable blocks-always --yes' },
          { remember: 'home' },
          { hooks: 'test guard', stdout: /7 passed/, stderr: /user\/guard is not approved/ },
          { unchanged: 'home' },
          { files: { 'log/runs': null } },
        ],
      },
      {
        says: 'a case brings its own files, variables and event, and sees no variable of the person',
        hooks: [
          {
            name: 'copies',
            does: 'test "$(ls | tr "\\n" " ")" = "sub " || exit 3; printf "%s-%s" "$(cat sub/in.txt)" "$TOKEN" > out.txt; printf "tell"; exit 0',
            front: { events: ['UserPromptSubmit'], protocol: 'claude', env: ['TOKEN', 'LOG'] },
            files: {
              'tests/a.json': JSON.stringify([
                {
                  ...copies('keeps to itself'),
                  expect: { context: ['tell'], files: { 'out.txt': 'given-', 'none.txt': null } },
                },
                {
                  ...copies('is given a variable'),
                  env: { TOKEN: 'mine' },
                  expect: { files: { 'out.txt': '/^g.*-mine$/' } },
                },
                {
                  ...copies('may have options'),
                  options: { limit: 5 },
                  expect: { outcome: 'success', dropped: [] },
                },
                {
                  ...copies('shows texts line by line'),
                  expect: { files: { 'out.txt': 'given-\nmore\n' } },
                },
              ]),
            },
          },
        ],
        steps: [
          {
            hooks: 'test copies --jobs 1',
            env: { TOKEN: 'secret' },
            exit: 1,
            stdout:
              /keeps to itself {2}\d+ ms\n.*is given a variable {2}\d+ ms\n[\s\S]*files.out.txt: expected \(-\), found \(\+\)[\s\S]*-more[\s\S]*3 passed, 1 failed/,
          },
        ],
      },
      {
        says: 'a case file that is wrong is exit 2, with every problem and its place; the others run',
        hooks: [
          {
            name: 'wrong',
            files: {
              'tests/a.json': [
                '[{',
                '  "schema": "hookmd.case/1",',
                '  "name": "a",',
                '  "event": "PreToolUs",',
                '  "payloa": {},',
                '  "files": {"../x": ""},',
                '  "expect": {"decision": "blocks", "reason": "/(/"}',
                '}]',
              ].join('\n'),
              'tests/b.json': '{',
              'tests/c.json': JSON.stringify({
                schema: 'hookmd.case/1',
                name: 'c',
                event: 'PreToolUse',
                expect: {},
              }),
            },
          },
          { name: 'right', files: { 'tests/a.json': caseFile({ says: 'passes', decision: 'none' }) } },
        ],
        steps: [
          {
            hooks: 'test wrong right',
            exit: 2,
            stdout: /right\n.*passes[\s\S]*1 case of 1 package/,
            stderr:
              /a.json:4:12 .*\n.*\n.*"PreToolUse"[\s\S]*a.json:5:3 .*\n.*\n.*"payload"[\s\S]*a.json:6:12 .*[\s\S]*a.json:7:26 [\s\S]*a.json:7:46 [\s\S]*b.json.*CASE_JSON[\s\S]*c.json:1:\d+.*CASE_VALUE/,
          },
        ],
      },
      {
        says: 'without a name nothing runs that a project brought and nobody approved; by name it does',
        hooks: [
          ...['brought', 'changed', 'approved'].map((name) => ({
            name,
            at: 'project' as const,
            does: `touch <log>/${name}`,
            files: { 'tests/a.json': caseFile({ says: 'passes', decision: 'none' }) },
          })),
          {
            name: 'own',
            does: 'touch <log>/own',
            files: { 'tests/a.json': caseFile({ says: 'passes', decision: 'none' }) },
          },
          'says-nothing',
        ],
        steps: [
          { hooks: 'enable changed --yes --digest <digest changed>' },
          { hooks: 'enable approved --yes --digest <digest approved>' },
          { append: { 'project/.hookmd/hooks/changed/handler.sh': '\n' } },
          {
            hooks: 'test --jobs 8',
            stdout:
              /^project\/approved\n.*passes.*\nuser\/own\n.*passes[\s\S]*2 cases of 2 packages: 2 passed\n$/,
            stderr:
              /^project\/brought is left out: .*`hooks test project\/brought`.*\nproject\/changed is left out: .*\nwithout cases: user\/says-nothing\n$/,
          },
          { files: { 'log/own': '', 'log/approved': '', 'log/brought': null, 'log/changed': null } },
          {
            hooks: 'test brought',
            stdout: /^project\/brought\n[\s\S]*1 passed/,
            stderr: /^project\/brought is not approved as it stands.*\n$/,
          },
          { files: { 'log/brought': '' } },
          { hooks: 'test says-nothing', exit: 1, stderr: /CASES_MISSING/ },
          { hooks: 'test own --jobs none', exit: 2, stderr: /USAGE/ },
        ],
      },
    ],
  },
  {
    id: 'M-8',
    source: 'ours',
    says: '`hooks new` writes a package that passes `check` and `test`',
    cases: [
      {
        says: 'a guard blocks what its example names once it is enabled',
        steps: [
          {
            hooks: 'new no-force --guard',
            stdout:
              /no-force\/HOOK.md\n.*handler.sh\n.*tests\/no-force.json\n[\s\S]*hooks test no-force .*\n.*hooks enable no-force /,
          },
          { hooks: 'check no-force --json', json: { ok: true, issues: [] } },
          { hooks: 'test no-force', stdout: /2 passed/ },
          { hooks: 'list --json', hook: { 'no-force': { state: 'untrusted' } } },
          { hooks: 'enable no-force --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            payload: { tool_name: 'Bash', tool_input: { command: 'git push --force' } },
            expect: { decision: 'block', reason: /^force push/, decidedBy: ['user/no-force'] },
          },
        ],
      },
      {
        says: 'what cannot be is refused, and nothing is written or overwritten',
        hooks: [{ name: 'folder', front: { name: 'taken' } }],
        files: { 'home/.hookmd/hooks/empty': null },
        steps: [
          { remember: 'home' },
          { hooks: 'new taken', exit: 1, stderr: /HOOK_EXISTS.*hooks\/folder/ },
          { hooks: 'new folder', exit: 1, stderr: /HOOK_EXISTS/ },
          { hooks: 'new empty', exit: 1, stderr: /HOOK_EXISTS/ },
          { hooks: 'new ../x', exit: 2, stderr: /PACKAGE_NAME/ },
          { hooks: 'new x --event Stpo', exit: 2, stderr: /EVENT_NOT_FOUND[\s\S]*"Stop"/ },
          { hooks: 'new x --event BeforeToolCall', exit: 2, stderr: /EVENT_NOT_FOUND[\s\S]*"PreToolUse"/ },
          {
            hooks: 'new x --event Stop --guard',
            exit: 2,
            stderr: /EVENT_NOT_BLOCKABLE[\s\S]*UserPromptSubmit/,
          },
          { hooks: 'new x --lang py', exit: 2, stderr: /USAGE[\s\S]*sh, js/ },
          { hooks: 'new', exit: 2, stderr: /USAGE/ },
          { remove: 'home/.local' },
          { unchanged: 'home' },
        ],
      },
      {
        says: '`--scope project` writes into the project, and names what it means where others have the name',
        steps: [
          { hooks: 'new twin', stdout: /hooks test twin {2}/ },
          {
            hooks: 'new twin --scope project --lang js --json',
            json: {
              schema: 'hookmd.new/1',
              qualifiedName: 'project/twin',
              files: ['HOOK.md', 'handler.mjs', 'tests/twin.json'],
              next: ['hooks test project/twin', 'hooks enable project/twin', 'hooks info project/twin'],
            },
          },
          { hooks: 'test project/twin', stdout: /1 passed/ },
        ],
      },
    ],
  },
  {
    id: 'M-9',
    source: 'ours (mission, Kodelet, OpenClaw)',
    says: '`hooks install` and `hooks remove`, with a lock',
    pending: issues.install,
  },
  {
    id: 'M-10',
    source: 'Kodelet',
    says: 'A bare executable can still be called by hand',
    cases: [
      {
        says: 'where it stands it answers `hook` and `run` before, while and after it is approved',
        hooks: [
          { name: 'guard', asked: 'echo before_tool_call', prints: { blocked: true, reason: 'by hand' } },
        ],
        steps: [
          ...byHand,
          { hooks: 'enable guard --yes' },
          { files: { 'home/.kodelet/hooks/guard': /^#!\/bin\/sh/ } },
          ...byHand,
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'by hand' } },
        ],
      },
    ],
  },
  {
    id: 'M-11',
    source: 'Kodelet K2',
    says: 'A variable gives debug logs of each start and outcome',
    cases: [
      {
        says: '`debug` tells each start and outcome, `info` what is worth knowing, `warn` neither; an agent gets none',
        hooks: [
          { name: 'blocks', stderr: 'no', exits: 2, front: { if: 'Bash(ls*)' } },
          {
            name: 'fine',
            front: { events: ['PreToolUse'], priority: 1, modify: { PreToolUse: ['timeout'] } },
          },
          { name: 'narrow', front: { matcher: 'Write' } },
        ],
        steps: [
          { hooks: 'enable blocks fine narrow --yes' },
          {
            hooks: 'run PreToolUse --json',
            stdin: ls,
            env: { HOOKMD_LOG: 'debug' },
            exit: 1,
            json: { decision: 'block' },
            stderr: new RegExp(
              [
                '^debug  user/fine  starts as transform',
                'debug  user/fine  ends: success, exit 0, .* ms',
                'debug  user/blocks  starts as guard',
                'debug  user/blocks  ends: blocking, exit 2, .* ms',
                'debug  user/fine  no objection',
                'info   user/blocks  blocked: no',
                'debug  user/narrow  not asked: .*',
              ].join('\n'),
            ),
          },
          {
            hooks: 'run PreToolUse',
            stdin: ls,
            env: { HOOKMD_LOG: 'info' },
            exit: 1,
            stderr: 'info   user/blocks  blocked: no\n',
          },
          { hooks: 'run PreToolUse', stdin: ls, env: { HOOKMD_LOG: 'warn' }, exit: 1, stderr: '' },
          { hooks: 'run PreToolUse', stdin: ls, exit: 1, stderr: '' },
          {
            hooks: 'run PreToolUse',
            stdin: ls,
            env: { HOOKMD_LOG: 'verbose' },
            exit: 1,
            stderr: /^warning: HOOKMD_LOG is "verbose".*debug, info or warn\.\n$/,
          },
          {
            hooks: 'run PreToolUse --agent claude-code',
            stdin: ls,
            env: { HOOKMD_LOG: 'debug' },
            stdout: /deny/,
            stderr: '',
          },
        ],
      },
    ],
  },
  {
    id: 'M-12',
    source: 'ours',
    says: '`hooks import` makes packages of bare executables, settings entries and OpenClaw folders',
    cases: [
      {
        says: 'a guard and a redactor come to the same as the executables they were made from',
        hooks: [
          { name: 'guard', asked: 'echo before_tool_call', prints: { blocked: true, reason: 'the guard' } },
          { name: 'rewrite', asked: 'echo after_tool_call', does: rewrites },
        ],
        steps: [
          { hooks: 'enable guard rewrite --yes' },
          ...sameDecisions,
          { hooks: 'import <home>/.kodelet/hooks --json', json: { schema: 'hookmd.import/1', refused: [] } },
          {
            hooks: 'list --json',
            hook: {
              'guard-hook': {
                state: 'disabled',
                approvedDigest: null,
                events: ['before_tool_call'],
                convention: 'kodelet',
              },
              'rewrite-hook': { state: 'disabled', source: 'user' },
              guard: { state: 'ready' },
            },
          },
          {
            hooks: 'check guard-hook rewrite-hook --json',
            json: { ok: true, counts: { errors: 0, warnings: 0 } },
          },
          ...sameDecisions,
          { hooks: 'enable guard-hook rewrite-hook --yes' },
          { hooks: 'disable guard rewrite' },
          ...sameDecisions,
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', decidedBy: ['user/guard-hook'] },
          },
        ],
      },
      {
        says: 'nothing is run, overwritten or switched on by it; `--dry-run` writes nothing',
        hooks: [{ name: 'guard', at: 'project', asked: 'echo before_tool_call' }],
        steps: [
          { remember: 'project' },
          {
            hooks: 'import .kodelet/hooks/guard --dry-run',
            stdout:
              /project\/guard-hook +from .kodelet\/hooks\/guard[\s\S]*would write .*HOOK\.md[\s\S]*hooks enable project\/guard-hook/,
          },
          { unchanged: 'project' },
          {
            hooks: 'import .kodelet/hooks/guard --json',
            json: {
              dryRun: false,
              imported: [
                {
                  qualifiedName: 'project/guard-hook',
                  saidBy: 'text',
                  original: 'project/guard',
                  dir: '<project>/.hookmd/hooks/guard-hook',
                  files: ['HOOK.md', 'guard'],
                },
              ],
            },
          },
          { files: { 'project/.hookmd/hooks/guard-hook/HOOK.md': /^enabled: false$/m, asked: null } },
          { hooks: 'import .kodelet/hooks/guard --json', json: { imported: [{ name: 'guard-hook-2' }] } },
          {
            hooks: 'import .kodelet/hooks/guard --name guard-hook',
            exit: 1,
            stderr: /IMPORT_REFUSED[\s\S]*--name/,
          },
          {
            hooks: 'import .kodelet/hooks/guard --name team --scope user --json',
            json: { imported: [{ qualifiedName: 'user/team' }] },
          },
          { files: { asked: null } },
        ],
      },
      {
        says: 'what only running it would tell is refused, unless it was approved or a person says it',
        files: {
          'elsewhere/both': {
            text: '#!/bin/sh\n# before_tool_call or agent_stop\necho agent_stop\n',
            mode: 0o755,
          },
          'elsewhere/plain': { text: 'before_tool_call', mode: 0o644 },
          'elsewhere/text': { text: 'echo before_tool_call\n', mode: 0o755 },
        },
        steps: [
          { hooks: 'import <scratch>/elsewhere/both', exit: 1, stderr: /IMPORT_REFUSED[\s\S]*--event/ },
          { hooks: 'import <scratch>/elsewhere/plain', exit: 1, stderr: /no exec bit/ },
          {
            hooks: 'import <scratch>/elsewhere/text',
            exit: 1,
            stderr: /IMPORT_REFUSED[\s\S]*cannot start it/,
          },
          { hooks: 'import <scratch>/elsewhere --name x', exit: 2, stderr: /IMPORT_SEVERAL/ },
          { hooks: 'import <scratch>/nowhere', exit: 1, stderr: /IMPORT_NOTHING/ },
          { hooks: 'import <scratch>/elsewhere/both --event Stop', exit: 2, stderr: /USAGE/ },
          {
            hooks: 'import <scratch>/elsewhere/both --event agent_stop --json',
            json: {
              imported: [
                { qualifiedName: 'user/both', events: ['agent_stop'], saidBy: 'option', original: null },
              ],
            },
          },
        ],
      },
      {
        says: 'a package folder of OpenClaw is copied with its requirements, switched off',
        files: {
          'elsewhere/memory/HOOK.md': [
            '---',
            'name: memory',
            'description: Keeps what was said',
            'metadata: { openclaw: { emoji: "x", events: ["command:new"], requires: { bins: [sh] } } }',
            '---',
            '# Memory',
            '',
          ].join('\n'),
          'elsewhere/memory/handler.ts': 'export default async () => {};\n',
          'elsewhere/memory/lib/deep.txt': 'deep',
        },
        steps: [
          {
            hooks: 'import <scratch>/elsewhere --json',
            json: { imported: [{ name: 'memory', convention: 'openclaw' }] },
          },
          {
            hooks: 'info memory --json',
            json: {
              state: 'disabled',
              description: 'Keeps what was said',
              events: ['command:new'],
              requirements: [{ kind: 'bins', want: 'sh' }],
              body: /# Memory/,
              files: ['HOOK.md', 'handler.ts', 'lib/deep.txt'],
            },
          },
          {
            hooks: 'import <home>/.hookmd/hooks/memory',
            exit: 1,
            stderr: /it is the package user\/memory already/,
          },
        ],
      },
      {
        says: 'a settings entry of our own comes to the same as the package made of it',
        files: {
          'project/.hookmd/config.yaml': JSON.stringify({
            entries: {
              PreToolUse: [
                {
                  matcher: 'Bash',
                  hooks: [{ type: 'command', command: 'echo "the entry" >&2; exit 2', name: 'guard' }],
                },
              ],
            },
          }),
        },
        steps: [
          {
            fire: 'PreToolUse',
            expect: { decision: 'block', reason: 'the entry', decidedBy: ['project/guard'] },
          },
          {
            hooks: 'import .hookmd/config.yaml --json',
            json: { imported: [{ qualifiedName: 'project/guard-hook', original: 'project/guard' }] },
          },
          {
            fire: 'PreToolUse',
            expect: { decision: 'block', reason: 'the entry', decidedBy: ['project/guard'] },
          },
          { remove: 'project/.hookmd/config.yaml' },
          { hooks: 'enable guard-hook --yes --digest <digest guard-hook>' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', reason: 'the entry', decidedBy: ['project/guard-hook'] },
          },
        ],
      },
      {
        says: 'settings entries of Claude become packages with the files they run, and block',
        files: {
          'project/.claude/settings.json': JSON.stringify({
            hooks: {
              PreToolUse: [
                {
                  matcher: 'Bash',
                  hooks: [
                    {
                      type: 'command',
                      command: '"$CLAUDE_PROJECT_DIR"/.claude/guard.sh',
                      timeout: 5,
                      name: 'guard',
                    },
                  ],
                },
              ],
            },
          }),
          'project/.claude/guard.sh': { text: '#!/bin/sh\necho "the entry" >&2\nexit 2\n', mode: 0o755 },
        },
        steps: [
          {
            hooks: 'import .claude/settings.json --json',
            json: {
              imported: [
                {
                  qualifiedName: 'project/guard',
                  events: ['PreToolUse'],
                  convention: 'claude',
                  files: ['HOOK.md', 'project/.claude/guard.sh'],
                },
              ],
              refused: [],
            },
          },
          { fire: 'PreToolUse' },
          { hooks: 'info guard --json', json: { state: 'disabled', timeoutMs: 5000 } },
          { hooks: 'enable guard --yes --digest <digest guard>' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', reason: 'the entry', decidedBy: ['project/guard'] },
          },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Read', tool_input: { file_path: 'a' } },
            run: { approved: true },
            expect: {},
          },
        ],
      },
    ],
  },
];
