import { deepEqual } from 'node:assert/strict';
import { plays } from '@hookmd/conformance';
import type { Check } from './check.fixture.ts';
import { checks } from './checks.fixture.ts';
import { driver } from './driver.fixture.ts';

/** Every row once, in changing ways, and every check. */
export function testsOf(): readonly Check[] {
  return [
    ...checks,
    ...plays(driver)
      .filter(({ tools, model }) => (tools === 'given') === (model === 'whole') || tools === 'added later')
      .map(({ title, play }) => ({ title, run: async () => deepEqual(await play(), []) })),
  ];
}
