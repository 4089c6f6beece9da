import { openAiSession } from '@hookmd/ai-sdk';
import { createHooks } from '@hookmd/library';
import { ToolLoopAgent } from 'ai';
import { chooseModel } from './model.mjs';
import { toolsIn } from './tools.mjs';

/**
 * The whole agent: it does what `prompt` says in the folder `project`, and resolves with its last answer. `tell` hears of
 * every step; `home` stands for the person's home directory, where the hooks are that the person approved.
 */
export async function runAgent({ home, project, prompt, tell }) {
  const { model, contextWindow } = chooseModel(process.env);
  const hooks = await createHooks({ home, project, cwd: project, agent: 'example' });
  const session = await openAiSession(hooks, {
    contextWindow,
    compact(messages) {
      tell('agent', `(The context is full: ${messages.length} messages become one.)`);
      return `So far: ${messages.length} messages about settings.env, whose notes are in NOTES.md.`;
    },
    onMessage: (message) => tell('hooks', message),
  });
  const agent = new ToolLoopAgent(
    session.settings({ model, tools: toolsIn(project), onStepFinish: tellStep }),
  );
  try {
    const { text } = await session.run(prompt, (messages) => {
      tell(
        'user',
        messages
          .at(-1)
          .content.map((part) => part.text)
          .join('\n'),
      );
      return agent.generate({ messages });
    });
    return { text, messages: session.messages };
  } finally {
    await session.end();
    await hooks.close();
  }

  function tellStep({ content }) {
    for (const part of content) {
      if (part.type === 'text') tell('agent', part.text);
      if (part.type === 'tool-call') tell('call', `${part.toolName} ${JSON.stringify(part.input)}`);
      if (part.type === 'tool-result') tell('result', String(part.output));
      if (part.type === 'tool-error') tell('result', part.error.message);
    }
  }
}
