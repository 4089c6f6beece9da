import type { RegistrationDocument } from '@hookmd/agents';
import { isJsonObject, type JsonValue } from '@hookmd/core/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addParts, newDocument, removeParts } from './edit-document.ts';
import { readJsonText } from './json-text.ts';
import { registrationFiles } from './registration-files.ts';

const places = { home: '/h', projectDir: '/p', stateDir: '/s', environment: null };
const events = ['PreToolUse', 'Stop'] as const;
function documentOf(agent: string): RegistrationDocument {
  const found = registrationFiles(agent, 'user', events, places).find(({ kind }) => kind === 'document');
  return found as RegistrationDocument;
}
const claude = documentOf('claude-code');
const add = (text: string): string => textOf(addParts(text, claude, 'claude-code'));
const take = (text: string): string => textOf(removeParts(text, claude, 'claude-code'));
function textOf(edit: ReturnType<typeof addParts>): string {
  if ('error' in edit) throw new Error(edit.error);
  return edit.text;
}
const ours = (event: string): string =>
  `{ "hooks": [{ "type": "command", "command": "/s/bin/hooks-fire claude-code ${event}", "timeout": 600 }] }`;

describe('a document with our entries', () => {
  it.each([
    ['of nothing', '', `{\n  "hooks": {\n    "PreToolUse": [PRE],\n    "Stop": [STOP]\n  }\n}\n`],
    ['of an empty object', '{}', '{\n  "hooks": {\n    "PreToolUse": [PRE],\n    "Stop": [STOP]\n  }\n}'],
    [
      'with comments behind and below the last entry',
      '{\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "x": 1 } // mine\n\t\t\t/* end */\n\t\t]\n\t} // all\n}\n',
      '{\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "x": 1 }, // mine\n\t\t\tPRE\n\t\t\t/* end */\n\t\t],\n\t\t"Stop": [STOP]\n\t} // all\n}\n',
    ],
    [
      'with a comma behind the last',
      '{\n    "hooks": {\n        "Stop": [\n            {},\n        ],\n    },\n}',
      '{\n    "hooks": {\n        "Stop": [\n            {},\n            STOP,\n        ],\n        "PreToolUse": [PRE],\n    },\n}',
    ],
    [
      'on one line',
      '{"a":"}","hooks":{"Stop":[{"x":[]}]}}',
      '{"a":"}","hooks":{"Stop":[{"x":[]}, STOP], "PreToolUse": [PRE]}}',
    ],
    [
      'with line breaks of Windows',
      '{\r\n  "a": 1\r\n}\r\n',
      '{\r\n  "a": 1,\r\n  "hooks": {\r\n    "PreToolUse": [PRE],\r\n    "Stop": [STOP]\r\n  }\r\n}\r\n',
    ],
    [
      'without a line break at its end',
      '{"hooks":{}}',
      '{"hooks":{\n  "PreToolUse": [PRE],\n  "Stop": [STOP]\n}}',
    ],
    [
      'with brackets on the lines of others',
      '{\n  "hooks": { "Stop": [{\n    "x": 1\n  }] }\n}\n',
      '{\n  "hooks": { "Stop": [{\n    "x": 1\n  }, STOP], "PreToolUse": [PRE] }\n}\n',
    ],
  ])('%s', (_, before, after) => {
    const wanted = after.replace('PRE', ours('PreToolUse')).replace('STOP', ours('Stop'));
    // The order in which events come is that of the agent; the one that is there stays in its place.
    expect(add(before)).toBe(wanted);
    expect(add(wanted)).toBe(wanted);
  });

  it.each([
    ['`hooks` that is a list', '{\n  "hooks": []\n}', '`hooks` is no object', 2, 12],
    ['an event that is an object', '{"hooks":{"Stop":{}}}', '`hooks.Stop` is no list', 1, 18],
    ['a key that appears twice', '{"hooks":{},\n"hooks":{}}', '`hooks` appears twice', 2, 1],
    ['an event that appears twice', '{"hooks":{"Stop":[],"Stop":[]}}', '`hooks.Stop` appears twice', 1, 21],
    ['another root', '[]', 'it is no object', 1, 1],
    ['no JSON', '{"a" 1}', 'a colon is missing', 1, 6],
  ])('is not made of %s', (_, text, error, line, column) => {
    expect(addParts(text, claude, 'claude-code')).toEqual({ error, location: { line, column } });
  });

  it('has no second entry for one that was written by hand or leads elsewhere: it gets the command', () => {
    for (const command of [
      '/x/hooks run --agent claude-code',
      '/elsewhere/bin/hooks-fire claude-code Stop',
    ]) {
      const hooks = [
        { type: 'command', command, timeout: 9 },
        { type: 'command', command: 'mine' },
      ];
      const before = JSON.stringify({ hooks: { Stop: [{ matcher: '*', hooks }], PreToolUse: [] } });
      const now = add(before);
      expect(now).toContain(JSON.stringify(hooks).replace(command, '/s/bin/hooks-fire claude-code Stop'));
      expect(now.match(/hooks-fire claude-code Stop/g)).toHaveLength(1);
      expect(take(now)).toBe(
        '{"hooks":{"Stop":[{"matcher":"*","hooks":[{"type":"command","command":"mine"}]}]}}',
      );
    }
  });

  it('has its own beside one that is for some tools only', () => {
    const narrow =
      '{"matcher":"Bash","hooks":[{"type":"command","command":"/s/bin/hooks-fire claude-code PreToolUse"}]}';
    expect(add(`{"hooks":{"PreToolUse":[${narrow}]}}`)).toContain(`${narrow}, ${ours('PreToolUse')}`);
  });

  it.each(['"async":true', '"if":"Bash(rm *)"', '"once":true', '"enabled":false'])(
    'has its own beside one that is asked less often, or not waited for: %s',
    (key) => {
      const hook = `{"type":"command","command":"/s/bin/hooks-fire claude-code Stop",${key}}`;
      const text = `{"hooks":{"Stop":[{"hooks":[${hook}]}]}}`;
      expect(add(text)).toContain(`${hook}]}, ${ours('Stop')}`);
      expect(add(add(text))).toBe(add(text));
      expect(take(add(text))).toBe('{}');
    },
  );

  it('names a plugin of ours where it is loaded, and among those that are allowed', () => {
    const document = documentOf('openclaw');
    const before = '{\n  "plugins": {\n    "allow": ["a"],\n    "entries": {}\n  }\n}\n';
    const now = textOf(addParts(before, document, 'openclaw'));
    expect(JSON.parse(now)).toEqual({
      plugins: {
        allow: ['a', 'hookmd'],
        load: { paths: ['/h/.openclaw/hookmd-plugin'] },
        entries: { hookmd: { enabled: true, hooks: { allowConversationAccess: true } } },
      },
    });
    expect(JSON.parse(textOf(removeParts(now, document, 'openclaw')))).toEqual({ plugins: { allow: ['a'] } });
    const rest = '{"plugins":{"entries":{"hookmd":{"enabled":false}}}}';
    expect(textOf(addParts(rest, document, 'openclaw'))).toContain('"allowConversationAccess": true');
    expect(textOf(addParts(rest, document, 'openclaw'))).not.toContain('allow"');
  });
});

