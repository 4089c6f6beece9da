import type { JsonValue } from '../../events/json.ts';

/**
 * A regular expression that an agent searches for anywhere in a name, as a matcher of HookMD, which fits the whole. What is no
 * text is left to the reader of the manifest.
 */
export function somewhere(matcher: JsonValue | undefined): JsonValue | undefined {
  return isAny(matcher) ? matcher : `.*(?:${safe(matcher)}).*`;
}

/** The same, of a text that may have several lines. */
export function somewhereInText(matcher: JsonValue | undefined): JsonValue | undefined {
  return isAny(matcher) ? matcher : `.*(?s:.*)(?:${safe(matcher)})(?s:.*)`;
}

/** A regular expression for the whole of a name. */
export function whole(matcher: JsonValue | undefined): JsonValue | undefined {
  return isAny(matcher) ? matcher : `(?:${safe(matcher)})`;
}

/** A text that the value has to be. */
export function exactly(matcher: JsonValue | undefined): JsonValue | undefined {
  if (isAny(matcher) || /^[\w.:-]+$/.test(matcher)) return matcher;
  return matcher.replace(/[^\w]/g, (sign) => `\\x{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

function isAny(matcher: JsonValue | undefined): matcher is Exclude<JsonValue, string> | '' | '*' | undefined {
  return typeof matcher !== 'string' || matcher.trim() === '' || matcher.trim() === '*';
}

/** What HookMD, which reads names before patterns, would take for a mistake in a list of names. */
const BAD_NAME = /^(?:$|\||[\w.:-]*[\w:-]\*(?:\||$))/;

/** The same pattern without what would be wrong in a list of names. */
function safe(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[| ]/gs, (part, offset: number) => {
    if (part === ' ') return '\\x20';
    return part === '|' && BAD_NAME.test(pattern.slice(offset + 1)) ? '|(?:)' : part;
  });
}
