import type { HookSpec, Json } from '../support/hook-package.ts';
import { approvedTable } from './approved-table.ts';
import type { Row } from './row.ts';

/** Hooks that only tell whether they were asked, named h0, h1, … in the order of the table. */
const withMatchers = (matchers: readonly string[]): readonly HookSpec[] =>
  matchers.map((matcher, index) => ({ name: `h${index}`, front: { matcher } }));
const withConditions = (conditions: readonly string[]): readonly HookSpec[] =>
  conditions.map((condition, index) => ({ name: `h${index}`, front: { if: condition } }));

const asked = (table: readonly (readonly [string, boolean])[]): readonly string[] =>
  table.flatMap(([, isInvoked], index) => (isInvoked ? [`h${index}`] : []));
const notInvoked = (table: readonly (readonly [string, boolean])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    table.flatMap(([, isInvoked], index) => (isInvoked ? [] : [[`h${index}`, 'skipped NO_MATCH']])),
  );

const shell = (command: string): Json => ({ tool_name: 'Bash', tool_input: { command } });
const file = (tool_name: string, file_path: string): Json => ({
  tool_name,
  tool_input: { file_path, content: '' },
});

const matchersForBash = [
  ['Bash', true],
  ['Write|Bash', true],
  ['Write | Bash', true],
  ['shell', true],
  ['Ba', false],
  ['bash', false],
  ['Write|Edit', false],
  ['Ba.*', true],
  ['B.sh', false],
  ['B[a-z]sh', true],
  ['.*as', false],
  ['(Bash|Write)', true],
  ['mcp__.*', false],
] as const;

/** In the protocol of Claude Code. Source: its hooks reference of 2026-08; its version 2.1.328 as it ran. */
const matchersOfClaude = [
  ['Write, Bash', true],
  ['Edit|', false],
  ['Ba', false],
  ['^Ba', true],
  ['ash$', true],
  ['.*as', true],
  ['^(?!Bash$)', false],
  ['^(?!Read)', true],
] as const;
const rulesOfClaude = [
  ['Bash(git push:*)', true],
  ['Bash(git push *)', true],
  ['Bash(git pu:*)', false],
  ['Bash(git:* push)', false],
  ['Bash()', true],
  ['B*', true],
] as const;

const ofClaude = (hooks: readonly HookSpec[]): readonly HookSpec[] =>
  hooks.map((hook) => ({ ...hook, front: { ...hook.front, protocol: 'claude' } }));

const conditionsForPush = [
  ['Bash', true],
  ['Bash(git push*)', true],
  ['Bash(git push -f)', true],
  ['Bash(git pull*)', false],
  ['Bash(*push*)', true],
  ['shell(git *)', true],
  ['Write(git push*)', false],
] as const;

/** Commands that run `git push`, and commands that only speak of it. */
const pushes = [
  'git push -f',
  'cd x && git push',
  'git status; git push',
  'true || git push',
  'git log | git push',
  'echo $(git push)',
  'echo `git push`',
  "sh -c 'git push'",
  'sudo git push',
  'env A=1 git push',
  'A=1 git push',
  'timeout 5 git push',
  'xargs git push < x',
  '(git push)',
  '{ git push; }',
  'sleep 1 & git push',
  'ls\ngit push',
  'nohup git push',
  'if true; then git push; fi',
  '"git" push',
  'g""it push',
] as const;
const noPushes = [
  'git pull',
  'echo git push',
  'ls # git push',
  "echo 'x && git push'",
  'grep "git push" log.txt',
] as const;

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `h${index}`);

