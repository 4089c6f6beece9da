import { expect, it } from 'vitest';
import { findSurvivors } from '../../../test/support/mutants.ts';
import { knownSurvivors } from './known-survivors.fixture.ts';

/** Some hundred times the suite, of which most is over at its first test. */
const LIMIT_MS = 3_600_000;

it('falls where any one of its lines is missing', { timeout: LIMIT_MS }, async () => {
  expect(await findSurvivors(import.meta.dirname)).toEqual(knownSurvivors.map(({ line }) => line).sort());
});
