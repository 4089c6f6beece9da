import { plays } from '@hookmd/conformance';
import { describe, expect, it } from 'vitest';
import { driver } from './driver.fixture.ts';

describe.concurrent('an agent on LangChain, in every way', () => {
  for (const { title, skip, play } of plays(driver)) {
    it.skipIf(skip !== null)(title, async () => expect(await play()).toEqual([]));
  }
});