describe('a document that ours are taken out of', () => {
  it.each([
    '{\n  "a": 1 // x\n}\n',
    '{\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "x": 1 } // mine\n\t\t\t/* end */\n\t\t]\n\t}\n}\n',
    '{\n    "hooks": {\n        "Stop": [\n            {},\n        ],\n    },\n}',
    '{"a":1,"hooks":{"Stop":[{"x":[]}]}}',
    '{\r\n  "a": 1\r\n}\r\n',
    '{}',
  ])('is what it was: %j', (text) => {
    expect(take(add(text))).toBe(text);
  });

  it('loses nothing that others wrote around them', () => {
    const now = add('{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n');
    const edited = now
      .replace('"Stop": [\n      1,', '"Stop": [\n      0, // first\n      1,')
      .replace('\n    ]', ',\n      2 // last\n    ]');
    expect(take(edited)).toBe(
      '{\n  "hooks": {\n    "Stop": [\n      0, // first\n      1,\n      2 // last\n    ]\n  }\n}\n',
    );
  });

  it('ends no comment later than it ended', () => {
    const text = '{"hooks":{"Other": [0], // c\n"Stop":[],}}';
    expect(take(add(text))).toBe('{"hooks":{"Other": [0], // c\n}}');
    expect(take(add('{"hooks":{// c\n}}'))).toMatch(/^\{"hooks":\{\s*\/\/ c\n\}\}$/);
  });

  it('keeps the comments of what is empty without them', () => {
    for (const text of ['{"hooks" // c\n:{}}', '{"hooks":{"Stop":[/* c */]}}', '{"hooks":{/* c */}}'])
      expect(take(add(text))).toContain(' c');
  });

  it('is untouched where there is nothing of ours', () => {
    for (const text of ['', '// x\n', '[]', '{"hooks":[]}', '{"hooks":{"Stop":[{"command":"x"}]}}'])
      expect(take(text)).toBe(text);
  });
});

