import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plays } from '@hookmd/conformance';
import { describe, expect, it } from 'vitest';
import { checks } from './checks.fixture.ts';
import { driver } from './driver.fixture.ts';

/** The other ways are played in the long suite. */
const ways = ['given whole', 'streaming streamed'];

describe.concurrent('an agent on LangChain', () => {
  for (const { title, tools, model, skip, play } of plays(driver)) {
    if (!ways.includes(`${tools} ${model}`)) continue;
    it.skipIf(skip !== null)(title, async () => expect(await play()).toEqual([]));
  }
  for (const { title, run } of checks) it(title, run);
});

it('loads nothing of LangChain but its messages and its check of JSON Schema', () => {
  const current = readdirSync(import.meta.dirname).filter((name) => !/\.(test|fixture)\./.test(name));
  const texts = current.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/^import (?!type )[^;]* from '((?:@lang|lang)[^']+)';$/gm),
  ]);
  expect(new Set(imports.map(([, name]) => name))).toEqual(
    new Set(['@langchain/core/messages', '@langchain/core/utils/json_schema']),
  );
});
