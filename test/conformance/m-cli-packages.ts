import { installCases } from './install-samples.ts';
import { ls } from './m-cli-samples.ts';
import type { Row, Step } from './row.ts';

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

export const packageCommands: readonly Row[] = [
  {
    id: 'M-8',
    source: 'HookMD',
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
          { hooks: 'list --json', hook: { 'no-force': { state: 'unapproved' } } },
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
          { hooks: 'new x --lang go', exit: 2, stderr: /USAGE[\s\S]*sh, js, ts, py/ },
          { hooks: 'new', exit: 2, stderr: /USAGE/ },
          { remove: 'home/.local' },
          { unchanged: 'home' },
        ],
      },
      {
        says: '`--scope project` writes into the project, and names what it means where others have the name',
        steps: [
          { hooks: 'new twin', stdout: /hooks test twin --home \S+ --project \S+ {4}/ },
          {
            hooks: 'new twin --scope project --lang js --json',
            json: {
              schema: 'hookmd.new/1',
              qualifiedName: 'project/twin',
              files: ['HOOK.md', 'handler.mjs', 'tests/twin.json'],
              // As they are to be typed: where it was written is part of them.
              next: [
                /^hooks test project\/twin --home \S+ --project \S+$/,
                /^hooks enable project\/twin --home \S+ --project \S+$/,
                /^hooks info project\/twin --home \S+ --project \S+$/,
              ],
            },
          },
          { hooks: 'test project/twin', stdout: /1 passed/ },
        ],
      },
    ],
  },
  {
    id: 'M-9',
    source: 'HookMD (mission, Kodelet, OpenClaw)',
    says: '`hooks install` and `hooks remove`, with a lock',
    cases: installCases,
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
                '^debug  user/fine  starts as modify',
                'debug  user/fine  ends: success, exit 0, .* ms',
                'debug  user/blocks  starts as guard',
                'debug  user/blocks  ends: blocking, exit 2, .* ms',
                'debug  user/fine  no decision',
                'info   user/blocks  blocked: no',
                'debug  user/narrow  skipped: .*',
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
    source: 'HookMD',
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
          { hooks: 'import <home>/.kodelet/hooks --json', json: { schema: 'hookmd.import/1', rejected: [] } },
          {
            hooks: 'list --json',
            hook: {
              'guard-hook': {
                state: 'disabled',
                approvedDigest: null,
                events: ['before_tool_call'],
                protocol: 'kodelet',
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
                  foundIn: 'text',
                  original: 'project/guard',
                  dir: '<project>/.hookmd/hooks/guard-hook',
                  files: ['HOOK.md', 'guard'],
                },
              ],
            },
          },
          { files: { 'project/.hookmd/hooks/guard-hook/HOOK.md': /^enabled: false$/m, asked: null } },
          { remember: 'project' },
          {
            hooks: 'import .kodelet/hooks/guard --json',
            json: { imported: [], rejected: [{ code: 'IMPORT_ALREADY', message: /project\/guard-hook/ }] },
          },
          { hooks: 'import .kodelet/hooks/guard --name guard-hook --json', json: { imported: [] } },
          { unchanged: 'project' },
          { write: { 'project/.hookmd/hooks/guard-hook/guard': '# mine' } },
          { hooks: 'import .kodelet/hooks/guard --json', json: { imported: [{ name: 'guard-hook-2' }] } },
          { files: { 'project/.hookmd/hooks/guard-hook/guard': '# mine' } },
          {
            hooks: 'import .kodelet/hooks/guard --name guard-hook',
            exit: 1,
            stderr: /IMPORT_REJECTED[\s\S]*--name/,
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
          { hooks: 'import <scratch>/elsewhere/both', exit: 1, stderr: /IMPORT_REJECTED[\s\S]*--event/ },
          { hooks: 'import <scratch>/elsewhere/plain', exit: 1, stderr: /no exec bit/ },
          {
            hooks: 'import <scratch>/elsewhere/text',
            exit: 1,
            stderr: /IMPORT_REJECTED[\s\S]*cannot start it/,
          },
          { hooks: 'import <scratch>/elsewhere --name x', exit: 2, stderr: /IMPORT_SEVERAL/ },
          { hooks: 'import <scratch>/nowhere', exit: 1, stderr: /IMPORT_NOTHING/ },
          { hooks: 'import <scratch>/elsewhere/both --event Stop', exit: 2, stderr: /USAGE/ },
          {
            hooks: 'import <scratch>/elsewhere/both --event agent_stop --json',
            json: {
              imported: [
                { qualifiedName: 'user/both', events: ['agent_stop'], foundIn: 'option', original: null },
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
          'elsewhere/memory/handler.ts':
            'export default async (event) => { event.messages.push(event.type + " " + event.action); };\n',
          'elsewhere/memory/lib/deep.txt': 'deep',
        },
        steps: [
          {
            hooks: 'import <scratch>/elsewhere --json',
            json: { imported: [{ name: 'memory', protocol: 'openclaw' }] },
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
          { hooks: 'enable memory --yes' },
          { fire: 'SessionStart', run: { approved: true }, expect: { userMessages: ['command new'] } },
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
                  protocol: 'claude',
                  files: ['HOOK.md', 'project/.claude/guard.sh'],
                },
              ],
              rejected: [],
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