describe('hooks of others that look like ours', () => {
  const dispatches = '/s/bin/hooks-fire claude-code Stop';
  it.each([
    ['another program that has a `run` and an `--agent`', { command: 'docker run --agent claude-code' }],
    ['a program that is given our words', { command: 'sh ./x.sh hooks run --agent claude-code' }],
    [
      'ours in an environment of its own',
      { command: 'env NODE_OPTIONS=-r=./x hooks run --agent claude-code' },
    ],
    ['ours, whose answer goes elsewhere', { command: 'hooks run --agent claude-code > x' }],
    ['one of which `hooks` is a word', { command: 'guard run hooks --agent claude-code' }],
    ['one that does more behind ours', { command: `${dispatches}; guard` }],
    ['the same without a blank', { command: `${dispatches};guard` }],
    ['one on a line of its own', { command: 'hooks run --agent claude-code\nguard' }],
    ['one that ours is within', { command: 'guard $(hooks run --agent claude-code)' }],
    ['a command that says ours to the person', { command: 'guard', statusMessage: dispatches }],
    ['a prompt that names ours', { type: 'prompt', prompt: dispatches }],
    ['a prompt with a command', { type: 'prompt', command: dispatches }],
  ])('stay, and ours come behind them: %s', (_, hook) => {
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', ...hook }] }] } });
    const now = add(text);
    expect(now).toContain(`${JSON.stringify([{ type: 'command', ...hook }])}}, ${ours('Stop')}`);
    expect(take(now)).toBe(text);
    expect(take(text)).toBe(text);
  });
});

/** Settings of others, written as people and programs write them. */
const blank = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n',
  '\n\t',
  '  \n  ',
  ' /* c */ ',
  ' // c\n',
  '\n// {"hooks": [\n  ',
);
const key = fc.constantFrom('hooks', 'Stop', 'PreToolUse', 'env', 'a"b', '}', 'matcher', 'command');
const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('// no', '/*', '",}'),
);
const value: fc.Memo<JsonValue> = fc.memo((depth) =>
  depth < 2
    ? leaf
    : fc.oneof(
        leaf,
        fc.array(value(depth - 1), { maxLength: 3 }),
        fc.dictionary(key, value(depth - 1), { maxKeys: 3, noNullPrototype: true }),
      ),
);
const settings = fc
  .tuple(
    fc.dictionary(fc.constantFrom('env', 'model', '}'), value(3), { maxKeys: 3, noNullPrototype: true }),
    fc.option(
      fc.dictionary(fc.constantFrom('Stop', 'PreToolUse', 'Other'), fc.array(value(3), { maxLength: 3 }), {
        noNullPrototype: true,
      }),
    ),
  )
  .map(([rest, hooks]) => (hooks === null ? rest : { ...rest, hooks }) as JsonValue);

