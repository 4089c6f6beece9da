import type { FileText } from '../support/hook-package.ts';
import type { Case } from './row.ts';

/** A hook of a package that is installed from `from/`. */
function hookFiles(
  directory: string,
  version = '1.0.0',
  events = 'PreToolUse',
): Readonly<Record<string, string | FileText>> {
  const front = [`version: ${version}`, `events: [${events}]`, 'command: ./handler.sh', 'protocol: hookmd'];
  return {
    [`${directory}/HOOK.md`]: ['---', ...front, '---', ''].join('\n'),
    [`${directory}/handler.sh`]: { text: `#!/bin/sh\necho 'no, says ${version}' >&2\nexit 2\n`, mode: 0o755 },
  };
}

function pack(directory: string, hooks: readonly string[]): Readonly<Record<string, string>> {
  const document = { name: '@acme/guards', version: '1.0.0', hookmd: { hooks } };
  return { [`${directory}/package.json`]: JSON.stringify(document) };
}

/** M-9 */
export const installCases: readonly Case[] = [
  {
    says: 'installing approves nothing; what is enabled runs; a changed file fails the check, and the lock puts it back',
    files: hookFiles('from/guard'),
    steps: [
      {
        hooks: 'install <scratch>/from/guard --yes --json',
        json: {
          schema: 'hookmd.install/1',
          packages: [
            { name: 'guard', changed: true, hooks: [{ change: 'added', hook: { state: 'unapproved' } }] },
          ],
        },
      },
      { fire: 'PreToolUse', run: { approved: true }, expect: {} },
      {
        files: {
          'home/.hookmd/hooks.lock':
            /^\{\n {2}"lockfileVersion": 1,\n {2}"packages": \{\n {4}"guard": \{\n {6}"commit": null,\n {6}"hooks": \{\n {8}"guard": \{\n {10}"digest": "sha256:[0-9a-f]{64}",\n {10}"path": "."/,
        },
      },
      { hooks: 'enable guard --yes' },
      {
        fire: 'PreToolUse',
        run: { approved: true },
        expect: { decision: 'block', reason: 'no, says 1.0.0', decidedBy: ['user/guard'] },
      },
      { hooks: 'check guard' },
      { append: { 'home/.hookmd/hooks/guard/handler.sh': '# mine\n' } },
      {
        hooks: 'check guard --json',
        exit: 1,
        issues: [
          {
            code: 'LOCK_CHANGED',
            message: /user\/guard differs from hooks\.lock: it was edited/,
          },
        ],
      },
      { hooks: 'install --yes' },
      { hooks: 'check guard' },
      { hooks: 'list --json', hook: { guard: { state: 'ready' } } },
    ],
  },
  {
    says: 'removing leaves no folder, no lock, no approval, no enablement; what is installed again is as new',
    files: hookFiles('from/guard'),
    steps: [
      { hooks: 'install <scratch>/from/guard --yes' },
      { hooks: 'enable guard --yes' },
      { hooks: 'disable guard --here' },
      { hooks: 'remove guard --json', json: { packages: ['guard'], hooks: ['user/guard'], remaining: [] } },
      {
        files: {
          'home/.hookmd/hooks/guard': null,
          'home/.hookmd/hooks.lock': null,
          'home/.local/state/hookmd/enablement/user/_/user%2Fguard.json': null,
        },
      },
      { hooks: 'list --json', hook: { guard: null } },
      { fire: 'PreToolUse', run: { approved: true }, expect: {} },
      { hooks: 'install <scratch>/from/guard --yes' },
      { hooks: 'list --json', hook: { guard: { state: 'unapproved', enabled: true, approvedDigest: null } } },
    ],
  },
  {
    says: 'an update of an approved hook approves the new bytes by the same yes, and drops what the package has no more',
    files: { ...hookFiles('from/p/a'), ...hookFiles('from/p/b'), ...pack('from/p', ['./a', './b']) },
    steps: [
      { hooks: 'install <scratch>/from/p --yes' },
      { hooks: 'enable a b --yes' },
      { hooks: 'outdated --json', json: { packages: [{ name: '@acme/guards', outdated: false }] } },
      { write: { ...hookFiles('from/p/a', '2.0.0', 'PreToolUse, Stop'), ...pack('from/p', ['./a']) } },
      { hooks: 'outdated --json', exit: 1, json: { packages: [{ outdated: true, wanted: 'changed' }] } },
      { hooks: 'update --yes --json', json: { packages: [{ changed: true, removed: ['b'] }] } },
      { hooks: 'list --json', hook: { a: { state: 'ready', version: '2.0.0' }, b: null } },
      { hooks: 'update --json', json: { packages: [{ changed: false }] } },
    ],
  },
  {
    says: 'a hook that its new version calls otherwise is a new one: nobody approved it, and the plan shows all that it would get',
    files: {
      ...hookFiles('from/p/a'),
      ...pack('from/p', ['./a']),
      'home/.hookmd/config.yaml': JSON.stringify({
        package: { a: { mode: 'audit' }, better: { env: { SECRET: '4711' } } },
      }),
    },
    steps: [
      { hooks: 'install <scratch>/from/p --yes' },
      { hooks: 'enable a --yes' },
      { hooks: 'disable a' },
      {
        write: {
          'from/p/a/HOOK.md':
            '---\nname: better\nevents: [PreToolUse]\ncommand: ./handler.sh\nprotocol: hookmd\n---\n',
        },
      },
      {
        hooks: 'update --dry-run',
        stdout:
          /user\/a {2}has a new name: the old hook is removed, with its approval\nuser\/better {2}is new, and will run as you once you enable it:\n {2}runs[\s\S]*SECRET \(as your config\.yaml sets it\)/,
      },
      {
        hooks: 'update --yes --json',
        json: { packages: [{ hooks: [{ renamedFrom: 'user/a', hook: { state: 'unapproved' } }] }] },
      },
      { hooks: 'list --json', hook: { a: null, better: { state: 'unapproved', approvedDigest: null } } },
      { fire: 'PreToolUse', run: { approved: true }, expect: {} },
      { hooks: 'enable better --yes' },
      {
        fire: 'PreToolUse',
        run: { approved: true },
        expect: { decision: 'block', reason: 'no, says 1.0.0', decidedBy: ['user/better'] },
      },
    ],
  },
  {
    says: 'what only says that it is an installed package takes nothing of it over; of its own source any version does',
    files: {
      ...hookFiles('from/p/a'),
      ...pack('from/p', ['./a']),
      ...hookFiles('evil/a', '6.6.6'),
      ...pack('evil', ['./a']),
      ...hookFiles('project/from/guard'),
      ...hookFiles('project/other/guard', '6.6.6'),
    },
    steps: [
      { hooks: 'install <scratch>/from/p --yes' },
      { hooks: 'enable a --yes --env SECRET' },
      { remember: 'home/.hookmd' },
      {
        hooks: 'install <scratch>/evil --yes --json',
        exit: 1,
        json: {
          code: 'INSTALL_ELSEWHERE',
          message: /@acme\/guards was installed from file:.*\/from\/p\. file:.*\/evil is a different source/,
        },
      },
      { unchanged: 'home/.hookmd' },
      { hooks: 'list --json', hook: { a: { state: 'ready', version: '1.0.0' } } },
      { write: hookFiles('from/p/a', '2.0.0') },
      { hooks: 'install file:<scratch>/from/p --yes' },
      { hooks: 'list --json', hook: { a: { state: 'ready', version: '2.0.0' } } },
      { hooks: 'remove @acme/guards' },
      { hooks: 'install <scratch>/evil --yes' },
      { hooks: 'list --json', hook: { a: { state: 'unapproved', version: '6.6.6', approvedDigest: null } } },
      { hooks: 'install ./from/guard --scope project --yes' },
      {
        hooks: 'install ./other/guard --scope project --yes',
        exit: 1,
        stderr:
          /from file:\.\/from\/guard\. file:\.\/other\/guard[\s\S]*hooks remove guard --scope\s+project/,
      },
    ],
  },
  {
    says: 'of a project an update without a terminal approves only by `--digest`',
    files: hookFiles('project/from/guard'),
    steps: [
      { hooks: 'install ./from/guard --scope project --yes' },
      {
        files: {
          'project/.hookmd/hooks.lock': /"resolved": "\.\/from\/guard",\n {6}"spec": "file:\.\/from\/guard"/,
        },
      },
      { hooks: 'enable guard --yes --digest <digest guard>' },
      { write: hookFiles('project/from/guard', '2.0.0') },
      { hooks: 'update guard --yes' },
      { hooks: 'list --json', hook: { guard: { state: 'changed', version: '2.0.0' } } },
      {
        fire: 'PreToolUse',
        run: { approved: true },
        expect: { decision: 'block', reason: 'no, says 1.0.0', decidedBy: ['project/guard'] },
      },
    ],
  },
  {
    says: 'without a spec exactly what the lock says is installed, and nothing where a byte of it differs',
    files: hookFiles('from/guard'),
    steps: [
      { hooks: 'install --json', exit: 1, json: { code: 'LOCK_NONE' } },
      { hooks: 'install <scratch>/from/guard --yes' },
      { remove: 'home/.hookmd/hooks/guard' },
      { hooks: 'check --json', exit: 1, issues: [{ code: 'LOCK_MISSING' }] },
      { hooks: 'install --yes' },
      { hooks: 'check guard' },
      { remove: 'home/.hookmd/hooks/guard' },
      { append: { 'from/guard/handler.sh': '# theirs\n' } },
      { remember: 'home/.hookmd' },
      {
        hooks: 'install --yes --json',
        exit: 1,
        json: { code: 'LOCK_DIFFERS', message: /guard is sha256:.*, not sha256:/ },
      },
      { unchanged: 'home/.hookmd' },
    ],
  },
  {
    says: 'no script of a package is run, and a digest that was not given is refused',
    files: {
      ...hookFiles('from/guard'),
      'from/guard/package.json':
        '{"name":"guard","version":"1.0.0","scripts":{"preinstall":"touch ran","postinstall":"touch ran"}}',
    },
    steps: [
      {
        hooks: `install <scratch>/from/guard --yes --digest sha256:${'0'.repeat(64)} --json`,
        exit: 1,
        json: { code: 'INSTALL_DIGEST', message: /guard sha256:[0-9a-f]{64}/ },
      },
      { files: { 'home/.hookmd': null } },
      { hooks: 'install <scratch>/from/guard --yes' },
      { files: { 'project/ran': null, 'from/guard/ran': null, 'home/.hookmd/hooks/guard/ran': null } },
    ],
  },
  {
    says: 'what nobody answered, declined or only looked at changes nothing; a folder of a person’s own is left alone',
    files: { ...hookFiles('from/guard'), ...hookFiles('home/.hookmd/hooks/mine'), ...hookFiles('from/mine') },
    steps: [
      { hooks: 'list' },
      { remember: 'home/.hookmd' },
      { hooks: 'install <scratch>/from/guard --json', exit: 2, json: { code: 'INSTALL_UNANSWERED' } },
      { hooks: 'install <scratch>/from/guard --dry-run', stdout: /user\/guard {2}is new/ },
      { hooks: 'install <scratch>/from/guard --inspect', stdout: /handler\.sh\n {2}\| #!\/bin\/sh/ },
      { hooks: 'install <scratch>/from/mine --yes --json', exit: 1, json: { code: 'INSTALL_FOREIGN' } },
      { hooks: 'remove mine --json', exit: 1, json: { code: 'REMOVE_OWN' } },
      { unchanged: 'home/.hookmd' },
    ],
  },
  {
    says: '`--audit` lets it be asked and decide nothing',
    files: hookFiles('from/guard'),
    steps: [
      { hooks: 'install <scratch>/from/guard --audit --yes' },
      { hooks: 'enable guard --yes' },
      { hooks: 'list --json', hook: { guard: { state: 'ready', enforcement: 'audit' } } },
      { hooks: 'remove guard --json', json: { remaining: [{ subject: /what you set for guard/ }] } },
    ],
  },
];

/** A18 */
export const packCases: readonly Case[] = [
  {
    says: 'a package that lists two hooks installs two',
    files: {
      ...hookFiles('from/p/a'),
      ...hookFiles('from/p/deep/b'),
      ...hookFiles('from/p/c'),
      ...pack('from/p', ['./a', 'deep/b']),
    },
    steps: [
      {
        hooks: 'install <scratch>/from/p --yes --json',
        json: { packages: [{ hooks: [{ directory: 'a' }, { directory: 'b', path: 'deep/b' }] }] },
      },
      { hooks: 'list --json', hook: { a: { state: 'unapproved' }, b: { state: 'unapproved' }, c: null } },
      { hooks: 'remove b --json', exit: 1, json: { code: 'REMOVE_PART' } },
      { hooks: 'remove @acme/guards' },
      { hooks: 'list --json', hook: { a: null, b: null } },
    ],
  },
  {
    says: 'entries that leave the package are refused, all of them at once, and nothing is installed',
    files: { ...hookFiles('from/p/a'), ...hookFiles('from/x'), ...pack('from/p', ['./a', '../x', '/etc']) },
    steps: [
      {
        hooks: 'install <scratch>/from/p --yes --json',
        exit: 1,
        json: {
          code: 'INSTALL_INVALID',
          issues: [
            { code: 'PACK_ENTRY', message: /\.\.\/x/ },
            { code: 'PACK_ENTRY', message: /\/etc/ },
          ],
        },
      },
      { files: { 'home/.hookmd': null } },
    ],
  },
];

/** L19 */
export const escapeCases: readonly Case[] = [
  {
    says: 'a link of the package that leads out of it, and an entry that leads through a link, are refused',
    files: { ...hookFiles('from/p/a'), ...hookFiles('from/x'), ...pack('from/p', ['./a', './out']) },
    links: { 'from/p/out': '../x' },
    steps: [
      { hooks: 'install <scratch>/from/p --yes --json', exit: 1, json: { schema: 'hookmd.error/1' } },
      { files: { 'home/.hookmd': null } },
    ],
  },
  {
    says: 'a lock of a repository cannot name a path outside of its root, nor a folder outside of the project',
    files: {
      ...hookFiles('from/guard'),
      'project/.hookmd/hooks.lock': lockText({
        '../guard': { digest: `sha256:${'0'.repeat(64)}`, path: '.' },
      }),
    },
    steps: [
      {
        hooks: 'install --yes --json',
        exit: 1,
        json: { code: 'LOCKFILE_INVALID', message: /hooks\.lock:\d+ / },
      },
      {
        write: {
          'project/.hookmd/hooks.lock': lockText({
            guard: { digest: `sha256:${'0'.repeat(64)}`, path: '.' },
          }),
        },
      },
      { hooks: 'install --yes --json', exit: 1, json: { code: 'LOCK_OUTSIDE' } },
      { files: { 'project/.hookmd/hooks': null } },
    ],
  },
];

function lockText(hooks: object): string {
  const guard = {
    commit: null,
    hooks,
    integrity: null,
    resolved: '<scratch>/from/guard',
    spec: 'file:<scratch>/from/guard',
    version: null,
  };
  return `${JSON.stringify({ lockfileVersion: 1, packages: { guard } }, null, 2)}\n`;
}
