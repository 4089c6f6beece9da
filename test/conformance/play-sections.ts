import { describe, test } from 'vitest';
import { hasPrograms } from '../support/programs.ts';
import type { Section } from './ids.ts';
import type { Case } from './row.ts';
import { rows } from './rows.ts';
import { runCase } from './run-case.ts';

/** A case is a dozen short processes at most; on a machine that does other things too they take their time. */
const LIMIT_MS = 120_000;

/** Registers every case of these sections that is not pending, as a test. */
export function playSections(sections: readonly Section[]): void {
  for (const { prefix, title } of sections) {
    describe.concurrent(`${prefix} ${title}`, () => {
      for (const { id, cases = [] } of rows[prefix] ?? []) {
        for (const item of cases.filter((each): each is Case => !('pending' in each))) {
          test.skipIf(!hasPrograms(item.needs))(`${id} ${item.says}`, { timeout: LIMIT_MS }, () =>
            runCase(item),
          );
        }
      }
    });
  }
}
