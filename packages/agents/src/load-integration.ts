import type { JsonObject } from '@hookmd/core/events';
import type { Integration } from './integration.ts';

/** Loaded one by one, so that an event of one agent loads no other. */
const loaders: Readonly<Record<string, () => Promise<Integration>>> = {
  'claude-code': async () => (await import('./claude-code/integration.ts')).claudeCode,
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

/**
 * The agent that sent a payload through the settings of another agent: some agents read these beside their own. The sender reads
 * the decision, so HookMD handles the event as the sender's.
 */
export async function recogniseAgent(
  called: Integration,
  payload: JsonObject,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Integration> {
  const reader = called.readBy?.find(({ isSender }) => isSender(payload, environment));
  return reader === undefined ? called : reader.load();
}
