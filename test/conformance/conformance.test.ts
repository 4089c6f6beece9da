import { describe, expect, test } from 'vitest';
import { longSections, rowIds, sections } from './ids.ts';
import { issues } from './issues.ts';
import { playSections } from './play-sections.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';

describe('the rows', () => {
  const all: readonly Row[] = Object.values(rows).flat();

  test('every row of the specification is here, once', () => {
    expect(all.map(({ id }) => id).sort()).toEqual([...rowIds].sort());
  });

  test('rows stand in the file of their section, in order', () => {
    for (const { prefix } of sections) {
      const ids = rows[prefix]?.map(({ id }) => id);
      expect(ids).toEqual(rowIds.filter((id) => id.replace(/\d+$/, '') === prefix));
    }
  });

  test('every row has cases, the issue that brings it, or the reason why it cannot apply', () => {
    const titles: readonly string[] = Object.values(issues);
    for (const { id, cases = [], pending, excluded } of all) {
      expect(cases.length > 0 || pending !== undefined || excluded !== undefined, `${id} is empty`).toBe(
        true,
      );
      const named = [pending, ...cases.map((item) => ('pending' in item ? item.pending : undefined))];
      for (const title of named)
        expect(title === undefined || titles.includes(title), `${id}: ${title}`).toBe(true);
    }
  });

  test('no two cases of a row have the same title', () => {
    for (const { id, cases = [] } of all) {
      expect(new Set(cases.map(({ says: message }) => message)).size, id).toBe(cases.length);
    }
  });
});

playSections(sections.filter(({ prefix }) => !longSections.includes(prefix)));
