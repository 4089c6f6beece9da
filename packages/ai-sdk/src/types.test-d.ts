import * as ai6 from 'ai';
import * as ai7 from 'ai-7';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { AiSession } from './ai-session.ts';

declare const session: AiSession;
declare const model6: Exclude<ai6.LanguageModel, string>;
declare const model7: Exclude<ai7.LanguageModel, string>;
const tools6 = {
  add: ai6.tool({ inputSchema: z.object({ by: z.number() }), execute: async ({ by }) => by + 1 }),
};
const tools7 = {
  add: ai7.tool({ inputSchema: z.object({ by: z.number() }), execute: async ({ by }) => by + 1 }),
};

describe('what is wrapped', () => {
  it('has the type that it had, in version 6', () => {
    expectTypeOf(session.tools(tools6)).toEqualTypeOf<typeof tools6>();
    expectTypeOf(session.model(model6)).toEqualTypeOf<typeof model6>();
    expectTypeOf(session.settings({ model: model6, tools: tools6 }).tools).toEqualTypeOf<typeof tools6>();
    ai6.wrapLanguageModel({ model: model6 as never, middleware: session.middleware });
  });

  it('has the type that it had, in version 7', () => {
    expectTypeOf(session.tools(tools7)).toEqualTypeOf<typeof tools7>();
    expectTypeOf(session.model(model7)).toEqualTypeOf<typeof model7>();
    expectTypeOf(session.settings({ model: model7, tools: tools7 }).tools).toEqualTypeOf<typeof tools7>();
    ai7.wrapLanguageModel({ model: model7 as never, middleware: session.middleware });
  });

  it('makes an agent, whose results are those of a run', () => {
    const agent6 = new ai6.ToolLoopAgent(session.settings({ model: model6, tools: tools6 }));
    const whole = session.run('go', (messages) => agent6.generate({ messages }));
    expectTypeOf(whole).resolves.toEqualTypeOf<Awaited<ReturnType<typeof agent6.generate>>>();
    const agent7 = new ai7.ToolLoopAgent(session.settings({ model: model7, tools: tools7 }));
    // Where there is version 7 alone, `messages` are its own.
    const streamed = session.run('go', (messages) => agent7.stream({ messages: messages as never }));
    expectTypeOf(streamed).resolves.toEqualTypeOf<Awaited<ReturnType<typeof agent7.stream>>>();
  });
});
