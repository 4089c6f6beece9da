import { widthOf, wrap } from './wrap.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours that our own output holds
const COLOUR = /(\u001b\[[\d;]*m)/;

/** Narrower, and the last cell stands better below the others. */
const LEAST_ROOM = 24;
const BELOW = '    ';

interface Fit {
  /** Stands before every line. */
  readonly indent?: string;
  /** Of the screen. Where it is not given nothing is broken or cut. */
  readonly width?: number;
  /** What becomes of a last cell that is too wide: it goes on in further lines, or is cut. Default `wrap`. */
  readonly tooWide?: 'wrap' | 'cut';
  /** No cell holds colours: where everything fits too, a table of hundreds of cells takes half the time. */
  readonly isPlain?: boolean;
}

/** Aligns rows of cells, a line each; the last cell of a row is not padded, and kept within the screen. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  { indent = '', width = Number.POSITIVE_INFINITY, tooWide = 'wrap', isPlain = false }: Fit = {},
): readonly string[] {
  const plain = isPlain ? alignPlain(rows, indent, width) : null;
  if (plain !== null) return plain;
  const widths: number[] = [];
  // Each is asked once: a table has hundreds of cells.
  const cellWidths: number[] = [];
  for (const row of rows) {
    for (let index = 0; index < row.length; index++) {
      const cellWidth = widthOf(row[index] ?? '');
      cellWidths.push(cellWidth);
      if (cellWidth > (widths[index] ?? 0)) widths[index] = cellWidth;
    }
  }
  let cell = 0;
  return rows.flatMap((row) => {
    let start = indent;
    let startWidth = indent.length;
    for (let index = 0; index < row.length - 1; index++) {
      const columnWidth = widths[index] ?? 0;
      start += `${row[index]}${' '.repeat(columnWidth - (cellWidths[cell++] ?? 0))}  `;
      startWidth += columnWidth + 2;
    }
    const last = row.at(-1) ?? '';
    const lastWidth = row.length > 0 ? (cellWidths[cell++] ?? 0) : 0;
    const room = width - startWidth;
    if (lastWidth <= room) return [(start + last).trimEnd()];
    if (tooWide === 'cut') return [start + cut(last, Math.max(room, 1))];
    const roomBelow = width - indent.length - BELOW.length;
    if (row.length > 1 && isBetterBelow(last, room, roomBelow))
      return [start.trimEnd(), ...wrap(last, roomBelow).map((line) => indent + BELOW + line)];
    return wrap(last, room).map((line, index) => (index === 0 ? start : ' '.repeat(startWidth)) + line);
  });
}

/** Null where a row is wider than the screen. */
function alignPlain(
  rows: readonly (readonly string[])[],
  indent: string,
  width: number,
): readonly string[] | null {
  const widths: number[] = [];
  for (const row of rows) {
    for (let index = 0; index < row.length; index++) {
      const { length } = row[index] ?? '';
      if (length > (widths[index] ?? 0)) widths[index] = length;
    }
  }
  if (widths.reduce((sum, one) => sum + one + 2, indent.length) > width) return null;
  return rows.map((row) => {
    let line = indent;
    for (let index = 0; index < row.length - 1; index++)
      line += (row[index] ?? '').padEnd((widths[index] ?? 0) + 2);
    return (line + (row.at(-1) ?? '')).trimEnd();
  });
}

/** There is hardly any room, or one word needs more than there is and would have enough in a line of its own. */
function isBetterBelow(text: string, room: number, roomBelow: number): boolean {
  const longest = Math.max(...text.split(' ').map(widthOf));
  return room < LEAST_ROOM || (longest > room && longest <= roomBelow);
}

/** Cuts text to a width, with a mark where something is missing. Colours count nothing, and are ended. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let left = Math.max(1, width - 1);
  let isOver = false;
  const parts = text.split(COLOUR).map((part, index) => {
    if (index % 2 === 1) return part;
    const shown = part.slice(0, left);
    left -= shown.length;
    const mark = shown.length < part.length && !isOver ? '…' : '';
    isOver ||= mark !== '';
    return shown + mark;
  });
  return parts.join('');
}
