import { stripVTControlCharacters } from 'node:util';

/** Width on the screen of text that may hold colours. */
function widthOf(text: string): number {
  return text.includes('\x1b') ? stripVTControlCharacters(text).length : text.length;
}

/** Aligns rows of cells; the last cell of a row is not padded. */
export function alignColumns(rows: readonly (readonly string[])[], gap = '  '): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (let index = 0; index < row.length; index++)
      widths[index] = Math.max(widths[index] ?? 0, widthOf(row[index] ?? ''));
  }
  return rows.map((row) => {
    let line = row[0] ?? '';
    for (let index = 1; index < row.length; index++) {
      const before = row[index - 1] ?? '';
      line += ' '.repeat((widths[index - 1] ?? 0) - widthOf(before)) + gap + (row[index] ?? '');
    }
    return line.trimEnd();
  });
}

/** Cuts text to a width, with a mark where something is missing. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}
