import { openAiSession } from '@hookmd/ai-sdk';
import { createHooks } from '@hookmd/library';
import { ToolLoopAgent } from 'ai';
import { chooseModel } from './model.mjs';
import { createTools } from './tools.mjs';

/**
 * Runs the agent with `prompt` in the directory `project`, and returns its last response and the conversation.
 *
 * `home` is the home directory with the approved hooks. `report(source, text)` gets every step.
 */
export async function runAgent({ home, project, prompt, report }) {
  const { model, contextWindow } = chooseModel(process.env);
  const hooks = await createHooks({ home, project, cwd: project, agent: 'example' });
  const session = await openAiSession(hooks, {
    contextWindow,
    compact(messages) {
      report('agent', `(The context is full: a summary replaces ${messages.length} messages.)`);
      return `Summary of ${messages.length} messages: settings.env is described in NOTES.md.`;
    },
    onMessage: (message) => report('hooks', message),
  });
  const agent = new ToolLoopAgent(
    session.settings({ model, tools: createTools(project), onStepFinish: reportStep }),
  );
  // After the first message, the session calls back only if a hook sends the agent back to work.
  let source = 'user';
  try {
    const { text } = await session.run(prompt, (messages) => {
      report(source, textOf(messages.at(-1)));
      source = 'hooks';
      return agent.generate({ messages });
    });
    return { text, messages: session.messages };
  } finally {
    await session.end();
    await hooks.close();
  }

  function reportStep({ content }) {
    for (const part of content) {
      if (part.type === 'text') report('agent', part.text);
      if (part.type === 'tool-call') report('call', `${part.toolName} ${JSON.stringify(part.input)}`);
      if (part.type === 'tool-result') report('result', String(part.output));
      if (part.type === 'tool-error') report('result', part.error.message);
    }
  }
}

function textOf({ content }) {
  return content.map((part) => part.text).join('\n');
}
