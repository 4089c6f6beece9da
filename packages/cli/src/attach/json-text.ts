import { isJsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** A place in the text of a document, from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A value and where it stands in the text. */
export type JsonNode = Node;

export type JsonReading =
  | { readonly root: JsonNode | null; readonly value: JsonValue }
  | { readonly error: string; readonly place: TextPlace };

/**
 * JSON as agents read it: with comments and trailing commas. Empty text is `root: null`. Never throws; what the file says
 * is quoted in no message, because settings hold keys.
 */
export function readJsonText(text: string): JsonReading {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch {
    return { error: 'it is nested too deeply', place: { line: 1, column: 1 } };
  }
  const [first] = errors;
  if (first !== undefined)
    return {
      error: sentences[printParseErrorCode(first.error)] ?? 'it is no JSON',
      place: placeIn(text, first.offset),
    };
  if (root === undefined) return { root: null, value: null };
  return { root, value: getNodeValue(root) as JsonValue };
}

export function placeIn(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The value of a key; the last one counts where it stands twice, as for every reader of JSON. */
export function memberOf(node: JsonNode, key: string): JsonNode | null {
  const found = node.children?.filter((one) => one.children?.[0]?.value === key).at(-1);
  return node.type === 'object' ? (found?.children?.[1] ?? null) : null;
}

/** Where a key stands a second time, on the way to `path`; null = nowhere. */
export function doubledKey(root: JsonNode, path: readonly string[]): JsonNode | null {
  let node: JsonNode | null = root;
  for (const key of path) {
    if (node?.type !== 'object') return null;
    const all: JsonNode[] = (node.children ?? []).filter((one: JsonNode) => one.children?.[0]?.value === key);
    if (all.length > 1) return all[1] ?? null;
    node = memberOf(node, key);
  }
  return null;
}

const sentences: Readonly<Record<string, string>> = {
  CommaExpected: 'a comma is missing',
  ColonExpected: 'a colon is missing',
  ValueExpected: 'a value is missing',
  PropertyNameExpected: 'a key in double quotes is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'something follows the end of the document',
  UnexpectedEndOfString: 'a text is not closed',
  UnexpectedEndOfComment: 'a comment is not closed',
  InvalidCommentToken: 'a comment is not allowed here',
};

/** What stands at keys from the top; undefined = nothing. */
export function valueAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const key of path) at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}
