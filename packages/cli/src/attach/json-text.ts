import type { JsonSyntax } from '@hookmd/agents';
import { isJsonObject, type JsonValue } from '@hookmd/core/events';
import {
  applyEdits,
  createScanner,
  type Edit,
  findNodeAtLocation,
  getNodePath,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** A position in the text of a document, from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

const TOLERANT = { comments: true, trailingCommas: true };

/** A value and its position in the text. The children of an object are its members: two children, key and value. */
export type JsonNode = Node;

export type JsonReading =
  | { readonly root: JsonNode | null; readonly value: JsonValue }
  | { readonly error: string; readonly location: TextPlace };

/**
 * JSON, by default with comments and trailing commas, which some agents read. Empty text is `root: null`. Never throws. No message
 * quotes the file, because settings hold keys.
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
      return { error, location: placeIn(text, first.offset) };
    }
    if (root === undefined) return { root: null, value: null };
    return { root, value: nodeValue(root) };
  } catch {
    return { error: 'it is nested too deeply', location: { line: 1, column: 1 } };
  }
}

/** The same as an agent reads it, with all that makes it read nothing. */
export function readAsAgent(
  { text, isMarked }: { readonly text: string; readonly isMarked: boolean },
  reads: JsonSyntax,
): JsonReading {
  if (!isMarked || reads.mark) return readJsonText(text, reads);
  const error = 'it begins with a byte order mark, and this agent reads none';
  return { error, location: { line: 1, column: 1 } };
}

export function placeIn(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The members of an object that have this key: more than one where it appears twice. */
export function membersOf(object: JsonNode, key: string): readonly JsonNode[] {
  if (object.type !== 'object') return [];
  return (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
}

export function nodeValue(node: JsonNode): JsonValue {
  return getNodeValue(node) as JsonValue;
}

/** The keys and indexes that lead to a value. */
export function pathTo(node: JsonNode): JSONPath {
  return getNodePath(node);
}

/**
 * The text with a value at a path, on one line; the index -1 adds to the end of a list. Lines of others stay as they are:
 * the formatter of `modify` would lay out each whole line that it touches.
 */
export function setValue(text: string, path: JSONPath, value: JsonValue): string {
  const missing = path.findIndex((_, index) => nodeAt(text, path.slice(0, index + 1)) === undefined);
  if (missing >= 0 && missing < path.length - 1)
    return setValue(setValue(text, path.slice(0, missing + 1), {}), path, value);
  const [edit] = modify(text, path, value, {});
  const container = nodeAt(text, path.slice(0, -1));
  if (edit === undefined || container === undefined) return text;
  if (edit.length > 0) return applyEdits(text, [{ ...edit, content: onOneLine(value) }]);
  const key = path.at(-1);
  const content = (typeof key === 'string' ? `${JSON.stringify(key)}: ` : '') + onOneLine(value);
  return applyEdits(text, insertions(text, container, edit.offset, content));
}

function insertions(text: string, container: JsonNode, offset: number, content: string): Edit[] {
  const insert = (at: number, added: string): Edit => ({ offset: at, length: 0, content: added });
  const first = container.children?.[0];
  const isOnOneLine = !/[\r\n]/.test(text.slice(container.offset, container.offset + container.length));
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const outer = indentAt(text, container.offset);
  const step = /(?:^|[\r\n])([ \t]+)["{[\]}]/.exec(text)?.[1] ?? '  ';
  if (first === undefined) {
    if (container.type === 'array' && isOnOneLine) return [insert(offset, content)];
    const end = isOnOneLine ? lineBreak + outer : '';
    return [insert(offset, `${lineBreak}${outer}${step}${content}${end}`)];
  }
  if (!/[\r\n]/.test(text.slice(offset, container.offset + container.length)))
    return [insert(offset, `, ${content}`)];
  const isFirstOnLine = /[\r\n][ \t]*$/.test(text.slice(0, first.offset));
  const line = `${lineBreak}${isFirstOnLine ? indentAt(text, first.offset) : outer + step}${content}`;
  // A comment beside the last child stays beside it.
  const comment =
    /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)(?=[\r\n])/.exec(text.slice(offset))?.[0] ?? '';
  return [insert(offset, ','), insert(offset + comment.length, line)];
}

function nodeAt(text: string, path: JSONPath): JsonNode | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root === undefined ? undefined : findNodeAtLocation(root, path);
}

/** The indentation of the line of a position. */
function indentAt(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return (
    /^[ \t]*/.exec(before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1))?.[0] ?? ''
  );
}

/** JSON on one line, with blanks inside the braces of objects. */
function onOneLine(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${onOneLine(inner ?? null)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/**
 * The text without one child of a list or object, its comma and its line. Comments and all else stay.
 *
 * `modify` removes the comments around a child too, and breaks a list on one line: `[1,2]` becomes `[12]`.
 */
export function removeChild(text: string, child: JsonNode): string {
  const { offset, length, children = [] } = child.parent ?? child;
  const [open, close] = [offset + 1, offset + length - 1];
  const index = children.indexOf(child);
  const [previous, next] = [children[index - 1], children[index + 1]];
  let end = child.offset + child.length;
  const behind = commaAfter(text, end);
  const comma =
    behind ?? (previous === undefined ? null : commaAfter(text, previous.offset + previous.length));
  if (behind !== null && text.slice(end, behind).trim() === '') end = behind + 1;
  const around = text.slice(open, child.offset) + text.slice(end, close);
  if (children.length === 1 && around.trim() === '') return cut(text, open, close);
  const rest = cut(text, ...extentOf(text, child.offset, end, next === undefined));
  if (comma === null || (comma >= child.offset && comma < end)) return rest;
  const at = comma < child.offset ? comma : comma - (text.length - rest.length);
  return cut(rest, at, at + 1);
}

/** With its line where nothing else is on it, else with the blanks beside it. */
function extentOf(text: string, start: number, end: number, isLast: boolean): [from: number, to: number] {
  const before = start - (/[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0);
  const after = end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0);
  const lineBreak = /^(?:\r\n|\r|\n)/.exec(text.slice(after))?.[0].length ?? 0;
  if (lineBreak > 0 && /[\r\n]/.test(text[before - 1] ?? '')) return [before, after + lineBreak];
  return isLast ? [before, end] : [start, after];
}

/** The position of the comma behind a child, comments passed over; null = there is none. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : null;
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
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
  UnexpectedEndOfString: 'a string is not closed',
  UnexpectedEndOfComment: 'a comment is not closed',
};
