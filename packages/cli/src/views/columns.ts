import { stripVTControlCharacters } from 'node:util';

/** Width on the screen of text that may hold colours. */
function widthOf(text: string): number {
  return text.includes('\x1b') ? stripVTControlCharacters(text).length : text.length;
}

/** Aligns rows of cells; the last cell of a row is not padded. */
export function alignColumns(rows: readonly (readonly string[])[], gap = '  '): readonly string[] {
  const widths: number[] = [];
  // Each is asked once: a table has hundreds of cells.
  const cellWidths: number[] = [];
  for (const row of rows) {
    for (let index = 0; index < row.length; index++) {
      const width = widthOf(row[index] ?? '');
      cellWidths.push(width);
      if (width > (widths[index] ?? 0)) widths[index] = width;
    }
  }
  let cell = 0;
  return rows.map((row) => {
    let line = row[0] ?? '';
    for (let index = 1; index < row.length; index++) {
      line += ' '.repeat((widths[index - 1] ?? 0) - (cellWidths[cell++] ?? 0)) + gap + (row[index] ?? '');
    }
    cell += row.length > 0 ? 1 : 0;
    return line.trimEnd();
  });
}

/** Cuts text to a width, with a mark where something is missing. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}
