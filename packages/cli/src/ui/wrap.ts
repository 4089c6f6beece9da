import { stripVTControlCharacters } from 'node:util';

/** A word with the blanks before it; a command in backticks is one word, so that it can be copied. */
const WORD = /\s*(?:`[^`]*`|\S)+/g;

/** Width on the screen of text that may hold colours. */
export function widthOf(text: string): number {
  return text.includes('\x1b') ? stripVTControlCharacters(text).length : text.length;
}

/** Breaks a line between words. A word that is wider than the screen stays whole: the terminal breaks it. */
export function wrap(text: string, width: number): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const [word] of text.matchAll(WORD)) {
    if (line !== '' && widthOf(line + word) > width) {
      lines.push(line);
      line = word.trimStart();
    } else {
      line += word;
    }
  }
  return [...lines, line];
}

/** Breaks a line between words into lines that begin where it began, and `indent` further. */
export function wrapUnder(text: string, width: number, indent = ''): string {
  const own = /^ */.exec(text)?.[0] ?? '';
  const [first = '', ...rest] = wrap(text, width);
  if (rest.length === 0) return first;
  const below = wrap(rest.join(' '), width - own.length - indent.length);
  return [first, ...below.map((line) => own + indent + line)].join('\n');
}
