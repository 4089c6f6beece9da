import { stripVTControlCharacters } from 'node:util';

/** Width on the screen of text that may hold colours. */
function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** Aligns rows of cells; the last cell of a row is not padded. */
export function alignColumns(rows: readonly (readonly string[])[], gap = '  '): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)),
      )
      .join(gap)
      .trimEnd(),
  );
}

/** Cuts text to a width, with a mark where something is missing. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}
