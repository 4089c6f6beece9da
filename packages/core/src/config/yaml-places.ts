import { isMap, isScalar, isSeq, type Pair, type ParsedNode } from '../manifest/yaml-library.ts';

/** A key and its value, with their places. */
export type Found = Pair<ParsedNode, ParsedNode | null>;

/** Where the last sign of a key and its value stands. */
export function pairEnd(text: string, { key, value }: Found): number {
  return isEmpty(value) ? afterColon(text, key.range[1]) : endOf(text, value, key.range[1]);
}

/** Where the last sign of a value stands, without comments and blank lines behind it. */
export function endOf(text: string, node: ParsedNode | null, orElse: number): number {
  if ((isMap(node) || isSeq(node)) && !node.flow) {
    const last = node.items.at(-1);
    if (isMap(node) && last !== undefined) return pairEnd(text, last as Found);
    return endOf(text, (last as ParsedNode | undefined) ?? null, orElse);
  }
  const end = node?.range[1] ?? orElse;
  return node === null ? end : node.range[0] + text.slice(node.range[0], end).trimEnd().length;
}

/** Nothing is written there, as behind `hooks:`. */
export function isEmpty(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && node.value === null && node.source === '');
}

/** Behind the colon of a key, or behind the key where it has none. */
export function afterColon(text: string, keyEnd: number): number {
  return keyEnd + (/^\s*:/.exec(text.slice(keyEnd))?.[0].length ?? 0);
}

/** What stands before a key on its line; null where that is more than blanks. */
export function indentOf(text: string, key: ParsedNode): string | null {
  const before = text.slice(lineStart(text, key.range[0]), key.range[0]).replace('\ufeff', '');
  return /^ *$/.test(before) ? before : null;
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Before the line break, in either spelling. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at < 0) return text.length;
  return text[at - 1] === '\r' ? at - 1 : at;
}

export function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

export function cut(text: string, start: number, length: number, instead: string): string {
  return text.slice(0, start) + instead + text.slice(start + length);
}
