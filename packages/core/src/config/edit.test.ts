import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../events/json.ts';
import { parseYaml } from '../yaml/yaml.ts';
import type { ConfigScope } from './config.ts';
import { editConfig, editYaml, readSettingValue } from './edit.ts';
import { findKey, parseSettingKey, valueAt } from './setting-key.ts';

function edit(text: string, key: string, value: JsonValue | undefined, scope: ConfigScope = 'user') {
  const path = parseSettingKey(key) ?? [];
  return editConfig(Buffer.from(text), { path: 'config.yaml', scope }, { path, value });
}

function edited(text: string, key: string, value: JsonValue | undefined): string {
  const result = edit(text, key, value);
  return 'text' in result ? result.text : JSON.stringify(result.issues);
}

/** As the library writes it: an edit changes nothing but its own lines. */
const WRITTEN = `# mine
hooks: { enabled: true, concurrency: 4 } # user, managed

# who may change what
allow:
  modify:
    Bash: [ timeout_ms ] # nothing else
    Write:
      - path # really

package:
  notify:
    # the team's channel
    env:
      URL: "https://x" # from the vault
      KEY: |
        one
        two
    mode: warn
eventLog:
`;

describe('a setting', () => {
  it.each<[string, JsonValue, string, string]>([
    ['hooks.concurrency', 8, 'concurrency: 4 }', 'concurrency: 8 }'],
    ['hooks.maxTimeout', '90s', 'concurrency: 4 }', 'concurrency: 4, maxTimeout: 90s }'],
    ['allow.modify.Bash', ['command'], '[ timeout_ms ] ', '[ command ] '],
    ['allow.modify.Write', [], 'Write:\n      - path # really', 'Write: []'],
    ['allow.modify.*', 'a', '- path # really\n', '- path # really\n    "*": a\n'],
    ['package.notify.env.URL', 'no: #', '"https://x" ', '"no: #" '],
    ['package.notify.env.KEY', 'x', '|\n        one\n        two', '|-\n        x'],
    ['package.notify.env.MORE', 'true', '        two\n', '        two\n      MORE: "true"\n'],
    ['package.notify.mode', 'audit', 'mode: warn', 'mode: audit'],
    [
      'package.notify.options.a.b',
      [1, null],
      'warn\n',
      'warn\n    options:\n      a:\n        b: [ 1, null ]\n',
    ],
    ['package."my.hook".mode', 'warn', 'mode: warn\n', 'mode: warn\n  my.hook:\n    mode: warn\n'],
    ['eventLog.keepDays', 3, 'eventLog:\n', 'eventLog:\n  keepDays: 3\n'],
    [
      'models.small',
      { provider: 'google', model: 'm', apiKeyEnv: 'K' },
      'eventLog:\n',
      'eventLog:\nmodels:\n  small: { provider: google, model: m, apiKeyEnv: K }\n',
    ],
  ])('%s is set to %j, and no other line changes', (key, value, before, after) => {
    expect(WRITTEN).toContain(before);
    expect(edited(WRITTEN, key, value)).toBe(WRITTEN.replace(before, after));
    const windows = WRITTEN.replaceAll('\n', '\r\n');
    expect(edited(windows, key, value)).toBe(WRITTEN.replace(before, after).replaceAll('\n', '\r\n'));
  });

  it.each([
    ['hooks.enabled', 'enabled: true, ', ''],
    ['hooks.concurrency', ', concurrency: 4', ''],
    ['allow.modify.Bash', '    Bash: [ timeout_ms ] # nothing else\n', ''],
    ['allow.modify.Write', '    Write:\n      - path # really\n', ''],
    ['package.notify.env.URL', '      URL: "https://x" # from the vault\n', ''],
    ['package.notify.env.KEY', '      KEY: |\n        one\n        two\n', ''],
    ['eventLog', 'eventLog:\n', ''],
    ['eventLog.keepDays', '', ''],
    ['models.small', '', ''],
  ])('%s is removed, and no other line changes', (key, before, after) => {
    expect(edited(WRITTEN, key, undefined)).toBe(WRITTEN.replace(before, after));
  });

  it('that has this value already changes nothing in a file, however it is written', () => {
    const text = 'hooks:   {concurrency:   4}   # mine\n';
    expect(edited(text, 'hooks.concurrency', 4)).toBe(text);
    expect(edited(text, 'hooks.enabled', undefined)).toBe(text);
  });

  it('that was the only one takes the empty mappings above with it, and no comment', () => {
    expect(edited('hooks:\n  concurrency: 2\n', 'hooks.concurrency', undefined)).toBe('');
    expect(edited('package: { a: { mode: warn } }\n', 'package.a.mode', undefined)).toBe('');
    expect(edited('{"hooks":{"concurrency":2}}', 'hooks.concurrency', undefined)).toBe('{}\n');
    for (const text of [
      'hooks:\n  # note\n  concurrency: 2\neventLog:\n',
      '# note\nhooks:\n  concurrency: 2\n',
    ])
      expect(edited(text, 'hooks.concurrency', undefined)).toContain('# note');
  });

  it.each([
    ['', 'hooks:\n  concurrency: 2\n'],
    ['# note', '# note\n\nhooks:\n  concurrency: 2\n'],
    ['---\n', '---\nhooks:\n  concurrency: 2\n'],
    ['\ufeff# note\n', '\ufeff# note\n\nhooks:\n  concurrency: 2\n'],
    ['{}\n', '{ hooks: { concurrency: 2 } }\n'],
    ['{ hooks: }\n', '{ hooks: { concurrency: 2 } }\n'],
    ['{"hooks":{"enabled":true}}\n', '{ "hooks": { "enabled": true, concurrency: 2 } }\n'],
    ['hooks:   # note\n  # more\n', 'hooks:\n  concurrency: 2\n  # note\n  # more\n'],
    ['hooks:\n    enabled: true', 'hooks:\n    enabled: true\n    concurrency: 2\n'],
    ['hooks:\n  concurrency: # note\n    1\n', 'hooks:\n  concurrency:\n    # note\n    2\n'],
    ['hooks:\n  concurrency:\n', 'hooks:\n  concurrency: 2\n'],
    ['? hooks\n: enabled: true # a\n# b\n', 'hooks:\n  enabled: true # a\n  concurrency: 2\n\n# b\n'],
  ])('is added to %j', (text, expected) => {
    const result = edit(text, 'hooks.concurrency', 2);
    // A key without a value is an error of its own; the position matters here.
    expect('text' in result ? result.text : editYaml(text, ['hooks', 'concurrency'], 2)).toBe(expected);
  });

  it('keeps characters that YAML does not take as they are', () => {
    expect(edited('', 'package.x.env.A', 'a\u0085\u007f\r\n\u2028')).toContain('\\x85');
  });

  it.each<[string, JsonValue, RegExp]>([
    ['hooks.concurrency', 'many', /must be a whole number from 1 to 64; found the string \\"many\\"/],
    ['hooks.maxTimeout', '10m', /must be a time up to 120s/],
    ['package.x.env.TOKEN', 12345, /must be text; found a number\./],
    ['models.small.provider', 'p', /must be `openai-compatible`, `anthropic` or `google`/],
    ['models.small.provider', 'google', /must have `provider` and `model`/],
    ['package.constructor.mode', 'warn', /CONFIG_YAML.*\\"constructor\\" is not allowed/],
    ['package.x.options.a', 'x'.repeat(70_000), /CONFIG_UNREADABLE/],
  ])(
    '%s = %j is refused with its problem, and without a place in a text nobody sees',
    (key, value, message) => {
      const result = edit('', key, value);
      expect(result).toMatchObject({ isOld: false });
      expect(JSON.stringify(result)).toMatch(message);
      expect(JSON.stringify(result)).not.toMatch(/"line"|12345/);
    },
  );

  it('is not set in a file with problems, which are all told with their places', () => {
    expect(edit('hooks: { enabled: 5 }\nnonsense: 1\n', 'hooks.concurrency', 2)).toMatchObject({
      isOld: true,
      issues: [
        { code: 'CONFIG_VALUE', line: 1 },
        { code: 'CONFIG_UNKNOWN_KEY', line: 2 },
      ],
    });
  });

  it('of a project is what a project may set', () => {
    expect(edit('', 'hooks.enabled', false, 'project')).toMatchObject({
      isOld: false,
      issues: [{ code: 'CONFIG_NOT_FOR_PROJECT' }],
    });
    expect(edit('', 'package.x.options.a', 1, 'project')).toMatchObject({
      text: 'package:\n  x:\n    options:\n      a: 1\n',
    });
  });

  it('does not write over what stands on its way', () => {
    expect(() => edit('package: { x: { options: { a: 5 } } }\n', 'package.x.options.a.b', 1)).toThrow(
      '`package.x.options.a` is the number 5, and has no keys',
    );
  });
});

