import { describe, expect, it } from 'vitest';
import { cleanContext, cleanLine, cleanText, errorLine, exactLine, exactText } from './text.ts';

describe('text of a hook', () => {
  it('loses what a terminal would act on and keeps what a person reads', () => {
    const shown = '\u001b[31mred\u001b[0m \u001b]0;title\u0007äß€\t\u202Etxt\u200b\u0000';
    expect(cleanText(shown)).toBe('red äß€\ttxt');
  });

  it('loses letters that only a model reads', () => {
    const hidden = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(cleanText(`a${hidden}\u00ad\u2063b`)).toBe('ab');
  });

  it('is cut where it is too long', () => {
    expect(cleanText(`${'\u0007'.repeat(8190)}abc`)).toBe('ab…');
    expect(cleanText('x'.repeat(10_000))).toHaveLength(4096);
    expect(cleanContext('x'.repeat(100_000))).toHaveLength(65_536);
  });

  it('cannot forge a row from within a line', () => {
    expect(cleanLine('a\n  digest  sha256:0\u2028b\r\n')).toBe('a\\n  digest  sha256:0b');
  });
});

describe('the line of an error output that says what went wrong', () => {
  it('is that of an uncaught error, whatever the runtime writes after it', () => {
    const error = "TypeError: Cannot read properties of undefined (reading 'x')";
    expect(
      errorLine(`file:///a.mjs:3\n  x\n  ^\n\n${error}\n    at file:///a.mjs:3:1\n\nNode.js v20.20.2\n`),
    ).toBe(error);
    expect(errorLine("Error [ERR_MODULE_NOT_FOUND]: Cannot find 'x'\n  at y\n")).toMatch(/^Error \[/);
    expect(
      errorLine('Traceback:\n  File "a.py", line 1\njson.decoder.JSONDecodeError: Expecting value\n'),
    ).toMatch(/^json/);
  });

  it('is the last one otherwise', () => {
    expect(errorLine('reading\nnot the main branch\n')).toBe('not the main branch');
    expect(errorLine('')).toBe('');
  });
});

describe('text that a person approves', () => {
  it('is shown whole, with every sign that hides something', () => {
    const text = `true # \u001b]0;title\ntouch owned\n\u0007 safe\u202e\u200b\u009b\r${'x'.repeat(5000)} \n`;
    expect(exactLine(text)).toBe(
      `true # \\u{1b}]0;title\\ntouch owned\\n\\u{7} safe\\u{202e}\\u{200b}\\u{9b}\\u{d}${'x'.repeat(5000)}`,
    );
    expect(exactText('\tä\n\r')).toBe('\tä\n\\u{d}');
  });
});
