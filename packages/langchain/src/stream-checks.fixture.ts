import { deepEqual, match, ok } from 'node:assert/strict';
import type { AIMessageChunk } from '@langchain/core/messages';
import { agentOf, type Check, check, go, says } from './check.fixture.ts';
import { noteTool } from './note-tool.fixture.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

const output = { modify: { PostModelCall: 'output' } } as const;
const replaces = (updatedToolOutput: unknown): ReturnType<typeof says> =>
  says('PostModelCall', { updatedToolOutput });

/** What is read while it arrives. */
export const streamChecks: readonly Check[] = [
  check('what is streamed has been dispatched, unless the agent wants it at once', async (session, hooks) => {
    const read = async (model: ScriptedModel): Promise<string> => {
      const secrets = noteTool('note', async function* (
        _: unknown,
        config: { writer?: (piece: string) => void },
      ) {
        config.writer?.('the secret of the writer');
        yield 'the secret of the generator';
        return 'the secret itself';
      } as never);
      const agent = agentOf(session, { model, tools: [secrets] });
      const stream = await agent.stream(go, {
        configurable: { thread_id: 'one' },
        streamMode: ['messages', 'tools', 'custom', 'updates'],
      });
      const chunks: unknown[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return JSON.stringify(chunks);
    };
    const model = (): ScriptedModel => {
      let count = 0;
      return new ScriptedModel(
        async () => ({
          inputTokens: 1,
          outputTokens: 1,
          ...(count++ === 0
            ? { calls: [{ id: 'a', tool: 'note', input: {} }] }
            : { text: 'now the secret answer' }),
        }),
        [],
      );
    };
    const open = await read(model());
    for (const piece of ['the writer', 'the generator', 'the secret itself', 'the secret ', 'answer'])
      match(open, new RegExp(piece));
    hooks.on(
      'PostToolUse',
      { modify: { PostToolUse: 'output' } },
      says('PostToolUse', { updatedToolOutput: 'nothing' }),
    );
    hooks.on('PostModelCall', output, ({ response }) =>
      replaces(JSON.parse(JSON.stringify(response).replace('the secret', 'an')))(),
    );
    const evaluated = await read(model());
    ok(!evaluated.includes('the secret'), evaluated);
    match(evaluated, /nothing.*now an answer/);
  }),
  check(
    'an agent that wants its stream at once has it',
    async (session, hooks) => {
      hooks.on(['PostToolUse', 'PostModelCall'], () => {});
      const model = new ScriptedModel(
        async () => ({ text: 'piece by piece', inputTokens: 1, outputTokens: 1 }),
        [],
      );
      const stream = await agentOf(session, { model }).stream(go, {
        configurable: { thread_id: 'one' },
        streamMode: 'messages',
      });
      const pieces: unknown[] = [];
      for await (const [{ text }] of stream as AsyncIterable<readonly [AIMessageChunk]>) pieces.push(text);
      deepEqual(pieces.slice(0, 3), ['piece ', 'by ', 'piece']);
    },
    { live: true },
  ),
];
