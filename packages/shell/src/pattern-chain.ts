interface Link {
  readonly pattern: string;
  /** The most characters between the link before and this one. */
  readonly reach?: number;
  /** Characters that must not be among them. */
  readonly barrier?: string;
}

/**
 * Makes a test for patterns that follow one another, each within reach of the one before. It takes one pass, where a
 * single expression with these gaps would try every beginning with every end.
 *
 * A link has a `pattern`; all but the first have `reach`, the most characters in between, and `barrier`, the characters
 * that must not be among them. Matches of two links must not overlap: a lookahead keeps them short.
 */
export function makeChain(links: readonly Link[], flags = ''): (text: string) => boolean {
  const barriers = links.map(({ barrier = '' }) => barrier);
  const groups = [...links.map(({ pattern }) => pattern), `[${escapeClass(barriers.join(''))}]`];
  const any = new RegExp(groups.map((group) => `(${group})`).join('|'), `g${flags}`);
  return (text: string): boolean => {
    // The nearest match of each link is the best one to go on from, so no other is kept.
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
