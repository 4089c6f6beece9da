/**
 * All agents that are tested. A row has:
 *
 * - `package`, which is installed; `besides`, a package that the agent would otherwise install itself; and `program`, which is started
 * - `shell` and `write`, its tools: their names, and their input for a command, or for a path and a text
 * - `environment`, `files`, `copies` and `beforehand` (commands of the agent), which configure the scripted model
 * - `words`, the arguments with which it executes a prompt without a user
 * - `attachWords`, further arguments of `hooks attach`; `ownFiles`, files that it writes at every start and that are no settings
 * - `read`, `edit` and `task` (of a sub-agent), further tools for `record.mjs`; `more` calls and sessions that are `compacting` the
 *   conversation or continue it; files `beside` those of its history, which are databases (`isBinary`) or documents (`isWhole`)
 * - `cannot`, a reason for each claim that does not hold; `title`, if an agent has several rows
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
