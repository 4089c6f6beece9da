import { deepEqual } from 'node:assert/strict';
import { plays } from '@hookmd/conformance';
import type { Check } from './check.fixture.ts';
import { checksOf } from './checks.fixture.ts';
import { driverOf } from './driver.fixture.ts';
import { sdks } from './sdks.fixture.ts';

/** Every row once, in changing ways, and every check, on both versions. */
export function testsOf(): readonly Check[] {
  return sdks.flatMap((sdk) => [
    ...checksOf(sdk).map(({ title, run }) => ({ title: `${sdk.name} · ${title}`, run })),
    ...plays(driverOf(sdk))
      .filter(({ tools, model }) => (tools === 'given') === (model === 'whole') || tools === 'added later')
      .map(({ title, play }) => ({ title, run: async () => deepEqual(await play(), []) })),
  ]);
}
