import { issues } from './issues.ts';
import type { Row } from './row.ts';
import { inTheSeeds, kodelet, microclaw, ofTheSeeds, rfc } from './seed-fronts.ts';

/** A manifest whose keys are written by hand. */
const text = (...lines: readonly string[]): string => lines.join('\n');
const keys = ['events: [PreToolUse]', 'command: ./handler.sh', 'env: [LOG]'] as const;

/** Bare executables as the documents of Kodelet have them: one program for `hook` and `run`. */
const kodeletGuard = text(
  '#!/bin/sh',
  'case "$1" in',
  '  hook) echo "before_tool_call" ;;',
  '  run)',
  '    payload=$(cat)',
  '    case "$payload" in',
  '      *"rm -rf"*) echo \'{"blocked": true, "reason": "not on my machine"}\' ;;',
  '      *) echo \'{"blocked": false}\' ;;',
  '    esac ;;',
  '  *) exit 1 ;;',
  'esac',
  '',
);
const kodeletRedactor = text(
  '#!/usr/bin/env node',
  'if (process.argv[2] === "hook") { console.log("after_tool_call"); process.exit(0); }',
  'const { tool_output: output } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));',
  'console.log(JSON.stringify({ output: JSON.parse(JSON.stringify(output).replace(/key-\\d+/g, "key-***")) }));',
  '',
);

