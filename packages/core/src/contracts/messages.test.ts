import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../events/event.ts';
import type { JsonValue } from '../events/json.ts';
import { evaluateRedaction } from './check-redaction.ts';
import { applyContract } from './contract.ts';

const may = { hint: true, redact: true } as const;

function modelCall(messages: readonly unknown[]): HookEvent {
  return { hook_event_name: 'PreModelCall', messages } as unknown as HookEvent;
}

function redact(
  messages: readonly unknown[],
  paths: readonly string[],
  redactKeys: readonly string[] = ['token', 'content'],
): ReturnType<typeof applyContract> {
  return applyContract(modelCall(messages), { redact: paths }, may, { merge: 'replace', redactKeys });
}

function messagesAfter(messages: readonly unknown[], ...paths: readonly string[]): unknown {
  const decision = redact(messages, paths);
  return 'violation' in decision ? decision.violation : decision.event['messages'];
}

const text = (content: string) => ({ role: 'user', content });

describe('a hint', () => {
  it('is appended as the last message, and no other is touched', () => {
    const decision = applyContract(modelCall([text('a')]), { hint: ' be careful ' }, may, {
      merge: 'replace',
      redactKeys: [],
    });
    expect(decision).toMatchObject({
      changed: ['hint'],
      event: { messages: [text('a'), text('be careful')] },
    });
  });

  it('needs a declaration of its own', () => {
    const terms = { merge: 'replace', redactKeys: [] } as const;
    expect(applyContract(modelCall([]), { hint: 'x' }, { redact: true }, terms)).toEqual({
      violation: 'changed the hint, but may only change `redact`',
    });
    expect(applyContract(modelCall([]), { redact: ['token'] }, { hint: true }, terms)).toHaveProperty(
      'violation',
    );
  });

  it('is not what the same answer redacts', () => {
    const output = { hint: '{"token":"x"}', redact: ['token'] };
    const decision = applyContract(modelCall([]), output, may, { merge: 'replace', redactKeys: [] });
    expect(decision).toMatchObject({ event: { messages: [text('{"token":"x"}')] } });
  });
});

describe('a path', () => {
  const nested = [{ role: 'user', content: 'x', meta: { token: 'a1', auth: { token: 'b2' } } }];

  it('names a key at any depth, in lists too', () => {
    expect(messagesAfter(nested, 'token')).toEqual([
      { role: 'user', content: 'x', meta: { token: '[redacted]', auth: { token: '[redacted]' } } },
    ]);
    expect(messagesAfter([{ role: 'user', content: [{ type: 'x', token: 'a' }] }], 'token')).toEqual([
      { role: 'user', content: [{ type: 'x', token: '[redacted]' }] },
    ]);
  });

  it('of several keys names the last only where the others lead to it', () => {
    expect(messagesAfter(nested, 'auth.token')).toEqual([
      { role: 'user', content: 'x', meta: { token: 'a1', auth: { token: '[redacted]' } } },
    ]);
    expect(messagesAfter(nested, 'other.token')).toEqual(nested);
  });

  it('may be written from the top, with positions or with a star for each step', () => {
    const list = [
      { meta: { token: 'a1' }, list: [{ token: 'b2' }, { token: 'c3' }] },
      { meta: { token: 'd4' }, list: [] },
    ];
    const hidden = (path: string): string =>
      ['a1', 'b2', 'c3', 'd4']
        .filter((name) => !JSON.stringify(messagesAfter(list, path)).includes(name))
        .join(' ');
    expect(hidden('messages.0.meta.token')).toBe('a1');
    expect(hidden('messages.meta.token')).toBe('a1 d4');
    expect(hidden('messages.*.meta.token')).toBe('a1 d4');
    expect(hidden('list.1.token')).toBe('c3');
    expect(hidden('list.token')).toBe('b2 c3');
    expect(hidden('0.*.token')).toBe('a1');
    expect(hidden('1.token')).toBe('c3');
    expect(hidden('7.token')).toBe('');
  });

  it('takes out every text and number below it, and leaves what says the shape', () => {
    expect(
      messagesAfter(
        [{ role: 'user', content: [{ type: 'text', text: 'secret', pin: 1234, on: true, no: null }] }],
        'content',
      ),
    ).toEqual([
      {
        role: 'user',
        content: [{ type: 'text', text: '[redacted]', pin: '[redacted]', on: true, no: null }],
      },
    ]);
  });

  it.each([
    ['another key', 'password', /may redact token, content/],
    ['nothing', '', /no path/],
    ['an empty key', 'a..token', /no path/],
    ['every key', '*', /redacted \*/],
    ['a position', 'messages.0', /redacted messages\.0/],
    ['a prototype', 'token.__proto__', /redacted token\.__proto__/],
    ['the role', 'role', /`role` identifies the message/],
    ['a type', 'content.type', /`type` identifies the message/],
  ])('that is %s refuses the whole change', (_, path, output) => {
    expect(redact([text('x')], ['token', path])).toEqual({ violation: expect.stringMatching(output) });
  });

  it('beyond a hundred is refused', () => {
    const paths = Array.from({ length: 101 }, (_, index) => `a${index}.token`);
    expect(redact([], paths)).toHaveProperty('violation', expect.stringContaining('more than 100'));
  });

  it('names the usual secrets where the manifest names no keys, however they are written', () => {
    const messages = [{ apiKey: 'a', 'API-KEY': 'b', api_key: 'c', name: 'd' }];
    expect(redact(messages, ['apiKey', 'API-KEY', 'api_key'], [])).toMatchObject({
      event: {
        messages: [{ apiKey: '[redacted]', 'API-KEY': '[redacted]', api_key: '[redacted]', name: 'd' }],
      },
      removed: ['a', 'b', 'c'],
    });
    expect(redact(messages, ['name'], [])).toHaveProperty('violation');
  });

  it('that meets nothing changes nothing', () => {
    const before = [text('x'), { token: '' }];
    const decision = redact(before, ['token']);
    expect(decision).toMatchObject({ changed: [] });
    expect('event' in decision && decision.event['messages']).toBe(before);
  });

  it('reaches a key called __proto__ in a message without touching a prototype', () => {
    const before = [JSON.parse('{"__proto__":{"token":"s3cret"}}')];
    const after = messagesAfter(before, 'token') as readonly object[];
    expect(JSON.stringify(after)).toBe('[{"__proto__":{"token":"[redacted]"}}]');
    expect(Object.getPrototypeOf(after[0])).toBe(Object.prototype);
  });
});