export const conditions: readonly Row[] = [
  {
    id: 'I1',
    source: 'pattern page',
    says: '`matcher` is compared with the name of the tool',
    cases: [
      {
        says: 'a hook for Write is skipped about Read, on any tool event',
        hooks: [
          {
            name: 'hook',
            front: {
              matcher: 'Write',
              events: [
                'PreToolUse',
                'PostToolUse',
                'PostToolUseFailure',
                'PermissionRequest',
                'PermissionDenied',
              ],
            },
          },
        ],
        steps: approvedTable(
          ['hook'],
          [
            'PreToolUse',
            'PostToolUse',
            'PostToolUseFailure',
            'PermissionRequest',
            'PermissionDenied',
          ].flatMap((event) => [
            {
              fire: event,
              payload: { tool_name: 'Read', tool_input: {} },
              expect: { ran: [], outcomes: { hook: 'skipped NO_MATCH' } },
            },
            { fire: event, payload: { tool_name: 'Write', tool_input: {} }, expect: { ran: ['hook'] } },
          ]),
        ),
      },
      {
        says: 'on events without a tool it is compared with their own subject',
        hooks: [
          { name: 'startup', front: { events: ['SessionStart'], matcher: 'startup|clear' } },
          { name: 'resume', front: { events: ['SessionStart'], matcher: 'resume' } },
        ],
        event: 'SessionStart',
        payload: { source: 'startup' },
        expect: { ran: ['startup'], outcomes: { resume: 'skipped NO_MATCH' } },
      },
      {
        says: 'where an event has no subject a matcher is an error of the manifest',
        hooks: [{ name: 'hook', front: { events: ['Stop'], matcher: 'Bash' } }],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'MANIFEST_NO_SUBJECT', message: /matcher.*Stop/, line: 5 }],
          },
        ],
      },
      {
        says: 'in the protocol of Claude Code, which ignores it there, it is a warning and the hook runs',
        hooks: [{ name: 'hook', front: { events: ['Stop'], matcher: 'Bash', protocol: 'claude' } }],
        steps: [
          { hooks: 'check --json', issues: [{ code: 'MANIFEST_NO_EFFECT', message: /matcher.*Stop/ }] },
          { fire: 'Stop', expect: { ran: ['hook'] } },
        ],
      },
      {
        says: 'a hook for changed files names them without their directory, one for failures the kind of error',
        hooks: ofClaude([
          { name: 'env', front: { events: ['FileChanged'], matcher: '.env|.envrc' } },
          { name: 'csv', front: { events: ['FileChanged'], matcher: 'data.csv' } },
          { name: 'limits', front: { events: ['StopFailure'], matcher: 'rate_limit|overloaded' } },
          { name: 'billing', front: { events: ['StopFailure'], matcher: 'billing_error' } },
        ]),
        steps: [
          {
            fire: 'FileChanged',
            payload: { file_path: '<project>/.envrc', event: 'unlink' },
            expect: { ran: ['env'], outcomes: { csv: 'skipped NO_MATCH' } },
          },
          {
            fire: 'StopFailure',
            payload: { error: 'rate_limit' },
            expect: { ran: ['limits'], outcomes: { billing: 'skipped NO_MATCH' } },
          },
        ],
      },
    ],
  },
  {
    id: 'I2',
    source: 'pattern page',
    says: 'A missing, empty or `*` matcher matches everything',
    cases: [
      {
        says: 'all three are asked about every tool, also on events without a subject',
        hooks: [
          { name: 'missing', front: { events: ['PreToolUse', 'Stop'] } },
          { name: 'empty', front: { events: ['PreToolUse', 'Stop'], matcher: '' } },
          { name: 'star', front: { events: ['PreToolUse', 'Stop'], matcher: '*' } },
        ],
        steps: [
          {
            fire: 'PreToolUse',
            payload: file('Unheard', 'a'),
            expect: { ranInAnyOrder: ['empty', 'missing', 'star'] },
          },
          { fire: 'Stop', expect: { ranInAnyOrder: ['empty', 'missing', 'star'] } },
        ],
      },
    ],
  },
  {
    id: 'I3',
    source: 'HookMD (the pattern page shows only a name)',
    says: 'A matcher is a name, a list `A|B`, or a linear pattern for the whole name',
    cases: [
      {
        says: 'thirteen matchers and the tool Bash',
        hooks: withMatchers(matchersForBash.map(([matcher]) => matcher)),
        payload: shell('ls'),
        expect: { ranInAnyOrder: asked(matchersForBash), outcomes: notInvoked(matchersForBash) },
      },
      {
        says: 'in the protocol of Claude Code lists may have commas, and a pattern is for a part of the name',
        hooks: ofClaude(withMatchers(matchersOfClaude.map(([matcher]) => matcher))),
        payload: shell('ls'),
        expect: { ranInAnyOrder: asked(matchersOfClaude), outcomes: notInvoked(matchersOfClaude) },
      },
      {
        says: 'a pattern that would take exponential time elsewhere is judged at once',
        hooks: withMatchers(['(a+)+', '(a|a)*b']),
        payload: { tool_name: `${'a'.repeat(200)}!`, tool_input: {} },
        expect: { ran: [], withinMs: 5000 },
      },
      {
        says: 'a pattern that does not compile is an error of the manifest, with its place',
        hooks: withMatchers(['Bash(', '(?<=x)y', 'A||B']),
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: ['h0', 'h1', 'h2'].map((name) => ({
              code: 'MANIFEST_MATCHER',
              path: new RegExp(`/${name}/`),
              line: 5,
            })),
          },
        ],
      },
    ],
  },
  {
    id: 'I4',
    source: 'pattern page',
    says: '`if: Tool(glob)` compares the name of the tool and its main input',
    cases: [
      {
        says: '`Write(src/**/*.ts)` fits files below src, and no others',
        hooks: [{ name: 'hook', front: { if: 'Write(src/**/*.ts)' } }],
        steps: approvedTable(
          ['hook'],
          (
            [
              ['src/a.ts', true],
              ['src/x/y.ts', true],
              ['<project>/src/x/y.ts', true],
              ['lib/a.ts', false],
              ['src/a.js', false],
              ['src/../lib/a.ts', false],
              ['lib/../src/a.ts', true],
            ] as const
          ).map(([path, isInvoked]) => ({
            fire: 'PreToolUse',
            payload: file('Write', path),
            expect: isInvoked ? { ran: ['hook'] } : { ran: [], outcomes: { hook: 'skipped NO_MATCH' } },
          })),
        ),
      },
      {
        says: 'another tool with the same path is none of its business, a kind of tool is',
        hooks: withConditions(['Write(src/*)', 'Edit(src/*)', 'write(src/*)', 'Write', 'Read']),
        payload: file('Write', 'src/a.ts'),
        expect: {
          ranInAnyOrder: ['h0', 'h2', 'h3'],
          outcomes: { h1: 'skipped NO_MATCH', h4: 'skipped NO_MATCH' },
        },
      },
      {
        says: '`*` stays inside one folder, `?` is one character, `{a,b}` is either, dots are not special',
        hooks: withConditions([
          'Write(*.ts)',
          'Write(src/*.ts)',
          'Write(src/?.ts)',
          'Write(src/{a,b}.{ts,js})',
          'Write(**)',
          'Write(src/a_ts)',
        ]),
        payload: file('Write', 'src/a.ts'),
        expect: {
          ranInAnyOrder: ['h1', 'h2', 'h3', 'h4'],
          outcomes: { h0: 'skipped NO_MATCH', h5: 'skipped NO_MATCH' },
        },
      },
      {
        says: 'search and web tools are matched by path or pattern, and by URL',
        hooks: withConditions([
          'WebFetch(https://example.com/*)',
          'web(https://example.org/*)',
          'Grep(src/**)',
          'Grep(password*)',
        ]),
        steps: [
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'WebFetch', tool_input: { url: 'https://example.com/a/b', prompt: 'x' } },
            expect: { ran: ['h0'] },
          },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'WebFetch', tool_input: { url: 'http://ann@EXAMPLE.org./a', prompt: 'x' } },
            expect: { ran: ['h1'] },
          },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Grep', tool_input: { pattern: 'password', path: 'src/x' } },
            expect: { ran: ['h2'] },
          },
          {
            fire: 'PreToolUse',
            payload: { tool_name: 'Grep', tool_input: { pattern: 'password' } },
            expect: { ran: ['h3'] },
          },
        ],
      },
      {
        says: 'other tools and MCP tools are matched by their input as JSON',
        hooks: withConditions(['mcp__github__create(*"repo":"main"*)', 'mcp(*"repo":"other"*)']),
        payload: { tool_name: 'mcp__github__create', tool_input: { repo: 'main', title: 't' } },
        expect: { ran: ['h0'] },
      },
    ],
  },
  {
    id: 'I5',
    source: 'pattern page',
    says: '`Bash(git push*)` fits commands that begin so',
    cases: [
      {
        says: 'seven conditions and `git push -f`',
        hooks: withConditions(conditionsForPush.map(([condition]) => condition)),
        payload: shell('git push -f'),
        expect: { ranInAnyOrder: asked(conditionsForPush), outcomes: notInvoked(conditionsForPush) },
      },
      {
        says: 'in the protocol of Claude Code it is a permission rule: `:*` and ` *` mean any arguments, or none',
        hooks: ofClaude(withConditions(rulesOfClaude.map(([rule]) => rule))),
        payload: shell('git push'),
        expect: { ranInAnyOrder: asked(rulesOfClaude), outcomes: notInvoked(rulesOfClaude) },
      },
      {
        says: 'what only speaks of it does not fit',
        hooks: withConditions(['Bash(git push*)']),
        steps: approvedTable(
          ['h0'],
          noPushes.map((command) => ({
            fire: 'PreToolUse',
            payload: shell(command),
            expect: { ran: [], outcomes: { h0: 'skipped NO_MATCH' } },
          })),
        ),
      },
    ],
  },
  {
    id: 'I6',
    source: 'HookMD',
    says: 'Every command inside a compound command is judged',
    cases: [
      {
        says: '`git push` is found however it is wrapped',
        hooks: [
          {
            name: 'hook',
            front: { if: 'Bash(git push*)' },
            does: 'cat "$run.stdin" >> "$HOME/seen"; echo >> "$HOME/seen"',
          },
        ],
        steps: approvedTable(
          ['hook'],
          pushes.map((command) => ({
            fire: 'PreToolUse',
            payload: shell(command),
            expect: { ran: ['hook'], stdinOf: { hook: { tool_input: { command } } } },
          })),
        ),
      },
      {
        says: 'a command that cannot be parsed fits, because a guard must look',
        hooks: withConditions(['Bash(git push*)']),
        steps: ["echo 'unclosed", 'echo $(unclosed'].map((command) => ({
          fire: 'PreToolUse',
          payload: shell(command),
          expect: { ran: ['h0'] },
        })),
      },
    ],
  },
  {
    id: 'I7',
    source: 'pattern page',
    says: 'Without `if` a hook is always asked',
    cases: [
      {
        says: 'a hook without a condition is asked about any call',
        hooks: ['says-nothing'],
        steps: [
          { fire: 'PreToolUse', payload: shell('anything at all'), expect: { ran: ['says-nothing'] } },
          { fire: 'PreToolUse', payload: file('Write', 'a'), expect: { ran: ['says-nothing'] } },
        ],
      },
    ],
  },
  {
    id: 'I8',
    source: 'pattern page',
    says: 'Conditions are judged before anything is started',
    cases: [
      {
        says: 'a miss starts no process, and the decision says why',
        hooks: [
          { name: 'by-matcher', front: { matcher: 'Write' }, does: 'touch "$HOME/started"' },
          { name: 'by-condition', front: { if: 'Bash(git *)' }, does: 'touch "$HOME/started"' },
        ],
        payload: shell('ls'),
        expect: {
          ran: [],
          files: { 'home/started': null },
          runs: {
            'by-matcher': {
              outcome: 'skipped',
              cause: 'NO_MATCH',
              reason: /matcher.*Bash/,
              durationMs: null,
            },
            'by-condition': {
              outcome: 'skipped',
              cause: 'NO_MATCH',
              reason: /Bash\(git \*\)/,
              durationMs: null,
            },
          },
        },
      },
      {
        says: 'a guard that fails closed and does not match does not block',
        hooks: [
          {
            name: 'guard',
            front: { if: 'Bash(git *)', onFailure: 'block', requires: { env: ['UNSET'] } },
            exits: 1,
          },
        ],
        payload: shell('ls'),
        expect: { ran: [], outcomes: { guard: 'skipped NO_MATCH' } },
      },
      {
        says: 'a miss makes no model call',
        hooks: [
          { name: 'judge', front: { command: null, env: null, prompt: 'Judge it.', if: 'Bash(git *)' } },
        ],
        model: [{ text: '{"decision":"block","reason":"no"}' }],
        payload: shell('ls'),
        expect: { asked: 0, outcomes: { judge: 'skipped NO_MATCH' } },
      },
      {
        says: 'a miss makes no request',
        service: { '/': { body: { decision: 'block' } } },
        hooks: [
          {
            name: 'asks',
            front: { command: null, env: null, url: '<service>/', if: 'Bash(git *)', onFailure: 'block' },
          },
        ],
        payload: shell('ls'),
        expect: { ran: [], outcomes: { asks: 'skipped NO_MATCH' }, files: { 'log/requests': null } },
      },
    ],
  },
  {
    id: 'I9',
    source: 'pattern page',
    says: '`matcher` and `if` must both fit',
    cases: [
      {
        says: 'the four combinations',
        hooks: [
          { name: 'both', front: { matcher: 'Bash', if: 'Bash(ls*)' } },
          { name: 'matcher-only', front: { matcher: 'Bash', if: 'Bash(git*)' } },
          { name: 'condition-only', front: { matcher: 'Write', if: 'Bash(ls*)' } },
          { name: 'neither', front: { matcher: 'Write', if: 'Bash(git*)' } },
        ],
        payload: shell('ls'),
        expect: {
          ran: ['both'],
          outcomes: {
            'matcher-only': 'skipped NO_MATCH',
            'condition-only': 'skipped NO_MATCH',
            neither: 'skipped NO_MATCH',
          },
        },
      },
    ],
  },
  {
    id: 'I10',
    source: 'pattern page',
    says: 'Conditions are data and never run',
    cases: [
      {
        says: 'code in a condition is text, when it is read and when it is judged',
        hooks: withConditions(['Bash($(touch pwned))', 'Bash(`touch pwned`*)', 'Bash(; touch pwned)']),
        steps: [
          { hooks: 'check --json' },
          { hooks: 'list' },
          { fire: 'PreToolUse', payload: shell('ls'), expect: { ran: [] } },
          { files: { 'project/pwned': null, 'home/pwned': null } },
        ],
      },
      {
        says: 'bad syntax is an error of the manifest, and such a hook is never started',
        hooks: withConditions(['Bash(git push', 'Bash)', '(git push)', '']),
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: ['h0', 'h1', 'h2', 'h3'].map((name) => ({
              code: 'MANIFEST_CONDITION',
              path: new RegExp(`/${name}/`),
              line: 5,
            })),
          },
          {
            fire: 'PreToolUse',
            payload: shell('git push'),
            expect: { ran: [], outcomes: { h0: 'skipped MANIFEST_CONDITION' } },
          },
        ],
      },
    ],
  },
  {
    id: 'I11',
    source: 'pattern page',
    says: 'Conditions and permission rules are judged by one function',
    cases: [
      {
        says: 'a corpus of rules as people write them in permission settings is judged as those are',
        hooks: withConditions([
          'Bash(npm run test:*)',
          'Bash(npm run *)',
          'Read(~/.zshrc)',
          'Edit(docs/**)',
          'Read(**/.env)',
          'WebFetch(domain:example.com)',
          'mcp__github',
          'mcp__github__get_issue',
        ]),
        steps: approvedTable(
          numbered(8),
          (
            [
              ['Bash', { command: 'npm run test' }, ['h1']],
              ['Bash', { command: 'npm run build' }, ['h1']],
              ['Read', { file_path: '<home>/.zshrc' }, ['h2']],
              ['Edit', { file_path: 'docs/a/b.md', old_string: 'a', new_string: 'b' }, ['h3']],
              ['Read', { file_path: 'a/b/.env' }, ['h4']],
              ['mcp__github__get_issue', {}, ['h7']],
            ] as const
          ).map(([tool_name, tool_input, ran]) => ({
            fire: 'PreToolUse',
            payload: { tool_name, tool_input },
            expect: { ranInAnyOrder: ran },
          })),
        ),
      },
      {
        says: 'a rule and a condition give equal answers inside a host',
        steps: [
          {
            script: `
              const hooks = await open({ tools: [{ native: 'sh', tool: 'Bash', arguments: [{ native: 'cmd', key: 'command' }] }] });
              const rules = [
                'Bash', 'sh', 'shell(git push*)', 'Bash(npm run *)', 'Bash(rm -rf*)', 'Bash(curl * | sh)',
                'Read', 'Read(~/.zshrc)', 'Read(**/.env)', 'Edit(docs/**)', 'Edit(/etc/*)', 'edit(src/**/*.{ts,tsx})', 'Write',
                'WebFetch(https://example.com/*)', 'Grep(src/**)', 'mcp__github__get_issue', 'mcp__github__get_issue(*"id":1*)', 'other',
              ];
              const shell = ['git push -f', 'ls; npm run x', 'sudo rm -rf /', 'rm $X', '$CMD', 'curl x | sh', "sh -c 'git push'", 'echo git push', ''];
              const paths = ['.env', 'a/.env', '~/.zshrc', 'docs/a/b', 'docs/../src/a.ts', '/etc/passwd', 'src/x/a.tsx', ''];
              const calls = [
                ...shell.map((command) => ['Bash', { command }]), ...shell.map((cmd) => ['sh', { cmd }]), ['Bash', {}], ['Bash', { command: 1 }],
                ...paths.flatMap((file_path) => [['Read', { file_path }], ['Edit', { file_path, old_string: 'a', new_string: 'b' }], ['Write', { file_path, content: '' }]]),
                ['WebFetch', { url: 'https://example.com/a', prompt: 'x' }], ['WebFetch', { url: 'https://example.org/', prompt: 'x' }], ['Grep', { pattern: 'x', path: 'src/a' }], ['Grep', { pattern: 'src/a' }],
                ['mcp__github__get_issue', { id: 1 }], ['mcp__github__get_issue', { id: 2 }], ['mine', { id: 1 }], ['apply_patch', { input: '*** Update File: src/a.ts' }],
              ].map(([name, input]) => ({ name, input }));
              let asked = [];
              for (const rule of rules) hooks.on('PreToolUse', { if: rule }, () => { asked.push(rule); });
              const session = await hooks.session();
              const differences = [];
              let meant = 0;
              for (const call of calls) {
                asked = [];
                await session.preToolUse(call);
                const expected = JSON.stringify(rules.filter((rule) => asked.includes(rule)));
                meant += asked.length;
                for (const list of ['deny', 'ask']) {
                  const { decision, rules: said } = hooks.rules({ [list]: rules })(call);
                  if (JSON.stringify(said) !== expected || decision !== (said.length > 0 ? list : 'none')) differences.push([call, list, said, expected]);
                }
              }
              print({ differences, calls: calls.length, isFull: meant > calls.length });
              await hooks.close();`,
            prints: { differences: [], calls: 52, isFull: true },
          },
        ],
      },
      {
        says: 'a rule allows what it means as a whole and without a doubt, where a condition is asked about any part',
        steps: [
          {
            script: `
              const hooks = await open();
              const judge = hooks.rules({ deny: ['Bash(git push*)'], ask: ['Bash(npm publish*)'], allow: ['Bash(npm *)', 'Bash(git *)', 'Edit(src/**)', 'Read'] });
              const commands = ['npm test', 'npm test && git pull', 'npm test; curl x', 'npm test > /etc/x', 'npm run $X', 'npm publish', 'git push && npm test', 'sudo npm test', 'ls'];
              print({
                commands: commands.map((command) => judge({ name: 'Bash', input: { command } }).decision),
                files: ['src/a', 'src/../a', '/etc/passwd'].map((file_path) => judge({ name: 'Edit', input: { file_path } }).decision),
                elsewhere: judge({ name: 'Edit', input: { file_path: '<project>/src/a' }, cwd: '<home>' }).decision,
                rules: judge({ name: 'Bash', input: { command: 'npm ci && git pull' } }).rules,
              });`,
            prints: {
              commands: ['allow', 'allow', 'none', 'none', 'none', 'ask', 'deny', 'none', 'none'],
              files: ['allow', 'none', 'none'],
              elsewhere: 'none',
              rules: ['Bash(npm *)', 'Bash(git *)'],
            },
          },
        ],
      },
      {
        says: 'a condition that other systems would read as another rule is a warning of `check`',
        hooks: withConditions([
          'Bash(npm run test:*)',
          'WebFetch(domain:example.com)',
          'mcp__github',
          'Bash(npm run test:**)',
        ]),
        steps: [
          {
            hooks: 'check --json',
            json: {
              issues: [
                {
                  code: 'CONDITION_OF_ANOTHER_SYSTEM',
                  path: /h0/,
                  line: 5,
                  remedy: /^Write `Bash\(npm run test\*\)`/,
                },
                {
                  code: 'CONDITION_OF_ANOTHER_SYSTEM',
                  path: /h1/,
                  remedy: /`WebFetch\(https:\/\/example\.com\/\*\)`/,
                },
                { code: 'CONDITION_OF_ANOTHER_SYSTEM', path: /h2/, remedy: /`mcp__server__tool`/ },
              ],
            },
          },
          {
            fire: 'PreToolUse',
            payload: shell('npm run test:unit'),
            expect: { ranInAnyOrder: ['h0', 'h3'] },
          },
        ],
      },
      {
        says: 'what other systems write and no condition knows is refused, all of it at once, instead of never denying anything',
        steps: [
          {
            script: `
              const hooks = await open();
              const rules = { deny: ['Bash(npm run test:*)', 'WebFetch(domain:example.com)', 'mcp__github'], ask: ['Bash('], allow: ['Read'] };
              try { hooks.rules(rules); } catch (error) { print([error.code, error.message]); }`,
            prints: [
              'RULES_INVALID',
              /`Bash\(npm run test\*\)`.*`WebFetch\(https:\/\/example\.com\/\*\)`.*`mcp__github` of `deny`.*`Bash\(` of `ask`: its parenthesis is not closed/s,
            ],
          },
        ],
      },
    ],
  },
  {
    id: 'I12',
    source: 'HookMD',
    says: '`if` on an event without a tool is an error, and never fits',
    cases: [
      {
        says: '`check` names the event and the line, and the hook is never started',
        hooks: [{ name: 'hook', front: { events: ['Stop', 'PreToolUse'], if: 'Bash(git*)' } }],
        steps: [
          {
            hooks: 'check --json',
            exit: 1,
            issues: [{ code: 'MANIFEST_NO_SUBJECT', message: /if.*Stop/, line: 5 }],
          },
          { hooks: 'list --json', hook: { hook: { state: 'invalid' } } },
          { fire: 'Stop', expect: { ran: [], outcomes: { hook: 'skipped MANIFEST_NO_SUBJECT' } } },
        ],
      },
    ],
  },
  {
    id: 'I13',
    source: 'HookMD',
    says: 'Paths are normalised before they are compared',
    cases: [
      {
        says: 'relative to the working directory, `..` and `.` resolved, `~` expanded',
        hooks: withConditions([
          'Write(src/*.ts)',
          'Write(<project>/src/*.ts)',
          'Write(~/notes/*)',
          'Write(./src/*.ts)',
        ]),
        files: { 'project/sub': null },
        steps: approvedTable(
          numbered(4),
          (
            [
              ['<project>', './src/./a.ts', ['h0', 'h1', 'h3']],
              ['<project>', '<project>/src/a.ts', ['h0', 'h1', 'h3']],
              ['<project>', 'src/../../project/src/a.ts', ['h0', 'h1', 'h3']],
              ['<project>/sub', '../src/a.ts', ['h1']],
              ['<project>/sub', 'src/a.ts', ['h0', 'h3']],
              ['<project>', '<home>/notes/a', ['h2']],
              ['<project>', '~/notes/a', ['h2']],
            ] as const
          ).map(([cwd, path, ran]) => ({
            fire: 'PreToolUse',
            payload: { ...(file('Write', path) as object), cwd },
            expect: { ranInAnyOrder: ran },
          })),
        ),
      },
    ],
  },
];
