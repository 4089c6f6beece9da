import { createMCPClient } from '@ai-sdk/mcp';
import { createMCPClient as createMCPClient2 } from '@ai-sdk/mcp-2';
import { plays } from '@hookmd/conformance';
import * as ai6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as ai7 from 'ai-7';
import { MockLanguageModelV4 } from 'ai-7/test';
import { describe, expect, it } from 'vitest';
import { driverOf, type Sdk } from './driver.fixture.ts';

const sdks = [
  { ...ai6, name: 'AI SDK 6', MockLanguageModel: MockLanguageModelV3, createMCPClient },
  { ...ai7, name: 'AI SDK 7', MockLanguageModel: MockLanguageModelV4, createMCPClient: createMCPClient2 },
] as unknown as readonly Sdk[];

describe.each(sdks)('an agent on $name', (sdk) => {
  for (const { title, skip, play } of plays(driverOf(sdk))) {
    it.skipIf(skip !== null)(title, async () => expect(await play()).toEqual([]));
  }
});
