// Generated from hooks/block-dangerous/chain.mjs by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// hooks/block-dangerous/chain.mjs
function makeChain(links, flags = "") {
  const barriers = links.map(({ barrier = "" }) => barrier);
  const groups = [...links.map(({ pattern }) => pattern), `[${escapeClass(barriers.join(""))}]`];
  const any = new RegExp(groups.map((group) => `(${group})`).join("|"), `g${flags}`);
  return (text) => {
    const ends = links.map(() => -1);
    for (const match of text.matchAll(any)) {
      const [found, ...named] = match;
      const at = named.findIndex((group) => group !== void 0);
      const isReached = at < links.length && (at === 0 || ends[at - 1] >= 0 && match.index - ends[at - 1] <= links[at].reach);
      if (isReached && at === links.length - 1) return true;
      for (let next = 1; next < links.length; next += 1) {
        if ([...found].some((character) => barriers[next].includes(character))) ends[next - 1] = -1;
      }
      if (isReached) ends[at] = match.index + found.length;
    }
    return false;
  };
}
function escapeClass(characters) {
  return characters.replaceAll(/[\]\\^-]/g, "\\$&");
}
export {
  makeChain
};
