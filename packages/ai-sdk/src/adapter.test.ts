import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plays } from '@hookmd/conformance';
import { describe, expect, it } from 'vitest';
import { checksOf } from './checks.fixture.ts';
import { driverOf } from './driver.fixture.ts';
import { sdks } from './sdks.fixture.ts';

/** The other ways are played in the long suite. */
const ways = ['given whole', 'streaming streamed'];

describe.concurrent.each(sdks)('an agent on $name', (sdk) => {
  for (const { title, tools, model, skip, play } of plays(driverOf(sdk))) {
    if (!ways.includes(`${tools} ${model}`)) continue;
    it.skipIf(skip !== null)(title, async () => expect(await play()).toEqual([]));
  }
  for (const { title, run } of checksOf(sdk)) it(title, run);
});

it('loads no AI SDK of its own', () => {
  const current = readdirSync(import.meta.dirname).filter((name) => !/\.(test|test-d|fixture)\./.test(name));
  const texts = current.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  const imports = texts.flatMap((text) => text.match(/^.*['"](ai|ai\/.*|@ai-sdk\/.*)['"].*$/gm) ?? []);
  expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
});
