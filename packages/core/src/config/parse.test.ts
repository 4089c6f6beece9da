import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Config, type ConfigScope, NO_CONFIG } from './config.ts';
import { configRows } from './keys.ts';
import { parseConfig } from './parse.ts';

function read(text: string | Buffer, scope: ConfigScope = 'user') {
  return parseConfig(Buffer.from(text as string), { path: 'config.yaml', scope });
}

function codes({ issues }: ReturnType<typeof read>): readonly string[] {
  return issues.map((issue) => `${issue.line}:${issue.column} ${issue.code}`);
}

function configOf(text: string, scope: ConfigScope = 'user'): Config {
  const reading = read(text, scope);
  expect(reading.issues).toEqual([]);
  return reading.config;
}

describe('a configuration file', () => {
  it('may set everything that contracts.md §5 lists', () => {
    const text = `---
hooks: { enabled: true, concurrency: 2, maxTimeout: 90s, maxFollowUps: 3, onInternalError: block }
allow: { modify: { Bash: [timeout_ms], "*": command } }
entries:
  PreToolUse: [{ matcher: Write, hooks: [{ type: command, command: lint, if: "Write(src/**)", timeout: 10 }] }]
sources: { acme: "github:acme/plugins" }
package: { notify-slack: { env: { SLACK_WEBHOOK_URL: "https://x" }, options: { channel: ops }, mode: audit } }
eventLog: { keepDays: 7, maxBytes: 50MB, payloads: redacted }
models: { small: { provider: openai-compatible, baseURL: "http://localhost:1/v1", model: m, apiKeyEnv: KEY } }
`;
    for (const scope of ['user', 'managed'] as const) {
      expect(configOf(text, scope)).toEqual({
        hooks: {
          enabled: true,
          concurrency: 2,
          maxTimeoutMs: 90_000,
          maxFollowUps: 3,
          onInternalError: 'block',
        },
        allowModify: { Bash: ['timeout_ms'], '*': ['command'] },
        entries: {
          PreToolUse: [
            {
              matcher: 'Write',
              hooks: [{ type: 'command', command: 'lint', if: 'Write(src/**)', timeout: 10 }],
            },
          ],
        },
        entriesFrom: [],
        sources: { acme: 'github:acme/plugins' },
        package: {
          'notify-slack': {
            env: { SLACK_WEBHOOK_URL: 'https://x' },
            options: { channel: 'ops' },
            mode: 'audit',
          },
        },
        eventLog: { keepDays: 7, maxBytes: 50_000_000, payloads: 'redacted' },
        models: {
          small: {
            provider: 'openai-compatible',
            baseURL: 'http://localhost:1/v1',
            model: 'm',
            apiKeyEnv: 'KEY',
          },
        },
      });
    }
  });

  it('that is empty, blank or only comments says nothing', () => {
    for (const text of ['', '\n', '# note\n', '---\n', 'hooks:\neventLog:\npackage: { x: }\n', '\ufeff']) {
      expect(configOf(text)).toMatchObject({ ...NO_CONFIG, package: expect.anything() });
    }
  });

  it('is plain JSON', () => {
    const config = configOf('package: { x: { options: { a: [{ b: null }] } } }');
    expect(JSON.parse(JSON.stringify(config))).toEqual(config);
  });

  it('accepts the example of every setting', () => {
    for (const { example } of Object.values(configRows)) configOf(example);
  });

  it.each([
    ['hook: {}', '1:1 CONFIG_UNKNOWN_KEY', 'Did you mean "hooks"?'],
    [
      'hooks: { enable: true }',
      '1:10 CONFIG_UNKNOWN_KEY',
      '`hooks.enable` is not a setting. Did you mean "enabled"?',
    ],
    ['package: { x: { envs: {} } }', '1:17 CONFIG_UNKNOWN_KEY', '`package.x.envs`'],
    ['allow: { modfy: {} }', '1:10 CONFIG_UNKNOWN_KEY', 'Did you mean "modify"?'],
    [
      'models: { a: { provider: google, apiKeyEnv: K, model: m, apiKey: x } }',
      '1:58 CONFIG_UNKNOWN_KEY',
      '`models.a.apiKey`',
    ],
    [
      'hooks: true',
      '1:8 CONFIG_VALUE',
      '`hooks` must be a mapping; found true. For example: `hooks: { enabled: true }`.',
    ],
    [
      'hooks: { enabled: "no" }',
      '1:19 CONFIG_VALUE',
      '`hooks.enabled` must be `true` or `false`; found the string "no".',
    ],
    [
      'hooks: { concurrency: 0 }',
      '1:23 CONFIG_VALUE',
      'must be a whole number from 1 to 64; found the number 0',
    ],
    ['hooks: { maxTimeout: 10m }', '1:22 CONFIG_VALUE', 'must be a time up to 120s; found the string "10m"'],
    ['hooks: { maxTimeout: soon }', '1:22 CONFIG_VALUE', 'must be a time up to 120s'],
    ['hooks: { maxFollowUps: -1 }', '1:24 CONFIG_VALUE', 'from 0 to 100'],
    ['hooks: { onInternalError: stop }', '1:27 CONFIG_VALUE', 'must be `continue` or `block`'],
    [
      'entries: { PreToolUs: [] }',
      '1:12 CONFIG_VALUE',
      '`entries` contains "PreToolUs", which is not the name of an event.',
    ],
    [
      'entries: { Stop: { hooks: [] } }',
      '1:18 CONFIG_VALUE',
      'must be a list of `{ matcher, hooks }`; found a mapping',
    ],
    ['entries: { Stop: [{ hooks: [x] }] }', '1:18 CONFIG_VALUE', '`entries.Stop` must be a list'],
    ['package: { "a b": {} }', '1:12 CONFIG_VALUE', 'which is not the name of a package'],
    [
      'package: { x: { env: { A-B: x } } }',
      '1:24 CONFIG_VALUE',
      '`package.x.env` contains "A-B", which is not the name of a variable',
    ],
    [
      'package: { x: { env: { HOOK_DEPTH: x } } }',
      '1:24 CONFIG_VALUE',
      'contains "HOOK_DEPTH", which is not the name of a variable that hooks may be given',
    ],
    [
      'package: { x: { env: { NODE_OPTIONS: x } } }',
      '1:24 CONFIG_VALUE',
      'contains "NODE_OPTIONS", which is not the name of a variable that hooks may be given',
    ],
    [
      'package: { x: { env: { LD_PRELOAD: x } } }',
      '1:24 CONFIG_VALUE',
      'contains "LD_PRELOAD", which is not the name of a variable that hooks may be given',
    ],
    [
      'package: { x: { env: { PORT: 80 } } }',
      '1:30 CONFIG_VALUE',
      '`package.x.env.PORT` must be text; found a number.',
    ],
    [
      'package: { x: { options: { a: .nan } } }',
      '1:26 CONFIG_VALUE',
      '`package.x.options` must be a mapping',
    ],
    ['package: { x: { mode: off } }', '1:23 CONFIG_VALUE', '`enforce`, `warn` or `audit`'],
    ['eventLog: { maxBytes: 5KB }', '1:23 CONFIG_VALUE', 'must be a size of at least 1MB'],
    ['eventLog: { payloads: all }', '1:23 CONFIG_VALUE', 'must be `none`, `summary` or `redacted`'],
    ['eventLog: { keepDays: 1.5 }', '1:23 CONFIG_VALUE', 'a whole number'],
    [
      'models: { a: { provider: google } }',
      '1:11 CONFIG_VALUE',
      '`models.a` must have `provider` and `model`',
    ],
    [
      'models: { a: { provider: p, model: m } }',
      '1:26 CONFIG_VALUE',
      'must be `openai-compatible`, `anthropic` or `google`',
    ],
    [
      'models: { a: { provider: google, model: m } }',
      '1:11 CONFIG_VALUE',
      '`models.a` must have `apiKeyEnv` for the provider google',
    ],
    [
      'models: { a: { provider: openai-compatible, model: m } }',
      '1:11 CONFIG_VALUE',
      '`models.a` must have `baseURL` for the provider openai-compatible',
    ],
    [
      'models: { a: { provider: openai-compatible, model: m, baseURL: file:///x } }',
      '1:64 CONFIG_VALUE',
      'an http or https URL',
    ],
    [
      'models: { a: { provider: google, model: m, apiKeyEnv: sk-123 } }',
      '1:55 CONFIG_VALUE',
      'the name of a variable, not the key',
    ],
    ['- a', '1:1 CONFIG_YAML', 'it is a list, not a mapping of keys'],
    ['hooks: *x', '1:8 CONFIG_YAML', 'The settings are not valid YAML: aliases are not supported.'],
    ['hooks: |secret', '1:9 CONFIG_YAML', 'header includes extra characters. Fix'],
    ['hooks: "a" secret', '1:12 CONFIG_YAML', 'Unexpected scalar at node end. Fix'],
    ['hooks: {}\nhooks: {}', '2:1 CONFIG_YAML', 'the key "hooks" is there twice'],
    ['__proto__: {}', '1:1 CONFIG_YAML', 'is not allowed'],
    [`a: ${'['.repeat(40)}${']'.repeat(40)}`, '1:36 CONFIG_YAML', 'nested too deeply'],
  ])('with %j is told what is wrong', (text, expected, sentence) => {
    const reading = read(text);
    expect(codes(reading)).toEqual([expected]);
    expect(`${reading.issues[0]?.message} ${reading.issues[0]?.remedy}`).toContain(sentence);
    expect(reading.config).toMatchObject({ hooks: {}, entries: {}, eventLog: {}, models: {} });
  });

  it.each([
    'package: { x: { env: { "TOKEN=hidden": "1" } } }',
    'package: { x: { env: { TOKEN: [hidden] } } }',
    'package: { x: { env: hidden } }',
    'models: { a: { provider: google, model: m, apiKeyEnv: hidden-key } }',
    'models: { a: { provider: openai-compatible, model: m, baseURL: "https://me:hidden@host/" } }',
  ])('with %s is told of a mistake without what may be a secret', (text) => {
    const { issues } = read(text);
    expect(issues).toHaveLength(1);
    expect(JSON.stringify(issues)).not.toContain('hidden');
  });

  it('that cannot be read as text is told so', () => {
    expect(read(Buffer.from([0xff, 0xfe, 0])).issues).toMatchObject([
      { code: 'CONFIG_UNREADABLE', path: 'config.yaml' },
    ]);
    expect(read(Buffer.alloc(65_537, 'a')).issues).toMatchObject([{ code: 'CONFIG_UNREADABLE' }]);
    expect(read('a'.repeat(65_537)).config).toBe(NO_CONFIG);
  });

  it('keeps the valid rest beside a wrong setting', () => {
    const reading = read(
      'hooks: { enabled: 5, concurrency: 2 }\neventLog: { keepDays: x, payloads: redacted }\nnonsense: 1\n',
    );
    expect(codes(reading)).toEqual(['1:19 CONFIG_VALUE', '2:23 CONFIG_VALUE', '3:1 CONFIG_UNKNOWN_KEY']);
    expect(reading.config).toMatchObject({ hooks: { concurrency: 2 }, eventLog: { payloads: 'redacted' } });
    expect(reading.config.hooks).not.toHaveProperty('enabled');
  });

  it('narrows all the more where it narrows in a way that cannot be read', () => {
    expect(read('allow: { modify: { Bash: 5, Write: [a] } }').config.allowModify).toEqual({
      Bash: [],
      Write: ['a'],
    });
    expect(read('allow: { modify: nothing }').config.allowModify).toEqual({ '*': [] });
    expect(read('allow: no').config.allowModify).toEqual({ '*': [] });
  });

  it('stops calls where nobody can read what a failure of ours is to do with them', () => {
    for (const value of ['Block', 'stop', 'true', '[block]', ''])
      expect(read(`hooks: { onInternalError: ${value} }`).config.hooks.onInternalError).toBe('block');
    expect(read('hooks: { onInternalError: continue }').config.hooks.onInternalError).toBe('continue');
    expect(read('hooks: { onInternalError: Block }', 'project').config.hooks).toEqual({});
  });
});

