/** A matcher as the hook index stores it: plain JSON. */
export type CompiledMatcher =
  | { readonly kind: 'any' }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'pattern'; readonly source: string };

/** What is wrong, as a clause without a full stop. */
export interface MatcherError {
  readonly error: string;
}

const MAX_PATTERN_LENGTH = 512;
const NAME = /^[A-Za-z0-9_.:-]+$/;

/**
 * Parses a `matcher`: empty or `*` for all, names joined by `|`, or else an RE2 pattern.
 *
 * Synchronous, so a pattern is not compiled here: code that accepts a matcher from the user calls `checkPattern` too. Rejects
 * what could never match anything.
 */
export function parseMatcher(text: string): CompiledMatcher | MatcherError {
  const source = text.trim();
  if (source === '' || source === '*') return { kind: 'any' };
  const names = source.split('|').map((name) => name.trim());
  if (names.every((name) => NAME.test(name))) return { kind: 'names', names: [...new Set(names)] };
  if (source.length > MAX_PATTERN_LENGTH) {
    return { error: `a pattern has at most ${MAX_PATTERN_LENGTH} characters, this one has ${source.length}` };
  }
  if (names.includes('')) return { error: 'a name is missing beside `|`' };
  if (/\s\||\|\s/.test(source)) return { error: 'a pattern cannot have blanks around `|`' };
  const glob = names.find((name) => /^[A-Za-z0-9_.:-]*[A-Za-z0-9_:-]\*$/.test(name));
  if (glob !== undefined) {
    return { error: `\`${glob}\` repeats its last letter; did you mean \`${glob.slice(0, -1)}.*\`?` };
  }
  return { kind: 'pattern', source };
}

/** What is wrong with the pattern of a matcher; null for one that compiles and for the other kinds. */
export async function checkPattern(matcher: CompiledMatcher): Promise<MatcherError | null> {
  if (matcher.kind !== 'pattern') return null;
  const result = await loadPattern(matcher.source);
  return 'error' in result ? result : null;
}

/**
 * Whether a matcher matches a subject with any of `names` (for a tool: `toolNames`).
 *
 * Synchronous except for the first use of a pattern. A pattern that does not compile matches: it should have been rejected, and
 * a guard that runs too often is better than one that does not run.
 */
export function matchSubject(matcher: CompiledMatcher, names: readonly string[]): boolean | Promise<boolean> {
  if (matcher.kind === 'any') return true;
  if (matcher.kind === 'names') return names.some((name) => matcher.names.includes(name));
  const cached = cachedPattern(matcher.source);
  if (cached !== undefined) return cached === null || names.some(cached);
  return loadPattern(matcher.source).then(
    (result) => 'error' in result || names.some(result.pattern),
    () => true,
  );
}

/** A compiled pattern: whether all of a text matches. */
type Pattern = (text: string) => boolean;

const MAX_CACHED = 500;

/** By source. `null` where the source does not compile. */
const compiled = new Map<string, Pattern | null>();

/** A pattern compiled before; undefined where the engine or the pattern is yet to be loaded. */
function cachedPattern(source: string): Pattern | null | undefined {
  return compiled.get(source);
}

/**
 * Compiles an RE2 pattern: linear time, anchored at both ends, no look-around, no back-references.
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
    const pattern: Pattern = (text) => engine.testExact(text);
    compiled.set(source, pattern);
    return { pattern };
  } catch (error) {
    compiled.set(source, null);
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