describe('a text that is JSON', () => {
  it('is redacted in place: blanks, numbers and twin keys stay as they are', () => {
    const content =
      ' { "n": 12345678901234567890,\n "token" : "a\\"b" , "x":1.0,"token":2.50, "l":["token"] } ';
    expect(messagesAfter([text(content)], 'token')).toEqual([
      text(
        ' { "n": 12345678901234567890,\n "token" : "[redacted]" , "x":1.0,"token":"[redacted]", "l":["token"] } ',
      ),
    ]);
  });

  it('goes on from the keys that lead to it', () => {
    const call = { function: { arguments: '{"auth":{"t\\u006fken":"s3cret"}}' } };
    expect(messagesAfter([call], 'arguments.auth.token')).toEqual([
      { function: { arguments: '{"auth":{"t\\u006fken":"[redacted]"}}' } },
    ]);
    const lists = '[[{"token":"a"},{"token":"b"}],{"x":[1,{"token":"c"}]}]';
    expect(messagesAfter([text(lists)], 'content.0.1.token')).toEqual([
      text('[[{"token":"a"},{"token":"[redacted]"}],{"x":[1,{"token":"c"}]}]'),
    ]);
    expect(messagesAfter([text(lists)], 'content.1.x.token')).toEqual([
      text('[[{"token":"a"},{"token":"b"}],{"x":[1,{"token":"[redacted]"}]}]'),
    ]);
  });

  it('loses every text and number below a named key', () => {
    expect(
      messagesAfter([text('[{"token":{"a":["x",-1e5,true,{"b":"y"}],"c":""}},{"d":1}]')], 'token'),
    ).toEqual([text('[{"token":{"a":["[redacted]","[redacted]",true,{"b":"[redacted]"}],"c":""}},{"d":1}]')]);
  });

  it.each(['{"token":"x"', 'see {"token":"x"}', '"token"', '{token: 1}'])('%s is none', (content) => {
    expect(messagesAfter([text(content)], 'token')).toEqual([text(content)]);
  });

  it('of 100,000 levels costs no stack', () => {
    const deep = `${'['.repeat(100_000)}{"token":"x"}${']'.repeat(100_000)}`;
    expect(messagesAfter([text(deep)], 'token')).toEqual([text(deep.replace('"x"', '"[redacted]"'))]);
  });
});

describe('whatever the messages are', () => {
  const key = fc.constantFrom('token', 'other', 'a', 'ключ', '__proto__', 'content');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  const inTexts = (given: unknown): unknown => [given, { role: 'user', content: JSON.stringify(given) }];

  it('only texts differ, and those by markers alone; no named text is left', () => {
    fc.assert(
      fc.property(value.map(inTexts), (messages) => {
        const before = structuredClone(messages) as readonly JsonValue[];
        const decision = redact(messages as readonly unknown[], ['token', 'a.other'], ['token', 'other']);
        if ('violation' in decision) throw new Error(decision.violation);
        const after = decision.event['messages'] as readonly JsonValue[];
        expect(messages).toEqual(before);
        expect(evaluateRedaction(before, after)).not.toHaveProperty('violation');
        expect(textsUnder(after, 'token').filter((name) => name !== '' && name !== '[redacted]')).toEqual([]);
      }),
    );
  });

  it('many of them take their time once', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ role: 'user', token: `t${index}` }));
    const paths = Array.from({ length: 100 }, (_, index) => (index === 0 ? 'token' : `k${index}.token`));
    const startedMs = performance.now();
    expect(redact(many, paths)).toMatchObject({ changed: ['messages'] });
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

function textsUnder(value: unknown, name: string, isInside = false): readonly string[] {
  if (typeof value === 'string') {
    if (isInside) return [value];
    return /^\s*[[{]/.test(value) && isJson(value) ? textsUnder(JSON.parse(value), name) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsUnder(inner, name, isInside || key === name));
}

function isJson(content: string): boolean {
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
}
