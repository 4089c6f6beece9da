import { expect, it } from 'vitest';
import { findSurvivors } from '../../../test/support/mutants.ts';
import { knownSurvivors } from './known-survivors.fixture.ts';

it('falls where any one of its lines is missing', async () => {
  expect(await findSurvivors(import.meta.dirname)).toEqual(knownSurvivors.map(({ line }) => line).sort());
}, 1_800_000);