/** The value as text, with blanks, comments and commas wherever they may stand, from a list that is gone through in turns. */
function write(value_: JsonValue, blanks: readonly string[], turn = { at: 0 }): string {
  const some = (): string => blanks[turn.at++ % blanks.length] ?? '';
  const comma = (count: number): string => (count > 0 && turn.at % 3 === 0 ? `,${some()}` : '');
  const between = (parts: readonly string[]): string => parts.join(',') + comma(parts.length);
  if (Array.isArray(value_))
    return `[${some()}${between(value_.map((item) => `${some()}${write(item, blanks, turn)}${some()}`))}]`;
  if (!isJsonObject(value_)) return JSON.stringify(value_);
  const members = Object.entries(value_).map(
    ([name, entry]) =>
      `${some()}${JSON.stringify(name)}${some()}:${some()}${write(entry ?? null, blanks, turn)}${some()}`,
  );
  return `{${some()}${between(members)}}`;
}

/** The text with nothing but what others put there: the signs of a text, in their order, are among those of another. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const sign of whole) if (sign === part[at]) at += 1;
  return at === part.length;
}

/** An event that nobody hooks is no event. */
function withoutEmpties(value_: JsonValue): JsonValue {
  const { hooks = {}, ...rest } = value_ as { readonly hooks?: Record<string, JsonValue[]> };
  const cached = Object.entries(hooks).filter(([, list]) => list.length > 0);
  return cached.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(cached) };
}

describe('whatever others have in a document', () => {
  const texts = fc
    .tuple(settings, fc.array(blank, { minLength: 1, maxLength: 7 }))
    .map(([jsonValue, blanks]) => ({
      one: jsonValue,
      text: write(jsonValue, blanks),
    }));

  it('is there afterwards, in its order, and ours behind it', () => {
    fc.assert(
      fc.property(texts, ({ one: value, text }) => {
        const now = add(text);
        const read = readJsonText(now);
        if ('error' in read) throw new Error(read.error);
        expect(isWithin(text.replace(/\s/g, ''), now)).toBe(true);
        expect(add(now)).toBe(now);
        const { hooks = {}, ...rest } = value as { readonly hooks?: Record<string, JsonValue[]> };
        const { hooks: all, ...left } = read.value as { readonly hooks: Record<string, JsonValue[]> };
        expect(left).toEqual(rest);
        for (const event of new Set([...Object.keys(hooks), ...events])) {
          const [before, after] = [hooks[event] ?? [], all[event] ?? []];
          expect(after.slice(0, before.length)).toEqual(before);
          expect(after).toHaveLength(before.length + Number(event !== 'Other'));
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['{"hooks":{} /* c */ ,}', '/* c */'],
    ['{"hooks":{} // c\n ,"a":1}', '// c\n'],
    ['{"a":1,"hooks":{} /* c */ ,}', '/* c */'],
  ])('keeps a comment between what is taken and its comma: %s', (text, comment) => {
    const taken = take(add(text));
    expect(taken).toContain(comment);
    expect(readJsonText(taken)).not.toHaveProperty('error');
  });

  it('is all that is left when ours are taken out, but for lists and objects that were empty', () => {
    fc.assert(
      fc.property(texts, ({ one: item, text }) => {
        const taken = take(add(text));
        const left = readJsonText(taken);
        if ('error' in left) throw new Error(left.error);
        expect(withoutEmpties(left.value)).toEqual(withoutEmpties(item));
        for (const comment of text.match(/\/\* c \*\/|\/\/ c\n/g) ?? [])
          expect(taken).toContain(comment.trim());
      }),
      { numRuns: 100 },
    );
  });
});

it('a new document begins with what the agent wants to see first', () => {
  expect(JSON.parse(newDocument(documentOf('copilot')))).toEqual({ version: 1 });
});
