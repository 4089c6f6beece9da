import { before, oneByOne } from './b-discovery-samples.ts';
import type { Row } from './row.ts';

export const executables: readonly Row[] = [
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
                state: 'unapproved',
                events: [],
                protocol: 'kodelet',
              },
            },
          },
          { fire: 'PreToolUse', expect: { ran: ['z-local', 'a-global'] } },
        ],
      },
      {
        says: 'in the home directory the root of the project is that of the user',
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
        says: 'only the local one runs, and list, check and info show the other as a conflict',
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
              outcomes: { 'project/guard': 'blocking', 'user/guard': 'skipped NAME_CONFLICT' },
            },
          },
          {
            hooks: 'list --all --json',
            hook: { 'user/guard': { state: 'conflict', reasons: [{ code: 'EXECUTABLE_NAME_CONFLICT' }] } },
          },
          { hooks: 'list --json', hook: { 'user/guard': null, 'project/guard': { state: 'ready' } } },
          {
            hooks: 'check --json',
            json: { ok: true },
            issues: [
              {
                code: 'EXECUTABLE_NAME_CONFLICT',
                path: '<home>/.kodelet/hooks/guard',
                message: /project\/\.kodelet\/hooks\/guard has the same name/,
              },
            ],
          },
          { hooks: 'info user/guard', stdout: /conflict/ },
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
              outcomes: { 'user/guard': 'blocking', 'project/guard': 'skipped UNAPPROVED' },
            },
          },
          { hooks: 'enable project/guard --yes --digest <digest project/guard>' },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { outcomes: { 'user/guard': 'skipped NAME_CONFLICT' } },
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
            hook: { 'user/guard': { state: 'unapproved' }, 'project/guard': { state: 'unapproved' } },
          },
          { hooks: 'info guard --json', json: { qualifiedName: 'project/guard', also: ['user/guard'] } },
        ],
      },
      {
        says: 'of two packages of one name in one root the first folder has it, and the other is shown as a name conflict',
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
                { name: 'guard', path: /2-folder\/HOOK\.md$/, state: 'conflict' },
              ],
            },
          },
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'NAME_CONFLICT', path: /2-folder\/HOOK\.md$/, message: /1-folder/ }],
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
              {
                code: 'NAME_CONFLICT',
                path: '<home>/.kodelet/hooks/guard',
                message: /\.hookmd\/hooks\/guard/,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    id: 'B5',
    source: 'HookMD (Kodelet implied)',
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
            hooks: 'run PreToolUse --json --root <scratch>/project',
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
    source: 'HookMD (Kodelet drops all)',
    says: 'A root that cannot be read is said and skipped; the others are not affected',
    cases: [
      {
        says: 'a file in the place of the project root does not keep the hook of the user from running',
        hooks: [{ name: 'guard', exits: 2 }],
        files: { 'project/.hookmd/hooks': 'not a folder' },
        steps: [
          {
            fire: 'PreToolUse',
            expect: { decision: 'block', ran: ['guard'], stderr: /warning: .*hooks directory/ },
          },
          { hooks: 'check --json', issues: [{ code: 'ROOT_UNREADABLE', path: '<project>/.hookmd/hooks' }] },
          { hooks: 'list --json', issues: [{ code: 'ROOT_UNREADABLE' }], hook: { guard: {} } },
        ],
      },
      {
        says: 'a root that is a link to itself is said and skipped too',
        hooks: [{ name: 'guard', exits: 2 }],
        links: { 'project/.hookmd/hooks': 'hooks' },
        steps: [
          {
            fire: 'PreToolUse',
            expect: { decision: 'block', ran: ['guard'], stderr: /warning: .*hooks directory/ },
          },
          { hooks: 'check --json', issues: [{ code: 'ROOT_UNREADABLE', path: '<project>/.hookmd/hooks' }] },
        ],
      },
    ],
  },
];
