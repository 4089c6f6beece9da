import type { JsonSyntax } from '@hookmd/agents';
import type { JsonValue } from '@hookmd/core/internal/protocol/json';
import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** A place in the text of a document, from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

const TOLERANT = { comments: true, trailingCommas: true };

/** A value and where it stands in the text. The children of an object are its members: two children, key and value. */
export type JsonNode = Node;

export type JsonReading =
  | { readonly root: JsonNode | null; readonly value: JsonValue }
  | { readonly error: string; readonly place: TextPlace };

/**
 * JSON, by default with comments and trailing commas, which some agents read. Empty text is `root: null`. Never throws; what the file says
 * is quoted in no message, because settings hold keys.
 */
export function readJsonText(
  text: string,
  { comments, trailingCommas }: Pick<JsonSyntax, 'comments' | 'trailingCommas'> = TOLERANT,
): JsonReading {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, {
      allowTrailingComma: trailingCommas,
      disallowComments: !comments,
      allowEmptyContent: true,
    });
    const [first] = errors;
    if (first !== undefined) {
      const error = sentences[printParseErrorCode(first.error)] ?? 'it is no JSON';
      return { error, place: placeIn(text, first.offset) };
    }
    if (root === undefined) return { root: null, value: null };
    return { root, value: nodeValue(root) };
  } catch {
    return { error: 'it is nested too deeply', place: { line: 1, column: 1 } };
  }
}

/** The same as an agent reads it, with all that makes it read nothing. */
export function readAsAgent(
  { text, isMarked }: { readonly text: string; readonly isMarked: boolean },
  reads: JsonSyntax,
): JsonReading {
  if (!isMarked || reads.mark) return readJsonText(text, reads);
  const error = 'it begins with a byte order mark, and this agent reads none';
  return { error, place: { line: 1, column: 1 } };
}

export function placeIn(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The members of an object that have this key: more than one where it stands twice. */
export function membersOf(object: JsonNode, key: string): readonly JsonNode[] {
  if (object.type !== 'object') return [];
  return (object.children ?? []).filter((one) => one.children?.[0]?.value === key);
}

export function nodeValue(node: JsonNode): JsonValue {
  return getNodeValue(node) as JsonValue;
}

/** What stands behind a child of a list or an object, up to the next one or the closing bracket. */
export interface Behind {
  /** Of the comma; null = there is none. */
  readonly comma: number | null;
  /** Where the last comma or comment ends, or the child itself. */
  readonly end: number;
  /** That comment goes on to the end of its line, and needs it. */
  readonly isOpen: boolean;
}

/** Looks at commas and comments from `offset` to `until`. */
export function lookBehind(text: string, offset: number, until: number): Behind {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let comma: number | null = null;
  let end = offset;
  let isOpen = false;
  for (scanner.scan(); scanner.getTokenOffset() < until; scanner.scan()) {
    const from = scanner.getTokenOffset();
    const length = scanner.getTokenLength();
    if (length === 0) break;
    const token = text.slice(from, from + length);
    if (token.trim() === '') continue;
    if (token === ',') comma = from;
    end = from + length;
    isOpen = token.startsWith('//');
  }
  return { comma, end, isOpen };
}

const sentences: Readonly<Record<string, string>> = {
  CommaExpected: 'a comma is missing',
  ColonExpected: 'a colon is missing',
  ValueExpected: 'a value is missing, or a comma too many',
  PropertyNameExpected: 'a key in double quotes is missing, or a comma too many',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'something follows the end of the document',
  InvalidCommentToken: 'there is a comment, and this agent reads none',
  UnexpectedEndOfString: 'a text is not closed',
  UnexpectedEndOfComment: 'a comment is not closed',
};
