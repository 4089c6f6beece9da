import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../events/json.ts';
import type { OptionSchema, OptionsSchema } from '../manifest/option-schema.ts';
import { readPackageOptions } from './package-options.ts';

const schema: OptionsSchema = {
  type: 'object',
  properties: {
    atMost: { type: 'integer', minimum: 0, default: 10, tighter: 'less' },
    atLeast: { type: 'number', default: 1, tighter: 'more' },
    strict: { type: 'boolean', default: false, tighter: 'more' },
    lenient: { type: 'boolean', default: true, tighter: 'less' },
    denied: { type: 'array', items: { type: 'string' }, default: ['a'], tighter: 'more' },
    allowed: { type: 'array', items: { type: 'string' }, default: ['x', 'y'], tighter: 'less' },
    outside: { enum: ['allow', 'ask', 'block'], default: 'ask', tighter: 'more' },
    title: { type: 'string', default: 'T', tighter: 'more' },
    free: { type: 'string', default: 'F' },
    unset: { type: 'string' },
  },
  required: ['unset'],
};

function read(options: JsonObject = {}, ...tightening: readonly JsonObject[]) {
  return readPackageOptions('hook', schema, { options, tightening, isOfProject: false });
}

describe('the options of a package', () => {
  it('have their defaults, then what the user set', () => {
    const { values, tightened, issues } = read({ atMost: 20, free: 'mine' });
    expect(values).toMatchObject({ atMost: 20, atLeast: 1, free: 'mine', denied: ['a'] });
    expect([tightened, issues]).toEqual([{}, []]);
  });

  it('are said to be missing where one is required and has no value', () => {
    expect(read().missing).toEqual(['unset']);
    expect(read({ unset: 'x' }).missing).toEqual([]);
  });

  it.each([
    ['atMost', 5, 5],
    ['atMost', 50, undefined],
    ['atLeast', 2, 2],
    ['atLeast', 0, undefined],
    ['strict', true, true],
    ['strict', false, undefined],
    ['lenient', false, false],
    ['lenient', true, undefined],
    ['denied', ['b'], ['a', 'b']],
    ['allowed', ['y', 'z'], ['y']],
    ['allowed', [], []],
    ['outside', 'block', 'block'],
    ['outside', 'allow', undefined],
    ['title', 'other', undefined],
  ])('in a project that asks for %s %j become %j', (key, wanted, expected) => {
    expect(read({}, { [key]: wanted }).tightened[key]).toEqual(expected);
  });

  it('take from a project nothing that does not say which way is tighter', () => {
    const { tightened, issues } = read({}, { free: 'x', unset: 'y' });
    expect(tightened).toEqual({});
    expect(issues.map(({ code }) => code)).toEqual(['OPTION_NOT_FOR_PROJECT', 'OPTION_NOT_FOR_PROJECT']);
  });

  it('take from a project no first value: what the handler does without one may be tighter', () => {
    const odd: OptionsSchema = { properties: { limit: { type: 'integer', tighter: 'less' } } };
    const requested = { options: {}, tightening: [{ limit: 1_000_000 }] };
    const { tightened, issues } = readPackageOptions('hook', odd, { ...requested, isOfProject: false });
    expect(tightened).toEqual({});
    expect(issues.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^OPTION_NOT_FOR_PROJECT .*limit`: it has no value/),
    ]);
    const current = readPackageOptions('hook', odd, { ...requested, isOfProject: true });
    expect(current.values).toEqual({ limit: 1_000_000 });
  });

  it('keep their value where a wrong one is set, and say so with every other problem', () => {
    const { values, issues } = read({ atMost: -1, denied: [1], outsid: 'ask', outside: 'never' });
    expect(values).toMatchObject({ atMost: 10, denied: ['a'], outside: 'ask' });
    expect(issues.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^OPTION_VALUE .*atMost.*a whole number, at least 0; found the number -1/),
      expect.stringMatching(/^OPTION_VALUE .*denied.*a list of strings; found a list/),
      expect.stringMatching(/^OPTION_UNKNOWN .*outsid/),
      expect.stringMatching(/^OPTION_VALUE .*outside.*"allow", "ask", "block"/),
    ]);
    expect(issues[2]?.remedy).toContain('Did you mean "outside"?');
  });

  it.each<[string, OptionSchema, JsonValue, JsonValue]>([
    ['a text that reads as a smaller number', { type: 'string', tighter: 'less' }, '10', ''],
    ['a text that reads as a larger number', { type: 'string', tighter: 'more' }, '10', '1e9'],
    ['nothing, where no type is named', { tighter: 'less' }, 10, null],
    ['another type, where none is named', { tighter: 'less' }, 10, false],
    ['a list, where no type is named', { tighter: 'less' }, 10, [3]],
    ['a list that has nothing in common', { type: 'array', minItems: 1, tighter: 'less' }, ['a'], ['b']],
    ['a list that becomes too long', { type: 'array', maxItems: 2, tighter: 'more' }, ['a'], ['b', 'c']],
  ])('keep their value where a project asks for %s', (_, optionSchema, before, wanted) => {
    const settings = { options: { one: before }, tightening: [{ one: wanted }], isOfProject: false };
    const { values, tightened } = readPackageOptions('hook', { properties: { one: optionSchema } }, settings);
    expect([values, tightened]).toEqual([{ one: before }, {}]);
  });

  it('may be called like what every object has', () => {
    const odd: OptionsSchema = { properties: { constructor: { type: 'string' } } };
    const settings = { options: { constructor: 'x', toString: 'y' }, tightening: [], isOfProject: false };
    const { values, issues } = readPackageOptions('hook', odd, settings);
    expect(Object.entries(values)).toEqual([['constructor', 'x']]);
    expect(issues).toHaveLength(1);
  });

  it('are never looser for what a project asks, whatever it asks', () => {
    const number = fc.integer({ min: 0, max: 20 });
    const words = fc.array(fc.constantFrom('a', 'b', 'x', 'y'));
    const wish = fc.record(
      { atMost: number, atLeast: number, strict: fc.boolean(), denied: words, allowed: words },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(wish, wish, (user, project) => {
        const { values, tightened } = read(user as JsonObject, project as JsonObject);
        const here = { ...values, ...tightened } as Required<
          typeof wish extends fc.Arbitrary<infer T> ? T : never
        >;
        const before = values as typeof here;
        expect(here.atMost).toBeLessThanOrEqual(before.atMost);
        expect(here.atLeast).toBeGreaterThanOrEqual(before.atLeast);
        expect(here.strict || !before.strict).toBe(true);
        expect(here.denied).toEqual(expect.arrayContaining(before.denied));
        expect(before.allowed).toEqual(expect.arrayContaining(here.allowed));
      }),
    );
  });
});
