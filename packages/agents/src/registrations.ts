import { registration as claudeCode } from './claude-code/registration.ts';
import { registration as cline } from './cline/registration.ts';
import { registration as codex } from './codex/registration.ts';
import { registration as copilot } from './copilot/registration.ts';
import { registration as geminiCli } from './gemini-cli/registration.ts';
import { registration as openclaw } from './openclaw/registration.ts';
import { registration as opencode } from './opencode/registration.ts';
import { registration as pi } from './pi/registration.ts';
import { registration as qwenCode } from './qwen-code/registration.ts';
import type { Registration } from './registration.ts';

/** How `hooks attach` registers each agent, by name. No event needs it. */
export const registrations: Readonly<Record<string, Registration>> = {
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
