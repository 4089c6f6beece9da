import { before, oneByOne } from './b-discovery-samples.ts';
import type { Row } from './row.ts';

export const questions: readonly Row[] = [
  {
    id: 'B10',
    source: 'Kodelet',
    says: 'A bare executable is asked for its event once, at approval, from the store copy',
    cases: [
      {
        says: 'before the approval it is unapproved, its event unknown, and nothing of it was started',
        hooks: [{ name: 'guard', at: 'project', asked: before }],
        steps: [
          { hooks: 'list --json', hook: { guard: { state: 'unapproved', events: [] } } },
          { hooks: 'info guard', stdout: /Events +unknown until it is approved[\s\S]*Runs +\.\/guard run/ },
          { hooks: 'check' },
          { hooks: 'doctor --json' },
          { hooks: '__complete -- info gu', bare: true, stdout: /^/ },
          {
            hooks: 'enable guard --yes',
            exit: 2,
            stderr: /bare executable[\s\S]*a yes runs `guard hook` once/,
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { guard: 'skipped UNAPPROVED' } },
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
          { hooks: 'enable binary --yes', exit: 1, stderr: /EXECUTABLE_OUTPUT[\s\S]*invalid UTF-8/ },
          { hooks: 'enable case --yes', exit: 1, stderr: /"Before_Tool_Call" instead of "before_tool_call"/ },
          { hooks: 'enable exit --yes', exit: 1, stderr: /exited with code 1: reason/ },
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
              code: 'EXECUTABLE_OUTPUT',
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
          {
            hooks: 'info two',
            stdout: /executable event +`.* hook` must print an event name, but it printed 2 lines/,
          },
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
          { hooks: 'list --json', hook: { guard: { state: 'unapproved' } } },
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
            stderr: /EXECUTABLE_NOT_RUNNABLE[\s\S]*`#!` line[\s\S]*#!\/bin\/sh/,
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
          { hooks: 'list --json', hook: { good: { state: 'unapproved' }, bad: { state: 'invalid' } } },
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
    source: 'HookMD',
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
                message:
                  /project\/\.kodelet\/hooks\/guard cannot be used\. It has the same name as .*home\/\.kodelet\/hooks\/guard/,
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
          outcomes: { 'project/guard': 'skipped EXECUTABLE_EVENT', 'user/guard': 'skipped NAME_CONFLICT' },
        },
      },
    ],
  },
  {
    id: 'B13',
    source: 'HookMD (Kodelet: none)',
    says: 'The type query has a time limit',
    cases: [
      {
        says: 'one that sleeps, with a grandchild that left its group, is ended and told',
        hooks: [{ name: 'guard', asked: 'setsid sleep 600 & sleep 600' }],
        steps: [
          {
            hooks: 'enable guard --yes',
            exit: 1,
            stderr: /EXECUTABLE_OUTPUT[\s\S]*printed nothing within 5 s/,
          },
          { fire: 'PreToolUse', run: { approved: true }, expect: { leavesNothing: true } },
        ],
      },
    ],
  },
  {
    id: 'B14',
    source: 'HookMD',
    says: 'The approved answer to the type query is used, and nobody is asked again',
    cases: [
      {
        says: 'not by an event, a list, a touch or an edit; the approved version still runs until new ones are trusted',
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
          { hooks: 'trust guard --yes', exit: 1, stderr: /EXECUTABLE_OUTPUT/ },
          { fire: 'PreToolUse', run: { approved: true }, expect: { decision: 'block', reason: 'old' } },
        ],
      },
    ],
  },
  {
    id: 'B15',
    source: 'HookMD (Kodelet accepts)',
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
              'to-real': { state: 'unapproved' },
              dotfile: { state: 'unapproved' },
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
];
