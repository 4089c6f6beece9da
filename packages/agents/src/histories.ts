import { history as claudeCode } from './claude-code/history.ts';
import { history as cline } from './cline/history.ts';
import { history as codex } from './codex/history.ts';
import { history as copilot } from './copilot/history.ts';
import { history as geminiCli } from './gemini-cli/history.ts';
import type { History } from './history.ts';
import { history as openclaw } from './openclaw/history.ts';
import { history as opencode } from './opencode/history.ts';
import { history as pi } from './pi/history.ts';
import { history as qwenCode } from './qwen-code/history.ts';

/** The past sessions of each agent that keeps them, by its name. No event needs it. */
export const histories: Readonly<Record<string, History>> = {
  'claude-code': claudeCode,
  codex,
  copilot,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  cline,
  opencode,
  pi,
  openclaw,
};
