import { fstatSync, writeSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export type Paint = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';
export type ColorMode = 'auto' | 'always' | 'never';

type Environment = Readonly<Record<string, string | undefined>>;

/** One stream, as the user's terminal shows it. */
export interface Output {
  readonly isTerminal: boolean;
  /** Columns of the terminal; infinite where the stream is not a terminal. */
  readonly width: number;
  /** The first where the terminal shows UTF-8, else the second. */
  glyph(utf8: string, ascii: string): string;
  paint(style: Paint, text: string): string;
  line(text?: string): void;
}

const STDOUT = 1;
const STDERR = 2;

/** Decides color, width and glyphs for one stream: `--color`, NO_COLOR, FORCE_COLOR, TERM, the locale. */
export async function openOutput(
  stream: 'stdout' | 'stderr',
  environment: Environment,
  color: ColorMode,
): Promise<Output> {
  const descriptor = stream === 'stdout' ? STDOUT : STDERR;
  const isTerminal = isTerminalAt(descriptor);
  const kleur = decideColor(isTerminal, environment, color) ? (await import('kleur')).default : null;
  const isUtf8 = /utf-?8/i.test(
    environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '',
  );
  const isPlain = isTerminal && !isUtf8;
  return {
    isTerminal,
    width: screenWidth(stream),
    glyph: (utf8, ascii) => (isPlain ? ascii : utf8),
    paint(style, text) {
      if (kleur === null) return text;
      // kleur decides once, at import, for standard output alone.
      kleur.enabled = true;
      return kleur[style](text);
    },
    line: (text = '') => writeAll(descriptor, `${isPlain ? toAscii(text) : text}\n`),
  };
}

/** Columns of the terminal; infinite where the stream is not a terminal. */
export function screenWidth(stream: 'stdout' | 'stderr'): number {
  const isTerminal = isTerminalAt(stream === 'stdout' ? STDOUT : STDERR);
  return isTerminal ? Math.max(40, process[stream].columns || 80) : Number.POSITIVE_INFINITY;
}

/** A character each, so that columns stay. */
const IN_ASCII: Readonly<Record<string, string>> = {
  '…': '~',
  '·': '|',
  '–': '-',
  '→': '>',
  '│': '|',
  '×': 'x',
};

/** A terminal without UTF-8 would show its bytes one by one, and act on some of them. */
function toAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (character) => IN_ASCII[character] ?? '?');
}

/** Device number of /dev/null on Linux. */
const NULL_DEVICE = 0x103;

/** Loading `tty` costs 2 ms, so a pipe, a file and /dev/null are ruled out before. */
export function isTerminalAt(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isCharacterDevice() || stats.rdev === NULL_DEVICE) return false;
    return process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    return false;
  }
}

/** Writes everything, also to a slow or non-blocking pipe. Where the reader has left (`| head`), the process ends quietly. */
function writeAll(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

export function printOut(text: string): void {
  writeAll(STDOUT, text);
}

export function printErr(text: string): void {
  writeAll(STDERR, text);
}

export function printJson(document: unknown): void {
  printOut(`${JSON.stringify(document, null, 2)}\n`);
}

function decideColor(isTerminal: boolean, environment: Environment, color: ColorMode): boolean {
  if (color !== 'auto') return color === 'always';
  if (environment['NO_COLOR']) return false;
  if (environment['FORCE_COLOR']) return environment['FORCE_COLOR'] !== '0';
  return isTerminal && environment['TERM'] !== 'dumb';
}

/** A word with the blanks before it; a command in backticks is one word, so that it can be copied. */
const WORD = /\s*(?:`[^`]*`|\S)+/g;

/** Width on the screen of text that may contain colors. */
function widthOf(text: string): number {
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

/** Breaks a line between words; further lines begin below the first, and `indent` to the right. */
export function wrapUnder(text: string, width: number, indent = ''): string {
  const start = /^ */.exec(text)?.[0] ?? '';
  const [first = '', ...rest] = wrap(text, width);
  if (rest.length === 0) return first;
  const below = wrap(rest.join(' '), width - start.length - indent.length);
  return [first, ...below.map((line) => start + indent + line)].join('\n');
}

/** Cuts text to a width, with a mark where something is missing. Colors have no width, and are ended. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let left = Math.max(1, width - 1);
  let isOver = false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colors of the output
  const parts = text.split(/(\u001b\[[\d;]*m)/).map((part, index) => {
    if (index % 2 === 1) return part;
    const shown = part.slice(0, left);
    left -= shown.length;
    const mark = shown.length < part.length && !isOver ? '…' : '';
    isOver ||= mark !== '';
    return shown + mark;
  });
  return parts.join('');
}

/** In less room the last cell of a row goes below the others. */
const LEAST_ROOM = 24;
const BELOW = '    ';

interface Fit {
  /** Before every line. */
  readonly indent?: string;
  /** Of the screen. Default: nothing is broken or cut. */
  readonly width?: number;
  /** A last cell that is too wide continues in further lines, or is cut. Default `wrap`. */
  readonly tooWide?: 'wrap' | 'cut';
}

/** Aligns rows of cells. The last cell of a row is not padded, and kept within the screen. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  { indent = '', width = Number.POSITIVE_INFINITY, tooWide = 'wrap' }: Fit = {},
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  return rows.flatMap((row) => {
    const cells = row
      .slice(0, -1)
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) + 2 - widthOf(cell)));
    const start = indent + cells.join('');
    const last = row.at(-1) ?? '';
    const room = width - widthOf(start);
    if (widthOf(last) <= room) return [(start + last).trimEnd()];
    if (tooWide === 'cut') return [start + cut(last, Math.max(room, 1))];
    const roomBelow = width - indent.length - BELOW.length;
    const longest = Math.max(...last.split(' ').map(widthOf));
    const isBetterBelow = room < LEAST_ROOM || (longest > room && longest <= roomBelow);
    if (row.length > 1 && isBetterBelow)
      return [start.trimEnd(), ...wrap(last, roomBelow).map((line) => indent + BELOW + line)];
    return wrap(last, room).map((line, index) => (index === 0 ? start : ' '.repeat(widthOf(start))) + line);
  });
}
