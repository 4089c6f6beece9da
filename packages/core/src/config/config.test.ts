import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Config, type EffectiveConfig, keysOf, mergeConfig, NO_CONFIG } from './config.ts';
import { parseConfig } from './parse.ts';

function config(text: string): Config {
  return parseConfig(Buffer.from(text), { path: 'config.yaml', scope: 'user' }).config;
}

function merge({ managed = '', user = '', project = '' }): EffectiveConfig {
  return mergeConfig(config(managed), config(user), config(project));
}

describe('the configuration that holds', () => {
  it('has every default when nobody says anything', () => {
    expect(mergeConfig(NO_CONFIG, NO_CONFIG, NO_CONFIG)).toEqual({
      enabled: true,
      enabledForManaged: true,
      concurrency: 4,
      maxTimeoutMs: 120_000,
      managedTimeoutMs: null,
      maxFollowUps: 5,
      onInternalError: 'continue',
      onWorkaround: 'continue',
      allowModify: null,
      grantedModify: null,
      managedPackages: {},
      userPackages: {},
      packageEnv: {},
      packageMode: {},
      packageOptions: {},
      projectPackageOptions: {},
      entriesFrom: [],
      eventLog: { keepDays: 14, maxBytes: 200_000_000, payloads: 'summary' },
      models: {},
    });
  });

  it('lets a person switch off all hooks but the managed ones, and the administrator those too', () => {
    const off = 'hooks: { enabled: false }';
    expect(merge({ user: off })).toMatchObject({ enabled: false, enabledForManaged: true });
    expect(merge({ managed: off })).toMatchObject({ enabled: false, enabledForManaged: false });
    expect(merge({ managed: off, user: 'hooks: { enabled: true }' }).enabled).toBe(false);
    expect(merge({ managed: 'hooks: { enabled: true }', user: off }).enabled).toBe(false);
  });

  it('follows the administrator before the user, key by key', () => {
    const merged = merge({
      managed:
        'hooks: { concurrency: 8 }\neventLog: { payloads: none }\npackage: { x: { env: { A: m }, mode: enforce } }',
      user: 'hooks: { concurrency: 1, maxFollowUps: 2 }\neventLog: { payloads: redacted, keepDays: 3 }\npackage: { x: { env: { A: u, B: u }, mode: audit }, y: { options: { o: 1 } } }',
    });
    expect(merged).toMatchObject({
      concurrency: 8,
      maxFollowUps: 2,
      eventLog: { keepDays: 3, payloads: 'none' },
    });
    expect(merged.packageEnv).toEqual({ x: { A: 'm', B: 'u' } });
    expect(merged.packageMode).toEqual({ x: 'enforce' });
    expect(merged.packageOptions).toEqual({ y: { o: 1 } });
  });

  it('blocks on a bug of ours where either of the two asks for it', () => {
    const block = 'hooks: { onInternalError: block }';
    const go = 'hooks: { onInternalError: continue }';
    expect(merge({ managed: go, user: block }).onInternalError).toBe('block');
    expect(merge({ managed: block, user: go }).onInternalError).toBe('block');
    expect(merge({ managed: go, user: go }).onInternalError).toBe('continue');
  });

  it('takes nothing from a project but what narrows, whatever the file says', () => {
    // Parsed with the rights of a user: the merge does not rely on the parser.
    const project =
      'hooks: { enabled: false, concurrency: 1, onInternalError: block }\neventLog: { payloads: redacted }\npackage: { x: { env: { A: p }, mode: audit, options: { o: 2 } } }\nallow: { modify: { Bash: [] } }';
    const merged = merge({ user: 'package: { x: { options: { o: 1 } } }', project });
    expect(merged).toEqual({
      ...merge({ user: 'package: { x: { options: { o: 1 } } }' }),
      allowModify: { Bash: [] },
      projectPackageOptions: { x: { o: 2 } },
    });
    expect(merged.packageOptions).toEqual({ x: { o: 1 } });
  });
});

describe('what hooks may change only where a list says so', () => {
  it.each([
    ['', '{ Bash: [a] }', '{ Bash: [a, b] }', { Bash: ['a'] }],
    ['{ Bash: [a, b] }', '{ Bash: [b] }', '', { Bash: ['b'] }],
    ['', '', '{ Bash: ["*"] }', null],
  ])('is what %j of the administrator and %j of the person give: a project gives nothing', (...given) => {
    const [managed, user, project, expected] = given;
    const list = (scope: string): string => (scope === '' ? '' : `allow: { modify: ${scope} }`);
    const merged = merge({ managed: list(managed), user: list(user), project: list(project) });
    expect(merged.grantedModify).toEqual(expected);
  });
});

describe('what hooks may change', () => {
  const allowed = (...scopes: readonly string[]) => {
    const [managed = '', user = '', project = ''] = scopes.map((scope) => `allow: { modify: ${scope} }`);
    return merge({ managed, user, project }).allowModify;
  };

  it.each([
    [['{ Bash: [a, b] }', '{ Bash: [b, c] }', '{}'], { Bash: ['b'] }],
    [['{ Bash: [a] }', '{ Write: [b] }', '{}'], { Bash: ['a'], Write: ['b'] }],
    [['{ Bash: "*" }', '{ Bash: [a] }', '{}'], { Bash: ['a'] }],
    [['{ Bash: [env] }', '{ Bash: [env.PATH] }', '{}'], { Bash: ['env.PATH'] }],
    [['{ Bash: ["env.*"] }', '{ Bash: [env] }', '{}'], { Bash: ['env.*'] }],
    [['{ Bash: ["env.*"] }', '{ Bash: [env.A, a] }', '{}'], { Bash: ['env.A'] }],
    [['{ "*": [a] }', '{ Bash: [a, b] }', '{}'], { '*': ['a'], Bash: ['a'] }],
    [['{}', '{ Bash: [a] }', '{ Bash: [b] }'], { Bash: [] }],
  ])('under %j together is %j', (scopes, expected) => {
    expect(allowed(...scopes)).toEqual(expected);
  });

  it('is never more than each scope allows alone', () => {
    const key = fc.constantFrom('a', 'b', 'env', 'env.A', 'env.*', '*');
    const scope = fc.dictionary(fc.constantFrom('Bash', 'Write', '*'), fc.array(key, { maxLength: 3 }));
    fc.assert(
      fc.property(scope, scope, fc.constantFrom('Bash', 'Write', 'Read'), (user, project, tool) => {
        const both = mergeConfig(
          NO_CONFIG,
          { ...NO_CONFIG, allowModify: user },
          { ...NO_CONFIG, allowModify: project },
        );
        for (const allowed of keysOf(both.allowModify ?? {}, tool)) {
          for (const item of [user, project]) expect(covers(keysOf(item, tool), allowed)).toBe(true);
        }
      }),
    );
  });
});

function covers(keys: readonly string[], key: string): boolean {
  const [parent = ''] = key.split('.');
  return keys.some(
    (name) =>
      name === '*' || name === key || name === parent || (key.includes('.') && name === `${parent}.*`),
  );
}
