import { createLineTable, type Locate, type TextPlace } from '@hookmd/core/manifest';
import { type JsonNode, membersOf, readJsonText } from '../../attach/json-text.ts';

/** Finds the place of a value, or of the nearest part of its path that exists. The text must be valid JSON. */
export function locateInJson(text: string): Locate {
  const location = createLineTable(text, 1);
  const reading = readJsonText(text);
  const root = 'root' in reading ? reading.root : null;
  return (path, of = 'value') => {
    let node: JsonNode | null = root;
    let offset = root?.offset ?? 0;
    for (const [depth, step] of path.entries()) {
      const [key, value]: readonly (JsonNode | undefined)[] = node === null ? [] : childOf(node, step);
      if (value === undefined) break;
      node = value;
      offset = of === 'key' && depth === path.length - 1 && key !== undefined ? key.offset : value.offset;
    }
    return location(offset);
  };
}

function childOf(node: JsonNode, step: string | number): readonly (JsonNode | undefined)[] {
  if (typeof step === 'string') return membersOf(node, step)[0]?.children ?? [];
  return node.type === 'array' ? [undefined, node.children?.[step]] : [];
}

/** The place where `JSON.parse` stopped, if its message names one. */
export function placeOfSyntaxError(text: string, message: string): TextPlace | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : createLineTable(text, 1)(Number(position));
}
