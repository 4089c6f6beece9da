import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHooks, type Hooks } from '@hookmd/library';
import { z } from 'zod';
import { type AiSession, type AiSessionOptions, openAiSession } from './ai-session.ts';
import type { Sdk } from './driver.fixture.ts';

/** One thing that must hold: a test of any runner. Throws where it does not. */
export interface Check {
  readonly title: string;
  run(): Promise<void>;
}

/** A check in a session of its own. */
export function check(
  title: string,
  run: (session: AiSession, hooks: Hooks) => Promise<void>,
  options: AiSessionOptions = {},
): Check {
  return {
    title,
    async run() {
      const directory = mkdtempSync(join(tmpdir(), 'hookmd-ai-sdk-'));
      const hooks = await createHooks({
        home: directory,
        project: directory,
        cwd: directory,
        environment: {},
      });
      try {
        await run(await openAiSession(hooks, options), hooks);
      } finally {
        await hooks.close();
        rmSync(directory, { recursive: true });
      }
    },
  };
}

export type Model = InstanceType<Sdk['MockLanguageModel']>;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that answers with these contents, one after another, and then `done`; whole or in pieces. */
export function modelOf({ MockLanguageModel }: Sdk, ...contents: readonly (readonly object[])[]): Model {
  let count = 0;
  const next = (): readonly object[] => contents[count++] ?? [{ type: 'text', text: 'done' }];
  const endOf = (content: readonly object[]): object => {
    const calls = content.some((part) => 'toolCallId' in part);
    return { finishReason: { unified: calls ? 'tool-calls' : 'stop', raw: undefined }, usage };
  };
  return new MockLanguageModel({
    doGenerate: async () => {
      const content = next();
      return { content, warnings: [], ...endOf(content) } as never;
    },
    doStream: async () => {
      const content = next();
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...content.flatMap(pieces),
        { type: 'finish', ...endOf(content) },
      ];
      return { stream: ReadableStream.from(parts) } as never;
    },
  });
}

function pieces(part: object, at: number): readonly object[] {
  const { type, text } = part as { type: string; text?: string };
  if (text === undefined) return [part];
  const id = String(at);
  return [
    { type: `${type}-start`, id },
    ...[...text].map((delta) => ({ type: `${type}-delta`, id, delta })),
    { type: `${type}-end`, id },
  ];
}

/** A call of a tool, as a part of an answer. */
export function callOf(toolName: string, input: object = {}, toolCallId = 'call-1'): object {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
}

/** What the model was sent at a call, as one text. */
export function sentTo({ doGenerateCalls, doStreamCalls }: Model, at: number): string {
  return JSON.stringify([...doGenerateCalls, ...doStreamCalls][at]?.prompt) ?? '';
}

/** A tool that gives its input back. */
export const echo = (): { inputSchema: z.ZodType; execute: (input: unknown) => Promise<unknown> } => ({
  inputSchema: z.object({ text: z.string() }),
  execute: async (input) => input,
});

/** What a guard says. */
export const block = (): { readonly decision: 'block'; readonly reason: string } => ({
  decision: 'block',
  reason: 'not that',
});

/** A tool that only writes down that it ran. */
export const one = (
  ran: unknown[] = [],
): { inputSchema: z.ZodType; execute: (input: unknown) => Promise<unknown> } => ({
  inputSchema: z.object({ text: z.string() }),
  execute: async (input) => void ran.push(input),
});
