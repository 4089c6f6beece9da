import { describe, expect, it } from 'vitest';
import type { Code } from '../errors/catalogue.ts';
import type { Manifest } from './manifest.ts';
import { checkManifest, type ManifestReading, parseManifest } from './parse.ts';

const files = ['HOOK.md', 'handler.sh'];

function read(front: string, given: readonly string[] = files): ManifestReading {
  return parseManifest(Buffer.from(`---\n${front}\n---\n`), {
    path: 'h/HOOK.md',
    directoryName: 'folder',
    files: given,
  });
}

/** `line:column CODE` of every issue. */
function issuesOf({ issues }: ManifestReading): readonly string[] {
  return issues.map((issue) => `${issue.line}:${issue.column} ${issue.code}`);
}

function manifestOf(front: string, given: readonly string[] = files): Manifest {
  const reading = read(front, given);
  expect(issuesOf(reading)).toEqual([]);
  if (reading.manifest === null) throw new Error('expected a manifest');
  return reading.manifest;
}

const minimal = 'events: [PreToolUse]\ncommand: [./x]';

describe('a manifest', () => {
  it('gets every default, and the folder as its name', () => {
    expect(manifestOf(minimal)).toEqual({
      name: 'folder',
      description: '',
      version: null,
      homepage: null,
      events: [{ name: 'PreToolUse', events: ['PreToolUse'] }],
      protocol: 'hookmd',
      handler: { mode: 'command', command: ['./x'], shell: false },
      timeoutMs: null,
      matcher: null,
      condition: null,
      modify: {},
      merge: 'replace',
      redactKeys: [],
      preApprove: false,
      observe: 'no',
      recheck: true,
      needs: [],
      priority: 100,
      onFailure: 'continue',
      isAsync: false,
      contexts: [],
      asyncTimeoutMs: null,
      once: 'no',
      statusMessage: null,
      requires: { os: [], arch: [], bins: [], anyBins: [], env: [], node: null, hookmd: null },
      env: [],
      isolation: 'off',
      options: null,
      enabled: true,
      body: '',
    });
  });

  it('keeps the Markdown below the front matter', () => {
    const reading = parseManifest(Buffer.from(`---\n${minimal}\n---\n# Title\n`), {
      path: 'x',
      directoryName: 'f',
      files,
    });
    expect(reading.manifest?.body).toBe('# Title\n');
  });

  it('reads every value that asks for something', () => {
    const front = [
      'name: guard.v2',
      'description: Blocks',
      'version: 1.2.0-rc.1+b5',
      'homepage: https://example.com',
      'events: PreToolUse',
      'command: [sh, -c, "exit 2"]',
      'protocol: claude',
      'timeout: 1.5s',
      'matcher: Bash|Write',
      'if: "Bash(git push*)"',
      'modify: { PreToolUse: "*" }',
      'merge: shallow',
      'preApprove: true',
      'recheck: false',
      'needs: block',
      'priority: -5',
      'onFailure: block',
      'contexts: [commit, "*"]',
      'once: installation',
      'statusMessage: Looking',
      'requires: { os: [macOS, linux], arch: x86_64, bins: git, anyBins: [a, b], env: TOKEN, node: 20, hookmd: ">=0.1" }',
      'env: [A, B_2]',
      'isolation: strict',
      'options: { type: object }',
      'enabled: false',
      'metadata: { any: [thing] }',
    ];
    expect(manifestOf(front.join('\n'))).toMatchObject({
      name: 'guard.v2',
      version: '1.2.0-rc.1+b5',
      protocol: 'claude',
      handler: { mode: 'command', command: ['sh', '-c', 'exit 2'], shell: false },
      timeoutMs: 1_500,
      matcher: 'Bash|Write',
      condition: 'Bash(git push*)',
      modify: { PreToolUse: { input: ['*'] } },
      merge: 'shallow',
      preApprove: true,
      recheck: false,
      needs: ['block'],
      priority: -5,
      onFailure: 'block',
      contexts: ['commit', '*'],
      once: 'installation',
      requires: {
        os: ['darwin', 'linux'],
        arch: ['x64'],
        bins: ['git'],
        env: ['TOKEN'],
        node: '20',
        hookmd: '>=0.1',
      },
      env: ['A', 'B_2'],
      isolation: 'strict',
      options: { type: 'object' },
      enabled: false,
    });
  });

  it('reads what is said of the background', () => {
    const front = `${minimal}\nasync: true\nasyncTimeout: 600\nobserve: raw\nneeds: block`;
    expect(manifestOf(front)).toMatchObject({ isAsync: true, asyncTimeoutMs: 600_000, observe: 'raw' });
  });

  it('counts a blank name, description, version, matcher or status message as omitted', () => {
    for (const blank of ['', '""', '~', '"  "']) {
      expect(manifestOf(`${minimal}\nname: ${blank}\nmatcher: ${blank}`)).toMatchObject({
        name: 'folder',
        matcher: null,
      });
    }
    manifestOf(`${minimal}\ndescription:\nversion:\nhomepage:\nstatusMessage:`);
  });

  it('is plain JSON: writing and reading it loses nothing', () => {
    const manifest = manifestOf(`${minimal}\noptions: { properties: { a: { default: [1, null, x] } } }`);
    expect(JSON.parse(JSON.stringify(manifest))).toEqual(manifest);
  });

  it('reports every problem at once, by line, and still says what could be read', () => {
    const reading = read(
      [
        'name: bad name',
        'description: About',
        'timeout: 0',
        'enabled: "yes"',
        'evnts: x',
        'events: [PreToolUs]',
      ].join('\n'),
      [],
    );
    expect(reading.manifest).toBeNull();
    expect(reading.partial).toEqual({ name: 'folder', description: 'About', events: ['PreToolUs'] });
    expect(issuesOf(reading)).toEqual([
      '2:1 MANIFEST_MISSING_KEY',
      '2:7 PACKAGE_NAME',
      '4:10 MANIFEST_VALUE',
      '5:10 MANIFEST_TYPE',
      '6:1 MANIFEST_MISSPELLED_KEY',
      '7:10 MANIFEST_UNKNOWN_EVENT',
    ]);
  });

  it('shows at most a hundred issues and counts the rest', () => {
    const keys = Array.from({ length: 150 }, (_, index) => `k${index}: 1`).join('\n');
    const { issues, manifest } = read(`${minimal}\n${keys}`);
    expect(issues).toHaveLength(101);
    expect(issues.at(-1)).toMatchObject({
      code: 'MORE_ISSUES',
      message: 'This file has 50 more problems.',
    });
    expect(manifest).not.toBeNull();
    // An error that is not shown any more still counts.
    expect(read(`${keys}\nevents: [Nope]\ncommand: x`).manifest).toBeNull();
  });
});

