import { before, oneByOne } from './b-discovery-samples.ts';
import { managedPackage } from './managed-package.ts';
import type { Row } from './row.ts';

const rejection = `echo '{"decision":"block","reason":"no"}'`;

/** The same hook of PostToolUse from every source that a file can be. */
const everySource = {
  'home/.hookmd/hooks/package/HOOK.md': `---\n${JSON.stringify({ events: ['PostToolUse'], protocol: 'claude', command: rejection })}\n---\n`,
  'home/.hookmd/config.yaml': refusing('entries'),
  'project/.hookmd/config.yaml': refusing('entries'),
  'session.json': refusing('hooks'),
  'project/skills/careful/SKILL.md': `---\n${refusing('hooks')}\n---\n`,
} as const;

function refusing(key: string): string {
  return JSON.stringify({ [key]: { PostToolUse: [{ hooks: [{ type: 'command', command: rejection }] }] } });
}

function entriesFile(key: string, names: readonly string[]): string {
  const hooks = names.map((name) => ({ type: 'command', name, command: 'true' }));
  return JSON.stringify({ [key]: { SessionEnd: [{ hooks }] } });
}

export const packageRoots: readonly Row[] = [
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
            expect: { ran: [], outcomes: { extra: 'skipped UNAPPROVED' } },
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
    source: 'HookMD (OpenClaw; Kodelet K2 says local wins)',
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
          { hooks: 'info guard', stdout: /^guard .*ineligible: the approved version runs, not this one$/m },
        ],
      },
      {
        says: 'without a person a repository hook runs by its digest from outside of the project, and by nothing else',
        hooks: [{ name: 'guard', at: 'project', prints: { systemMessage: 'listed' } }],
        files: { 'ci/other': `sha256:${'0'.repeat(64)}\n` },
        steps: [
          {
            hooks: 'enable guard --yes --json',
            env: { CI: '1' },
            exit: 2,
            json: { code: 'APPROVAL_NEEDED' },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true, env: { CI: '1' } },
            expect: {
              ran: [],
              outcomes: { guard: 'skipped UNAPPROVED' },
              stderr: /skipped.*project\/guard/,
            },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true, env: { HOOKMD_TRUST_DIGESTS: '<scratch>/ci/other' } },
            expect: {
              ran: [],
              outcomes: { guard: 'skipped UNAPPROVED' },
              stderr: /skipped.*project\/guard/,
            },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true, env: { HOOKMD_TRUST_DIGESTS: '<digest guard>' } },
            expect: { ran: ['guard'], userMessages: ['listed'] },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNAPPROVED' } },
          },
        ],
      },
      {
        says: 'a repository hook is not started until it is enabled; an edit does not run until it is trusted',
        hooks: [{ name: 'guard', at: 'project', prints: { systemMessage: 'old bytes' } }],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              guard: { state: 'unapproved', reasons: [{ code: 'UNAPPROVED', remedy: /hooks enable guard/ }] },
            },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNAPPROVED' } },
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
          { hooks: 'list --json', hook: { guard: { state: 'unapproved' } } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNAPPROVED' } },
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
            expect: { ran: [], outcomes: { guard: 'skipped UNAPPROVED' } },
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
        says: 'a bare executable of a repository: not started and skipped, then its approved copy, never an edit',
        hooks: [
          { name: 'guard', at: 'project', asked: before, prints: { blocked: true, reason: 'old bytes' } },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNAPPROVED' } },
          },
          { hooks: 'enable guard --yes', exit: 2, stderr: /APPROVAL_NEEDED[\s\S]*--yes --digest sha256:/ },
          { hooks: 'enable guard --yes --digest sha256:0000', exit: 1, stderr: /DIGEST_MISMATCH/ },
          { files: { asked: null } },
          { hooks: 'enable guard --yes --digest <digest guard>' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'old bytes' } },
          {
            write: {
              'project/.kodelet/hooks/guard': { text: '#!/bin/sh\ntouch <scratch>/edited\n', mode: 0o755 },
            },
          },
          { hooks: 'list --json', hook: { guard: { state: 'changed' } } },
          { hooks: 'check' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'old bytes' } },
          { files: { edited: null, asked: 'guard\n' } },
          { remove: 'project/.kodelet/hooks/guard' },
          { hooks: 'list --json', hook: { guard: { reasons: [{ code: 'VANISHED' }] } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
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
            json: { hooks: [{ name: 'guard', outcome: 'skipped', cause: 'UNAPPROVED' }] },
          },
          { files: { 'log/pwned': null } },
        ],
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
              const { decision } = await session.dispatch('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'a' });
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
            expect: { ran: [], outcomes: { 'project/guard': 'skipped UNAPPROVED' } },
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
                  'npm test',
                  'sh ~/.ssh/id',
                  '$PROGRAM now',
                  'python3 later.py',
                  'env A=1 timeout 3 ./missing.sh',
                  '. ./missing.sh',
                  '../outside.sh',
                  'eval "$(cat tool.py)"',
                  'PATH=.:$PATH guard.sh',
                  'export PATH="$PWD"; guard.sh',
                  'env LD_PRELOAD=./missing.so true',
                  './guard.sh; echo "`./guard.sh \\"x\\"`"',
                ].map((command) => ({ hooks: [{ type: 'command', command }] })),
                ...[
                  'sh guard.sh && python3 -u "$CLAUDE_PROJECT_DIR"/tool.py',
                  'grep -q x tool.py',
                  'echo $(./guard.sh)',
                  'case "$(uname -s)" in MINGW*|MSYS*) exit 0 ;; *) ./guard.sh ;; esac',
                  'if [[ -n "$1" && $1 =~ \\.(js|ts)$ ]]; then ./guard.sh; fi',
                  'PY=$(command -v python3 || command -v python); "$PY" ./tool.py',
                ].map((command) => ({
                  hooks: [
                    { type: 'command', command, name: `fine-${/\w+/.exec(command)?.[0]}-${command.length}` },
                  ],
                })),
              ],
            },
          }),
        },
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            stdout:
              /^(?=[\s\S]*"COMMAND_READS_PROGRAM")(?:(?!"ENTRY_FILE")[\s\S])*(?:"ENTRY_FILE"(?:(?!"ENTRY_FILE")[\s\S])*){13}$/,
          },
          {
            hooks: 'info fine-sh-55 --json',
            json: { state: 'unapproved', files: ['HOOK.md', 'project/guard.sh', 'project/tool.py'] },
          },
          { hooks: 'info fine-grep-17 --json', json: { state: 'unapproved', files: ['HOOK.md'] } },
          { hooks: 'info fine-echo-18 --json', json: { files: ['HOOK.md', 'project/guard.sh'] } },
          { hooks: 'info fine-case-67 --json', json: { files: ['HOOK.md', 'project/guard.sh'] } },
          { hooks: 'info fine-if-57 --json', json: { files: ['HOOK.md', 'project/guard.sh'] } },
          { hooks: 'info fine-PY-62 --json', json: { files: ['HOOK.md', 'project/tool.py'] } },
        ],
      },
      {
        says: 'an entry of the user whose files cannot be pinned takes an explicit yes to its text, and an entry of a repository is refused',
        files: {
          'home/tool.sh': { text: '#!/bin/sh\necho first >&2; exit 2\n', mode: 0o755 },
          'home/.hookmd/config.yaml': JSON.stringify({
            entries: {
              PreToolUse: [
                { hooks: [{ type: 'command', name: 'text', command: 'eval "$HOME/tool.sh"' }] },
                { hooks: [{ type: 'command', name: 'npx', command: 'npx guard' }] },
                { hooks: [{ type: 'command', name: 'other', command: 'npm test && ./guard.sh' }] },
                { hooks: [{ type: 'command', name: 'event', command: 'npm test && sh' }] },
              ],
            },
          }),
          'project/.hookmd/config.yaml':
            'entries: { PreToolUse: [{ hooks: [{ type: command, name: theirs, command: npx guard }] }] }',
        },
        steps: [
          { hooks: 'enable text --yes', exit: 1, stderr: /hooks enable text --unpinned/ },
          {
            hooks: 'info text --json',
            json: {
              state: 'unapproved',
              files: ['HOOK.md'],
              reasons: [{ code: 'UNAPPROVED' }, { code: 'UNPINNED' }],
            },
          },
          { hooks: 'enable text --yes --unpinned' },
          { hooks: 'list --json', hook: { 'user/text': { state: 'unpinned' } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'first' } },
          { write: { 'home/tool.sh': { text: '#!/bin/sh\necho second >&2; exit 2\n', mode: 0o755 } } },
          { hooks: 'list --json', hook: { 'user/text': { state: 'unpinned' } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'second' } },
          {
            write: {
              'home/.hookmd/config.yaml':
                "entries: { PreToolUse: [{ hooks: [{ type: command, name: text, command: 'eval $HOME/tool.sh now' }] }] }",
            },
          },
          { hooks: 'list --json', hook: { 'user/text': { state: 'unapproved' } } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { 'user/text': 'skipped UNAPPROVED' } },
          },
          {
            hooks: 'enable theirs --yes --unpinned --digest <digest theirs>',
            exit: 1,
            stderr: /HOOK_INVALID/,
          },
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
          ...['deep', 'huge', 'twice', 'proto', 'text'].map((name) => ({
            hooks: `check --json --settings <scratch>/${name}.json`,
            exit: 1,
            issues: [{ code: 'ENTRIES_UNREADABLE', path: new RegExp(`${name}\\.json$`) }],
          })),
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
            expect: { ran: ['mine'], stderr: /cannot read/ },
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
              const { dispatch } = await hooks.session({ skills: ['<project>/skills/s'] });
              print((await dispatch('SessionEnd')).decision.hooks.map(({ name }) => name));`,
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
      {
        says: 'built-ins come before all others, whatever their priority',
        steps: [
          {
            script: `
              const hooks = await open();
              hooks.on('TurnEnd', { name: 'early', priority: -1000 }, () => {});
              const usage = { input_tokens: 1, output_tokens: 1, current_context_window: 1, max_context_window: 100 };
              const { decision } = await hooks.dispatch('TurnEnd', { turn_number: 1, tools_used: false, usage, auto_compact_enabled: true, auto_compact_threshold: 0.8 });
              print(decision.hooks.map(({ source, name }) => [source, name]));`,
            prints: [
              ['builtin', 'compact-trigger'],
              ['code', 'early'],
            ],
          },
        ],
      },
      {
        says: 'managed packages come before all others of their priority',
        needs: ['unshare'],
        hooks: [
          { name: 'a', at: 'project' },
          { name: 'b', at: 'user' },
          { name: 'early', at: 'user', front: { priority: 99 } },
        ],
        files: managedPackage('z'),
        steps: [
          {
            program: 'managed',
            args: ['run', 'PreToolUse', '--json', '--dangerously-trust-all'],
            stdin: '{"tool_name":"Bash"}',
            exit: 1,
            stdout: /"name": "early".*"name": "z".*"name": "a".*"name": "b"/s,
          },
        ],
      },
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
            json: { hooks: [{ cause: 'UNAPPROVED' }] },
          },
          {
            hooks: 'info careful-guard --json --skill <project>/skills/careful',
            json: { source: 'skill', state: 'unapproved', files: ['HOOK.md', 'skill/check.sh'] },
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
              const { dispatch } = await hooks.session({ id: 's1', skills: ['<project>/skills/careful'] });
              const call = { tool_name: 'Bash', tool_input: { command: 'ls' } };
              const inside = await dispatch('PreToolUse', call);
              const outside = await hooks.dispatch('PreToolUse', call);
              print([inside.decision.decision, outside.decision.decision]);`,
            prints: ['block', 'none'],
          },
        ],
      },
    ],
  },
];
