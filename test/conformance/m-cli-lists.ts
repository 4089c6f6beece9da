import type { Row } from './row.ts';

export const lists: readonly Row[] = [
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
                '^\\d+ hooks · (?=.*1 ready)(?=.*2 unapproved|.*1 unapproved).*project: .*project$',
                '^ *NAME +EVENTS +SOURCE.* STATE$',
                '^ *theirs +PreToolUse +project .*unapproved',
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
                protocol: 'hookmd',
                source: 'user',
                path: '<home>/.hookmd/hooks/hook/HOOK.md',
                state: 'disabled',
                enabled: false,
                eligible: false,
                reasons: [
                  { code: 'DISABLED', message: /./, remedy: /hooks enable hook/ },
                  { code: 'ELIGIBILITY_ENV' },
                  { code: 'UNAPPROVED' },
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
                '✓ program +sh \\(/.*/sh\\)$',
                '✗ variable +SLACK_URL',
                'To run it',
                'SLACK_URL',
                'Manifest +.*notify/HOOK\\.md$',
                'Runs +\\./handler\\.sh .*protocol hookmd.*timeout 5 s.*on failure: block',
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
          {
            hooks: 'enable broken --yes',
            exit: 1,
            stderr: /MANIFEST_NO_EVENT[\s\S]*HOOK_INVALID[\s\S]*hooks check broken/,
          },
          { hooks: 'enable guard', exit: 2, stderr: /APPROVAL_NEEDED[\s\S]*Nothing was changed/ },
          { hooks: 'enable', exit: 2, stderr: /USAGE/ },
          { hooks: 'list --json', hook: { guard: { state: 'unapproved' } } },
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
          { hooks: 'list --json', hook: { 'blocks-always': { state: 'unapproved' } } },
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
    source: 'HookMD (as MicroClaw and OpenClaw do)',
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
];
