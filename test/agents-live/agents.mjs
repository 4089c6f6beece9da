/**
 * Every agent that is played. A row says
 *
 * - what is installed, what besides it because it would fetch that itself, and by which name it is started
 * - its tools for the shell and for writing a file: their names, and their input made of a command, of a path and a text
 * - how it is told of the scripted model, in folders of its own: `environment`, `files`, `copies`, and by calls of it `beforehand`
 * - by which words it does what a prompt says, with nobody in front of it
 * - `attachWords`, said to `hooks attach` too; `ownFiles`, no settings but what it writes whenever it is started
 * - `cannot`: a reason for each claim that does not hold for it; `title`, where an agent has several rows
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
