import { isJsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import { type JsonNode, lookBehind } from './json-text.ts';

/** How a text is laid out. */
export interface Layout {
  readonly lineBreak: string;
  /** One step of indentation. */
  readonly step: string;
}

export function layoutOf(text: string): Layout {
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const step = /(?:^|[\r\n])([ \t]+)["{[\]}]/.exec(text)?.[1] ?? '  ';
  return { lineBreak, step };
}

/** A new child of a list or object, given how its first line is indented. */
type Render = (indent: string) => string;

/**
 * The text with one more child at the end of a list or object, in the way in which the others stand there. Everything else
 * stays as it is, byte for byte: comments stay behind what they were behind.
 */
export function addChild(text: string, container: JsonNode, render: Render, layout: Layout): string {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  if (last === undefined) return addFirst(text, container, render, layout);
  const lastEnd = last.offset + last.length;
  const { comma, end } = lookBehind(text, lastEnd, close);
  const isOnOneLine = !/[\r\n]/.test(text.slice(lastEnd, close));
  const [before, behind] = comma === null ? [',', ''] : ['', ','];
  if (isOnOneLine) return insert(text, end, `${before} ${render(indentAt(text, last.offset))}${behind}`);
  const own = ownIndent(text, last.offset) ?? indentAt(text, close) + layout.step;
  const added = `${layout.lineBreak}${own}${render(own)}${behind}`;
  const withChild = insert(text, end, added);
  return comma === null ? insert(withChild, lastEnd, ',') : withChild;
}

function addFirst(text: string, container: JsonNode, render: Render, { lineBreak, step }: Layout): string {
  const close = container.offset + container.length - 1;
  const { end } = lookBehind(text, container.offset + 1, close);
  const outer = indentAt(text, container.offset);
  const isOnOneLine = !/[\r\n]/.test(text.slice(container.offset, close));
  if (isOnOneLine && container.type === 'array') {
    const blank = end > container.offset + 1 ? ' ' : '';
    return text.slice(0, end) + blank + render(outer) + text.slice(close);
  }
  const added = `${lineBreak}${outer}${step}${render(outer + step)}`;
  if (!isOnOneLine) return insert(text, end, added);
  return text.slice(0, end) + added + lineBreak + outer + text.slice(close);
}

/** `"key": {"key": … value}`, an object on lines of its own for each key but the last. */
export function renderMember(keys: readonly string[], value: JsonValue, layout: Layout): Render {
  const [key = '', ...rest] = keys;
  const name = `${JSON.stringify(key)}: `;
  if (rest.length === 0) return () => name + onOneLine(value);
  const inner = renderMember(rest, value, layout);
  const { lineBreak, step } = layout;
  return (indent) => `${name}{${lineBreak}${indent}${step}${inner(indent + step)}${lineBreak}${indent}}`;
}

/** JSON on one line, as people write it. */
export function onOneLine(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${onOneLine(one ?? null)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** How the line is indented on which something stands. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(lineBefore(text, offset))?.[0] ?? '';
}

/** The same, where it is the first thing on its line; null = it is not. */
function ownIndent(text: string, offset: number): string | null {
  const line = lineBefore(text, offset);
  return line.trim() === '' ? line : null;
}

/** What stands before it on its line. */
function lineBefore(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
}

function insert(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}
