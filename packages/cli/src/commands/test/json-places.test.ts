import { describe, expect, it } from 'vitest';
import { locateInJson } from './json-places.ts';

describe('locateInJson', () => {
  const text = '[\n  {"a": 12, "b\\"}": {"c": ["x", [1], {"d": null}]}},\n\ttrue\n]';
  const locate = locateInJson(text);

  it.each([
    [[], 'value', 1, 1],
    [[0], 'value', 2, 3],
    [[0, 'a'], 'key', 2, 4],
    [[0, 'a'], 'value', 2, 9],
    [[0, 'b"}', 'c', 1, 0], 'value', 2, 34],
    [[0, 'b"}', 'c', 2, 'd'], 'key', 2, 39],
    [[1], 'value', 3, 2],
  ] as const)('finds %j at its %s', (path, of, line, column) => {
    expect(locate(path, of)).toEqual({ line, column });
  });

  it('answers the nearest part that is there', () => {
    expect(locate([0, 'none'])).toEqual(locate([0]));
    expect(locate([0, 'a', 'deeper'])).toEqual(locate([0, 'a']));
    expect(locate([7])).toEqual({ line: 1, column: 1 });
  });
});
