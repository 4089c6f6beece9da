/** A matcher as the hook index stores it: plain JSON. */
export type CompiledMatcher =
  | { readonly kind: 'any' }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | CompiledPattern;

interface CompiledPattern {
  readonly kind: 'pattern';
  readonly source: string;
  /** It matches a part of the name; absent = the whole name. */
  readonly isPart?: true;
  /** Further patterns, none of which may match. */
  readonly except?: readonly string[];
}

/** How a matcher is written: HookMD's way, or as Claude Code reads it, for two events without lists by comma. */
export type MatcherSyntax = 'hookmd' | 'claude' | 'claude-words';

/** What is wrong, as a clause without a full stop. */
export interface MatcherError {
  readonly error: string;
}

const MAX_PATTERN_LENGTH = 512;
const NAME = /^[A-Za-z0-9_.:-]+$/;

type Parser = (source: string) => CompiledMatcher | MatcherError;

const parsers: Readonly<Record<MatcherSyntax, Parser>> = {
  hookmd: parseOwn,
  claude: (source) => parseClaude(source, /^[\w\s,|-]+$/, /[,|]/),
  'claude-words': (source) => parseClaude(source, /^[\w|]+$/, /\|/),
};

/**
 * Parses a `matcher`: empty or `*` for all, names in a list, or else an RE2 pattern.
 *
 * Synchronous, so a pattern is not compiled here: code that accepts a matcher from the user calls `checkPattern` too.
 */
export function parseMatcher(text: string, syntax: MatcherSyntax = 'hookmd'): CompiledMatcher | MatcherError {
  const source = text.trim();
  return source === '' || source === '*' ? { kind: 'any' } : parsers[syntax](source);
}

/** Names joined by `|`, or a pattern for the whole name. Rejects what could never match anything. */
function parseOwn(source: string): CompiledMatcher | MatcherError {
  const names = source.split('|').map((name) => name.trim());
  if (names.every((name) => NAME.test(name))) return { kind: 'names', names: [...new Set(names)] };
  const pattern = parsePattern(source);
  if ('error' in pattern) return pattern;
  if (names.includes('')) return { error: 'a name is missing beside `|`' };
  if (/\s\||\|\s/.test(source)) return { error: 'a pattern cannot have blanks around `|`' };
  const glob = names.find((name) => /^[A-Za-z0-9_.:-]*[A-Za-z0-9_:-]\*$/.test(name));
  if (glob !== undefined) {
    return { error: `\`${glob}\` repeats its last letter; did you mean \`${glob.slice(0, -1)}.*\`?` };
  }
  return pattern;
}

/** Names of `plain` characters alone, or a pattern for a part of the name. */
function parseClaude(source: string, plain: RegExp, separator: RegExp): CompiledMatcher | MatcherError {
  if (!plain.test(source)) {
    const pattern = parsePattern(source);
    return 'error' in pattern ? pattern : { ...pattern, ...splitLookAheads(source) };
  }
  const names = source.split(separator).map((name) => name.trim());
  return { kind: 'names', names: [...new Set(names.filter((name) => name !== ''))] };
}

function parsePattern(source: string): CompiledPattern | MatcherError {
  if (source.length <= MAX_PATTERN_LENGTH) return { kind: 'pattern', source };
  return { error: `a pattern has at most ${MAX_PATTERN_LENGTH} characters, this one has ${source.length}` };
}

/** A negative look-ahead at the start; RE2 has none. */
const LOOK_AHEAD = /^\^\(\?!((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*)\)/;

/** `^(?!Bash$).*` is `^.*`, except what matches `^(?:Bash$)`. */
function splitLookAheads(source: string): Pick<CompiledPattern, 'source' | 'isPart' | 'except'> {
  const except: string[] = [];
  let rest = source;
  for (let found = LOOK_AHEAD.exec(rest); found !== null; found = LOOK_AHEAD.exec(rest)) {
    except.push(`^(?:${found[1] ?? ''})`);
    rest = `^${rest.slice(found[0].length)}`;
  }
  return { source: rest, isPart: true, ...(except.length > 0 ? { except } : {}) };
}

/** What is wrong with the pattern of a matcher; null for one that compiles and for the other kinds. */
export async function checkPattern(matcher: CompiledMatcher): Promise<MatcherError | null> {
  if (matcher.kind !== 'pattern') return null;
  const results = await Promise.all(sourcesOf(matcher).map(loadPattern));
  return results.find((result) => 'error' in result) ?? null;
}

/**
 * Whether a matcher matches a subject with any of `names` (for a tool: `toolNames` or `shownNames`).
 *
 * Synchronous except for the first use of a pattern. A pattern that does not compile matches: it should have been rejected, and
 * a guard that runs too often is better than one that does not run.
 */
export function matchSubject(matcher: CompiledMatcher, names: readonly string[]): boolean | Promise<boolean> {
  if (matcher.kind === 'any') return true;
  if (matcher.kind === 'names') return names.some((name) => matcher.names.includes(name));
  const cached = sourcesOf(matcher).map((source) => compiled.get(source));
  if (!cached.includes(undefined)) return matchPatterns(matcher, cached, names);
  return Promise.all(sourcesOf(matcher).map(loadPattern)).then(
    (results) =>
      matchPatterns(
        matcher,
        results.map((result) => ('error' in result ? null : result.pattern)),
        names,
      ),
    () => true,
  );
}

function sourcesOf({ source, except = [] }: CompiledPattern): readonly string[] {
  return [source, ...except];
}

function matchPatterns(
  { isPart }: CompiledPattern,
  [pattern, ...except]: readonly (Pattern | null | undefined)[],
  names: readonly string[],
): boolean {
  if (pattern == null || except.includes(null)) return true;
  const matches = isPart ? pattern.test : pattern.testWhole;
  return names.some((name) => matches(name) && !except.some((item) => item?.test(name)));
}

/** A compiled pattern. */
export interface Pattern {
  /** Whether a part of a text matches. */
  readonly test: (text: string) => boolean;
  /** Whether all of it matches. */
  readonly testWhole: (text: string) => boolean;
}

const MAX_CACHED = 500;

/** By source. `null` where the source does not compile. */
const compiled = new Map<string, Pattern | null>();

/**
 * Compiles an RE2 pattern: linear time, no look-around, no back-references.
 *
 * Loads the engine (about 20 ms) only when a matcher is a pattern. Returns the engine's message as `error` for a pattern that
 * does not compile.
 */
export async function loadPattern(source: string): Promise<{ error: string } | { pattern: Pattern }> {
  const known = compiled.get(source);
  if (known) return { pattern: known };
  const { RE2JS } = await import('re2js');
  if (compiled.size >= MAX_CACHED) compiled.clear();
  try {
    const engine = RE2JS.compile(source);
    const pattern = {
      test: (text: string) => engine.test(text),
      testWhole: (text: string) => engine.testExact(text),
    };
    compiled.set(source, pattern);
    return { pattern };
  } catch (error) {
    compiled.set(source, null);
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
