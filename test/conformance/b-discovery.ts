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

/** Bare executables of one event. */
const before = 'echo before_tool_call';
const oneByOne = { hooks: { concurrency: 1 } } as const;

export const discovery: readonly Row[] = [
  {
    id: 'B1',
    source: 'Kodelet',
    says: 'Bare executables in `./.kodelet/hooks/` are found first',
    cases: [
      {
        says: 'one of the project is listed as its own and runs before those of the user',
        hooks: [
          { name: 'z-local', at: 'project', asked: before },
          { name: 'a-global', asked: before },
        ],
        config: oneByOne,
        steps: [
          {
            hooks: 'list --json',
            hook: {
              'z-local': {
                source: 'project',
                qualifiedName: 'project/z-local',
                path: '<project>/.kodelet/hooks/z-local',
                state: 'untrusted',
                events: [],
                convention: 'kodelet',
              },
            },
          },
          { fire: 'PreToolUse', expect: { ran: ['z-local', 'a-global'] } },
        ],
      },
      {
        says: 'in the home folder the root of the project is that of the user',
        hooks: [{ name: 'mine', asked: before }],
        steps: [
          {
            hooks: 'list --json --home <home> --project <home>',
            bare: true,
            hook: { mine: { source: 'user' }, 'project/mine': null },
          },
        ],
      },
    ],
  },
  {
    id: 'B2',
    source: 'Kodelet',
    says: 'Bare executables in `~/.kodelet/hooks/` are found second',
    cases: [
      {
        says: 'one of the user runs with the payload of Kodelet, in every project',
        hooks: [{ name: 'guard', asked: before, prints: { blocked: true, reason: 'no' } }],
        files: { 'other/.git': null },
        steps: [
          { hooks: 'enable guard --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              decision: 'block',
              reason: 'no',
              ran: ['guard'],
              argvOf: { guard: [/\/hookmd\/store\/.*\/guard$/, 'run'] },
              cwdOf: { guard: '<project>' },
              stdinOf: { guard: { event: 'before_tool_call', tool_name: 'bash', invoked_by: 'main' } },
            },
          },
          {
            hooks: 'run PreToolUse --json --home <home> --project <scratch>/other',
            bare: true,
            stdin: '{"tool_name":"Bash","tool_input":{"command":"ls"}}',
            exit: 1,
            json: { decision: 'block' },
          },
        ],
      },
    ],
  },
  {
    id: 'B3',
    source: 'Kodelet',
    says: 'Of two bare executables of one name the one in the earlier directory runs',
    cases: [
      {
        says: 'only the local one runs, and list, check and info show the other as shadowed',
        hooks: [
          { name: 'guard', at: 'project', asked: before, prints: { blocked: true, reason: 'local' } },
          { name: 'guard', asked: before, prints: { blocked: true, reason: 'global' } },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { decision: 'block', reason: 'local', ran: ['guard'] } },
          { hooks: 'enable user/guard --yes' },
          {
            hooks: 'enable project/guard --yes --digest <digest project/guard>',
            stderr: /replaces +user\/guard, which then does not run here/,
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              decision: 'block',
              reason: 'local',
              ran: ['guard'],
              outcomes: { 'project/guard': 'blocking', 'user/guard': 'skipped SHADOWED' },
            },
          },
          {
            hooks: 'list --all --json',
            hook: { 'user/guard': { state: 'shadowed', reasons: [{ code: 'EXECUTABLE_SHADOWED' }] } },
          },
          { hooks: 'list --json', hook: { 'user/guard': null, 'project/guard': { state: 'ready' } } },
          {
            hooks: 'check --json',
            json: { ok: true },
            issues: [
              {
                code: 'EXECUTABLE_SHADOWED',
                path: '<home>/.kodelet/hooks/guard',
                message: /project\/\.kodelet\/hooks\/guard has this name too/,
              },
            ],
          },
          { hooks: 'info user/guard', stdout: /shadowed/ },
          { hooks: 'info guard --json', json: { qualifiedName: 'project/guard', also: ['user/guard'] } },
        ],
      },
      {
        says: 'one that nobody approved takes nothing away: a repository does not switch off what runs',
        hooks: [
          { name: 'guard', at: 'project', asked: before, prints: { blocked: false } },
          { name: 'guard', asked: before, prints: { blocked: true, reason: 'global' } },
        ],
        steps: [
          { hooks: 'enable user/guard --yes' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: {
              decision: 'block',
              reason: 'global',
              outcomes: { 'user/guard': 'blocking', 'project/guard': 'skipped UNTRUSTED' },
            },
          },
          { hooks: 'enable project/guard --yes --digest <digest project/guard>' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { outcomes: { 'user/guard': 'skipped SHADOWED' } },
          },
          { hooks: 'disable project/guard' },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'global' } },
        ],
      },
    ],
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
      {
        says: 'bare executables of different names all run, and so does a package beside them',
        hooks: [
          { name: 'a', at: 'project', asked: before },
          { name: 'b', asked: before },
          { name: 'c', front: { priority: 200 } },
        ],
        config: oneByOne,
        expect: { ran: ['a', 'b', 'c'] },
      },
      {
        says: 'a package has its name before an executable of the same scope',
        hooks: [
          { name: 'guard', prints: { systemMessage: 'package' } },
          { name: 'guard', asked: before },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['guard'], userMessages: ['package'] } },
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'SHADOWED', path: '<home>/.kodelet/hooks/guard', message: /\.hookmd\/hooks\/guard/ },
            ],
          },
        ],
      },
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
      {
        says: 'bare executables of one directory too',
        hooks: ['a', '2-y', '10-x', 'Z', '.hidden', 'ä'].map((name) => ({ name, asked: before })),
        config: oneByOne,
        expect: { ran: ['.hidden', '10-x', '2-y', 'Z', 'a', 'ä'] },
      },
    ],
  },
  {
    id: 'B6',
    source: 'Kodelet',
    says: 'A sub-directory of a root of bare executables is no hook',
    cases: [
      {
        says: 'an executable inside of one is not started; a folder with HOOK.md is a package',
        hooks: [{ name: 'top', asked: before }],
        files: {
          'home/.kodelet/hooks/lib/inner': { text: '#!/bin/sh\necho before_tool_call\n', mode: 0o755 },
          'home/.kodelet/hooks/pack/HOOK.md':
            '---\nevents: [PreToolUse]\ncommand: [sh, -c, "echo no >&2; exit 2"]\npriority: 1\n---\n',
          'home/.kodelet/hooks/HOOK.md': '---\nevents: [PreToolUse]\ncommand: "true"\n---\n',
        },
        config: oneByOne,
        steps: [
          {
            hooks: 'list --json',
            hook: { inner: null, lib: null, top: {}, 'HOOK.md': null, pack: { source: 'user' } },
          },
          {
            fire: 'PreToolUse',
            expect: { decision: 'block', decidedBy: ['user/pack'], ranInAnyOrder: ['top'] },
          },
          {
            hooks: 'check --json',
            issues: [{ code: 'MANIFEST_MISSING', path: '<home>/.kodelet/hooks/lib' }],
          },
        ],
      },
    ],
  },
  {
    id: 'B7',
    source: 'Kodelet',
    says: 'A file without an exec bit is no bare executable',
    cases: [
      {
        says: 'it is not listed, `check` explains it, and any of the three bits makes it one',
        files: {
          'home/.kodelet/hooks/plain': { text: `#!/bin/sh\n${before}\n`, mode: 0o644 },
          'home/.kodelet/hooks/owner': { text: `#!/bin/sh\n${before}\n`, mode: 0o744 },
          'home/.kodelet/hooks/group': { text: `#!/bin/sh\n${before}\n`, mode: 0o654 },
        },
        steps: [
          { hooks: 'list --json', json: { issues: [] }, hook: { plain: null, owner: {}, group: {} } },
          {
            hooks: 'check --json',
            json: { ok: true },
            issues: [
              {
                code: 'EXECUTABLE_SKIPPED',
                path: '<home>/.kodelet/hooks/plain',
                message: /exec bit/,
                remedy: /chmod/,
              },
            ],
          },
          { hooks: 'enable group --yes' },
          { hooks: 'list --json', hook: { group: { state: 'ready', events: ['before_tool_call'] } } },
        ],
      },
    ],
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
    cases: [
      {
        says: 'before the approval it is untrusted, its event unknown, and nothing of it was started',
        hooks: [{ name: 'guard', at: 'project', asked: before }],
        steps: [
          { hooks: 'list --json', hook: { guard: { state: 'untrusted', events: [] } } },
          { hooks: 'info guard', stdout: /Events +unknown until it is approved[\s\S]*Runs +\.\/guard run/ },
          { hooks: 'check' },
          { hooks: 'doctor --json' },
          { hooks: 'completion --names all', bare: true, stdout: /^/ },
          {
            hooks: 'enable guard --yes',
            exit: 2,
            stderr: /bare executable[\s\S]*a yes runs `guard hook` once/,
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNTRUSTED' } },
          },
          { files: { asked: null } },
        ],
      },
      {
        says: 'at the approval it is asked once, by its copy, without the variables of the person, in the project',
        hooks: [
          {
            name: 'guard',
            asked: [
              'env >"<scratch>/env"; pwd -P >"<scratch>/cwd"; echo "$0" >"<scratch>/argv"; cat >"<scratch>/stdin"',
              'printf "\\n\\t before_tool_call \\n\\n"',
            ].join('\n'),
          },
        ],
        steps: [
          { hooks: 'enable guard --yes', env: { SECRET_TOKEN: 'tell-nobody' } },
          { hooks: 'list --json', hook: { guard: { state: 'ready', events: ['before_tool_call'] } } },
          {
            files: {
              asked: 'guard\n',
              env: /^(?![\s\S]*tell-nobody)(?=[\s\S]*HOOK_DIR=\S*\/store\/)[\s\S]*HOOK_NAME=guard/,
              cwd: '<project>\n',
              argv: /\/hookmd\/store\/[0-9a-f]{64}\/guard\n$/,
              stdin: '',
            },
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['guard'] } },
        ],
      },
      {
        says: 'two lines, the wrong case, an unknown word, nothing, bytes, noise and a failure are no answer',
        hooks: [
          { name: 'binary', asked: 'printf "\\377\\376"' },
          { name: 'case', asked: 'echo Before_Tool_Call' },
          { name: 'exit', asked: `${before}; echo reason >&2; exit 1` },
          { name: 'flood', asked: 'yes' },
          { name: 'nothing', asked: ':' },
          { name: 'red', asked: 'printf "\\033[31mred\\033[0m"' },
          { name: 'two', asked: `${before}; echo agent_stop` },
          { name: 'unknown', asked: 'echo before_everything' },
        ],
        steps: [
          { hooks: 'enable binary --yes', exit: 1, stderr: /EXECUTABLE_ANSWER[\s\S]*not UTF-8/ },
          { hooks: 'enable case --yes', exit: 1, stderr: /"Before_Tool_Call" instead of "before_tool_call"/ },
          { hooks: 'enable exit --yes', exit: 1, stderr: /exit status 1 and said: reason/ },
          { hooks: 'enable flood --yes', exit: 1, stderr: /more than 1 MiB/ },
          { hooks: 'enable nothing --yes', exit: 1, stderr: /printed nothing/ },
          {
            hooks: 'enable red --yes',
            exit: 1,
            stderr: /^(\P{Cc}|\n)*"red", which is no event(\P{Cc}|\n)*$/u,
          },
          { hooks: 'enable two --yes', exit: 1, stderr: /printed 2 lines/ },
          {
            hooks: 'enable unknown --yes --json',
            exit: 1,
            json: {
              schema: 'hookmd.error/1',
              code: 'EXECUTABLE_ANSWER',
              message: /unknown was not approved.*"before_everything"/,
              remedy:
                /before_tool_call, after_tool_call, user_message_send, agent_stop, after_turn, turn_end/,
            },
          },
          {
            hooks: 'list --json',
            hook: {
              two: { state: 'invalid', approvedDigest: null, reasons: [{ code: 'EXECUTABLE_EVENT' }, {}] },
              unknown: { state: 'invalid', events: [] },
            },
          },
          { hooks: 'info two', stdout: /executable_event +asked for its event, it printed 2 lines/ },
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'EXECUTABLE_EVENT', path: '<home>/.kodelet/hooks/two', remedy: /hooks enable two/ },
            ],
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
        ],
      },
      {
        says: 'what was mended is asked anew',
        hooks: [{ name: 'guard', asked: 'echo nonsense' }],
        steps: [
          { hooks: 'enable guard --yes', exit: 1 },
          {
            write: {
              'home/.kodelet/hooks/guard': { text: `#!/bin/sh\n[ "$1" = run ] || ${before}\n`, mode: 0o755 },
            },
          },
          { hooks: 'list --json', hook: { guard: { state: 'untrusted' } } },
          { hooks: 'enable guard --yes' },
          { hooks: 'list --json', hook: { guard: { state: 'ready', events: ['before_tool_call'] } } },
          { hooks: 'check --json', json: { ok: true } },
        ],
      },
      {
        says: 'what the system cannot start says so, and is not approved',
        files: {
          'home/.kodelet/hooks/no-line': { text: `${before}\n`, mode: 0o755 },
          'home/.kodelet/hooks/no-shell': { text: `#!/no/such/shell\n${before}\n`, mode: 0o755 },
          'home/.kodelet/hooks/empty': { text: '', mode: 0o755 },
        },
        steps: [
          {
            hooks: 'list --json',
            hook: {
              'no-line': { state: 'ineligible', reasons: [{ code: 'HANDLER_NOT_RUNNABLE' }, {}] },
              'no-shell': { state: 'ineligible' },
              empty: { state: 'ineligible' },
            },
          },
          {
            hooks: 'enable no-line --yes',
            exit: 1,
            stderr: /EXECUTABLE_NOT_RUNNABLE[\s\S]*first line[\s\S]*#!\/bin\/sh/,
          },
          {
            hooks: 'enable no-shell --yes',
            exit: 1,
            stderr: /EXECUTABLE_NOT_RUNNABLE[\s\S]*\/no\/such\/shell/,
          },
          { hooks: 'enable empty --yes', exit: 1, stderr: /EXECUTABLE_NOT_RUNNABLE[\s\S]*is empty/ },
          {
            hooks: 'list --json',
            hook: { 'no-line': { approvedDigest: null }, empty: { approvedDigest: null } },
          },
        ],
      },
      {
        says: 'of several to be enabled one bad answer leaves the others as they were',
        hooks: [
          { name: 'bad', asked: 'echo nonsense' },
          { name: 'good', asked: before },
        ],
        steps: [
          { hooks: 'enable good bad --yes', exit: 1 },
          { hooks: 'list --json', hook: { good: { state: 'untrusted' }, bad: { state: 'invalid' } } },
        ],
      },
    ],
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
      {
        says: 'a good bare executable runs beside broken ones',
        hooks: [
          { name: 'a-hangs', asked: 'sleep 600' },
          { name: 'b-nonsense', asked: 'echo nonsense' },
          { name: 'c-good', asked: before },
        ],
        files: { 'home/.kodelet/hooks/d-text': { text: `${before}\n`, mode: 0o755 } },
        expect: {
          ran: ['c-good'],
          outcomes: {
            'a-hangs': 'skipped EXECUTABLE_EVENT',
            'b-nonsense': 'skipped EXECUTABLE_EVENT',
            'd-text': 'skipped EXECUTABLE_EVENT',
          },
          withinMs: 9_000,
          leavesNothing: true,
        },
      },
    ],
  },
  {
    id: 'B12',
    source: 'ours',
    says: 'An invalid local executable claims its name, and `check` names both paths',
    cases: [
      {
        says: 'once it was asked and said no event, `check` fails and names both; what runs already goes on',
        hooks: [
          { name: 'guard', at: 'project', asked: 'echo nonsense' },
          { name: 'guard', asked: before, prints: { blocked: true, reason: 'global' } },
        ],
        steps: [
          { hooks: 'enable user/guard --yes' },
          { hooks: 'enable project/guard --yes --digest <digest project/guard>', exit: 1 },
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              {
                code: 'EXECUTABLE_BEHIND_BROKEN',
                path: '<project>/.kodelet/hooks/guard',
                message: /project\/\.kodelet\/hooks\/guard has the name of .*home\/\.kodelet\/hooks\/guard/,
              },
              { code: 'EXECUTABLE_EVENT', path: '<project>/.kodelet/hooks/guard' },
            ],
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'global' } },
        ],
      },
      {
        says: 'where everything is trusted, it has the name and nothing runs',
        hooks: [
          { name: 'guard', at: 'project', asked: 'echo nonsense' },
          { name: 'guard', asked: before, prints: { blocked: true } },
        ],
        expect: {
          ran: [],
          outcomes: { 'project/guard': 'skipped EXECUTABLE_EVENT', 'user/guard': 'skipped SHADOWED' },
        },
      },
    ],
  },
  {
    id: 'B13',
    source: 'ours (Kodelet: none)',
    says: 'The type query has a time limit',
    cases: [
      {
        says: 'one that sleeps, with a grandchild that left its group, is ended and told',
        hooks: [{ name: 'guard', asked: 'setsid sleep 600 & sleep 600' }],
        steps: [
          { hooks: 'enable guard --yes', exit: 1, stderr: /EXECUTABLE_ANSWER[\s\S]*said nothing within 5 s/ },
          { fire: 'PreToolUse', run: { approved: true }, expect: { leavesNothing: true } },
        ],
      },
    ],
  },
  {
    id: 'B14',
    source: 'ours',
    says: 'The approved answer to the type query is used, and nobody is asked again',
    cases: [
      {
        says: 'not by an event, a list, a touch or an edit; the approved bytes go on running until new ones are trusted',
        hooks: [{ name: 'guard', at: 'project', asked: before, prints: { blocked: true, reason: 'old' } }],
        steps: [
          { hooks: 'enable guard --yes --digest <digest guard>' },
          { files: { asked: 'guard\n' } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'old' } },
          { append: { 'project/.kodelet/hooks/guard': '' } },
          { hooks: 'list --json', hook: { guard: { state: 'ready' } } },
          { hooks: 'enable guard --yes --digest <digest guard>' },
          { hooks: 'enable guard --yes --digest <digest guard> --env LOG' },
          { files: { asked: 'guard\n' } },
          {
            write: {
              'project/.kodelet/hooks/guard': {
                text: '#!/bin/sh\nif [ "$1" = hook ]; then echo again >>"<scratch>/asked"; echo agent_stop; fi\n',
                mode: 0o755,
              },
            },
          },
          {
            hooks: 'list --json',
            hook: {
              guard: { state: 'changed', events: ['before_tool_call'], reasons: [{ code: 'CHANGED' }] },
            },
          },
          { hooks: 'diff guard', exit: 1, stdout: /guard +changed[\s\S]*\+.*agent_stop/ },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'old' } },
          { files: { asked: 'guard\n' } },
          { hooks: 'trust guard --yes --digest <digest guard>' },
          { files: { asked: 'guard\nagain\n' } },
          { hooks: 'list --json', hook: { guard: { state: 'ready', events: ['agent_stop'] } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: [] } },
        ],
      },
      {
        says: 'bytes that do not answer leave the approved ones running',
        hooks: [{ name: 'guard', asked: before, prints: { blocked: true, reason: 'old' } }],
        steps: [
          { hooks: 'enable guard --yes' },
          { write: { 'home/.kodelet/hooks/guard': { text: '#!/bin/sh\necho nonsense\n', mode: 0o755 } } },
          { hooks: 'trust guard --yes', exit: 1, stderr: /EXECUTABLE_ANSWER/ },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'old' } },
        ],
      },
    ],
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
      {
        says: 'of links in a root of bare executables only those to an executable count, the others say why',
        hooks: [{ name: 'real', at: 'project', asked: before }],
        files: {
          'project/.kodelet/hooks/plain.txt': 'notes',
          'project/.kodelet/hooks/folder': null,
          'elsewhere/tool': { text: `#!/bin/sh\n${before}\n`, mode: 0o755 },
        },
        links: {
          'project/.kodelet/hooks/to-real': 'real',
          'project/.kodelet/hooks/to-plain': 'plain.txt',
          'project/.kodelet/hooks/to-folder': 'folder',
          'project/.kodelet/hooks/to-nothing': 'nowhere',
          'project/.kodelet/hooks/to-outside': '<scratch>/elsewhere/tool',
          'home/.kodelet/hooks/dotfile': '<scratch>/elsewhere/tool',
        },
        config: oneByOne,
        steps: [
          {
            hooks: 'list --json',
            hook: {
              'to-real': { state: 'untrusted' },
              dotfile: { state: 'untrusted' },
              'to-plain': null,
              'to-folder': null,
              'to-nothing': null,
              'to-outside': null,
            },
          },
          {
            hooks: 'check --json',
            issues: [
              { path: /to-plain$/, code: 'EXECUTABLE_SKIPPED', message: /without an exec bit/ },
              { path: /to-folder$/, code: 'MANIFEST_MISSING' },
              { path: /to-nothing$/, code: 'EXECUTABLE_SKIPPED', message: /link to nothing/ },
              { path: /to-outside$/, code: 'EXECUTABLE_SKIPPED', message: /leaves the project/ },
            ],
          },
          { hooks: 'enable to-real --yes --digest <digest to-real>' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: ['to-real'], argvOf: { 'to-real': [/\/store\/.*\/to-real$/, 'run'] } },
          },
        ],
      },
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
        says: 'a bare executable of a repository: not started and not asked, then its approved copy, never an edit',
        hooks: [
          { name: 'guard', at: 'project', asked: before, prints: { blocked: true, reason: 'old bytes' } },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNTRUSTED' } },
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
            json: { hooks: [{ name: 'guard', outcome: 'skipped', cause: 'UNTRUSTED' }] },
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
                  'PATH=.:$PATH guard.sh',
                  'export PATH="$PWD"; guard.sh',
                  'env LD_PRELOAD=./missing.so true',
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
          {
            hooks: 'check --json',
            exit: 1,
            stdout: /^(?:(?!"ENTRY_FILE")[\s\S])*(?:"ENTRY_FILE"(?:(?!"ENTRY_FILE")[\s\S])*){12}$/,
          },
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
      {
        says: 'built-ins come before all others, whatever their priority',
        steps: [
          {
            script: `
              const hooks = await open();
              hooks.on('TurnEnd', { name: 'early', priority: -1000 }, () => {});
              const usage = { input_tokens: 1, output_tokens: 1, current_context_window: 1, max_context_window: 100 };
              const { decision } = await hooks.fire('TurnEnd', { turn_number: 1, tools_used: false, usage, auto_compact_enabled: true, auto_compact_threshold: 0.8 });
              print(decision.hooks.map(({ source, name }) => [source, name]));`,
            prints: [
              ['builtin', 'compact-trigger'],
              ['code', 'early'],
            ],
          },
        ],
      },
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
