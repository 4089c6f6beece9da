import { plays } from '@hookmd/conformance';
import { describe, expect, it } from 'vitest';
import { driverOf } from './driver.fixture.ts';
import { sdks } from './sdks.fixture.ts';

describe.concurrent.each(sdks)('an agent on $name, in every way', (sdk) => {
  for (const { title, skip, play } of plays(driverOf(sdk))) {
    it.skipIf(skip !== null)(title, async () => expect(await play()).toEqual([]));
  }
});
