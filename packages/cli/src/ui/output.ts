import { fstatSync, writeSync } from 'node:fs';

export type Paint = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';
export type ColorMode = 'auto' | 'always' | 'never';

type Environment = Readonly<Record<string, string | undefined>>;

/** One stream, as the person's terminal shows it. */
export interface Output {
  readonly isTerminal: boolean;
  /** Columns to keep within; without end where the stream is no terminal. */
  readonly width: number;
  /** The first where the terminal shows UTF-8, else the second. */
  glyph(utf8: string, ascii: string): string;
  paint(style: Paint, text: string): string;
  line(text?: string): void;
}

const STDOUT = 1;
const STDERR = 2;

/** Decides colour, width and glyphs for one stream: `--color`, NO_COLOR, FORCE_COLOR, TERM, the locale. */
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

/** Columns to keep within; without end where the stream is no terminal. */
export function screenWidth(stream: 'stdout' | 'stderr'): number {
  const isTerminal = isTerminalAt(stream === 'stdout' ? STDOUT : STDERR);
  return isTerminal ? Math.max(40, process[stream].columns || 80) : Number.POSITIVE_INFINITY;
}

/** A character each, so that columns stay. */
const IN_ASCII: Readonly<Record<string, string>> = { '…': '~', '·': '|', '–': '-', '→': '>' };

/** For a terminal that would show the bytes of UTF-8 one by one, and act on some of them. */
function toAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (character) => IN_ASCII[character] ?? '?');
}

/** Device number of /dev/null on Linux. */
const NULL_DEVICE = 0x103;

/** Asking Node costs 2 ms at the first time, so what cannot be a terminal (a pipe, a file, /dev/null) is not asked about. */
export function isTerminalAt(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isCharacterDevice() || stats.rdev === NULL_DEVICE) return false;
    return process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    return false;
  }
}

/** Writes everything, also to a slow or non-blocking pipe. A reader that went away (`| head`) ends us quietly. */
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
