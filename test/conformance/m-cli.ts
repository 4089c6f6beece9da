import { issues } from './issues.ts';
import type { Row } from './row.ts';

const ls = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

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
      { says: '`hooks doctor`', pending: issues.dailyTools },
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
      { says: '`hooks test` runs the cases of a package', pending: issues.dailyTools },
    ],
  },
  {
    id: 'M-8',
    source: 'ours',
    says: '`hooks new` writes a package that passes `check` and `test`',
    pending: issues.dailyTools,
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
    pending: issues.seedSystems,
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
    pending: issues.seedSystems,
  },
];
