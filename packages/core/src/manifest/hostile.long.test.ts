import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseManifest } from './parse.ts';

const place = { path: 'HOOK.md', directoryName: 'h', files: ['handler.sh'] };
const LIMIT_MS = 50;

function parse(text: string | Buffer) {
  return parseManifest(Buffer.from(text as string), place);
}

/** Processor time of the fastest of some readings: other processes share the machine. */
function fastestMs(bytes: Buffer): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 20 && fastest > LIMIT_MS; attempt++) {
    const start = process.cpuUsage();
    parseManifest(bytes, place);
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1_000);
  }
  return fastest;
}

const before = Object.getOwnPropertyNames(Object.prototype).join();
function expectCleanPrototypes(): void {
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  expect(Object.getOwnPropertyNames(Array.prototype)).not.toContain('polluted');
}

const yamlPieces = fc.constantFrom(
  ...[
    '- ',
    '? ',
    ': ',
    'a: ',
    'name: ',
    'events: ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '|\n',
    '>\n',
    '\n',
    '\n  ',
    '#',
    '&a ',
    '*a ',
  ],
  ...[
    '!t ',
    '%Y\n',
    '---\n',
    '...\n',
    '<<: ',
    '__proto__: ',
    'constructor: ',
    '\t',
    '\r',
    '\r\n',
    '\ufeff',
    '\u2028',
    '\\',
    'Stop',
    '1',
    '~',
  ],
  ...[
    '\0',
    'modify: ',
    'requires: ',
    'metadata: ',
    'openclaw: ',
    'command: ',
    'if: ',
    'matcher: ',
    'timeout: ',
    '.nan',
    '-1',
    'PreToolUse',
  ],
);
const yamlText = fc
  .array(fc.oneof(yamlPieces, fc.string()), { maxLength: 200 })
  .map((pieces) => pieces.join(''));

