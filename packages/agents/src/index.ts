import type { Attachment } from './attachment.ts';
import { claudeCode } from './claude-code/attachment.ts';

export type { Attachment, NativeReply, SettingsReading } from './attachment.ts';

/** Every agent HookMD can be attached to, by name. */
export const attachments: Readonly<Record<string, Attachment>> = { 'claude-code': claudeCode };
