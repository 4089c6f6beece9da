import { gateway } from 'ai';

const WINDOW = 1000;

/**
 * The model of the agent, and what it holds: AGENT_MODEL names one of the AI gateway, such as `anthropic/claude-sonnet-4.5`
 * (AI_GATEWAY_API_KEY has the key). Without it a script answers, and nothing is sent anywhere.
 */
export function chooseModel(environment) {
  const name = environment['AGENT_MODEL'];
  if (name !== undefined && name !== '') return { model: gateway(name), contextWindow: 200_000 };
  return { model: scripted(), contextWindow: WINDOW };
}

/** What the script answers, call by call: as an eager model would that has not looked around. */
const script = [
  { text: 'I begin with a clean slate.', call: ['Bash', { command: 'rm -rf ..' }] },
  { text: 'Then without. What do the settings hold?', call: ['Read', { file_path: 'settings.env' }] },
  { text: 'The settings hold a token and a region. All done!' },
  {
    text: 'Right, the notes.',
    call: ['Write', { file_path: 'NOTES.md', content: 'settings.env: a token, and the region eu-1.\n' }],
    // The window is as good as full: whoever looks at it has the conversation compacted.
    tokens: 0.85 * WINDOW,
  },
  { text: 'NOTES.md says what the settings hold.' },
];

function scripted() {
  let turn = 0;
  return {
    specificationVersion: 'v3',
    provider: 'script',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate() {
      const { text, call, tokens = 100 } = script[turn++] ?? { text: 'I have nothing more to say.' };
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
