import { gateway } from 'ai';

const SCRIPT_CONTEXT_WINDOW = 1000;

/**
 * Returns the model of the agent and the size of its context. `AGENT_MODEL` names a model of the AI gateway, such as
 * `anthropic/claude-sonnet-4.5`, with the key in `AI_GATEWAY_API_KEY`. Without it, a script replaces the model, and nothing is sent
 * anywhere.
 */
export function chooseModel(environment) {
  const name = environment.AGENT_MODEL;
  if (name !== undefined && name !== '') return { model: gateway(name), contextWindow: 200_000 };
  return { model: createScriptedModel(), contextWindow: SCRIPT_CONTEXT_WINDOW };
}

/** The responses of the script, call by call. They are those of a model that acts before it reads. */
const script = [
  { text: 'I delete everything and start again.', call: ['Bash', { command: 'rm -rf ..' }] },
  { text: 'OK, I keep the files. I read the settings.', call: ['Read', { file_path: 'settings.env' }] },
  { text: 'The settings contain a token and a region. Done.' },
  {
    text: 'I write the notes.',
    call: ['Write', { file_path: 'NOTES.md', content: 'settings.env: a token, and the region eu-1.\n' }],
    // So many tokens that the built-in hook compact-trigger has the conversation compacted.
    tokens: 0.85 * SCRIPT_CONTEXT_WINDOW,
  },
  { text: 'NOTES.md describes the settings.' },
];

function createScriptedModel() {
  let turn = 0;
  return {
    specificationVersion: 'v3',
    provider: 'script',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate() {
      const { text, call, tokens = 100 } = script[turn++] ?? { text: 'The script has ended.' };
      const [toolName, input] = call ?? [];
      const calls =
        call === undefined
          ? []
          : [{ type: 'tool-call', toolCallId: `call-${turn}`, toolName, input: JSON.stringify(input) }];
      return {
        content: [{ type: 'text', text }, ...calls],
        finishReason: { unified: call === undefined ? 'stop' : 'tool-calls' },
        usage: { inputTokens: { total: tokens }, outputTokens: { total: 10 } },
        warnings: [],
      };
    },
  };
}
