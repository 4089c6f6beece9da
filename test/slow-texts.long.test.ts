import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Guards } from './support/guard-speed.ts';
import { makeScratch } from './support/scratch.ts';
import { slowTexts } from './support/slow-texts.ts';

/** All slow texts; `test/long/slow-texts.test.ts` plays the slowest in more ways. */

const names = ['block-dangerous', 'no-force-push', 'protect-paths'];
const scratch = makeScratch();
let guards: Guards;

beforeAll(async () => {
  guards = await Guards.open(names, { project: scratch.project, home: scratch.home });
});
afterAll(async () => {
  await guards.close();
  scratch.remove();
});

describe.each(names)('%s answers in time', (name) => {
  it.each(Object.entries(slowTexts))('%s', async (_, make) => {
    expect(await guards.evaluate(name, make(65_536))).toMatchObject({ isFast: true });
  });
});
