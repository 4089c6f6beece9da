import { claudeCode } from './claude-code/integration.ts';
import { cline } from './cline/integration.ts';
import { codex } from './codex/integration.ts';
import { copilot } from './copilot/integration.ts';
import { geminiCli } from './gemini-cli/integration.ts';
import type { Integration } from './integration.ts';
import { openclaw } from './openclaw/integration.ts';
import { opencode } from './opencode/integration.ts';
import { pi } from './pi/integration.ts';
import { qwenCode } from './qwen-code/integration.ts';

export { histories } from './histories.ts';
export type { History, HistoryIssue, PastEvent } from './history.ts';
export type { Integration, NativeReply } from './integration.ts';
export { agentNames, loadIntegration, recogniseAgent } from './load-integration.ts';

export type {
  DocumentPart,
  JsonSyntax,
  ManagedSettings,
  Registration,
  RegistrationDocument,
  RegistrationFile,
  RegistrationReview,
  RegistrationScope,
  ReviewedHook,
  Wanted,
} from './registration.ts';
export { registrations } from './registrations.ts';

/** Every agent HookMD can be attached to, by name. */
export const integrations: Readonly<Record<string, Integration>> = {
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
