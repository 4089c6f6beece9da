import { issues } from './issues.ts';
import type { Row } from './row.ts';

const refusal = `echo '{"decision":"block","reason":"no"}'`;

/** The same hook of PostToolUse from every source that a file can be. */
const everySource = {
  'home/.hookmd/hooks/package/HOOK.md': `---\n${JSON.stringify({ events: ['PostToolUse'], protocol: 'claude', command: refusal })}\n---\n`,
  'home/.hookmd/config.yaml': refusing('entries'),
  'project/.hookmd/config.yaml': refusing('entries'),
  'session.json': refusing('hooks'),
  'project/skills/careful/SKILL.md': `---\n${refusing('hooks')}\n---\n`,
} as const;

function refusing(key: string): string {
  return JSON.stringify({ [key]: { PostToolUse: [{ hooks: [{ type: 'command', command: refusal }] }] } });
}

function entriesFile(key: string, names: readonly string[]): string {
  const hooks = names.map((name) => ({ type: 'command', name, command: 'true' }));
  return JSON.stringify({ [key]: { SessionEnd: [{ hooks }] } });
}

const oneByOne = { hooks: { concurrency: 1 } } as const;

export const discovery: readonly Row[] = [
  {
    id: 'B1',
    source: 'Kodelet',
    says: 'Bare executables in `./.kodelet/hooks/` are found first',
    pending: issues.seedSystems,
  },
  {
    id: 'B2',
    source: 'Kodelet',
    says: 'Bare executables in `~/.kodelet/hooks/` are found second',
    pending: issues.seedSystems,
  },
  {
    id: 'B3',
    source: 'Kodelet',
    says: 'Of two bare executables of one name the one in the earlier directory runs',
    pending: issues.seedSystems,
  },
  {
    id: 'B4',
    source: 'Kodelet',
    says: 'Hooks of different names all run',
    cases: [
      {
        says: 'hooks of the project, of the user and of a given root all run',
        hooks: [
          { name: 'a', at: 'root' },
          { name: 'b', at: 'user' },
          { name: 'c', at: 'project' },
        ],
        config: oneByOne,
        expect: { ran: ['c', 'b', 'a'] },
      },
      {
        says: 'packages of one name in two scopes both run, under qualified names',
        hooks: [
          { name: 'guard', at: 'user', prints: { systemMessage: 'the user' } },
          { name: 'guard', at: 'project', prints: { systemMessage: 'the project' } },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            expect: {
              ran: ['guard', 'guard'],
              userMessages: ['the project', 'the user'],
              outcomes: { 'project/guard': 'success', 'user/guard': 'success' },
            },
          },
          {
            hooks: 'list --json',
            hook: { 'user/guard': { state: 'untrusted' }, 'project/guard': { state: 'untrusted' } },
          },
          { hooks: 'info guard --json', json: { qualifiedName: 'project/guard', also: ['user/guard'] } },
        ],
      },
      {
        says: 'of two packages of one name in one root the first folder has it, and the other is shown as shadowed',
        hooks: [
          { name: '1-folder', front: { name: 'guard' }, prints: { systemMessage: 'first' } },
          { name: '2-folder', front: { name: 'guard' }, prints: { systemMessage: 'second' } },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['guard'], userMessages: ['first'] } },
          {
            hooks: 'list --all --json',
            json: {
              hooks: [
                { path: /1-folder/ },
                { name: 'guard', path: /2-folder\/HOOK\.md$/, state: 'shadowed' },
              ],
            },
          },
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'SHADOWED', path: /2-folder\/HOOK\.md$/, message: /1-folder/ }],
          },
        ],
      },
      { says: 'bare executables of different names all run', pending: issues.seedSystems },
    ],
  },
  {
    id: 'B5',
    source: 'ours (Kodelet implied)',
    says: 'Inside a directory the order is that of the bytes of the names',
    cases: [
      {
        says: 'packages of one root run in the byte order of their names',
        hooks: ['a', '2-y', '10-x', 'Z'].map((name) => ({ name })),
        config: oneByOne,
        expect: { ran: ['10-x', '2-y', 'Z', 'a'] },
      },
      { says: 'bare executables of one directory too', pending: issues.seedSystems },
    ],
  },
  {
    id: 'B6',
    source: 'Kodelet',
    says: 'A sub-directory of a root of bare executables is no hook',
    pending: issues.seedSystems,
  },
  {
    id: 'B7',
    source: 'Kodelet',
    says: 'A file without an exec bit is no bare executable',
    pending: issues.seedSystems,
  },
  {
    id: 'B8',
    source: 'Kodelet, MicroClaw RFC',
    says: 'A missing directory is no error',
    cases: [
      {
        says: 'an empty home and an empty project decide nothing, without a warning',
        steps: [
          { fire: 'PreToolUse', expect: { host: '' } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { host: '' } },
          { hooks: 'check --json', json: { ok: true, issues: [] }, stderr: '' },
          {
            hooks: 'run PreToolUse --json --root <scratch>/nowhere',
            stdin: '{"tool_name":"Bash"}',
            json: { decision: 'none' },
            stderr: '',
          },
        ],
      },
    ],
  },
  {
    id: 'B9',
    source: 'ours (Kodelet drops all)',
    says: 'A root that cannot be read is said and skipped; the others are not affected',
    cases: [
      {
        says: 'a file in the place of the project root does not keep the hook of the user from running',
        hooks: [{ name: 'guard', exits: 2 }],
        files: { 'project/.hookmd/hooks': 'not a folder' },
        steps: [
          { fire: 'PreToolUse', expect: { decision: 'block', ran: ['guard'], stderr: /warning: .*root/ } },
          { hooks: 'check --json', issues: [{ code: 'ROOT_UNREADABLE', path: '<project>/.hookmd/hooks' }] },
          { hooks: 'list --json', issues: [{ code: 'ROOT_UNREADABLE' }], hook: { guard: {} } },
        ],
      },
      {
        says: 'a root that is a link to itself is said and skipped too',
        hooks: [{ name: 'guard', exits: 2 }],
        links: { 'project/.hookmd/hooks': 'hooks' },
        steps: [
          { fire: 'PreToolUse', expect: { decision: 'block', ran: ['guard'], stderr: /warning: .*root/ } },
          { hooks: 'check --json', issues: [{ code: 'ROOT_UNREADABLE', path: '<project>/.hookmd/hooks' }] },
        ],
      },
    ],
  },
  {
    id: 'B10',
    source: 'Kodelet',
    says: 'A bare executable is asked for its event once, at approval, from the store copy',
    pending: issues.seedSystems,
  },
  {
    id: 'B11',
    source: 'Kodelet',
    says: 'An invalid hook is skipped and does not affect the others',
    cases: [
      {
        says: 'a good package runs beside broken ones',
        hooks: [
          { name: 'a-broken', manifest: 'nonsense' },
          { name: 'b-broken', front: { events: ['PreToolUse'], priority: 'high' } },
          { name: 'good', exits: 2 },
        ],
        expect: {
          decision: 'block',
          decidedBy: ['user/good'],
          ran: ['good'],
          outcomes: { 'b-broken': 'skipped MANIFEST_TYPE' },
          stderr: /a-broken/,
        },
      },
      { says: 'a good bare executable runs beside broken ones', pending: issues.seedSystems },
    ],
  },
  {
    id: 'B12',
    source: 'ours',
    says: 'An invalid local executable claims its name, and `check` names both paths',
    pending: issues.seedSystems,
  },
  {
    id: 'B13',
    source: 'ours (Kodelet: none)',
    says: 'The type query has a time limit',
    pending: issues.seedSystems,
  },
  {
    id: 'B14',
    source: 'ours',
    says: 'The approved answer to the type query is used, and nobody is asked again',
    pending: issues.seedSystems,
  },
  {
    id: 'B15',
    source: 'ours (Kodelet accepts)',
    says: 'A link to an executable or to a pack is accepted, a dangling one is skipped with the reason',
    cases: [
      {
        says: 'a linked package folder is a hook, a dangling link is none',
        files: {
          'elsewhere/guard/HOOK.md': '---\nevents: [PreToolUse]\ncommand: ./handler.sh\n---\n',
          'elsewhere/guard/handler.sh': { text: '#!/bin/sh\nexit 2\n', mode: 0o755 },
        },
        links: {
          'home/.hookmd/hooks/guard': '<scratch>/elsewhere/guard',
          'home/.hookmd/hooks/gone': '<scratch>/nowhere',
        },
        expect: { decision: 'block', decidedBy: ['user/guard'], outcomes: { guard: 'blocking' } },
      },
      { says: 'links in a root of bare executables', pending: issues.seedSystems },
    ],
  },
  {
    id: 'B16',
    source: 'MicroClaw RFC',
    says: 'Packages live in `<root>/hooks`, and `--root DIR` adds one',
    cases: [
      {
        says: '`--root DIR` finds DIR/hooks, for this call',
        hooks: [{ name: 'extra', at: 'root' }],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              extra: {
                source: 'session',
                qualifiedName: 'session/extra',
                path: '<root>/hooks/extra/HOOK.md',
              },
            },
          },
          { fire: 'PreToolUse', expect: { ran: ['extra'] } },
          { hooks: 'list --json --home <home> --project <project>', bare: true, hook: { extra: null } },
        ],
      },
      {
        says: 'what a root adds runs only once it is approved, as a hook of the user would',
        hooks: [{ name: 'extra', at: 'root' }],
        steps: [
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { extra: 'skipped UNTRUSTED' } },
          },
          { hooks: 'enable extra --yes' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['extra'] } },
        ],
      },
      {
        says: 'several roots may be given, in any command',
        files: {
          'r1/hooks/one/HOOK.md': '---\nevents: [Stop]\ncommand: "true"\n---\n',
          'r2/hooks/two/HOOK.md': '---\nevents: [Stop]\ncommand: "true"\n---\n',
        },
        steps: [
          {
            hooks: 'list --json --root <scratch>/r1 --root <scratch>/r2',
            hook: { one: { source: 'session' }, two: { source: 'session' } },
          },
          { hooks: 'info two --json --root <scratch>/r1 --root <scratch>/r2', json: { name: 'two' } },
        ],
      },
    ],
  },
  {
    id: 'B17',
    source: 'ours (OpenClaw; Kodelet K2 says local wins)',
    says: 'Nothing of a repository runs before it is approved; approved bytes go on running after an edit, edited bytes do not',
    cases: [
      {
        says: 'an edit that makes a package of another machine does not switch the approved bytes off',
        hooks: [{ name: 'guard' }],
        steps: [
          { hooks: 'enable guard --yes' },
          {
            write: {
              'home/.hookmd/hooks/guard/HOOK.md':
                '---\nevents: [PreToolUse]\ncommand: ./handler.sh\nrequires: { os: [plan9], node: ">=99", bins: [no-such] }\n---\n',
            },
          },
          { hooks: 'list' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['guard'] } },
          { hooks: 'info guard', stdout: /^guard .*ineligible: the approved bytes run, not these$/m },
        ],
      },
      {
        says: 'a repository hook is not started until it is enabled; an edit does not run until it is trusted',
        hooks: [{ name: 'guard', at: 'project', prints: { systemMessage: 'old bytes' } }],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              guard: { state: 'untrusted', reasons: [{ code: 'UNTRUSTED', remedy: /hooks enable guard/ }] },
            },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNTRUSTED' } },
          },
          { hooks: 'enable guard --yes --digest <digest guard>' },
          {
            hooks: 'list --json',
            hook: { guard: { state: 'ready', digest: '<digest guard>', approvedDigest: '<digest guard>' } },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: ['guard'], userMessages: ['old bytes'] },
          },
          {
            write: {
              'project/.hookmd/hooks/guard/handler.sh': {
                text: `#!/bin/sh\n. "$HOOK_DIR/log.sh"\necho '{"systemMessage":"new bytes"}'\n`,
                mode: 0o755,
              },
            },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: ['guard'], userMessages: ['old bytes'] },
          },
          {
            hooks: 'list --json',
            hook: { guard: { state: 'changed', reasons: [{ code: 'CHANGED', remedy: /hooks diff guard/ }] } },
          },
          { hooks: 'diff guard', exit: 1, stdout: /-.*old bytes[\s\S]*\+.*new bytes/ },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: ['guard'], userMessages: ['old bytes'] },
          },
          { hooks: 'trust guard --yes --digest <digest guard>' },
          { hooks: 'list --json', hook: { guard: { state: 'ready' } } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: ['guard'], userMessages: ['new bytes'] },
          },
        ],
      },
      {
        says: 'without a terminal `--yes` alone is not enough for a repository, a wrong digest neither',
        hooks: [{ name: 'guard', at: 'project' }],
        steps: [
          { hooks: 'enable guard', exit: 2, stderr: /APPROVAL_NEEDED[\s\S]*--yes --digest sha256:/ },
          { hooks: 'enable guard --yes', exit: 2, stderr: /APPROVAL_NEEDED/ },
          { hooks: 'enable guard --yes --digest sha256:0000', exit: 1, stderr: /DIGEST_MISMATCH/ },
          { hooks: 'list --json', hook: { guard: { state: 'untrusted' } } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNTRUSTED' } },
          },
        ],
      },
      {
        says: 'a package of the user needs an approval too, and `--yes` gives it',
        hooks: [{ name: 'guard' }],
        steps: [
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNTRUSTED' } },
          },
          { hooks: 'enable guard', exit: 2, stderr: /APPROVAL_NEEDED[\s\S]*--yes/ },
          { hooks: 'enable guard --yes' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['guard'] } },
        ],
      },
      {
        says: 'only the store copy runs: its handler is not the file of the repository',
        hooks: [{ name: 'guard', at: 'project' }],
        steps: [
          { hooks: 'enable guard --yes --digest <digest guard>' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              argvOf: { guard: [/\/hookmd\/store\/.*\/handler\.sh$/] },
              envOf: { guard: { HOOK_DIR: /\/\.local\/state\/hookmd\/store\// } },
            },
          },
        ],
      },
      {
        says: 'a repository hook that vanished stops, one of the user goes on from the store',
        hooks: [{ name: 'mine' }, { name: 'theirs', at: 'project' }],
        config: oneByOne,
        steps: [
          { hooks: 'enable mine --yes' },
          { hooks: 'enable theirs --yes --digest <digest theirs>' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['theirs', 'mine'] } },
          { remove: 'home/.hookmd/hooks/mine' },
          { remove: 'project/.hookmd/hooks/theirs' },
          {
            hooks: 'list --json',
            hook: {
              mine: { state: 'changed', reasons: [{ code: 'VANISHED' }] },
              theirs: { reasons: [{ code: 'VANISHED' }] },
            },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['mine'] } },
        ],
      },
      {
        says: 'an approval holds for one project, and for no copy of it',
        hooks: [{ name: 'guard', at: 'project' }],
        files: {
          'copy/.git': null,
          'copy/.hookmd/hooks/guard/HOOK.md':
            '---\nevents: [PreToolUse]\ncommand: ./handler.sh\nenv: [LOG]\n---\n',
          'copy/.hookmd/hooks/guard/handler.sh': { text: '#!/bin/sh\ntouch "$LOG/pwned"\n', mode: 0o755 },
        },
        steps: [
          { hooks: 'enable guard --yes --digest <digest guard>' },
          {
            hooks: 'run PreToolUse --json --home <home> --project <scratch>/copy',
            bare: true,
            stdin: '{"tool_name":"Bash"}',
            json: { hooks: [{ name: 'guard', outcome: 'skipped', cause: 'UNTRUSTED' }] },
          },
          { files: { 'log/pwned': null } },
        ],
      },
      {
        says: 'a bare executable of a repository is not even asked for its type before it is approved',
        pending: issues.seedSystems,
      },
    ],
  },
  {
    id: 'B18',
    source: 'pattern page',
    says: 'Hooks of settings, code callbacks and skills join one structure and one executor',
    cases: [
      {
        says: 'the same hook from a package, from settings, from a session, from code and from a skill comes to the same',
        files: everySource,
        steps: [
          {
            script: `
              const hooks = await open({ trust: 'all', settings: ['<scratch>/session.json'] });
              hooks.on('PostToolUse', { name: 'callback' }, () => ({ decision: 'block', reason: 'no' }));
              const session = await hooks.session({ skills: ['<project>/skills/careful'] });
              const { decision } = await session.fire('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'a' });
              const shapes = decision.hooks.map(({ name, qualifiedName, source, mode, startMs, durationMs, digest, phase, ...same }) => JSON.stringify(same));
              print({ feedback: decision.feedback, sources: decision.hooks.map(({ source }) => source), shapes: new Set(shapes).size, outcome: decision.hooks[0].outcome });`,
            prints: {
              feedback: ['no', 'no', 'no', 'no', 'no', 'no'],
              sources: ['project', 'user', 'user', 'session', 'skill', 'code'],
              shapes: 1,
              outcome: 'blocking',
            },
          },
          {
            hooks: 'list --json --settings <scratch>/session.json --skill <project>/skills/careful',
            hook: {
              'project/PostToolUse-echo-8e3fda40': { source: 'project' },
              'user/package': { source: 'user' },
            },
          },
        ],
      },
      {
        says: 'an entry is approved like a package, and the files that it runs with it',
        files: {
          'project/.hookmd/config.yaml':
            'entries: { PreToolUse: [{ hooks: [{ type: command, name: guard, command: ./guard.sh }] }] }',
          'project/guard.sh': { text: '#!/bin/sh\necho no >&2; exit 2\n', mode: 0o755 },
        },
        steps: [
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { 'project/guard': 'skipped UNTRUSTED' } },
          },
          { hooks: 'enable guard --yes', exit: 2 },
          { hooks: 'enable guard --yes --digest <digest guard>' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'no' } },
          { write: { 'project/guard.sh': { text: '#!/bin/sh\nexit 0\n', mode: 0o755 } } },
          { hooks: 'list --json', hook: { 'project/guard': { state: 'changed' } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'no' } },
          { hooks: 'diff guard', exit: 1, stdout: /project\/guard\.sh[\s\S]*exit 2/ },
          { write: { 'project/.hookmd/config.yaml': 'entries: {}' } },
          { hooks: 'list --json', hook: { 'project/guard': null } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
        ],
      },
      {
        says: 'what an entry of a repository runs must be known: no file that is not there, none that the shell looks up',
        files: {
          'project/guard.sh': 'exit 0',
          'project/tool.py': 'pass',
          'home/.ssh/id': 'secret',
          'project/.hookmd/config.yaml': JSON.stringify({
            entries: {
              Stop: [
                ...[
                  './missing.sh',
                  'sh -c "./guard.sh"',
                  'echo $(./guard.sh)',
                  '$PROGRAM now',
                  'python3 later.py',
                  'env A=1 timeout 3 ./missing.sh',
                  '. ./missing.sh',
                  '../outside.sh',
                  'eval "$(cat tool.py)"',
                ].map((command) => ({ hooks: [{ type: 'command', command }] })),
                ...[
                  'sh guard.sh && python3 -u "$CLAUDE_PROJECT_DIR"/tool.py',
                  'grep -q x tool.py',
                  'sh ~/.ssh/id',
                  'npm test',
                ].map((command) => ({
                  hooks: [
                    { type: 'command', command, name: `fine-${command.split(' ')[0]}-${command.length}` },
                  ],
                })),
              ],
            },
          }),
        },
        steps: [
          { hooks: 'check --json', exit: 1, stdout: /(?:"ENTRY_FILE"[\s\S]*){9}/ },
          {
            hooks: 'info fine-sh-55 --json',
            json: { state: 'untrusted', files: ['HOOK.md', 'project/guard.sh', 'project/tool.py'] },
          },
          { hooks: 'info fine-grep-17 --json', json: { state: 'untrusted', files: ['HOOK.md'] } },
          { hooks: 'info fine-sh-12 --json', json: { state: 'untrusted', files: ['HOOK.md'] } },
          { hooks: 'info fine-npm-8 --json', json: { state: 'untrusted', files: ['HOOK.md'] } },
        ],
      },
      {
        says: 'hostile settings cost their own hooks and nothing else',
        hooks: [{ name: 'mine', front: { events: ['PreToolUse'] } }],
        files: {
          'deep.json': `${'{"hooks":'.repeat(200)}1${'}'.repeat(200)}`,
          'huge.json': `{"hooks": {"Stop": [${'{"hooks": [{"type": "command", "command": "a"}]},'.repeat(10_000)}{}]}}`,
          'twice.json': '{"hooks": {"Stop": [], "Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}}',
          'proto.json': '{"hooks": {"__proto__": [{"hooks": [{"type": "command", "command": "a"}]}]}}',
          'text.json': 'hello',
          'shapes.json':
            '{"hooks": {"Nope": [{"hooks": [{"type": "command", "command": "a"}]}], "Stop": 1, "SessionEnd": [1, {"hooks": 2}, {"hooks": [3, {"type": "command"}]}]}}',
          'newline.json': JSON.stringify({
            hooks: {
              SessionEnd: [{ hooks: [{ type: 'command', name: 'lines', command: 'true\nexit 0' }] }],
            },
          }),
        },
        steps: [
          ...['deep', 'huge', 'twice', 'proto'].map((name) => ({
            hooks: `check --json --settings <scratch>/${name}.json`,
            exit: 1,
            issues: [{ code: 'ENTRIES_UNREADABLE', path: new RegExp(`${name}\\.json$`) }],
          })),
          { hooks: 'check --json --settings <scratch>/text.json', exit: 0 },
          {
            hooks: 'check --json --settings <scratch>/shapes.json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_UNKNOWN_EVENT', line: 1 },
              { code: 'ENTRY_SHAPE', message: /hooks\.Stop/ },
              { code: 'ENTRY_SHAPE', message: /hooks\.SessionEnd\.0/ },
              { code: 'ENTRY_SHAPE', message: /hooks\.SessionEnd\.1/ },
              { code: 'ENTRY_SHAPE', message: /hooks\.SessionEnd\.2\.hooks\.0/ },
              { code: 'MANIFEST_MISSING_KEY' },
            ],
          },
          { hooks: 'enable lines --yes --settings <scratch>/newline.json', stdout: /ready/ },
          {
            fire: 'SessionEnd',
            run: { approved: true, args: ['--settings', '<scratch>/newline.json'] },
            expect: { outcomes: { lines: 'success' }, stderr: /.*/ },
          },
          {
            fire: 'PreToolUse',
            run: { args: ['--settings', '<scratch>/huge.json'] },
            expect: { ran: ['mine'], stderr: /cannot be read/ },
          },
          { hooks: 'run Stop --settings <scratch>/none.json', exit: 2, stderr: /none\.json/ },
        ],
      },
      {
        says: "files of Claude's that the user names hold hooks of the user's; a project names none",
        files: {
          'home/.hookmd/config.yaml': 'entriesFrom: [~/.claude/settings.json]',
          'home/.claude/settings.json': JSON.stringify({
            permissions: { allow: ['Bash'] },
            hooks: {
              PreToolUse: [
                {
                  matcher: 'Bash',
                  hooks: [{ type: 'command', name: 'theirs', command: '~/.claude/hooks/guard.sh' }],
                },
              ],
            },
          }),
          'home/.claude/hooks/guard.sh': { text: '#!/bin/sh\necho no >&2; exit 2\n', mode: 0o755 },
          'project/.hookmd/config.yaml': 'entriesFrom: [x.json]',
        },
        steps: [
          { hooks: 'enable theirs --yes', stdout: /user\/theirs.*ready/ },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { decision: 'block', reason: 'no' },
          },
          { hooks: 'check --json', exit: 1, issues: [{ code: 'CONFIG_NOT_FOR_PROJECT', path: /project/ }] },
          { hooks: 'config get entriesFrom --json', stdout: /settings\.json/ },
        ],
      },
    ],
  },
  {
    id: 'B19',
    source: 'pattern page',
    says: 'Built-ins come first, then priority, then managed, project, user, bundled, session, code, skill',
    cases: [
      {
        says: 'of equal priority the project comes first, then the user, then the session',
        hooks: [
          { name: 'a', at: 'root' },
          { name: 'b', at: 'user' },
          { name: 'c', at: 'project' },
          { name: 'z', at: 'root', front: { priority: 99 } },
        ],
        config: oneByOne,
        expect: { ran: ['z', 'c', 'b', 'a'] },
      },
      {
        says: 'of equal priority: project, user, session, code, skill; entries behind packages, in the order of their file',
        files: {
          'home/.hookmd/hooks/z-package/HOOK.md': '---\nevents: [SessionEnd]\ncommand: "true"\n---\n',
          'home/.hookmd/config.yaml': entriesFile('entries', ['second', 'first', 'third']),
          'project/.hookmd/config.yaml': entriesFile('entries', ['of-project']),
          'session.json': entriesFile('hooks', ['of-session']),
          'project/skills/s/SKILL.md': `---\n${entriesFile('hooks', ['of-skill'])}\n---\n`,
        },
        steps: [
          {
            script: `
              const hooks = await open({ trust: 'all', settings: ['<scratch>/session.json'] });
              for (const name of ['b', 'a']) hooks.on('SessionEnd', { name }, () => {});
              hooks.on('SessionEnd', { name: 'early', priority: 99 }, () => {});
              const { fire } = await hooks.session({ skills: ['<project>/skills/s'] });
              print((await fire('SessionEnd')).decision.hooks.map(({ name }) => name));`,
            prints: [
              'early',
              'of-project',
              'z-package',
              'second',
              'first',
              'third',
              'of-session',
              'b',
              'a',
              's-of-skill',
            ],
          },
        ],
      },
      { says: 'built-ins come before all others', pending: issues.seedSystems },
      { says: 'managed packages come before all others of their priority', pending: issues.install },
    ],
  },
  {
    id: 'B20',
    source: 'pattern page (implied)',
    says: 'A hook of a skill is active only while that skill is',
    cases: [
      {
        says: 'in the library, on the command line and by the payload, and only once it is approved',
        files: {
          'project/skills/careful/SKILL.md':
            '---\nname: careful\ndescription: takes care\nhooks:\n  PreToolUse:\n    - hooks: [{ type: command, name: guard, command: ./check.sh }]\n---\nBe careful.\n',
          'project/skills/careful/check.sh': { text: '#!/bin/sh\necho careful >&2; exit 2\n', mode: 0o755 },
        },
        steps: [
          { hooks: 'list --json', hook: { 'careful-guard': null } },
          {
            hooks: 'run PreToolUse --json --skill <project>/skills/careful',
            stdin: '{"tool_name":"Bash"}',
            json: { hooks: [{ cause: 'UNTRUSTED' }] },
          },
          {
            hooks: 'info careful-guard --json --skill <project>/skills/careful',
            json: { source: 'skill', state: 'untrusted', files: ['HOOK.md', 'skill/check.sh'] },
          },
          { hooks: 'enable careful-guard --yes --skill <project>/skills/careful', exit: 2 },
          {
            hooks:
              'enable careful-guard --yes --skill skills/careful --digest <digest careful-guard --skill skills/careful>',
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'none' } },
          {
            fire: 'PreToolUse',
            run: { approved: true, args: ['--skill', '<project>/skills/careful/SKILL.md'] },
            expect: { decision: 'block', reason: 'careful' },
          },
          {
            fire: 'PreToolUse',
            payload: {
              tool_name: 'Bash',
              tool_input: { command: 'ls' },
              active_skills: ['skills/careful', 'skills/none', 7],
            },
            run: { approved: true },
            expect: { decision: 'block', reason: 'careful' },
          },
          {
            script: `
              const hooks = await open();
              const { fire } = await hooks.session({ id: 's1', skills: ['<project>/skills/careful'] });
              const call = { tool_name: 'Bash', tool_input: { command: 'ls' } };
              const inside = await fire('PreToolUse', call);
              const outside = await hooks.fire('PreToolUse', call);
              print([inside.decision.decision, outside.decision.decision]);`,
            prints: ['block', 'none'],
          },
        ],
      },
    ],
  },
];
