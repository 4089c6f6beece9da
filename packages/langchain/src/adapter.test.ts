import { plays } from '@hookmd/conformance';
import { describe, expect, it } from 'vitest';
import { checks } from './checks.fixture.ts';
import { driver } from './driver.fixture.ts';

/** The other ways are played in the long suite. */
const ways = ['given whole', 'streaming streamed', 'added later whole', 'of MCP streamed'];

describe.concurrent('an agent on LangChain', () => {
  for (const { title, tools, model, skip, play } of plays(driver)) {
    if (!ways.includes(`${tools} ${model}`)) continue;
    it.skipIf(skip !== null)(title, async () => expect(await play()).toEqual([]));
  }
  for (const { title, run } of checks) it(title, run);
});
