/** Names a value inside a parsed file: `['requires', 'os', 0]`. */
export type KeyPath = readonly (string | number)[];

/** Counts from 1; columns in UTF-16 units, as editors do. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Where a value stands, or its key; of a path that is not there, the nearest part that is. */
export type Locate = (path: KeyPath, of?: 'key' | 'value') => TextPlace;

/** Turns offsets of a text into places of the file whose line `firstLine` the text begins on. */
export function createLineTable(text: string, firstLine: number): (offset: number) => TextPlace {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: firstLine + low, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** `requires.os[0]`, as people write it. */
export function formatKeyPath(path: KeyPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
