import { createLineTable, type KeyPath, type Locate, type TextPlace } from '@hookmd/core/manifest';

/** Where values of a JSON text stand. The text is valid JSON: nothing is checked again. */
export function locateInJson(text: string): Locate {
  const place = createLineTable(text, 1);
  return (path, of = 'value') => place(findOffset(text, path, of));
}

/** Where `JSON.parse` stopped, where it says so. */
export function placeOfSyntaxError(text: string, message: string): TextPlace | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : createLineTable(text, 1)(Number(position));
}

function findOffset(text: string, path: KeyPath, of: 'key' | 'value'): number {
  let at = skipBlanks(text, 0);
  for (const [depth, step] of path.entries()) {
    const child = findChild(text, at, step);
    if (child === null) return at;
    at = of === 'key' && depth === path.length - 1 ? child.key : child.value;
  }
  return at;
}

function findChild(
  text: string,
  container: number,
  step: string | number,
): { readonly key: number; readonly value: number } | null {
  const isObject = text[container] === '{';
  let at = skipBlanks(text, container + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index++) {
    const key = at;
    let name: string | number = index;
    if (isObject) {
      const end = endOfValue(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = skipBlanks(text, skipBlanks(text, end) + 1);
    }
    if (name === step) return { key, value: at };
    at = skipBlanks(text, endOfValue(text, at));
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
  return null;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"') at = endOfText(text, at);
    else if ('{['.includes(sign)) depth++;
    else if ('}]'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) return at;
    else continue;
    if (depth < 0) return at;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
