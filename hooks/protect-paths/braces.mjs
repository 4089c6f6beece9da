// Generated from hooks/no-force-push/braces.mjs by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// hooks/no-force-push/braces.mjs
var MAX_WORDS = 1e3;
var FEW_WORDS = 64;
var TO_EXPAND = 60;
function expandBraces(word, budget, isGuess = false) {
  const most = isGuess ? FEW_WORDS : MAX_WORDS;
  const done = [];
  const open = [word];
  while (open.length > 0 && done.length < most) {
    const next = open.shift();
    budget.spend(TO_EXPAND + next.length);
    const group = findGroup(next);
    if (group === null || isGuess && open.length > most) done.push(next);
    else {
      const [before, after] = [next.slice(0, group.start), next.slice(group.end)];
      const words = next.slice(group.start + 1, group.end - 1).split(",");
      budget.spend(words.length * (next.length / 8 + 8));
      for (const one of words) open.push(before + one + after);
    }
  }
  if (open.length > 0 && !isGuess) budget.spend(Number.POSITIVE_INFINITY);
  return done;
}
function findGroup(word) {
  let start = -1;
  let hasComma = false;
  for (let at = word.indexOf("{"); at >= 0 && at < word.length; at += 1) {
    const character = word[at];
    if (character === "{") [start, hasComma] = [at, false];
    else if (character === ",") hasComma = true;
    else if (character === "}" && start >= 0) {
      if (hasComma) return { start, end: at + 1 };
      start = -1;
    }
  }
  return null;
}
export {
  expandBraces
};
