import type { JsonObject } from '../events/json.ts';

/** An agent whose files hold hooks in a form of its own. */
interface OtherAgent {
  readonly name: string;
  /** Files that are its own, by their path. */
  readonly files: RegExp;
  /** Events that no other agent calls so. */
  readonly events: RegExp;
}

const otherAgents: readonly OtherAgent[] = [
  {
    name: 'Gemini CLI',
    files: /(?:^|\/)(?:\.gemini\/settings\.json|gemini-extension\.json)$/,
    events: /^(?:Before|After)(?:Tool|Model|Agent)$|^BeforeToolSelection$/,
  },
  { name: 'Qwen Code', files: /(?:^|\/)\.qwen\/settings\.json$/, events: /^(?!)/ },
  {
    name: 'Cursor',
    files: /(?:^|\/)\.cursor\/hooks\.json$/,
    events:
      /^(?:before|after)(?:ShellExecution|MCPExecution|ReadFile|FileEdit|SubmitPrompt|AgentResponse|TabFile\w+)$/,
  },
  {
    name: 'GitHub Copilot',
    files: /(?:^|\/)\.github\/hooks\/[^/]+\.json$/,
    events: /^(?:session(?:Start|End)|(?:pre|post)ToolUse|userPromptSubmitted|errorOccurred|agentStop)$/,
  },
];

/** The agent in whose own form the hooks of a settings file are; null = it is Claude Code's, which others share. */
export function findOtherAgent(path: string, hooks: JsonObject): string | null {
  const events = Object.keys(hooks);
  const found = otherAgents.find(
    (agent) => agent.files.test(path) || events.some((event) => agent.events.test(event)),
  );
  return found?.name ?? null;
}
