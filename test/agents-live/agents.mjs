/**
 * Every agent that is played. A row says what is installed and under which name it is started, which of its tools is the shell and which one writes files, how
 * it is told of the scripted model (`environment`, `files`, `copies`, `beforehand`), and by which words it does what a prompt says,
 * without anybody in front of it. `attachWords` are said to `hooks attach` besides, `ownFiles` no settings but what it writes whenever it is started. `cannot` has a reason for each claim that does not hold for it, `title` tells rows of one agent apart.
 */
import { claudeCode } from './agents/claude-code.mjs';
import { cline } from './agents/cline.mjs';
import { codex } from './agents/codex.mjs';
import { codexScripts } from './agents/codex-scripts.mjs';
import { copilot } from './agents/copilot.mjs';
import { geminiCli } from './agents/gemini-cli.mjs';
import { openclaw } from './agents/openclaw.mjs';
import { opencode } from './agents/opencode.mjs';
import { pi } from './agents/pi.mjs';
import { qwenCode } from './agents/qwen-code.mjs';

const rows = [
  ...[claudeCode, codex, codexScripts, copilot, geminiCli],
  ...[qwenCode, cline, opencode, pi, openclaw],
];

export const agents = rows.map((row) => ({ title: row.name, ...row }));
