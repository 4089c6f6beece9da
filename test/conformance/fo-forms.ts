import { codexCases } from './fo-codex.ts';
import { copilotCases } from './fo-copilot.ts';
import { cursorCases } from './fo-cursor.ts';
import { geminiCases } from './fo-gemini.ts';
import { opencodeCases } from './fo-opencode.ts';
import { qwenCases } from './fo-qwen.ts';
import type { Row } from './row.ts';

/** Files as the documentation of each agent shows them, with hooks of its kind, in calls of Claude Code and of the agent itself. */
export const otherForms: readonly Row[] = [
  {
    id: 'FO1',
    source: 'Gemini CLI',
    says: 'Hooks in settings and extensions of Gemini CLI read its payloads and answer in its words',
    cases: geminiCases,
  },
  {
    id: 'FO2',
    source: 'Cursor',
    says: 'Hooks in hooks.json of Cursor read its payloads and answer in its words',
    cases: cursorCases,
  },
  {
    id: 'FO3',
    source: 'GitHub Copilot',
    says: 'Hooks in .github/hooks read Copilot’s payloads, or Claude’s, and answer in the words of either',
    cases: copilotCases,
  },
  {
    id: 'FO4',
    source: 'Codex',
    says: 'Hooks in hooks.json of Codex read a patch for each change of a file, and what Codex rejects fails',
    cases: codexCases,
  },
  {
    id: 'FO5',
    source: 'Qwen Code',
    says: 'Hooks in settings of Qwen Code read its names of tools and of todos, and answer in its words',
    cases: qwenCases,
  },
  {
    id: 'FO6',
    source: 'OpenCode',
    says: 'Plugins of OpenCode get its names of tools, and change their arguments or throw',
    cases: opencodeCases,
  },
];
