interface Link {
  readonly pattern: string;
  /** The most characters between the previous link and this one; only the first link has none. */
  readonly reach?: number;
  /** Characters that must not be between them. */
  readonly barrier?: string;
}

/**
 * Makes a test for patterns that follow one another, each within reach of the previous one, in one pass: a single regular
 * expression with these gaps would take quadratic time. Matches of two links must not overlap: use lookahead.
 */
export function makeChain(links: readonly Link[], flags = ''): (text: string) => boolean {
  const barriers = links.map(({ barrier = '' }) => barrier);
  const groups = [...links.map(({ pattern }) => pattern), `[${escapeClass(barriers.join(''))}]`];
  const any = new RegExp(groups.map((group) => `(${group})`).join('|'), `g${flags}`);
  return (text: string): boolean => {
    // Only the last match of each link matters: it reaches furthest.
    const ends: number[] = links.map(() => -1);
    const endOf = (link: number): number => ends[link] ?? -1;
    for (const match of text.matchAll(any)) {
      const [found, ...named] = match;
      const at = named.findIndex((group) => group !== undefined);
      const isReached =
        at < links.length &&
        (at === 0 || (endOf(at - 1) >= 0 && match.index - endOf(at - 1) <= (links[at]?.reach ?? 0)));
      if (isReached && at === links.length - 1) return true;
      for (let next = 1; next < links.length; next += 1) {
        if ([...found].some((character) => barriers[next]?.includes(character))) ends[next - 1] = -1;
      }
      if (isReached) ends[at] = match.index + found.length;
    }
    return false;
  };
}

function escapeClass(characters: string): string {
  return characters.replaceAll(/[\]\\^-]/g, '\\$&');
}
