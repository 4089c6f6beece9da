const MAX_WORDS = 64;
/** The first innermost group with a comma; one without stands for itself, as in `@{u}`. */
const GROUP = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s;

/** The words that the braces of a word stand for: `{-f,origin}`, `-{u,f}`, `+{main,dev}`. Quoted ones too: better one word too many. */
export function expandBraces(word) {
  const done = [];
  for (let open = [word]; open.length > 0 && done.length < MAX_WORDS; ) {
    const next = open.shift() ?? '';
    const [, before, inner, after] = GROUP.exec(next) ?? [];
    if (inner === undefined) done.push(next);
    else open = [...inner.split(',').map((one) => before + one + after), ...open].slice(0, MAX_WORDS);
  }
  return done;
}
