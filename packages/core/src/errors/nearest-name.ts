/** Number of insertions, deletions, replacements and swaps of neighbours between two short words. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Whether one sign was added, left out or replaced, or two changed places. Case does not count. */
export function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a.length > 256) return false;
  return editDistance(a.toLowerCase(), b.toLowerCase()) === 1;
}

/** The name that the user probably meant, or null if none is near. Case does not count. */
export function nearestName(typed: string, names: Iterable<string>): string | null {
  const word = typed.slice(0, 64).toLowerCase();
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const value = name.slice(0, 64).toLowerCase();
    // So many signs are missing at least, and most names need no more than that look.
    if (Math.abs(word.length - value.length) >= bestDistance) continue;
    const distance = editDistance(word, value);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** A shorter part of a name could be one of many. */
const MIN_PART = 3;
const MAX_PARTS = 3;

/** The names that begin with what was typed, or else contain it; three at most. */
function namesWith(typed: string, names: readonly string[]): readonly string[] {
  const part = typed.toLowerCase();
  if (part.length < MIN_PART) return [];
  const begin = names.filter((name) => name.toLowerCase().startsWith(part));
  return (begin.length > 0 ? begin : names.filter((name) => name.toLowerCase().includes(part))).slice(
    0,
    MAX_PARTS,
  );
}

/** "Did you mean "x"? " with the trailing blank that the sentences of the catalogue expect, or "". */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const all = [...new Set(names)];
  const near = nearestName(typed, all);
  const meant = near === null ? namesWith(typed, all) : [near];
  return meant.length === 0 ? '' : `Did you mean ${meant.map((name) => `"${name}"`).join(' or ')}? `;
}
