import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { block, type Check, callOf, check, modelOf, one, sentTo } from './check.fixture.ts';
import type { Sdk } from './driver.fixture.ts';

/** The words that AI SDK 7 has for a denial. */
export function approvalChecks(sdk: Sdk): readonly Check[] {
  const { generateText, stepCountIs } = sdk;
  const stopWhen = stepCountIs(3);
  const isNewer = sdk.name === 'AI SDK 7';
  const denials = async (settings: object): Promise<unknown> => {
    const { content } = await generateText({ stopWhen, prompt: 'go', ...settings } as never);
    return JSON.stringify(content);
  };
  return [
    check(
      'a denial stands in the parts of version 7, and is an error of the tool in 6',
      async (session, hooks) => {
        hooks.on('PreToolUse', block);
        const model = modelOf(sdk, [callOf('one', { text: 'a' })]);
        const result = await generateText({
          ...session.settings({ model, tools: { one: one() }, stopWhen }),
          prompt: 'go',
        });
        const parts = result.steps.flatMap(({ content }) => content.map(({ type }) => type as string));
        equal(parts.includes('tool-approval-response'), isNewer);
        equal(parts.includes('tool-error'), !isNewer);
        match(sentTo(model, 1), isNewer ? /execution-denied.*not that/ : /error-text.*not that/);
      },
    ),
    check('what an agent itself says of approvals holds for what hooks let go on', async (session, hooks) => {
      if (!isNewer) return;
      hooks.on('PreToolUse', () => {});
      const ran: unknown[] = [];
      const current = {
        'for all': { toolApproval: () => ({ type: 'denied', reason: 'mine' }) },
        'for the tool': { toolApproval: { one: () => 'denied' } },
        'at once': { toolApproval: { one: 'denied' } },
        'by the tool': { needsApproval: true },
        'asked of the tool': { needsApproval: async () => true },
      };
      for (const [how, { toolApproval, needsApproval }] of Object.entries<{
        toolApproval?: unknown;
        needsApproval?: unknown;
      }>(current)) {
        ran.length = 0;
        const settings = session.settings({
          model: modelOf(sdk, [callOf('one', { text: 'a' })]),
          tools: { one: { ...one(ran), ...(needsApproval === undefined ? {} : { needsApproval }) } },
          ...(toolApproval === undefined ? {} : { toolApproval }),
        });
        match(String(await denials(settings)), /tool-approval-re/, how);
        deepEqual(ran, [], how);
      }
      const free = session.settings({
        model: modelOf(sdk, [callOf('one', { text: 'a' })]),
        tools: { one: one(ran) },
      });
      ok(!String(await denials(free)).includes('tool-approval'));
      deepEqual(ran, [{ text: 'a' }]);
    }),
    check('a call that was judged is not judged again, unless it is another one', async (session, hooks) => {
      const requested: unknown[] = [];
      hooks.on('PreToolUse', (event) => void requested.push(event.tool_input.text));
      const tools = session.tools({ one: one() });
      const { toolApproval } = session.settings({ toolApproval: undefined }) as unknown as {
        toolApproval: (question: object) => Promise<unknown>;
      };
      const evaluate = (): Promise<unknown> =>
        toolApproval({ toolCall: { toolCallId: 'a', toolName: 'one', input: { text: 'a' } }, tools });
      const call = (text: string): unknown =>
        (tools.one.execute as (...given: object[]) => unknown)({ text }, { toolCallId: 'a' });
      await evaluate();
      await call('a');
      deepEqual(requested, ['a']);
      await evaluate();
      await call('forged');
      deepEqual(requested, ['a', 'a', 'forged']);
      await call('a');
      deepEqual(requested, ['a', 'a', 'forged', 'a']);
    }),
  ];
}