describe('a misspelled key', () => {
  it.each([
    ['onfailure', 'onFailure'],
    ['on_failure', 'onFailure'],
    ['on-failure', 'onFailure'],
    ['OnFailure', 'onFailure'],
    ['onFailur', 'onFailure'],
    ['Modify', 'modify'],
    ['Matcher', 'matcher'],
    ['mathcer', 'matcher'],
    ['timeOut', 'timeout'],
    ['time_out', 'timeout'],
    ['If', 'if'],
    ['isolaton', 'isolation'],
    ['pre_approve', 'preApprove'],
    ['Once', 'once'],
    ['require', 'requires'],
    ['redact_keys', 'redactKeys'],
    ['Env', 'env'],
  ])('%s is an error where it may weaken a guard', (key, meant) => {
    const { issues, manifest } = read(`${minimal}\n${key}: x`);
    expect(issues.map(({ code, remedy }) => `${code} ${remedy}`)).toEqual([
      `MANIFEST_MISSPELLED_KEY Write \`${meant}\`.`,
    ]);
    expect(manifest).toBeNull();
  });

  it.each([
    'id',
    'on',
    'one',
    'of',
    'end',
    'tags',
    'author',
    'title',
    'time',
    'note',
    'models',
    'prompts',
    'agents',
  ])('%s is none', (key) => {
    expect(issuesOf(read(`${minimal}\n${key}: x`))).toEqual(['4:1 MANIFEST_UNKNOWN_KEY']);
  });

  it('stands for the missing key, which needs no error of its own', () => {
    expect(issuesOf(read('events: [PreToolUse]\ncomand: ./x', ['HOOK.md']))).toEqual([
      '3:1 MANIFEST_MISSPELLED_KEY',
    ]);
    expect(issuesOf(read('event: [PreToolUse]\ncommand: ./x'))).toEqual(['2:1 MANIFEST_MISSPELLED_KEY']);
  });

  it('is an unknown key in a hook of another system, and in one that runs already', () => {
    const front = 'events: [before_tool_call]\ncommand: [./x]\nonfailure: block';
    expect(issuesOf(read(front))).toEqual(['4:1 MANIFEST_UNKNOWN_KEY']);
    expect(issuesOf(read(`${minimal}\nprotocol: claude\nonfailure: block`))).toEqual([
      '5:1 MANIFEST_UNKNOWN_KEY',
    ]);
    const place = { path: 'h/HOOK.md', directoryName: 'folder', files, isRunning: true };
    const running = parseManifest(Buffer.from(`---\n${minimal}\nonfailure: block\n---\n`), place);
    expect(issuesOf(running)).toEqual(['4:1 MANIFEST_UNKNOWN_KEY']);
    expect(running.manifest).not.toBeNull();
  });
});

