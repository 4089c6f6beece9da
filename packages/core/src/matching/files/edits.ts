import { isJsonObject, isSameJson, type JsonObject } from '../../events/json.ts';

/** One replacement in a file, under Claude Code's names; agents may add keys. */
export type EditEntry = JsonObject & { readonly old_string: string; readonly new_string: string };

export function areEdits(value: unknown): value is readonly EditEntry[] {
  return Array.isArray(value) && value.length > 0 && value.every(isEdit);
}

function isEdit(value: unknown): value is EditEntry {
  return (
    isJsonObject(value) && typeof value['old_string'] === 'string' && typeof value['new_string'] === 'string'
  );
}

/**
 * Several edits of one file as the arguments of one `Edit`: their texts joined, so that a hook which reads `new_string` reads
 * all that is written, and each of them under `edits`.
 */
export function joinEdits(edits: readonly EditEntry[]): JsonObject {
  return {
    old_string: edits.map((edit) => edit.old_string).join('\n'),
    new_string: edits.map((edit) => edit.new_string).join('\n'),
    edits,
  };
}

/**
 * The edits that a hook made of those that `joinEdits` joined: it may change `edits`, or the texts of a single one. Null = the
 * change is none of the edits, or two that contradict each other.
 */
export function changedEdits(before: readonly EditEntry[], changed: JsonObject): readonly EditEntry[] | null {
  const { edits = before, old_string: old, new_string: written } = changed;
  if (!areEdits(edits) || typeof old !== 'string' || typeof written !== 'string') return null;
  const texts = { old_string: old, new_string: written };
  const fits = ({ old_string, new_string }: JsonObject): boolean =>
    isSameJson(texts, { old_string, new_string });
  if (fits(joinEdits(edits)) || (fits(joinEdits(before)) && !isSameJson(edits, before))) return edits;
  const [only, ...more] = before;
  return more.length === 0 && isSameJson(edits, before) ? [{ ...only, ...texts }] : null;
}
