export interface NestingCounter {
  /** Takes the first character of the next token, and gives how many levels are open after it. */
  readonly add: (kind: string, isBlank: boolean, column: number) => number;
  readonly startLine: () => void;
}

/**
 * Counts the levels that are open after each token. Never more than one above the truth, and never
 * less than half of it (a list may stand in the column of its key): `readNode` counts exactly.
 */
export function createNestingCounter(): NestingCounter {
  const columns: number[] = [];
  let flowDepth = 0;
  let mayOpenBlock = true;
  return {
    add(kind, isBlank, column) {
      if (kind === '[' || kind === '{') flowDepth++;
      else if (kind === ']' || kind === '}') flowDepth = Math.max(0, flowDepth - 1);
      else if (!isBlank && flowDepth === 0 && mayOpenBlock) {
        while ((columns.at(-1) ?? -1) >= column) columns.pop();
        columns.push(column);
      }
      if (!isBlank) mayOpenBlock &&= kind === '-' || kind === '?';
      return columns.length + flowDepth;
    },
    startLine: () => {
      mayOpenBlock = true;
    },
  };
}
