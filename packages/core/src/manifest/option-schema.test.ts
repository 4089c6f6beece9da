import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../events/json.ts';
import { fitsSchema } from './option-schema.ts';

describe('a value fits its schema', () => {
  it.each<[JsonObject, JsonValue, JsonValue]>([
    [{ type: 'string' }, '', 1],
    [{ type: 'number' }, 1.5, Number.POSITIVE_INFINITY],
    [{ type: 'integer' }, 2, 2.5],
    [{ type: 'boolean' }, false, 0],
    [{ type: 'array' }, [], {}],
    [{ type: 'object' }, {}, []],
    [{ enum: ['a', [1], { b: 1 }] }, { b: 1 }, [2]],
    [{ enum: [] }, null, null],
    [{ enum: ['a', 'bc'], minLength: 2 }, 'bc', 'a'],
    [{ enum: ['a', 1], type: 'number' }, 1, 'a'],
    [{ minimum: 5 }, 'a', 4],
    [{ maximum: 5 }, 5, 6],
    [{ minLength: 2 }, 'ab', '😀'],
    [{ maxLength: 1 }, '😀', 'ab'],
    [{ minItems: 1 }, [1], []],
    [{ maxItems: 1 }, [1], [1, 2]],
    [{ items: { type: 'string', minLength: 1 } }, ['a'], ['a', '']],
    [{ properties: { a: { type: 'string' } } }, { b: 1 }, { a: 1 }],
    [{ required: ['constructor'] }, { constructor: 1 }, {}],
    [{ properties: { a: {} }, additionalProperties: false }, { a: 1 }, { a: 1, toString: 1 }],
    [{ additionalProperties: false }, {}, { a: 1 }],
  ])('%j: %j, not %j', (schema, right, wrong) => {
    if (right !== wrong) expect(fitsSchema(schema, right)).toBe(true);
    expect(fitsSchema(schema, wrong)).toBe(false);
  });

  it('whatever does not concern values', () => {
    expect(fitsSchema({ title: 'T', default: 1, tighter: 'less', pattern: 'x' }, 'y')).toBe(true);
  });
});
