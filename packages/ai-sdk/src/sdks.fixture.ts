import { createMCPClient } from '@ai-sdk/mcp';
import { createMCPClient as createMCPClient2 } from '@ai-sdk/mcp-2';
import * as ai6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as ai7 from 'ai-7';
import { MockLanguageModelV4 } from 'ai-7/test';
import type { Sdk } from './driver.fixture.ts';

/** Both versions of the AI SDK, with the models and the client of MCP that belong to them. */
export const sdks: readonly Sdk[] = [
  { ...ai6, name: 'AI SDK 6', MockLanguageModel: MockLanguageModelV3, createMCPClient },
  { ...ai7, name: 'AI SDK 7', MockLanguageModel: MockLanguageModelV4, createMCPClient: createMCPClient2 },
] as never;
