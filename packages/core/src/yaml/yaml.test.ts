import { describe, expect, it } from 'vitest';
import { parseYaml } from '../yaml/yaml.ts';

function problemsOf(text: string): readonly string[] {
  const reading = parseYaml(text);
  return 'problems' in reading
    ? reading.problems.map(({ kind, line, column, message }) => `${line}:${column} ${kind} ${message}`)
    : [];
}

function readValue(text: string): unknown {
  const reading = parseYaml(text);
  return 'value' in reading ? JSON.parse(JSON.stringify(reading.value)) : reading.problems;
}

describe('YAML of others', () => {
  it('is read with the core schema: `yes` and dates are text, null and numbers are not', () => {
    expect(readValue('a: yes\nb: 2026-01-02\nc: true\nd: 0x10\ne:\nf: "5"\n1: one\n')).toEqual({
      1: 'one',
      a: 'yes',
      b: '2026-01-02',
      c: true,
      d: 16,
      e: null,
      f: '5',
    });
  });

  it('may begin with a document mark and hold comments, block scalars and flow collections', () => {
    expect(readValue('---\n# note\na: |\n  # kept\n  *x\nb: {c: [1, "[[["]}\n')).toEqual({
      a: '# kept\n*x\n',
      b: { c: [1, '[[['] },
    });
  });

  it('gives objects without a prototype', () => {
    const reading = parseYaml('a: {b: 1}');
    expect('value' in reading && Object.getPrototypeOf(reading.value)).toBeNull();
  });

  it.each([
    ['a: &x 1', '1:4 syntax anchors are not supported'],
    ['a: *x', '1:4 syntax aliases are not supported'],
    ['a: !!js/function "x"', '1:4 syntax tags are not supported'],
    ['a: !include x', '1:4 syntax tags are not supported'],
    ['%YAML 1.1\n---\na: 1', '1:1 syntax directives are not supported'],
    ['a: 1\nb:\n  <<: {c: 1}', '3:3 syntax the key "<<" is not allowed'],
    ['a: 1\n---\nb: 1', '2:1 syntax it is more than one document'],
    ['---\n---\nb: 1', '2:1 syntax it is more than one document'],
    ['a: 1\n...\nb: 1', '2:1 syntax it is more than one document'],
    ['a: 1\nb: 2\na: 3', '3:1 syntax the key "a" is there twice'],
    ['{a: 1, a: 2}', '1:8 syntax the key "a" is there twice'],
    ['a: "\u001b[31m"', '1:5 syntax it contains a control character'],
    ['a: "x\u0085"', '1:6 syntax it contains a control character'],
  ])('refuses %j with its place', (text, problem) => {
    expect(problemsOf(text)).toContain(problem);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s and pollutes nothing', (key) => {
    expect(problemsOf(`a:\n  ${key}: {polluted: 1}`)).toEqual([`2:3 syntax the key "${key}" is not allowed`]);
    expect(problemsOf(`"${key.replace('o', '\\u006f')}": 1`)).toHaveLength(1);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('reports every problem at once, at most twenty', () => {
    expect(problemsOf('a: &x 1\nb: *x\nc: !t 1').map((problem) => problem.slice(0, 3))).toEqual([
      '1:4',
      '2:4',
      '3:4',
    ]);
    expect(problemsOf('*a '.repeat(50))).toHaveLength(20);
  });

  it('treats what the parser only warns about as a problem', () => {
    expect(problemsOf('a: [1,\n2]\nb: {c}: 1')).not.toEqual([]);
    expect(problemsOf('a:\n\t- b')).not.toEqual([]);
  });

  it('is nested at most 32 levels deep, in blocks and in flows', () => {
    const nested = (depth: number) => '[1, '.repeat(depth) + ']'.repeat(depth);
    const wide = (depth: number) =>
      Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}a:`).join('\n');
    const lists = (depth: number) =>
      Array.from(
        { length: depth / 2 },
        (_, level) => `${' '.repeat(2 * level)}a:\n${' '.repeat(2 * level)}-`,
      ).join('\n');
    const blocks = (depth: number) =>
      Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
    expect(problemsOf(nested(32))).toEqual([]);
    expect(problemsOf(blocks(32))).toEqual([]);
    expect(problemsOf(`${wide(32)} x`)).toEqual([]);
    expect(problemsOf(`${wide(32)}\n${'  '.repeat(33)}x`)).toEqual([]);
    expect(problemsOf(`${'- '.repeat(32)}x`)).toEqual([]);
    expect(problemsOf(lists(32))).toEqual([]);
    expect(problemsOf(lists(34))[0]).toMatch(/depth/);
    expect(problemsOf(nested(33))).toEqual(['1:129 depth it is nested too deeply']);
    expect(problemsOf(blocks(33))[0]).toMatch(/depth it is nested too deeply/);
    for (const text of [
      '['.repeat(60_000),
      '- '.repeat(30_000),
      '{a: '.repeat(15_000),
      '? '.repeat(30_000),
    ]) {
      expect(problemsOf(text)[0]).toMatch(/depth it is nested too deeply|size/);
    }
  });

  it('has at most 65,536 characters and 12,000 tokens', () => {
    expect(problemsOf(`a: ${'x'.repeat(65_536)}`)).toEqual([
      '1:1 size it has 65539 characters, at most 65536 are read',
    ]);
    expect(problemsOf('- a\n'.repeat(10_000))[0]).toMatch(/size it has too many keys and values$/);
  });

  it('says where a value or its key stands, and for what is not there the nearest place', () => {
    const reading = parseYaml('# note\na:\n  b: [x, yy]\n  c:\nlast: 1\n', { firstLine: 2 });
    if (!('locate' in reading)) throw new Error('expected a value');
    const { locate } = reading;
    expect(locate(['a', 'b', 1])).toEqual({ line: 4, column: 10 });
    expect(locate(['a', 'b'])).toEqual({ line: 4, column: 6 });
    expect(locate(['a', 'b'], 'key')).toEqual({ line: 4, column: 3 });
    // A block below its key is found at the key, an absent value too.
    expect(locate(['a'])).toEqual({ line: 3, column: 1 });
    expect(locate(['a', 'c'])).toEqual({ line: 5, column: 3 });
    expect(locate(['a', 'zzz'])).toEqual({ line: 3, column: 1 });
    expect(locate(['last', 'inner', 0])).toEqual({ line: 6, column: 7 });
    expect(locate([])).toEqual({ line: 3, column: 1 });
  });
});
