import { claudeCode } from './claude-code/integration.ts';
import type { Integration } from './integration.ts';

/** One agent each, so that an event of one pays for no other. */
const loaders: Readonly<Record<string, () => Integration | Promise<Integration>>> = {
  'claude-code': () => claudeCode,
  codex: async () => (await import('./codex/integration.ts')).codex,
  copilot: async () => (await import('./copilot/integration.ts')).copilot,
  'gemini-cli': async () => (await import('./gemini-cli/integration.ts')).geminiCli,
  'qwen-code': async () => (await import('./qwen-code/integration.ts')).qwenCode,
  cline: async () => (await import('./cline/integration.ts')).cline,
  opencode: async () => (await import('./opencode/integration.ts')).opencode,
  pi: async () => (await import('./pi/integration.ts')).pi,
  openclaw: async () => (await import('./openclaw/integration.ts')).openclaw,
};

/** The names of all agents that HookMD can be attached to. */
export const agentNames: readonly string[] = Object.keys(loaders);

/** The agent of this name; null = HookMD knows none. */
export async function loadIntegration(name: string): Promise<Integration | null> {
  return Object.hasOwn(loaders, name) ? ((await loaders[name]?.()) ?? null) : null;
}
