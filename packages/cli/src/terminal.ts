import kleur from 'kleur';

export type Paint = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** One stream, as the person's terminal shows it. */
export interface Output {
  readonly isTerminal: boolean;
  /** Columns to keep within; a pipe has no width. */
  readonly width: number;
  /** The first where the terminal shows UTF-8, else the second. */
  glyph(utf8: string, ascii: string): string;
  paint(style: Paint, text: string): string;
  line(text?: string): void;
}

export type ColorMode = 'auto' | 'always' | 'never';

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

/** Decides colour, width and glyphs for one stream: `--color`, NO_COLOR, FORCE_COLOR, TERM, the locale. */
export function openOutput(stream: Stream, environment: Readonly<Record<string, string | undefined>>, color: ColorMode): Output {
  const isTerminal = stream.isTTY === true;
  const hasColor = decideColor(isTerminal, environment, color);
  const isUtf8 = /utf-?8/i.test(environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '');
  return {
    isTerminal,
    width: isTerminal ? Math.max(40, stream.columns || 80) : 1000,
    glyph: (utf8, ascii) => (isUtf8 || !isTerminal ? utf8 : ascii),
    paint(style, text) {
      // kleur decides once, at import, for standard output alone.
      kleur.enabled = hasColor;
      return kleur[style](text);
    },
    line: (text = '') => {
      stream.write(`${text}\n`);
    },
  };
}

function decideColor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>, color: ColorMode): boolean {
  if (color !== 'auto') return color === 'always';
  if (environment['NO_COLOR']) return false;
  if (environment['FORCE_COLOR']) return environment['FORCE_COLOR'] !== '0';
  return isTerminal && environment['TERM'] !== 'dumb';
}
