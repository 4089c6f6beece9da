import { type JsonNode, lookBehind } from './json-text.ts';

/** The text without one child of a list or object, its comma and its line; comments stay. */
export function takeChild(given: string, container: JsonNode, child: JsonNode): string {
  const children = container.children ?? [];
  const at = children.indexOf(child);
  const close = container.offset + container.length - 1;
  const end = child.offset + child.length;
  const next = children[at + 1];
  const previous = children[at - 1];
  const behind = lookBehind(given, end, next?.offset ?? close);
  // With a comment before it the comma goes by itself: a blank in its place leaves everything where it is.
  const isApart = behind.comma !== null && given.slice(end, behind.comma).trim() !== '';
  const text = isApart && behind.comma !== null ? blankAt(given, behind.comma) : given;
  const to = behind.comma === null || isApart ? end : behind.comma + 1;
  if (next === undefined && previous === undefined) return takeOnly(text, container, child, to);
  if (next === undefined && previous !== undefined) {
    // The comma before it is the last one now, and stays where the last one had a comma.
    const before = lookBehind(text, previous.offset + previous.length, child.offset);
    const rest = cut(text, startOf(text, child, to, before.isOpen), to);
    return behind.comma !== null || before.comma === null ? rest : cut(rest, before.comma, before.comma + 1);
  }
  const line = blankBefore(text, child.offset);
  const isOwnLine = line !== child.offset && /[\r\n]/.test(text.slice(line, child.offset));
  if (isOwnLine && /^[ \t]*(?:[\r\n]|$)/.test(text.slice(to))) return cut(text, line, to);
  return cut(text, child.offset, to + (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0));
}

/** What is left is empty: without anything in it, where there was nothing else. */
function takeOnly(text: string, container: JsonNode, child: JsonNode, end: number): string {
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const rest = text.slice(open, child.offset) + text.slice(end, close);
  if (rest.trim() === '') return cut(text, open, close);
  const { isOpen } = lookBehind(text, open, child.offset);
  return cut(text, startOf(text, child, end, isOpen), end);
}

/** With the blanks before it, unless a comment would then go on over what follows. */
function startOf(text: string, child: JsonNode, to: number, isOpen: boolean): number {
  return isOpen && !/^[ \t]*[\r\n]/.test(text.slice(to)) ? child.offset : blankBefore(text, child.offset);
}

/** Where the blanks before something begin, the line break among them. */
function blankBefore(text: string, offset: number): number {
  const blank = /(?:\r\n|\r|\n)?[ \t]*$/.exec(text.slice(0, offset));
  return blank?.index ?? offset;
}

function blankAt(text: string, at: number): string {
  return `${text.slice(0, at)} ${text.slice(at + 1)}`;
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}
