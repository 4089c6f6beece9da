import { createLineTable, type Locate, type TextPlace } from '@hookmd/core/manifest';
import { membersOf, readJsonText } from '../../attach/json-text.ts';

/** Finds the place of a value, or of the nearest part of its path that exists. The text must be valid JSON. */
export function locateInJson(text: string): Locate {
  const location = createLineTable(text, 1);
  const reading = readJsonText(text);
  const root = 'root' in reading ? reading.root : null;
  return (path, of = 'value') => {
    let node = root;
    let offset = root?.offset ?? 0;
    for (const [depth, step] of path.entries()) {
      const member = typeof step === 'string' && node !== null ? membersOf(node, step)[0] : undefined;
      const [key, value] = member?.children ?? [undefined, node?.children?.[Number(step)]];
      if (value === undefined) break;
      node = value;
      offset = of === 'key' && depth === path.length - 1 ? (key ?? value).offset : value.offset;
    }
    return location(offset);
  };
}

/** The place where `JSON.parse` stopped, if its message names one. */
export function placeOfSyntaxError(text: string, message: string): TextPlace | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : createLineTable(text, 1)(Number(position));
}
