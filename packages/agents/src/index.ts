import type { Integration } from './attachment.ts';
import { claudeCode } from './claude-code/attachment.ts';
import { cline } from './cline/attachment.ts';
import { codex } from './codex/attachment.ts';
import { copilot } from './copilot/attachment.ts';
import { geminiCli } from './gemini-cli/attachment.ts';
import { openclaw } from './openclaw/attachment.ts';
import { opencode } from './opencode/attachment.ts';
import { pi } from './pi/attachment.ts';
import { qwenCode } from './qwen-code/attachment.ts';

export type { Integration, NativeReply, SettingsReading } from './attachment.ts';
export { agentNames, loadIntegration } from './load-attachment.ts';
export { recogniseAgent } from './recognise.ts';
export type {
  DocumentPart,
  JsonSyntax,
  Registration,
  RegistrationDocument,
  RegistrationFile,
  RegistrationReview,
  RegistrationScope,
  ReviewedHook,
  Wanted,
} from './registration/registration.ts';
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