describe('an issue of a manifest', () => {
  const cases: readonly (readonly [title: string, front: string, expected: string, text: string])[] = [
    [
      'a misspelled event',
      'command: x\nevents: [PreToolUs]',
      '3:10 MANIFEST_UNKNOWN_EVENT',
      'Did you mean "PreToolUse"?',
    ],
    [
      'an unknown event beside a known one',
      'command: x\nevents: [Stop, Stpo]',
      '3:16 MANIFEST_EVENT_SKIPPED',
      '"Stpo" is not an event',
    ],
    ['no event', 'command: x\nevents: []', '3:9 MANIFEST_NO_EVENT', 'would never run'],
    ['no `events`', 'command: x', '2:1 MANIFEST_MISSING_KEY', '`events: [PreToolUse]`'],
    [
      'two vocabularies',
      'command: x\nevents: [Stop, agent_stop]',
      '3:9 MANIFEST_MIXED_VOCABULARY',
      'canonical (Stop) and kodelet (agent_stop)',
    ],
    ['a misspelled key', `${minimal}\nonfailure: block`, '4:1 MANIFEST_MISSPELLED_KEY', 'Write `onFailure`.'],
    [
      'a misspelled key that guards nothing',
      `${minimal}\nprioritty: 5`,
      '4:1 MANIFEST_UNKNOWN_KEY',
      'Did you mean "priority"?',
    ],
    [
      'a misspelled requirement',
      `${minimal}\nrequires: { bin: [a] }`,
      '4:13 MANIFEST_UNKNOWN_KEY',
      '`requires.bin` is not',
    ],
    [
      'text for a boolean',
      `${minimal}\nenabled: yes`,
      '4:10 MANIFEST_TYPE',
      '`enabled` must be `true` or `false`; found the string "yes".',
    ],
    [
      'a number in a list of strings',
      `${minimal}\nenv: [A, 5]`,
      '4:10 MANIFEST_TYPE',
      '`env[1]` must be text; found the number 5.',
    ],
    [
      'a list for a mapping',
      `${minimal}\nrequires: [a]`,
      '4:11 MANIFEST_TYPE',
      '`requires` must be a mapping; found a list.',
    ],
    [
      'a number in argv',
      'events: Stop\ncommand: [sleep, 5]',
      '3:10 MANIFEST_TYPE',
      'must be a list of words, or a string; found a list.',
    ],
    [
      'a wrong word',
      `${minimal}\nonFailure: stop`,
      '4:12 MANIFEST_VALUE',
      '`onFailure` cannot be "stop": it must be `continue` or `block`.',
    ],
    [
      'an unknown need',
      `${minimal}\nneeds: [block, fly]`,
      '4:16 MANIFEST_VALUE',
      '`needs[1]` cannot be "fly"',
    ],
    ['an unknown protocol', `${minimal}\nprotocol: claud`, '4:11 MANIFEST_VALUE', '`hookmd`, `claude`'],
    [
      'a fraction as priority',
      `${minimal}\npriority: 1.5`,
      '4:11 MANIFEST_TYPE',
      'must be a whole number; found the number 1.5',
    ],
    ['an invalid name', `${minimal}\nname: ../x`, '4:7 PACKAGE_NAME', '"../x" is not a package name'],
    [
      'a version that is none',
      `${minimal}\nversion: 1.0`,
      '4:10 MANIFEST_VERSION',
      '`version` is the number 1',
    ],
    [
      'a timeout of zero',
      `${minimal}\ntimeout: 0`,
      '4:10 MANIFEST_VALUE',
      '`timeout` cannot be the number 0',
    ],
    [
      'a timeout that is no number',
      `${minimal}\ntimeout: .nan`,
      '4:10 MANIFEST_TYPE',
      'found the number NaN',
    ],
    ['a timeout in days', `${minimal}\ntimeout: 2 days`, '4:10 MANIFEST_VALUE', 'the string "2 days"'],
    ['a negative alias', `${minimal}\ntimeout_ms: -5`, '4:13 MANIFEST_VALUE', 'the number -5'],
    [
      'a timeout above the cap',
      `${minimal}\ntimeout: 10m`,
      '4:10 MANIFEST_CLAMPED',
      '`timeout` is 600s, which is over the limit; 120s is used.',
    ],
    [
      'an async timeout above the cap',
      `${minimal}\nasyncTimeout: 2h`,
      '4:15 MANIFEST_CLAMPED',
      '3600s is used',
    ],
    [
      'two timeouts that differ',
      `${minimal}\ntimeout: 1\ntimeout_ms: 2000`,
      '5:1 MANIFEST_CONFLICT',
      'they are 1s and 2s',
    ],
    [
      'two ways to run',
      `${minimal}\nurl: https://example.com`,
      '4:1 MANIFEST_CONFLICT',
      '`command` and `url` cannot be used together',
    ],
    [
      'a type of another key',
      `${minimal}\ntype: http`,
      '4:7 MANIFEST_CONFLICT',
      '`type: http` goes with `url`',
    ],
    ['a shell with a list', `${minimal}\nshell: true`, '4:8 MANIFEST_CONFLICT', 'a shell takes a string'],
    [
      'an empty command',
      'events: Stop\ncommand: ""',
      '3:10 MANIFEST_VALUE',
      '`command` cannot be "": it is empty',
    ],
    ['a NUL in argv', 'events: Stop\ncommand: [a, "b\\0"]', '3:10 MANIFEST_VALUE', 'can be given a NUL'],
    ['an empty list', 'events: Stop\ncommand: []', '3:10 MANIFEST_VALUE', 'its first word is the program'],
    ['an open quote', 'events: Stop\ncommand: a "b', '3:10 MANIFEST_VALUE', 'the quote " is not closed'],
    [
      'a pipe without a shell',
      'events: Stop\ncommand: a | tee x',
      '3:10 MANIFEST_NO_SHELL',
      '`command` contains `|`',
    ],
    [
      'a module that is not there',
      'events: Stop\nhandler: a.ts',
      '3:10 MANIFEST_VALUE',
      'the package has no such file',
    ],
    [
      'a script as module',
      'events: Stop\nhandler: handler.sh',
      '3:10 MANIFEST_VALUE',
      'a program is named with `command`',
    ],
    [
      'a module outside',
      'events: Stop\nhandler: ../x.ts',
      '3:10 MANIFEST_VALUE',
      'must lie inside the package',
    ],
    [
      'an address of another kind',
      'events: Stop\nurl: file:///etc/passwd',
      '3:6 URL_INVALID',
      '`http://` or `https://`',
    ],
    [
      'an address with a password',
      'events: Stop\nurl: http://a:b@example.com',
      '3:6 URL_INVALID',
      'a user name or a password',
    ],
    [
      'a header that is none',
      'events: Stop\nurl: http://localhost\nheaders: { "a b": x }',
      '4:19 MANIFEST_VALUE',
      'not an HTTP header',
    ],
    [
      'an empty prompt',
      'events: Stop\nprompt: " "',
      '3:9 MANIFEST_VALUE',
      '`prompt` cannot be "": it is empty',
    ],
    [
      'a type without its key',
      'events: Stop\ntype: prompt',
      '3:7 MANIFEST_MISSING_KEY',
      'no `prompt`: `type` is prompt',
    ],
    ['a matcher that is none', `${minimal}\nmatcher: "Bash|"`, '4:10 MANIFEST_MATCHER', 'a name is missing'],
    [
      'a matcher without subject',
      'events: [PreToolUse, Stop]\ncommand: x\nmatcher: Bash',
      '4:1 MANIFEST_NO_SUBJECT',
      'on Stop',
    ],
    [
      'a condition that is none',
      `${minimal}\nif: "Bash("`,
      '4:5 MANIFEST_CONDITION',
      '`if` "Bash(" is not valid',
    ],
    [
      'a condition without a tool',
      'events: SessionStart\ncommand: x\nif: "Bash(a*)"',
      '4:1 MANIFEST_NO_SUBJECT',
      'on SessionStart',
    ],
    ['a variable that is none', `${minimal}\nenv: [A-B]`, '4:7 MANIFEST_VALUE', '`env[0]` cannot be "A-B"'],
    [
      'a required variable that is none',
      `${minimal}\nrequires: { env: [1A] }`,
      '4:19 MANIFEST_VALUE',
      '`requires.env[0]`',
    ],
    [
      'an empty program',
      `${minimal}\nrequires: { bins: [""] }`,
      '4:20 MANIFEST_VALUE',
      '`requires.bins[0]` cannot be ""',
    ],
    [
      'a range that is none',
      `${minimal}\nrequires: { node: latest-ish }`,
      '4:19 MANIFEST_VALUE',
      'not a range of versions',
    ],
    [
      'a version as a fraction',
      `${minimal}\nrequires: { node: 20.10 }`,
      '4:19 MANIFEST_TYPE',
      'found the number 20.1',
    ],
    [
      'a strange number in options',
      `${minimal}\noptions: { properties: { a: { default: [.inf] } } }`,
      '4:10 MANIFEST_VALUE',
      'JSON has no such number',
    ],
    ['recheck without modify', `${minimal}\nrecheck: false`, '4:10 MANIFEST_VALUE', 'declares `modify`'],
    ...(['modify: { PreToolUse: [timeout] }', 'onFailure: block', 'preApprove: true'] as const).map(
      (line): [string, string, string, string] => [
        `async beside ${line}`,
        `${minimal}\nasync: true\n${line}`,
        '5:1 MANIFEST_NO_EFFECT',
        'with `async` it runs when everything is decided',
      ],
    ),
    ...(['modify: { PreToolUse: [timeout] }', 'onFailure: block', 'preApprove: true'] as const).flatMap(
      (line) =>
        ['true', 'raw'].map((how): [string, string, string, string] => [
          `observe: ${how} beside ${line}`,
          `${minimal}\nobserve: ${how}\n${line}`,
          '5:1 MANIFEST_NO_EFFECT',
          'with `observe` it only watches',
        ]),
    ),
    ['headers without url', `${minimal}\nheaders: { a: b }`, '4:1 MANIFEST_NO_EFFECT', 'it belongs to `url`'],
    [
      'commands without agent',
      'events: Stop\nprompt: x\ncommands: [ls]',
      '4:1 MANIFEST_NO_EFFECT',
      'it belongs to `agent`',
    ],
    [
      'merge without modify',
      `${minimal}\nmerge: shallow`,
      '4:1 MANIFEST_NO_EFFECT',
      'declares no change of an input',
    ],
    [
      'redactKeys without redact',
      `${minimal}\nredactKeys: [a]`,
      '4:1 MANIFEST_NO_EFFECT',
      '`redact` on PreModelCall',
    ],
    [
      'preApprove elsewhere',
      'events: Stop\ncommand: x\npreApprove: true',
      '4:1 MANIFEST_NO_EFFECT',
      'nothing can be approved',
    ],
    [
      'a failure policy on a notice',
      'events: SessionEnd\ncommand: x\nonFailure: block',
      '4:1 MANIFEST_NO_EFFECT',
      'nothing can be blocked',
    ],
  ];

  it.each(cases)('says where %s stands and what to do', (_, front, expected, text) => {
    const reading = read(front, ['HOOK.md']);
    expect(issuesOf(reading)).toEqual([expected]);
    const [issue] = reading.issues;
    expect(`${issue?.message} ${issue?.remedy}`).toContain(text);
    expect(issue?.path).toBe('h/HOOK.md');
    expect(reading.manifest === null).toBe(issue?.severity === 'error');
  });

  it('names both the unit and the cap for a timeout that was meant in milliseconds', () => {
    expect(issuesOf(read(`${minimal}\ntimeout: 99999`))).toEqual([
      '4:10 MANIFEST_CLAMPED',
      '4:10 MANIFEST_TIMEOUT_UNIT',
    ]);
    expect(read(`${minimal}\ntimeout: 99999`).manifest?.timeoutMs).toBe(120_000);
    expect(manifestOf(`${minimal}\ntimeout: 99`).timeoutMs).toBe(99_000);
  });

  it('shows what was found short, and without what a terminal would obey', () => {
    const [issue] = read(`${minimal}\n"a\\e[31m\\u202e${'x'.repeat(200)}": 1`).issues;
    expect(issue?.message).toMatch(/^`a\\u001b\[31m\\u202ex{50,60}…` is not a manifest key/);
  });

  const unreadable: readonly (readonly [string, Buffer, Code, number | undefined])[] = [
    ['an empty file', Buffer.alloc(0), 'MANIFEST_NO_FRONT_MATTER', 1],
    ['a file without a fence', Buffer.from('# Title\n'), 'MANIFEST_NO_FRONT_MATTER', 1],
    ['a fence with a language', Buffer.from('---js\n---\n'), 'MANIFEST_NO_FRONT_MATTER', 1],
    ['an open front matter', Buffer.from('---\nname: x\n'), 'MANIFEST_UNCLOSED', 3],
    ['another encoding', Buffer.from('---\nname: ü\n---\n', 'latin1'), 'MANIFEST_NOT_TEXT', undefined],
    ['UTF-16', Buffer.from('\ufeff---\nname: x\n---\n', 'utf16le'), 'MANIFEST_NOT_TEXT', undefined],
    ['a binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]), 'MANIFEST_NOT_TEXT', undefined],
    ['NUL in text', Buffer.from('---\nname: x\0\n---\n'), 'MANIFEST_NOT_TEXT', undefined],
    [
      'a file above the limit',
      Buffer.from(`---\n---\n${'x'.repeat(65_536)}`),
      'MANIFEST_TOO_LARGE',
      undefined,
    ],
    ['broken YAML', Buffer.from('---\na: b: c\n---\n'), 'MANIFEST_YAML', 2],
    ['a duplicate key', Buffer.from('---\nname: a\nname: b\n---\n'), 'MANIFEST_YAML', 3],
    ['an alias', Buffer.from('---\na: &x 1\nb: *x\n---\n'), 'MANIFEST_YAML', 2],
    ['a list', Buffer.from('---\n- a\n---\n'), 'MANIFEST_YAML', 2],
    [
      'deep nesting',
      Buffer.from(`---\na: ${'['.repeat(40)}${']'.repeat(40)}\n---\n`),
      'MANIFEST_TOO_DEEP',
      2,
    ],
  ];

  it.each(unreadable)('tells that %s is not a manifest', (_, bytes, code, line) => {
    const reading = parseManifest(bytes, { path: 'h/HOOK.md', directoryName: 'folder', files });
    expect(reading.issues[0]).toMatchObject({ code, severity: 'error', path: 'h/HOOK.md' });
    expect(reading.issues[0]?.line).toBe(line);
    expect(reading).toMatchObject({
      manifest: null,
      partial: { name: 'folder', description: '', events: [] },
    });
  });

  it('is there also for a pattern that does not compile, where the manifest is checked', async () => {
    const bytes = Buffer.from(`---\n${minimal}\nmatcher: "mcp__(x.*"\n---\n`);
    const location = { path: 'h/HOOK.md', directoryName: 'folder', files };
    expect(parseManifest(bytes, location).manifest).not.toBeNull();
    const reading = await checkManifest(bytes, location);
    expect(reading.manifest).toBeNull();
    expect(issuesOf(reading)).toEqual(['4:10 MANIFEST_MATCHER']);
    const good = Buffer.from(`---\n${minimal}\nmatcher: "mcp__.*"\n---\n`);
    expect(await checkManifest(good, location)).toEqual(parseManifest(good, location));
  });
});

describe('the time limit', () => {
  it('means the same as `timeout: 1`, `timeout_ms: 1000` and `"1s"`, also together', () => {
    for (const front of [
      'timeout: 1',
      'timeout: 1s',
      'timeout: "1"',
      'timeout: 1000ms',
      'timeout: 1s\ntimeout_ms: 1000',
    ]) {
      expect(manifestOf(`${minimal}\n${front}`).timeoutMs).toBe(1_000);
    }
    // `timeout_ms` speaks of the shipped MicroClaw only in its own vocabulary.
    expect(manifestOf(`${minimal}\ntimeout_ms: 1000`)).toMatchObject({
      timeoutMs: 1_000,
      protocol: 'hookmd',
    });
  });
});

describe('the protocol', () => {
  it.each([
    ['events: [PreToolUse]', 'hookmd'],
    ['events: [before_tool_call, agent_stop]', 'kodelet'],
    ['events: [BeforeToolCall]', 'microclaw-rfc'],
    ['events: [BeforeToolCall]\ntimeout: 2', 'microclaw-rfc'],
    ['events: [BeforeToolCall]\ntimeout_ms: 1500', 'microclaw'],
    ['events: [BeforeToolCall]\npriority: 40', 'microclaw'],
    ['events: [AfterTurn]', 'microclaw'],
    ['events: [PreToolUse]\npriority: 40', 'hookmd'],
    ['events: [message:received]', 'openclaw'],
    ['events: [PreToolUse]\nprotocol: kodelet', 'kodelet'],
    ['events: [before_tool_call]\nprotocol: claude', 'claude'],
  ])('of %j is %s', (front, protocol) => {
    expect(manifestOf(`${front}\ncommand: [x]`).protocol).toBe(protocol);
  });
});

describe('what runs', () => {
  it('is split into words where the protocol has no shell, and kept as text where it has one', () => {
    expect(manifestOf('events: Stop\ncommand: ./a "b c"').handler).toEqual({
      mode: 'command',
      command: ['./a', 'b c'],
      shell: false,
    });
    for (const front of ['protocol: claude', 'shell: true', 'protocol: microclaw']) {
      const { handler } = manifestOf(`events: Stop\n${front}\ncommand: a | b "c`);
      expect(handler).toEqual({ mode: 'command', command: 'a | b "c', shell: true });
    }
    const { handler } = manifestOf('events: Stop\nprotocol: claude\nshell: false\ncommand: a b');
    expect(handler).toEqual({ mode: 'command', command: ['a', 'b'], shell: false });
  });

  it('is the handler found in the package when nothing is named', () => {
    const found = (given: readonly string[], front = '') =>
      manifestOf(`events: Stop\n${front}`, given).handler;
    expect(found(['handler.js', 'handler.ts', 'handler.sh'])).toEqual({
      mode: 'handler',
      file: 'handler.ts',
    });
    expect(found(['handler.js', 'handler.sh'])).toEqual({ mode: 'handler', file: 'handler.js' });
    expect(found(['handler.sh'])).toEqual({ mode: 'command', command: ['./handler.sh'], shell: false });
    expect(found(['handler.sh', 'handler.ts'], 'type: command')).toMatchObject({ mode: 'command' });
    expect(issuesOf(read('events: Stop', ['index.ts', 'sub/handler.ts']))).toEqual([
      '2:1 MANIFEST_MISSING_KEY',
    ]);
  });

  it('may be a module, an address, a prompt or an agent', () => {
    const of = (front: string) => manifestOf(`events: Stop\n${front}`, ['src/a.mts']).handler;
    expect(of('handler: ./src/a.mts')).toEqual({ mode: 'handler', file: 'src/a.mts' });
    expect(of('url: http://localhost:9000/x\nheaders: { A: b }\nshape: opa\ntype: http')).toEqual({
      mode: 'http',
      url: 'http://localhost:9000/x',
      headers: { A: 'b' },
      shape: 'opa',
    });
    expect(of('prompt: Is it safe?\nmodel: small')).toEqual({
      mode: 'prompt',
      prompt: 'Is it safe?',
      model: 'small',
    });
    const agent = { mode: 'agent', prompt: 'Verify', model: null, commands: [] };
    expect(of('agent: Verify')).toEqual(agent);
    expect(of('type: agent\nprompt: Verify')).toEqual(agent);
    expect(of('type: agent\nagent: Verify\ncommands: git status')).toEqual({
      ...agent,
      commands: ['git status'],
    });
  });

  it.each([
    'http:/x',
    'http:///x',
    'http:\\\\x',
    'http://x y',
    'http://[::1',
    'http://x:0',
    'ftp://x',
    '//x',
    'http://metadata.google.internal./x',
    'http://user@x',
    'http://@x',
    `http://x/\${TOKEN}`,
    `\${POLICY_URL}`,
    `\${options.gone}`,
    `http://\${options.host}/x`,
    `\${options.address}.example.com`,
    `\${options.address}/\${options.address}`,
  ])('is never the address %j', (url) => {
    const options = 'options: { type: object, properties: { address: { type: string } } }';
    const { issues } = read(`events: Stop\nurl: ${JSON.stringify(url)}\n${options}`);
    expect(issues.map((issue) => issue.code)).toEqual(['URL_INVALID']);
  });

  it('may begin with an option of its own, and have headers with variables', () => {
    const options = 'options: { type: object, properties: { address: { type: string } } }';
    const { handler } = manifestOf(
      `events: Stop\nurl: "\${options.address}/v1?a=b"\nheaders: { Authorization: "Bearer \${TOKEN}" }\n${options}`,
    );
    expect(handler).toEqual({
      mode: 'http',
      url: `\${options.address}/v1?a=b`,
      headers: { Authorization: `Bearer \${TOKEN}` },
      shape: null,
    });
  });

  it.each([
    ['{ "bad name": x }', 'it is not an HTTP header'],
    ['{ A: "x\\ny" }', 'it is not an HTTP header'],
    ['{ Host: internal }', 'it belongs to how the message is sent'],
    ['{ content-length: "0" }', 'it belongs to how the message is sent'],
    [`{ A: "\${a-b}" }`, 'a variable is written'],
    [`{ A: "\${}" }`, 'a variable is written'],
    [`{ A: "\${TOKEN" }`, 'a variable is written'],
  ])('never sends the headers %s', (headers, detail) => {
    const { issues } = read(`events: Stop\nurl: http://localhost/\nheaders: ${headers}`);
    expect(issues.map(({ code, message }) => [code, message.includes(detail)])).toEqual([
      ['MANIFEST_VALUE', true],
    ]);
  });
});

describe('a matcher', () => {
  it('that matches everything needs no subject', () => {
    for (const matcher of ['""', '"*"', '~']) {
      expect(manifestOf(`events: Stop\ncommand: [x]\nmatcher: ${matcher}`).matcher).toBeNull();
    }
  });

  it('may compare the subject of a notice, and of what a foreign name stands for', () => {
    manifestOf('events: [SessionStart]\ncommand: [x]\nmatcher: startup');
    manifestOf('events: [after_tool_call]\ncommand: [x]\nmatcher: Bash\nif: Bash(rm*)');
    expect(issuesOf(read('events: [user_message_send]\ncommand: [x]\nmatcher: Bash'))).toEqual([
      '4:1 MANIFEST_NO_SUBJECT',
    ]);
  });
});
