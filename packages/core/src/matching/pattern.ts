/** A compiled pattern: whether all of a text matches. */
type Pattern = (text: string) => boolean;

const MAX_CACHED = 500;

/** By source. `null` where the source does not compile. */
const compiled = new Map<string, Pattern | null>();

/** A pattern compiled before; undefined where the engine or the pattern is yet to be loaded. */
export function cachedPattern(source: string): Pattern | null | undefined {
  return compiled.get(source);
}

/**
 * Compiles an RE2 pattern: linear time, anchored at both ends, no look-around, no back-references.
 *
 * The only place that loads the engine (about 20 ms), and only when a matcher is a pattern.
 * Answers the engine's complaint as `error` for a pattern that does not compile.
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