describe('whatever is given as a manifest', () => {
  it('is answered with a manifest or with an error, never with a throw: arbitrary bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.uint8Array({ maxLength: 200 }).map(withFence),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        const reading = parseManifest(Buffer.from(given), place);
        expect(reading.manifest === null).toBe(reading.issues.some((issue) => issue.severity === 'error'));
      }),
      { numRuns: 2_000 },
    );
    expectCleanPrototypes();
  });

  it('is answered with a manifest or with an error, never with a throw: arbitrary YAML', () => {
    fc.assert(
      fc.property(yamlText, (text) => {
        const reading = parse(`---\n${text}\n---\n`);
        expect(reading.manifest === null).toBe(reading.issues.some((item) => item.severity === 'error'));
        for (const { line, column, message, remedy } of reading.issues) {
          if (line !== undefined) expect(Math.min(line, column ?? 0)).toBeGreaterThan(0);
          expect(`${message}${remedy}`).not.toMatch(/(?!\n)\p{Cc}/u);
        }
      }),
      { numRuns: 3_000 },
    );
    expectCleanPrototypes();
  });

  it('is answered with a manifest or with an error, never with a throw: any value under any key', () => {
    const keys = [
      'name',
      'events',
      'command',
      'modify',
      'requires',
      'metadata',
      'timeout',
      'if',
      'matcher',
      'headers',
      'url',
      'options',
    ];
    const fronts = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue(), { maxKeys: 6 });
    fc.assert(
      fc.property(fronts, (front) => {
        const reading = parse(`---\n${JSON.stringify(front)}\n---\n`);
        expect(reading.manifest === null).toBe(reading.issues.some((entry) => entry.severity === 'error'));
      }),
      { numRuns: 2_000 },
    );
    expectCleanPrototypes();
  });

  const fill = (piece: string, size = 65_000) => piece.repeat(Math.floor(size / piece.length));
  const numbered = (make: (index: number) => string) => {
    let text = '';
    for (let index = 0; text.length < 64_000; index++) text += make(index);
    return text;
  };
  const base = 'events: [PreToolUse]\ncommand: [x]\n';
  it.each([
    ['keys', numbered((index) => `k${index}: 1\n`)],
    ['long unknown keys', numbered((index) => `${'x'.repeat(60)}${index}: 1\n`)],
    ['unknown events', `events: [${numbered((index) => `PreToolUs${index}, `)}]`],
    [
      'unknown events in metadata',
      `metadata: {openclaw: {events: "${numbered((index) => `comand:${index},`)}"}}`,
    ],
    ['wrong types', `${base}env: [${fill('1, ', 40_000)}]`],
    ['wrong variables', `${base}env: [${fill('a-b, ', 60_000)}]`],
    ['blank lines', fill('\n')],
    ['blank lines of another kind', fill('\u2028', 21_000)],
    ['blank lines in groups', fill(`${'\n'.repeat(99)}a\n`)],
    ['long blank lines in groups', fill(`${`${' '.repeat(200)}\n`.repeat(99)}#\n`)],
    ['blanks', `a:${fill(' ')}`],
    ['comments', fill('#\n')],
    ['opening brackets', fill('[')],
    ['pairs of brackets', fill('[]')],
    ['commas', `[${fill(',')}`],
    ['braces', fill('{a: ')],
    ['dashes', fill('- ')],
    ['question marks', fill('? ')],
    ['colons', fill(': ')],
    ['quotes', fill('"')],
    ['keys, just few enough', `${numbered((index) => `k${index}: 1\n`).slice(0, 15_000)}`],
    ['commas, just few enough', `[${','.repeat(11_900)}]`],
    ['pairs of brackets, just few enough', '[]'.repeat(5_900)],
    ['closing braces, just few enough', '}\n'.repeat(5_900)],
    ['quotes, just few enough', '"" '.repeat(5_000)],
    ['indicators, just few enough', '- - a\n'.repeat(1_600)],
    ['anchors', fill('&a ')],
    ['aliases', fill('*a ')],
    ['tags', fill('! ')],
    ['directives', fill('%\n')],
    ['indentation', Array.from({ length: 350 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['an open quote', `a: "${fill('x\n ')}`],
    ['a long plain text', `a: ${fill('x\n  ')}`],
    ['a long block', `a: |\n${fill('  x\n')}`],
    ['a long matcher', `${base}matcher: "${fill('a|', 60_000)}("`],
    ['a long condition', `${base}if: "Bash(${fill('*a', 60_000)})"`],
    ['a long command', `events: Stop\ncommand: '${fill('$a|', 60_000)}'`],
    ['a long range', `${base}requires: {node: "${fill('1.x || ', 60_000)}"}`],
    ['a long version', `${base}version: ${fill('1.', 60_000)}`],
    ['a long time', `${base}timeout: "${fill('1', 60_000)}"`],
    ['a long address', `events: Stop\nurl: http://${fill('a.', 60_000)}`],
    [
      'much to modify',
      `${base}modify: {PreToolUse: [${numbered((index) => `k${index}, `).slice(0, 60_000)}]}`,
    ],
  ])('takes at most 50 ms for 64 KiB of %s', (_, front) => {
    const bytes = Buffer.from(`---\n${front}\n---\n`).subarray(0, 65_536);
    expect(fastestMs(bytes)).toBeLessThan(LIMIT_MS);
  });

  it('takes no time at all for 10 MB', () => {
    const bytes = Buffer.alloc(10_000_000, '---\na: 1\n');
    expect(fastestMs(bytes)).toBeLessThan(5);
    expect(parseManifest(bytes, place).issues).toMatchObject([{ code: 'MANIFEST_TOO_LARGE' }]);
  });

  it('pollutes no prototype', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', '"__proto__"', '? __proto__\n']) {
      parse(`---\n${base}requires: { ${key}: { polluted: 1 } }\n---\n`);
      parse(`---\n${key}: { polluted: 1 }\n---\n`);
      parse(`---\n${base}modify: { ${key}: [polluted] }\noptions: { ${key}: { polluted: 1 } }\n---\n`);
    }
    expectCleanPrototypes();
  });
});

function withFence(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from('---\n'), bytes, Buffer.from('\n---\n')]);
}
