import type { Integration } from './attachment.ts';
import { claudeCode } from './claude-code/attachment.ts';

/** One agent each, so that an event of one pays for no other. */
const loaders: Readonly<Record<string, () => Integration | Promise<Integration>>> = {
  'claude-code': () => claudeCode,
  codex: async () => (await import('./codex/attachment.ts')).codex,
  copilot: async () => (await import('./copilot/attachment.ts')).copilot,
  'gemini-cli': async () => (await import('./gemini-cli/attachment.ts')).geminiCli,
  'qwen-code': async () => (await import('./qwen-code/attachment.ts')).qwenCode,
  cline: async () => (await import('./cline/attachment.ts')).cline,
  opencode: async () => (await import('./opencode/attachment.ts')).opencode,
  pi: async () => (await import('./pi/attachment.ts')).pi,
  openclaw: async () => (await import('./openclaw/attachment.ts')).openclaw,
};

export const agentNames: readonly string[] = Object.keys(loaders);

/** The agent of this name; null = HookMD knows none. */
export async function loadIntegration(name: string): Promise<Integration | null> {
  return Object.hasOwn(loaders, name) ? ((await loaders[name]?.()) ?? null) : null;
}
