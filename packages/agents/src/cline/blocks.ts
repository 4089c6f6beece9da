import type { EditEntry } from '@hookmd/core/matching';

const SEARCH = /^(?:-{3,}|<{3,}) SEARCH>?$/;
const MIDDLE = /^={3,}$/;
const REPLACE = /^(?:\+{3,}|>{3,}) REPLACE>?$/;

/** The edits of a `diff` of SEARCH and REPLACE blocks; null = it has something else. */
export function readBlocks(diff: string): readonly EditEntry[] | null {
  const edits: EditEntry[] = [];
  let before: string[] | null = null;
  let after: string[] | null = null;
  for (const line of diff.split(/\r?\n/)) {
    if (before === null) {
      if (SEARCH.test(line)) before = [];
      else if (line.trim() !== '') return null;
    } else if (after === null) {
      if (MIDDLE.test(line)) after = [];
      else before.push(line);
    } else if (REPLACE.test(line)) {
      edits.push({ old_string: before.join('\n'), new_string: after.join('\n') });
      before = after = null;
    } else after.push(line);
  }
  return before === null && edits.length > 0 ? edits : null;
}
