/** Counts elementary steps, so that tests can hold a bound that no clock disturbs. */
export interface StepMeter {
  steps: number;
}

/** What every match of a text glob begins with. */
export function textPrefix(glob: string): string {
  const star = glob.indexOf('*');
  return star < 0 ? glob : glob.slice(0, star);
}

/**
 * Whether all of `subject` matches: `*` is anything, newlines too, every other character itself.
 *
 * Steps: at most 4 × (subject + glob), whatever the glob: each part between stars is searched once, by Knuth, Morris and Pratt.
 */
export function matchText(glob: string, subject: string, meter?: StepMeter): boolean {
  const parts = glob.split('*');
  const first = parts[0] ?? '';
  const last = parts[parts.length - 1] ?? '';
  if (meter !== undefined) meter.steps += glob.length + first.length + last.length;
  if (parts.length === 1) return subject === glob;
  if (subject.length < first.length + last.length) return false;
  if (!subject.startsWith(first) || !subject.endsWith(last)) return false;
  const end = subject.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    at = findPart(part, subject, at, end, meter);
    if (at < 0) return false;
  }
  return true;
}

/** Where the first `part` in `subject` from `start` ends; -1 where there is none before `end`. */
function findPart(part: string, subject: string, start: number, end: number, meter?: StepMeter): number {
  if (part === '') return start;
  const borders = bordersOf(part, meter);
  let matched = 0;
  for (let at = start; at < end; at += 1) {
    while (matched > 0 && part[matched] !== subject[at]) {
      matched = borders[matched - 1] ?? 0;
      if (meter !== undefined) meter.steps += 1;
    }
    if (part[matched] === subject[at]) matched += 1;
    if (meter !== undefined) meter.steps += 1;
    if (matched === part.length) return at + 1;
  }
  return -1;
}

/** For every prefix of `part`, the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string, meter?: StepMeter): number[] {
  const borders = [0];
  let matched = 0;
  for (let at = 1; at < part.length; at += 1) {
    while (matched > 0 && part[matched] !== part[at]) matched = borders[matched - 1] ?? 0;
    if (part[matched] === part[at]) matched += 1;
    borders.push(matched);
    if (meter !== undefined) meter.steps += 2;
  }
  return borders;
}

type Token = 'star' | 'one' | 'globstar' | 'folders' | 'inside' | { readonly character: string };

/**
 * Whether all of `subject` matches a path glob without braces. `*` and `?` never cross `/`, `**` does; `**` and its `/` may be
 * empty, and a final `/**` also matches the directory itself. Neither contains empty, `.` or resolvable `..` segments:
 * `parsePathGlob` and `pathForms` ensure that.
 *
 * Steps: at most (subject + 1) × (glob + 1). All positions in the glob that a prefix of the subject reaches are tracked
 * together, so nothing is tried twice.
 */
export function matchPath(glob: string, subject: string, meter?: StepMeter): boolean {
  const tokens = readTokens(glob);
  let reached = new Uint8Array(tokens.length + 1);
  let following = new Uint8Array(tokens.length + 1);
  enter(tokens, 0, reached);
  for (const character of subject) {
    following.fill(0);
    for (let location = 0; location < tokens.length; location += 1) {
      if (meter !== undefined) meter.steps += 1;
      if (reached[location] === 1) step(tokens, location, character, following);
    }
    [reached, following] = [following, reached];
  }
  return reached[tokens.length] === 1;
}

/** Reaches a place, and those behind it that need no character. */
function enter(tokens: readonly Token[], location: number, places: Uint8Array): void {
  for (let at = location; ; at += 1) {
    places[at] = 1;
    const token = tokens[at];
    if (token === 'inside') places[tokens.length] = 1;
    if (token !== 'star' && token !== 'globstar' && token !== 'folders') return;
  }
}

function step(tokens: readonly Token[], location: number, character: string, following: Uint8Array): void {
  const token = tokens[location];
  const isSlash = character === '/';
  if (token === 'globstar' || (token === 'star' && !isSlash)) enter(tokens, location, following);
  else if (token === 'folders') {
    following[location] = 1;
    if (isSlash) enter(tokens, location + 1, following);
  } else if (token === 'inside') {
    if (isSlash) enter(tokens, location + 1, following);
  } else if (token === 'one') {
    if (!isSlash) enter(tokens, location + 1, following);
  } else if (typeof token === 'object' && token.character === character)
    enter(tokens, location + 1, following);
}

const PIECES = /(?<inside>\/\*\*+$)|(?<directories>(?<=^|\/)\*\*+\/)|(?<globstar>\*\*+)|./gsu;

function readTokens(glob: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: piece, groups = {} } of glob.matchAll(PIECES)) {
    const { inside, directories, globstar } = groups;
    if (inside !== undefined) tokens.push('inside', 'globstar');
    else if (directories !== undefined) tokens.push('folders');
    else if (globstar !== undefined) tokens.push('globstar');
    else tokens.push(piece === '*' ? 'star' : piece === '?' ? 'one' : { character: piece });
  }
  return tokens;
}