export const packages: readonly Row[] = [
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
      { says: 'handler.js and handler.ts written with the SDK are found by themselves', pending: issues.sdk },
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
              state: 'untrusted',
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
            issues: [{ code: 'MANIFEST_NEVER_FIRES', severity: 'warning', path: /claw/ }],
          },
          {
            hooks: 'info claw --json',
            json: { convention: 'openclaw', events: ['gateway:shutdown', 'no:such'] },
          },
        ],
      },
    ],
  },
  {
    id: 'A7',
    source: 'MicroClaw RFC',
    says: '`command` is what runs: words without a shell in hookmd, `sh -c` in the other conventions',
    cases: [
      {
        says: 'a script of the package is found by its bare name, by `./` and by HOOK_DIR, from any directory',
        hooks: [
          { name: 'bare', front: { command: 'handler.sh one' } },
          { name: 'dotted', front: { command: './handler.sh one' } },
          { name: 'listed', front: { command: ['./handler.sh', 'one'] } },
          // biome-ignore lint/suspicious/noTemplateCurlyInString: it is HookMD that fills it.
          { name: 'variable', front: { command: '${HOOK_DIR}/handler.sh one' } },
          { name: 'argument', front: { command: 'sh ./handler.sh one' } },
        ],
        expect: {
          argvOf: {
            bare: ['<home>/.hookmd/hooks/bare/handler.sh', 'one'],
            dotted: ['<home>/.hookmd/hooks/dotted/handler.sh', 'one'],
            listed: ['<home>/.hookmd/hooks/listed/handler.sh', 'one'],
            variable: ['<home>/.hookmd/hooks/variable/handler.sh', 'one'],
            argument: ['<home>/.hookmd/hooks/argument/handler.sh', 'one'],
          },
          cwdOf: {
            bare: '<project>',
            dotted: '<project>',
            listed: '<project>',
            variable: '<project>',
            argument: '<project>',
          },
        },
      },
      {
        says: 'a script of the project with the same name is never run instead',
        hooks: [
          { name: 'hook', front: { command: 'handler.sh' }, prints: { systemMessage: 'of the package' } },
        ],
        files: { 'project/handler.sh': { text: '#!/bin/sh\ntouch pwned\n', mode: 0o755 } },
        run: { env: { PATH: '.::/usr/bin:/bin' } },
        expect: { userMessages: ['of the package'], ran: ['hook'], files: { 'project/pwned': null } },
      },
      {
        says: 'claude: the text goes to `sh -c`, and a script of the package is found in it',
        hooks: [{ name: 'hook', front: { protocol: 'claude', command: 'handler.sh "$HOOK_EVENT" | cat' } }],
        expect: {
          argvOf: { hook: ['<home>/.hookmd/hooks/hook/handler.sh', 'PreToolUse'] },
          cwdOf: { hook: '<project>' },
        },
      },
      {
        says: 'a manifest that says nothing of what runs is invalid, one that says two things too',
        hooks: [{ name: 'two', front: { url: 'https://example.com/hook' } }],
        files: { 'home/.hookmd/hooks/none/HOOK.md': '---\nevents: [PreToolUse]\n---\n' },
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_MISSING_KEY', path: /none/ },
              { code: 'MANIFEST_CONFLICT', path: /two/ },
            ],
          },
        ],
      },
      {
        says: 'microclaw-rfc and microclaw: `sh -c` in the hook folder, where a relative script is found',
        hooks: [
          { name: 'in-rfc', front: { ...rfc, command: 'sh handler.sh "$HOOK_EVENT" | cat' } },
          { name: 'in-microclaw', front: { ...microclaw, command: 'cat | ./handler.sh "$HOOK_EVENT"' } },
        ],
        expect: {
          argvOf: {
            'in-rfc': [/(^|\/)handler\.sh$/, 'PreToolUse'],
            'in-microclaw': [/handler\.sh$/, 'PreToolUse'],
          },
          cwdOf: {
            'in-rfc': '<home>/.hookmd/hooks/in-rfc',
            'in-microclaw': '<home>/.hookmd/hooks/in-microclaw',
          },
        },
      },
      {
        says: 'kodelet: the text is split into words, `run` is added, and the script runs where the session is',
        hooks: [{ name: 'hook', front: { ...kodelet, command: `./handler.sh 'two words' $HOME` } }],
        expect: {
          argvOf: { hook: ['<home>/.hookmd/hooks/hook/handler.sh', 'two words', '$HOME', 'run'] },
          cwdOf: { hook: '<project>' },
        },
      },
      {
        says: '`check` warns of a script that its interpreter would look for where the session is',
        hooks: [
          { name: 'list', front: { command: ['python3', '-u', 'check.py'] }, files: { 'check.py': '' } },
          { name: 'wrapped', front: { command: 'env A=1 sh "run me.sh"' }, files: { 'run me.sh': '' } },
          {
            name: 'shell',
            front: { protocol: 'claude', command: 'cd /tmp && node check.mjs' },
            files: { 'check.mjs': '' },
          },
          { name: 'right', front: { command: ['python3', './check.py'] }, files: { 'check.py': '' } },
          { name: 'variable', front: { command: 'python3 $HOOK_DIR/check.py' }, files: { 'check.py': '' } },
          { name: 'argument', front: { command: './handler.sh check.py' }, files: { 'check.py': '' } },
          { name: 'elsewhere', front: { command: ['python3', '/usr/bin/x.py'] }, files: { 'x.py': '' } },
        ],
        steps: [
          {
            hooks: 'check list wrapped shell --json',
            json: {
              issues: [
                {
                  code: 'SCRIPT_IS_BARE',
                  path: /list/,
                  line: 3,
                  remedy: 'Write `./check.py` under `command`.',
                },
                { code: 'SCRIPT_IS_BARE', path: /shell/, message: /check\.mjs/ },
                { code: 'SCRIPT_IS_BARE', path: /wrapped/, message: /run me\.sh/ },
              ],
            },
          },
          { hooks: 'check right variable argument elsewhere --json', json: { ok: true, issues: [] } },
        ],
      },
    ],
  },
  {
    id: 'A8',
    source: 'MicroClaw RFC (no unit), pattern page (seconds), shipped MicroClaw (timeout_ms)',
    says: '`timeout` is in seconds or has a unit; `timeout_ms` is accepted',
    cases: [
      {
        says: '`timeout: 1`, `timeout_ms: 1000`, "1s" and "1000ms" are the same limit',
        hooks: [
          { name: 'number', front: { timeout: 1 }, does: 'sleep 30' },
          { name: 'alias', front: { timeout_ms: 1000 }, does: 'sleep 30' },
          { name: 'seconds', front: { timeout: '1s' }, does: 'sleep 30' },
          { name: 'milliseconds', front: { timeout: '1000ms' }, does: 'sleep 30' },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              number: { timeoutMs: 1000 },
              alias: { timeoutMs: 1000 },
              seconds: { timeoutMs: 1000 },
              milliseconds: { timeoutMs: 1000 },
            },
          },
          {
            fire: 'PreToolUse',
            expect: {
              failedOpen: ['user/alias', 'user/milliseconds', 'user/number', 'user/seconds'],
              outcomes: {
                number: 'cancelled TIMEOUT',
                alias: 'cancelled TIMEOUT',
                seconds: 'cancelled TIMEOUT',
                milliseconds: 'cancelled TIMEOUT',
              },
              atLeastMs: 1000,
              withinMs: 8000,
            },
          },
        ],
      },
      {
        says: 'both given and different is an error, both given and equal is none',
        hooks: [
          { name: 'different', front: { timeout: 2, timeout_ms: 3000 } },
          { name: 'equal', front: { timeout: 2, timeout_ms: 2000 } },
        ],
        steps: [
          {
            hooks: 'check different --json',
            exit: 1,
            issues: [{ code: 'MANIFEST_CONFLICT', line: 6, message: /timeout/ }],
          },
          { hooks: 'check equal --json', json: { ok: true, issues: [] } },
          { hooks: 'info equal --json', json: { timeoutMs: 2000 } },
        ],
      },
      {
        says: 'zero, less than zero and words that are no time are errors',
        hooks: [
          { name: 'zero', front: { timeout: 0 } },
          { name: 'negative', front: { timeout: -1 } },
          { name: 'words', front: { timeout: 'soon' } },
          { name: 'type', front: { timeout: true } },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              { code: 'MANIFEST_VALUE', path: /zero/, message: /timeout/ },
              { code: 'MANIFEST_VALUE', path: /negative/ },
              { code: 'MANIFEST_VALUE', path: /words/ },
              { code: 'MANIFEST_TYPE', path: /type/ },
            ],
          },
        ],
      },
    ],
  },
  {
    id: 'A9',
    source: 'MicroClaw RFC',
    says: '`requires.os` lists the platforms a hook runs on',
    cases: [
      {
        says: 'another platform makes the hook ineligible, and it is not started',
        hooks: [
          { name: 'elsewhere', front: { requires: { os: ['not-this-os'] } } },
          { name: 'here', front: { requires: { os: ['not-this-os', process.platform] } } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              elsewhere: {
                state: 'ineligible',
                eligible: false,
                reasons: [{ code: 'ELIGIBILITY_OS', message: /not-this-os/ }, {}],
              },
              here: { state: 'untrusted', eligible: true },
            },
          },
          { fire: 'PreToolUse', expect: { ran: ['here'], outcomes: { elsewhere: 'skipped INELIGIBLE' } } },
        ],
      },
      {
        says: 'an unmet platform skips a guard that fails closed: it is made for another machine',
        hooks: [{ name: 'elsewhere', front: { requires: { os: ['not-this-os'] }, onFailure: 'block' } }],
        expect: { ran: [], outcomes: { elsewhere: 'skipped INELIGIBLE' } },
      },
      {
        says: '`requires.arch`, `node` and `hookmd` are judged in the same way',
        hooks: [
          { name: 'arch', front: { requires: { arch: ['pdp11'] } } },
          { name: 'node', front: { requires: { node: '>=99' } } },
          { name: 'hookmd', front: { requires: { hookmd: '>=99' } } },
          { name: 'all-met', front: { requires: { arch: [process.arch], node: '>=20', hookmd: '>=0.0.1' } } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              arch: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_ARCH' }, {}] },
              node: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_NODE', message: />=99/ }, {}] },
              hookmd: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_HOOKMD' }, {}] },
              'all-met': { eligible: true },
            },
          },
          { fire: 'PreToolUse', expect: { ran: ['all-met'] } },
        ],
      },
    ],
  },
  {
    id: 'A10',
    source: 'MicroClaw RFC',
    says: '`requires.bins` must all be on the PATH',
    cases: [
      {
        says: 'a missing program makes the hook ineligible, and the reason names it',
        hooks: [
          { name: 'hook', front: { requires: { bins: ['sh', 'no-such-program-a', 'no-such-program-b'] } } },
        ],
        steps: [
          {
            hooks: 'info hook --json',
            json: {
              state: 'ineligible',
              reasons: [
                { code: 'ELIGIBILITY_BIN', message: /no-such-program-a/, remedy: /no-such-program-a/ },
                { code: 'ELIGIBILITY_BIN', message: /no-such-program-b/ },
                { code: 'UNTRUSTED' },
              ],
              requirements: [
                { kind: 'bins', want: 'sh', ok: true, found: /\/sh$/ },
                { kind: 'bins', want: 'no-such-program-a', ok: false, found: null },
                { kind: 'bins', want: 'no-such-program-b', ok: false },
              ],
            },
          },
          {
            fire: 'PreToolUse',
            expect: {
              ran: [],
              outcomes: { hook: 'skipped INELIGIBLE' },
              runs: { hook: { reason: /no-such-program-a/ } },
            },
          },
        ],
      },
      {
        says: 'of `anyBins` one is enough',
        hooks: [
          { name: 'one', front: { requires: { anyBins: ['no-such-program', 'sh'] } } },
          { name: 'none', front: { requires: { anyBins: ['no-such-program', 'nor-this-one'] } } },
        ],
        expect: {
          ran: ['one'],
          outcomes: { none: 'skipped INELIGIBLE' },
          runs: { none: { reason: /no-such-program or nor-this-one/ } },
        },
      },
      {
        says: 'a guard that fails closed blocks where its program is missing',
        hooks: [{ name: 'hook', front: { requires: { bins: ['no-such-program'] }, onFailure: 'block' } }],
        expect: { decision: 'block', reason: /no-such-program/, decidedBy: ['user/hook'], ran: [] },
      },
    ],
  },
  {
    id: 'A11',
    source: 'MicroClaw RFC',
    says: '`requires.env` must all be set, and not empty',
    cases: [
      {
        says: 'an unset or empty variable makes the hook ineligible, a set one eligible, and it is passed on',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] } } }],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              hook: { state: 'ineligible', reasons: [{ code: 'ELIGIBILITY_ENV', message: /WEBHOOK/ }, {}] },
            },
          },
          {
            fire: 'PreToolUse',
            expect: {
              ran: [],
              outcomes: { hook: 'skipped INELIGIBLE' },
              runs: { hook: { reason: /WEBHOOK/ } },
            },
          },
          {
            fire: 'PreToolUse',
            run: { env: { WEBHOOK: '' } },
            expect: { ran: [], outcomes: { hook: 'skipped INELIGIBLE' } },
          },
          {
            hooks: 'list --json',
            env: { WEBHOOK: '' },
            hook: { hook: { state: 'ineligible', eligible: false } },
          },
          { hooks: 'list --json', env: { WEBHOOK: 'https://x' }, hook: { hook: { eligible: true } } },
          {
            fire: 'PreToolUse',
            run: { env: { WEBHOOK: 'https://x' } },
            expect: { ran: ['hook'], envOf: { hook: { WEBHOOK: 'https://x' } } },
          },
        ],
      },
      {
        says: 'a value from the configuration of the user counts as set',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] } } }],
        config: { package: { hook: { env: { WEBHOOK: 'https://configured' } } } },
        expect: { ran: ['hook'], envOf: { hook: { WEBHOOK: 'https://configured' } } },
      },
      {
        says: '`hooks config set` gives a value from the next event on, and the remedy says so; no command shows it',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] } } }],
        steps: [
          { hooks: 'enable hook --yes' },
          { hooks: 'info hook', stdout: /hooks config set package\.hook\.env\.WEBHOOK -/ },
          {
            hooks: 'config set package.hook.env.WEBHOOK - --json',
            stdin: 'https://s3cret\n',
            json: { key: 'package.hook.env.WEBHOOK', value: 'set', warnings: [] },
            stdout: /^(?![\s\S]*s3cret)/,
          },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: ['hook'], envOf: { hook: { WEBHOOK: 'https://s3cret' } } },
          },
          {
            hooks: 'config get package.hook.env.WEBHOOK',
            stdout: 'set\n',
            stderr: 'from user\n',
          },
          { hooks: 'config get --json', stdout: /^(?![\s\S]*s3cret)/ },
          { hooks: 'info hook --json', stdout: /^(?![\s\S]*s3cret)/ },
        ],
      },
      {
        says: 'a project’s package is given none, and its remedy does not say so',
        hooks: [{ name: 'hook', at: 'project', front: { requires: { env: ['WEBHOOK'] } } }],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              hook: {
                reasons: [{ remedy: 'Run `export WEBHOOK=…` in the shell that starts the agent.' }, {}],
              },
            },
          },
          {
            hooks: 'config set package.hook.env.WEBHOOK x',
            stderr: /package of the project; it is given no values of yours/,
          },
        ],
      },
      {
        says: 'what is set is judged where the event is fired, not where the hook was enabled',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] } } }],
        steps: [
          { hooks: 'enable hook --yes', env: { WEBHOOK: 'x' } },
          {
            fire: 'PreToolUse',
            run: { approved: true },
            expect: { ran: [], outcomes: { hook: 'skipped INELIGIBLE' } },
          },
          {
            fire: 'PreToolUse',
            run: { approved: true, env: { WEBHOOK: 'y' } },
            expect: { ran: ['hook'], envOf: { hook: { WEBHOOK: 'y' } } },
          },
        ],
      },
      {
        says: 'a guard that fails closed blocks where its variable is not set',
        hooks: [{ name: 'hook', front: { requires: { env: ['WEBHOOK'] }, onFailure: 'block' } }],
        expect: { decision: 'block', reason: /WEBHOOK/, decidedBy: ['user/hook'], ran: [] },
      },
    ],
  },
  {
    id: 'A12',
    source: 'ours (shipped MicroClaw)',
    says: '`priority` orders hooks, low first; ties by source, then by name',
    cases: [
      {
        says: 'the number decides, whatever the names',
        hooks: [
          { name: 'a-late', front: { priority: 50 } },
          { name: 'b-early', front: { priority: 10 } },
          { name: 'c-default' },
          { name: 'd-first', front: { priority: -5 } },
          { name: 'e-last', front: { priority: 101 } },
        ],
        config: { hooks: { concurrency: 1 } },
        expect: { ran: ['d-first', 'b-early', 'a-late', 'c-default', 'e-last'] },
      },
      {
        says: 'between equal numbers the source decides, then the name',
        hooks: [
          { name: 'b', at: 'user' },
          { name: 'a', at: 'user' },
          { name: 'z', at: 'project' },
        ],
        config: { hooks: { concurrency: 1 } },
        expect: { ran: ['z', 'a', 'b'] },
      },
      {
        says: 'it orders the hooks that change something too, and `info` shows the place',
        hooks: [
          { name: 'a', front: { priority: 20, modify: { PreToolUse: ['*'] } } },
          { name: 'b', front: { priority: 10, modify: { PreToolUse: ['*'] } } },
        ],
        steps: [
          { fire: 'PreToolUse', expect: { ran: ['b', 'a'] } },
          { hooks: 'enable a b --yes' },
          { hooks: 'info a --json', json: { priority: 20, order: { PreToolUse: [2, 2] } } },
        ],
      },
      {
        says: 'a priority that is no whole number is an error',
        hooks: [{ name: 'hook', front: { priority: 'high' } }],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'MANIFEST_TYPE', message: /priority/, line: 5 }],
          },
        ],
      },
    ],
  },
  {
    id: 'A13',
    source: 'ours (shipped MicroClaw)',
    says: '`enabled` is the default wish of the package; what a person says stands above it',
    cases: [
      {
        says: 'a hook that is not enabled is listed and not started, until somebody enables it',
        hooks: [{ name: 'off', front: { enabled: false } }, { name: 'on' }],
        steps: [
          {
            hooks: 'list --json',
            hook: { off: { state: 'disabled', enabled: false }, on: { enabled: true } },
          },
          { fire: 'PreToolUse', expect: { ran: ['on'], outcomes: { off: 'skipped DISABLED' } } },
          { hooks: 'enable off --yes' },
          { hooks: 'list --json', hook: { off: { state: 'ready', enabled: true } } },
          { fire: 'PreToolUse', run: { approved: true }, expect: { ran: ['off'] } },
        ],
      },
    ],
  },
  {
    id: 'A14',
    source: 'ours, resolves X1',
    says: '`protocol` names the convention; without it the names of the events tell',
    cases: [
      {
        says: 'the vocabulary of the events tells the convention, and `info` shows it',
        hooks: [
          { name: 'canonical', front: { events: ['PreToolUse'] } },
          { name: 'snake', front: { events: ['before_tool_call'] } },
          { name: 'rfc', front: { events: ['BeforeToolCall'] } },
          { name: 'shipped-time', front: { events: ['BeforeToolCall'], timeout_ms: 500 } },
          { name: 'shipped-order', front: { events: ['BeforeToolCall'], priority: 10 } },
          {
            name: 'claw',
            manifest: text('---', 'metadata: { openclaw: { events: [ "message:received" ] } }', '---'),
            files: { 'handler.js': '' },
          },
          { name: 'named', front: { protocol: 'claude' } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              canonical: { convention: 'hookmd' },
              snake: { convention: 'kodelet' },
              rfc: { convention: 'microclaw-rfc' },
              'shipped-time': { convention: 'microclaw' },
              'shipped-order': { convention: 'microclaw' },
              claw: { convention: 'openclaw' },
              named: { convention: 'claude' },
            },
          },
        ],
      },
      {
        says: 'mixed vocabularies are an error, an unknown convention too',
        hooks: [
          { name: 'mixed', front: { events: ['PreToolUse', 'before_tool_call'] } },
          { name: 'unknown', front: { protocol: 'hookmdd' } },
        ],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [
              {
                code: 'MANIFEST_MIXED_VOCABULARY',
                path: /mixed/,
                line: 2,
                message: /PreToolUse.*before_tool_call/,
              },
              { code: 'MANIFEST_VALUE', path: /unknown/, line: 5, message: /hookmdd/ },
            ],
          },
        ],
      },
      {
        says: '`info`, `check` and the approval print the convention with the exit status that blocks',
        hooks: [{ name: 'hook' }],
        steps: [
          { hooks: 'info hook', stdout: /convention hookmd, exit 2 blocks/ },
          { hooks: 'check hook', stdout: /convention hookmd, exit 2 blocks/ },
          { hooks: 'enable hook --yes', stderr: /convention hookmd, exit 2 blocks/ },
        ],
      },
      {
        says: 'one script that exits with 1, then with 2, means what its convention says',
        hooks: [
          { name: 'a-hookmd', does: 'exit "$CODE"', front: { env: ['LOG', 'CODE'] } },
          { name: 'b-claude', does: 'exit "$CODE"', front: { env: ['LOG', 'CODE'], protocol: 'claude' } },
        ],
        config: { hooks: { concurrency: 1 } },
        steps: [
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '1' } },
            expect: {
              failedOpen: ['user/b-claude', 'user/a-hookmd'],
              outcomes: { 'a-hookmd': 'non_blocking_error EXIT', 'b-claude': 'non_blocking_error EXIT' },
            },
          },
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '2' } },
            expect: {
              decision: 'block',
              // A claude hook may change the input unless its manifest says otherwise, so its turn is earlier.
              decidedBy: ['user/b-claude'],
              outcomes: { 'b-claude': 'blocking', 'a-hookmd': 'skipped BLOCKED_EARLIER' },
            },
          },
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '2' }, args: ['--only', 'b-claude'] },
            expect: { decision: 'block', decidedBy: ['user/b-claude'], outcomes: { 'b-claude': 'blocking' } },
          },
        ],
      },
      {
        says: 'a hook of a convention that cannot run yet is listed as ineligible and says so',
        hooks: [
          { name: 'snake', front: { events: null, metadata: { openclaw: { events: ['command:new'] } } } },
        ],
        steps: [
          {
            hooks: 'info snake --json',
            json: { state: 'ineligible', reasons: [{ message: /openclaw/ }, {}] },
          },
          { fire: 'SessionStart', expect: { ran: [], outcomes: { snake: 'skipped INELIGIBLE' } } },
        ],
      },
      {
        says: 'the same script under kodelet, microclaw-rfc and microclaw',
        hooks: inTheSeeds({ front: { env: ['LOG', 'CODE'] }, does: 'echo no >&2; exit $CODE' }),
        config: { hooks: { concurrency: 1 } },
        steps: [
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '1' } },
            expect: {
              decision: 'block',
              reason: 'no',
              decidedBy: ['user/in-rfc'],
              outcomes: {
                'in-kodelet': 'non_blocking_error EXIT',
                'in-microclaw': 'non_blocking_error EXIT',
                'in-rfc': 'blocking',
              },
            },
          },
          {
            fire: 'PreToolUse',
            run: { env: { CODE: '2' } },
            expect: {
              failedOpen: ['user/in-kodelet', 'user/in-microclaw', 'user/in-rfc'],
              outcomes: ofTheSeeds('non_blocking_error EXIT'),
            },
          },
        ],
      },
      {
        says: 'the convention is inferred from the names of events, `timeout_ms` and `priority`, and is printed with what blocks',
        hooks: [
          { name: 'a', front: { events: ['before_tool_call'] } },
          { name: 'b', front: { events: ['BeforeToolCall'] } },
          { name: 'c', front: { events: ['BeforeToolCall'], timeout_ms: 1000 } },
          { name: 'd', front: { events: ['BeforeToolCall'], priority: 50 } },
        ],
        steps: [
          {
            hooks: 'list --json',
            hook: {
              a: { convention: 'kodelet' },
              b: { convention: 'microclaw-rfc' },
              c: { convention: 'microclaw' },
              d: { convention: 'microclaw' },
            },
          },
          {
            hooks: 'info a',
            stdout: /convention kodelet, only JSON with `"blocked": true` at exit 0 blocks/,
          },
          { hooks: 'info b', stdout: /convention microclaw-rfc, exit 1 blocks/ },
          { hooks: 'check b', stdout: /convention microclaw-rfc, exit 1 blocks/ },
          { hooks: 'enable c --yes', stderr: /convention microclaw, only JSON with `"action": "block"`/ },
        ],
      },
    ],
  },
  {
    id: 'A15',
    source: 'pattern page',
    says: '`matcher`, `if`, `type`, `async`, `once`, `url` and `prompt` mean the same in a manifest and in a settings entry',
    cases: [
      {
        says: 'a manifest with `protocol: claude` and an entry with equal keys come to the same, whatever they answer',
        steps: [
          {
            script: `
              import { mkdirSync, writeFileSync } from 'node:fs';
              const specific = (answer) => \`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse",\${answer}}}'\`;
              const entries = {
                refuses: { matcher: 'Bash', command: 'echo no >&2; exit 2' },
                fails: { command: 'echo broken >&2; exit 1' },
                'is about another tool': { matcher: 'Write', command: 'exit 2' },
                rewrites: { if: 'Bash(ls*)', command: specific('"updatedInput":{"command":"ls -l"}') },
                asks: { command: specific('"permissionDecision":"ask","permissionDecisionReason":"sure?"') + '; exit 1' },
                'is about another command': { if: 'Bash(rm*)', command: 'exit 2' },
                mumbles: { command: 'echo some text' },
                hangs: { command: 'sleep 9', timeout: 0.2, statusMessage: 'waiting' },
                'is not waited for': { command: 'sleep 0.1', async: true, asyncTimeout: 5 },
                'is asked once': { command: 'echo no >&2; exit 2', once: true },
                'asks a model': { type: 'prompt', prompt: 'Is this fine?' },
                'posts somewhere': { type: 'http', url: 'http://localhost:1/x' },
              };
              const fire = async (home) => {
                const hooks = await open({ home, trust: 'all' });
                const { decision } = await hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
                hooks.close();
                const { traceId, eventId, durationMs, decidedBy, failedOpen, hooks: runs, ...rest } = decision;
                const { name, qualifiedName, startMs, durationMs: took, digest, ...run } = runs[0];
                return JSON.stringify({ ...rest, run, runs: runs.length });
              };
              const differ = [];
              for (const [says, { matcher, ...entry }] of Object.entries(entries)) {
                const [one, other] = ['manifest', 'entry'].map((name) => \`\${process.env.HOME}/\${says}/\${name}\`);
                mkdirSync(one + '/.hookmd/hooks/twin', { recursive: true });
                mkdirSync(other + '/.hookmd', { recursive: true });
                const keys = { type: 'command', ...entry };
                const front = { events: ['PreToolUse'], protocol: 'claude', ...(matcher && { matcher }), ...keys };
                writeFileSync(one + '/.hookmd/hooks/twin/HOOK.md', ['---', JSON.stringify(front), '---', ''].join(String.fromCharCode(10)));
                const group = { ...(matcher && { matcher }), hooks: [keys] };
                writeFileSync(other + '/.hookmd/config.yaml', JSON.stringify({ entries: { PreToolUse: [group] } }));
                const came = [await fire(one), await fire(other)];
                if (came[0] !== came[1]) differ.push([says, ...came]);
              }
              print(differ);`,
            prints: [],
          },
        ],
      },
    ],
  },
  {
    id: 'A16',
    source: 'ours',
    says: 'An unknown manifest key is a warning, never an error at run time',
    cases: [
      {
        says: '`check` names the key, the line and what was meant; the hook runs as if it were not there',
        hooks: [{ name: 'hook', front: { matchr: 'Write', priorty: 3 } }],
        steps: [
          {
            hooks: 'check --json',
            json: { ok: true, issues: [{}, {}] },
            issues: [
              {
                code: 'MANIFEST_UNKNOWN_KEY',
                severity: 'warning',
                message: /matchr/,
                line: 5,
                remedy: /matcher/,
              },
              {
                code: 'MANIFEST_UNKNOWN_KEY',
                severity: 'warning',
                message: /priorty/,
                line: 6,
                remedy: /priority/,
              },
            ],
          },
          { fire: 'PreToolUse', expect: { ran: ['hook'] } },
        ],
      },
      {
        says: 'what stands under `metadata` is free',
        hooks: [{ name: 'hook', front: { metadata: { team: 'core', matchr: 1 } } }],
        steps: [{ hooks: 'check --json', json: { ok: true, issues: [] } }],
      },
    ],
  },
  {
    id: 'A17',
    source: 'Kodelet',
    says: 'A bare executable in `.kodelet/hooks` is a hook without a manifest',
    cases: [
      {
        says: 'the guard of its documents works as it stands: asked `hook`, run with `run`, in the folder of the session',
        files: {
          'home/.kodelet/hooks/bash-guard': { text: kodeletGuard, mode: 0o755 },
          'home/.kodelet/hooks/redact': { text: kodeletRedactor, mode: 0o755 },
        },
        steps: [
          { hooks: 'enable bash-guard redact --yes' },
          {
            hooks: 'list --json',
            hook: {
              'bash-guard': {
                state: 'ready',
                events: ['before_tool_call'],
                mode: 'command',
                timeoutMs: 30_000,
              },
              redact: {
                state: 'ready',
                events: ['after_tool_call'],
                modify: { PostToolUse: { output: 'replace' } },
              },
            },
          },
          {
            hooks: 'info bash-guard',
            stdout:
              /Program +.*bash-guard +\(bare executable, no manifest\)[\s\S]*convention kodelet, only JSON with `"blocked": true`/,
          },
          { fire: 'PreToolUse', run: { approved: true } },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } },
            run: { approved: true },
            expect: { decision: 'block', reason: 'not on my machine', decidedBy: ['user/bash-guard'] },
          },
          {
            fire: 'PostToolUse',
            payload: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'key-123' },
            run: { approved: true },
            expect: { output: 'key-***', changed: ['tool_response'] },
          },
        ],
      },
    ],
  },
  {
    id: 'A18',
    source: 'ours (mission, Kodelet ADR 029, OpenClaw)',
    says: 'A plugin package lists several hooks; entries that leave it are refused',
    pending: issues.install,
  },
];