describe('a value on a command line', () => {
  const read = (key: string, text: string): JsonValue => {
    const path = parseSettingKey(key) ?? [];
    return readSettingValue(path, findKey(path), text);
  };

  it.each<[string, string, JsonValue]>([
    ['hooks.concurrency', '8', 8],
    ['hooks.enabled', 'false', false],
    ['hooks.maxTimeout', '90s', '90s'],
    ['hooks.maxTimeout', '90', 90],
    ['eventLog.maxBytes', '50MB', '50MB'],
    ['allow.modify.Bash', '[timeout, "env.*"]', ['timeout', 'env.*']],
    ['package.x.env.PIN', '0123', '0123'],
    ['package.x.env.FLAG', 'true', 'true'],
    ['package.x.env.JSON', '{"a": 1}', '{"a": 1}'],
    ['package.x.options.a', 'true', true],
    ['package.x.options', '{ a: [1] }', { a: [1] }],
    ['models.m.model', '7', '7'],
  ])('of %s: %s', (key, text, value) => {
    expect(JSON.stringify(read(key, text))).toBe(JSON.stringify(value));
  });

  it('that cannot be read is told so', () => {
    expect(() => read('allow.modify.Bash', '[a')).toThrow('`allow.modify.Bash` cannot be read');
    expect(() => read('package.x.options.a', '{ __proto__: 1 }')).toThrow('is not allowed');
  });
});