describe('a configuration file of a project', () => {
  it('may add entries, narrow what hooks change, and give options of packages', () => {
    const text =
      'entries: { Stop: [{ hooks: [] }] }\nallow: { modify: { Bash: [] } }\npackage: { x: { options: { strict: true } } }\n';
    expect(configOf(text, 'project')).toMatchObject({
      entries: { Stop: [{ hooks: [] }] },
      allowModify: { Bash: [] },
      package: { x: { options: { strict: true } } },
    });
  });

  it.each([
    ['hooks: { enabled: false }', '`hooks.enabled`', 'a repository would switch off the hooks of others'],
    ['hooks: { concurrency: 1 }', '`hooks.concurrency`', 'slow guards down'],
    ['hooks: { maxTimeout: 1 }', '`hooks.maxTimeout`', 'take the time from guards'],
    ['hooks: { maxFollowUps: 0 }', '`hooks.maxFollowUps`', 'only the user'],
    ['hooks: { onInternalError: block }', '`hooks.onInternalError`', 'the hooks of others'],
    ['sources: { a: "github:a/b" }', '`sources`', 'where you look for packages'],
    ['eventLog: { payloads: redacted }', '`eventLog`', 'what is recorded'],
    ['models: { a: { provider: p, model: m } }', '`models`', 'where your data and your keys are sent'],
    ['package: { x: { env: { A: b } } }', '`package.x.env`', 'what the hooks of others are given'],
    ['package: { x: { mode: audit } }', '`package.x.mode`', 'whether a guard counts'],
  ])('cannot set %j, and is told why', (text, key, why) => {
    const { config, issues } = read(`${text}\nallow: { modify: { Bash: [] } }`, 'project');
    expect(issues).toMatchObject([{ code: 'CONFIG_NOT_FOR_PROJECT', severity: 'error', line: 1 }]);
    expect(issues[0]?.message).toContain(`A project cannot set ${key}: `);
    expect(issues[0]?.message).toContain(why);
    expect(config).toMatchObject({ hooks: {}, eventLog: {}, models: {}, allowModify: { Bash: [] } });
    expect(config.package.x ?? {}).toEqual({});
  });
});

describe('whatever is given as a configuration', () => {
  it('is answered without a throw and without a polluted prototype', () => {
    const keys = [
      'hooks',
      'allow',
      'entries',
      'package',
      'eventLog',
      'models',
      'modify',
      'env',
      'options',
      'x',
      'toString',
    ];
    const inner = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue(), { maxKeys: 4 });
    const config = fc.dictionary(
      fc.constantFrom(...keys),
      fc.oneof(fc.jsonValue(), inner, fc.dictionary(fc.string(), inner)),
    );
    const text = fc.oneof(
      config.map((value) => JSON.stringify(value)),
      fc.string(),
      fc.uint8Array(),
    );
    fc.assert(
      fc.property(text, fc.constantFrom<ConfigScope>('user', 'project', 'managed'), (given, scope) => {
        const reading = read(Buffer.from(given as string), scope);
        expect(reading.config).toHaveProperty('hooks');
        expect(({} as { x?: unknown }).x).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });
});
