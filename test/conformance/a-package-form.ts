import { keys, text } from './a-package-samples.ts';
import type { Row } from './row.ts';

export const packageForm: readonly Row[] = [
  {
    id: 'A1',
    source: 'MicroClaw RFC',
    says: 'A hook is a folder with HOOK.md and a handler in `<root>/hooks`',
    cases: [
      {
        says: 'a folder with HOOK.md is a hook, a folder without one is not',
        hooks: [{ name: 'with' }, { name: 'without', manifest: false }],
        steps: [
          {
            hooks: 'list --json',
            hook: { with: { source: 'user', path: /with\/HOOK\.md$/ }, without: null },
          },
          {
            hooks: 'list --all --json',
            issues: [{ code: 'MANIFEST_MISSING', severity: 'warning', path: /without$/ }],
          },
          { fire: 'PreToolUse', expect: { ran: ['with'] } },
        ],
      },
      {
        says: 'hidden folders and plain files of the root are no hooks and no mistakes',
        hooks: [{ name: 'hook' }, { name: '.hidden' }],
        files: { 'home/.hookmd/hooks/README.md': 'notes' },
        steps: [
          { hooks: 'list --json', json: { issues: [] }, hook: { '.hidden': null, hook: {} } },
          { fire: 'PreToolUse', expect: { ran: ['hook'] } },
        ],
      },
    ],
  },
  {
    id: 'A2',
    source: 'MicroClaw RFC',
    says: 'A handler is handler.sh, handler.js or handler.ts',
    cases: [
      {
        says: 'handler.sh, and handler.js by its interpreter, answer as commands',
        hooks: [
          { name: 'in-sh', prints: { systemMessage: 'in-sh' } },
          {
            name: 'in-js',
            front: { command: 'node ./handler.js' },
            files: { 'handler.js': `console.log(JSON.stringify({ systemMessage: process.env.HOOK_NAME }));` },
          },
        ],
        expect: { userMessages: ['in-js', 'in-sh'] },
      },
      {
        says: 'handler.sh is found by itself where the manifest names nothing that runs',
        hooks: [{ name: 'hook', front: { command: null }, exits: 2 }],
        expect: { decision: 'block', ran: ['hook'], cwdOf: { hook: '<project>' } },
      },
      {
        says: 'handler.ts, handler.js and handler.mjs written with the SDK are found by themselves',
        hooks: ['ts', 'js', 'mjs'].map((kind) => ({
          name: `in-${kind}`,
          front: { command: null },
          files: {
            [`handler.${kind}`]: `import { defineHook } from '@hookmd/sdk';
              export default defineHook({ on: 'PreToolUse', run: (event, h) => h.addContext(${kind === 'ts' ? '(h.env.HOOK_NAME as string)' : 'h.env.HOOK_NAME'}) });`,
          },
        })),
        expect: { context: ['in-js', 'in-mjs', 'in-ts'] },
      },
    ],
  },
  {
    id: 'A3',
    source: 'MicroClaw RFC',
    says: 'The manifest is YAML between two lines `---` at the top of HOOK.md, then free Markdown',
    cases: [
      {
        says: 'the keys are read, and the Markdown below them belongs to people',
        hooks: [
          {
            name: 'hook',
            manifest: text(
              '---',
              'name: hook',
              ...keys,
              '---',
              '# Title',
              '',
              '---',
              'events: [Nonsense]',
              '---',
            ),
          },
        ],
        steps: [
          {
            hooks: 'info hook --json',
            json: {
              name: 'hook',
              events: ['PreToolUse'],
              state: 'unapproved',
              issues: [],
              body: /# Title\n\n---\nevents: \[Nonsense\]/,
            },
          },
          { fire: 'PreToolUse', expect: { ran: ['hook'] } },
        ],
      },
      {
        says: 'a manifest without an opening line is invalid, with file and line',
        hooks: [{ name: 'hook', manifest: text('# My hook', '---', ...keys, '---') }],
        steps: [
          { hooks: 'list --json', hook: { hook: { state: 'invalid' } } },
          {
            hooks: 'check --json',
            exit: 1,
            json: { ok: false },
            issues: [
              {
                code: 'MANIFEST_NO_FRONT_MATTER',
                path: '<home>/.hookmd/hooks/hook/HOOK.md',
                line: 1,
                remedy: /---/,
              },
            ],
          },
          { fire: 'PreToolUse', expect: { ran: [], stderr: /hook/ } },
        ],
      },
      {
        says: 'an opening line that is not exactly `---` is invalid, and names no parser that runs code',
        hooks: [
          {
            name: 'js',
            manifest: text(
              '---js',
              '{ name: require("fs").writeFileSync(process.env.LOG + "/pwned", "") }',
              '---',
            ),
          },
          { name: 'four', manifest: text('----', ...keys, '---') },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_NO_FRONT_MATTER', path: /js\/HOOK\.md$/, line: 1, message: /---js/ },
              { code: 'MANIFEST_NO_FRONT_MATTER', path: /four\/HOOK\.md$/, line: 1 },
            ],
          },
          { files: { 'log/pwned': null } },
        ],
      },
      {
        says: 'a manifest without a closing line is invalid',
        hooks: [{ name: 'hook', manifest: text('---', ...keys, '') }],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'MANIFEST_UNCLOSED', path: /hook\/HOOK\.md$/ }],
          },
          { hooks: 'list --json', hook: { hook: { state: 'invalid' } } },
        ],
      },
      {
        says: 'a byte order mark and CRLF line ends are accepted',
        hooks: [
          { name: 'bom', manifest: `\uFEFF${text('---', ...keys, '---', 'Text')}` },
          { name: 'crlf', manifest: text('---', ...keys, '---', 'Text', '').replaceAll('\n', '\r\n') },
        ],
        steps: [
          { hooks: 'check --json', json: { ok: true, issues: [] } },
          { hooks: 'info bom --json', json: { events: ['PreToolUse'] } },
          { hooks: 'info crlf --json', json: { events: ['PreToolUse'], body: /^Text/ } },
          { fire: 'PreToolUse', expect: { ranInAnyOrder: ['bom', 'crlf'] } },
        ],
      },
      {
        says: 'broken YAML, a duplicate key, an alias and a tag are errors with line and column, all at once',
        hooks: [
          { name: 'broken', manifest: text('---', ...keys, 'matcher: [', '---') },
          { name: 'twice', manifest: text('---', ...keys, 'events: [Stop]', '---') },
          {
            name: 'alias',
            manifest: text('---', 'events: &e [PreToolUse]', 'env: *e', 'command: ./handler.sh', '---'),
          },
          {
            name: 'tag',
            manifest: text('---', ...keys, 'description: !!js/function "function () {}"', '---'),
          },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_YAML', path: /broken\/HOOK\.md$/ },
              { code: 'MANIFEST_YAML', path: /twice\/HOOK\.md$/, line: 5, message: /events/ },
              { code: 'MANIFEST_YAML', path: /alias\/HOOK\.md$/ },
              { code: 'MANIFEST_YAML', path: /tag\/HOOK\.md$/ },
            ],
          },
        ],
      },
      {
        says: 'an empty, a binary, a deep and a huge manifest are invalid and shown without a stack trace',
        hooks: [
          { name: 'binary', manifest: '\u0000\u0001\u0002' },
          {
            name: 'deep',
            manifest: text('---', ...keys, `metadata: ${'['.repeat(5000)}${']'.repeat(5000)}`, '---'),
          },
          { name: 'empty', manifest: '' },
          { name: 'huge', manifest: text('---', ...keys, `description: ${'x'.repeat(10_000_000)}`, '---') },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              binary: { state: 'invalid' },
              deep: { state: 'invalid' },
              empty: { state: 'invalid' },
              huge: { state: 'invalid' },
            },
            stderr: '',
          },
          { hooks: 'check', exit: 1, stdout: /^(?![\s\S]*\n {4}at )[\s\S]*huge\/HOOK\.md/ },
        ],
      },
      {
        says: 'every problem of a manifest is reported at once, with line, column and remedy',
        hooks: [
          {
            name: 'hook',
            manifest: text('---', 'events: [PreToolUs]', 'command: 7', 'timeout: soon', '---'),
          },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              {
                code: 'MANIFEST_UNKNOWN_EVENT',
                line: 2,
                column: 10,
                message: /PreToolUs/,
                remedy: /PreToolUse/,
              },
              { code: 'MANIFEST_TYPE', line: 3, column: 10 },
              { code: 'MANIFEST_VALUE', line: 4, column: 10 },
            ],
          },
        ],
      },
    ],
  },
  {
    id: 'A4',
    source: 'MicroClaw RFC',
    says: '`name` is the name of the hook, by default that of its folder',
    cases: [
      {
        says: 'without a name, or with a blank one, the folder names the hook',
        hooks: [
          { name: 'blank', front: { name: '  ' } },
          { name: 'none' },
          { name: 'folder', front: { name: 'other' } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: { blank: {}, none: {}, other: { path: /folder\/HOOK\.md$/ }, folder: null },
          },
          { fire: 'PreToolUse', expect: { ranInAnyOrder: ['blank', 'none', 'other'] } },
        ],
      },
      {
        says: 'a name that could be a path is an error',
        hooks: [{ name: 'hook', front: { name: '../evil' } }],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'PACKAGE_NAME', message: /\.\.\/evil/, line: 5 }],
          },
          { hooks: 'list --json', hook: { hook: { state: 'invalid' } } },
        ],
      },
    ],
  },
  {
    id: 'A5',
    source: 'MicroClaw RFC',
    says: '`description` says what it is for',
    cases: [
      {
        says: 'the description is shown by `info` and is empty where there is none',
        hooks: [{ name: 'with', front: { description: 'Keeps main clean' } }, { name: 'without' }],
        steps: [
          { hooks: 'info with', stdout: /Keeps main clean/ },
          { hooks: 'info with --json', json: { description: 'Keeps main clean' } },
          { hooks: 'info without --json', json: { description: '' } },
        ],
      },
    ],
  },
  {
    id: 'A6',
    source: 'MicroClaw RFC',
    says: '`events` is a list of known events that is not empty',
    cases: [
      {
        says: 'no list, an empty list and a list without a known event are invalid',
        hooks: [
          { name: 'empty', front: { events: [] } },
          { name: 'missing', front: { events: null } },
          { name: 'unknown', front: { events: ['PreToolUs', 'Nonsense'] } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              empty: { state: 'invalid' },
              missing: { state: 'invalid' },
              unknown: { state: 'invalid' },
            },
          },
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_NO_EVENT', path: /empty/, line: 2 },
              { code: 'MANIFEST_MISSING_KEY', path: /missing/ },
              {
                code: 'MANIFEST_UNKNOWN_EVENT',
                path: /unknown/,
                line: 2,
                remedy: /Did you mean "PreToolUse"/,
              },
            ],
          },
        ],
      },
      {
        says: 'one unknown name among known ones is a warning, and the hook is asked for the others',
        hooks: [{ name: 'hook', front: { events: ['PreToolUse', 'PostToolUs'] } }],
        steps: [
          {
            hooks: 'check --json',
            json: { ok: true, issues: [{}] },
            issues: [
              {
                code: 'MANIFEST_EVENT_SKIPPED',
                severity: 'warning',
                message: /PostToolUs/,
                remedy: /PostToolUse/,
              },
            ],
          },
          { fire: 'PreToolUse', expect: { ran: ['hook'] } },
          { fire: 'PostToolUse', expect: { ran: [] } },
        ],
      },
      {
        says: 'in `metadata.openclaw` an event that its runtime never fires is kept and warned about',
        hooks: [
          {
            name: 'claw',
            manifest: text(
              '---',
              'name: claw',
              'enabled: false',
              'metadata: { openclaw: { events: [ "gateway:shutdown", "no:such" ] } }',
              '---',
            ),
            files: { 'handler.ts': 'export default () => {};' },
          },
        ],
        steps: [
          {
            hooks: 'check --json',
            issues: [{ code: 'MANIFEST_NEVER_DISPATCHED', severity: 'warning', path: /claw/ }],
          },
          {
            hooks: 'info claw --json',
            json: { protocol: 'openclaw', events: ['gateway:shutdown', 'no:such'] },
          },
        ],
      },
    ],
  },
];