describe('whatever is edited', () => {
  const name = fc.constantFrom('a', 'b', 'c d', 'true', '*', 'e.f');
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const tree = fc.letrec<{ map: JsonValue; value: JsonValue }>((tie) => ({
    map: fc.dictionary(name, tie('value'), { maxKeys: 4 }) as fc.Arbitrary<JsonValue>,
    value: fc.oneof({ depthSize: 'small' }, scalar, fc.array(scalar, { maxLength: 3 }), tie('map')),
  }));
  /** One value in many spellings. */
  const spell = (value: JsonValue, indent: string, random: () => number): string => {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    const entries = isMap ? Object.entries(value as Record<string, JsonValue>) : [];
    if (entries.length === 0 || random() < 0.3) return ` ${JSON.stringify(value)}`;
    const lines = entries.map(([key, inner]) => {
      const note = random() < 0.3 ? `${indent}# note\n` : '';
      return `${note}${indent}${JSON.stringify(key)}:${spell(inner, `${indent}  `, random)}`;
    });
    return `${random() < 0.3 ? ' # note' : ''}\n${lines.join(random() < 0.2 ? '\n\n' : '\n')}`;
  };

  const isEmpty = (value: JsonValue): boolean =>
    value === null || (isJsonObject(value) && Object.keys(value).length === 0);
  /** The rest of a document: without the value at a path, and without the mappings that are empty then. */
  const withoutPath = (value: JsonValue, [key = '', ...rest]: readonly string[]): JsonValue => {
    if (!isJsonObject(value)) return value ?? {};
    const remaining = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    const inner = rest.length === 0 || !(key in value) ? null : withoutPath(value[key] ?? null, rest);
    return inner === null || isEmpty(inner) ? remaining : { ...remaining, [key]: inner };
  };
  const notes = (text: string): number => text.split('# note').length;

  it('says afterwards what it said before, with that one change, and keeps its comments', () => {
    fc.assert(
      fc.property(
        tree.map,
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.option(tree.value, { nil: undefined }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (before, path, value, stream) => {
          const text = `${spell(before, '', () => stream.next().value as number).trimStart()}\n`;
          const reading = parseYaml(text);
          fc.pre('value' in reading);
          const above = path.map((_, index) => valueAt(before, path.slice(0, index)));
          fc.pre(above.every((at) => at === undefined || isEmpty(at) || isJsonObject(at)));
          const edited = editYaml(text, path, value);
          const now = parseYaml(edited);
          if (!('value' in now)) throw new Error(now.problems[0]?.message);
          expect(JSON.stringify(valueAt(now.value, path))).toBe(JSON.stringify(value));
          expect(withoutPath(now.value, path)).toEqual(withoutPath(before, path));
          const isNew = value !== undefined && isEmpty(valueAt(before, path) ?? null);
          if (isNew) expect(notes(edited)).toBe(notes(text));
        },
      ),
      { numRuns: 500 },
    );
  });
});
