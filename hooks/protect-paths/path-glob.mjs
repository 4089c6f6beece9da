// Generated from packages/core/src/matching/path-glob.ts by scripts/vendor-hooks.mjs: change it there.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

// packages/core/src/matching/glob.ts
function matchPath(glob, subject, meter) {
  const tokens = readTokens(glob);
  let reached = new Uint8Array(tokens.length + 1);
  let following = new Uint8Array(tokens.length + 1);
  enter(tokens, 0, reached);
  for (const character of subject) {
    following.fill(0);
    for (let place = 0; place < tokens.length; place += 1) {
      if (meter !== void 0) meter.steps += 1;
      if (reached[place] === 1) step(tokens, place, character, following);
    }
    [reached, following] = [following, reached];
  }
  return reached[tokens.length] === 1;
}
function enter(tokens, place, places) {
  for (let at = place; ; at += 1) {
    places[at] = 1;
    const token = tokens[at];
    if (token === "inside") places[tokens.length] = 1;
    if (token !== "star" && token !== "globstar" && token !== "folders") return;
  }
}
function step(tokens, place, character, following) {
  const token = tokens[place];
  const isSlash = character === "/";
  if (token === "globstar" || token === "star" && !isSlash) enter(tokens, place, following);
  else if (token === "folders") {
    following[place] = 1;
    if (isSlash) enter(tokens, place + 1, following);
  } else if (token === "inside") {
    if (isSlash) enter(tokens, place + 1, following);
  } else if (token === "one") {
    if (!isSlash) enter(tokens, place + 1, following);
  } else if (typeof token === "object" && token.character === character) enter(tokens, place + 1, following);
}
var PIECES = /(?<inside>\/\*\*+$)|(?<folders>(?<=^|\/)\*\*+\/)|(?<globstar>\*\*+)|./gsu;
function readTokens(glob) {
  const tokens = [];
  for (const { 0: piece, groups = {} } of glob.matchAll(PIECES)) {
    const { inside, folders, globstar } = groups;
    if (inside !== void 0) tokens.push("inside", "globstar");
    else if (folders !== void 0) tokens.push("folders");
    else if (globstar !== void 0) tokens.push("globstar");
    else tokens.push(piece === "*" ? "star" : piece === "?" ? "one" : { character: piece });
  }
  return tokens;
}

// packages/core/src/matching/path-glob.ts
var MAX_LENGTH = 1024;
var MAX_EXPANSIONS = 64;
function parsePathGlob(text) {
  if (text.length > MAX_LENGTH) return { error: `a path glob has at most ${MAX_LENGTH} characters` };
  const expansions = expandBraces(text);
  if (expansions === null) return { error: `its braces stand for more than ${MAX_EXPANSIONS} globs` };
  const globs = [];
  for (const expansion of new Set(expansions)) {
    const glob = resolveGlob(expansion);
    if ("error" in glob) return glob;
    globs.push(glob);
  }
  return globs;
}
function matchPathGlob(glob, forms) {
  if (!mayBegin(forms, glob.base, glob.literalPrefix)) return false;
  const path = forms[glob.base];
  const isOutside = path === ".." || path.startsWith("../");
  if (isOutside && !glob.source.startsWith("..") && !glob.source.startsWith("**")) return false;
  return matchPath(glob.source, path);
}
function mayBegin(forms, base, literalPrefix) {
  const path = base === "cwd" ? forms.cwd : base === "root" ? forms.root : forms.home;
  const last = literalPrefix.length - 1;
  if (last >= 0 && path.charCodeAt(last) !== literalPrefix.charCodeAt(last)) return false;
  return path.startsWith(literalPrefix);
}
function commonPrefix(globs) {
  const [first, ...others] = globs;
  if (first === void 0 || others.some(({ base }) => base !== first.base))
    return { base: null, literalPrefix: "" };
  let length = first.literalPrefix.length;
  for (const { literalPrefix } of others) {
    while (!literalPrefix.startsWith(first.literalPrefix.slice(0, length))) length -= 1;
  }
  return { base: first.base, literalPrefix: first.literalPrefix.slice(0, length) };
}
function resolveGlob(text) {
  const base = text.startsWith("/") ? "root" : /^~(\/|$)/.test(text) ? "home" : "cwd";
  const elements = [];
  for (const element of (base === "home" ? text.slice(1) : text).split("/")) {
    const last = elements[elements.length - 1];
    if (element === "" || element === "." || element === "**" && last === "**") continue;
    if (element !== ".." || (last === void 0 || last === "..") && base !== "root")
      elements.push(element);
    else if (last !== void 0 && /[*?]/.test(last)) return { error: "it has `..` behind `*` or `?`" };
    else elements.pop();
  }
  if (text.endsWith("/") && elements.length > 0 && elements[elements.length - 1] !== "**")
    elements.push("**");
  const source = elements.join("/");
  const wildcard = source.search(/[*?]/);
  const literalPrefix = wildcard < 0 ? source : source.slice(0, wildcard).replace(/\/$/, "");
  return { base, source, literalPrefix };
}
function expandBraces(text) {
  const group = findGroup(text);
  if (group === null) return [text];
  const tails = expandBraces(text.slice(group.end));
  if (tails === null) return null;
  const expansions = [];
  for (const alternative of group.alternatives) {
    const inner = expandBraces(alternative);
    if (inner === null || expansions.length + inner.length * tails.length > MAX_EXPANSIONS) return null;
    for (const middle of inner) {
      for (const tail of tails) expansions.push(text.slice(0, group.start) + middle + tail);
    }
  }
  return expansions;
}
function findGroup(text) {
  for (let start = text.indexOf("{"); start >= 0; start = text.indexOf("{", start + 1)) {
    const alternatives = [];
    let open = 0;
    let from = start + 1;
    for (let at = start; at < text.length; at += 1) {
      const character = text[at];
      if (character === "{") open += 1;
      else if (character === "}") open -= 1;
      if (open === 0 || character === "," && open === 1) {
        alternatives.push(text.slice(from, at));
        from = at + 1;
      }
      if (open === 0) {
        if (alternatives.length > 1) return { start, end: at + 1, alternatives };
        break;
      }
    }
  }
  return null;
}
export {
  commonPrefix,
  matchPathGlob,
  mayBegin,
  parsePathGlob
};
