import { cleanText } from '../events/clean-text.ts';
import type { HookEvent } from '../events/event.ts';
import type { JsonValue } from '../events/json.ts';
import type { ContractVerdict } from './contract-verdict.ts';
import { readKeyPaths } from './key-paths.ts';
import { redactMessages } from './redact-messages.ts';

/** Appends a hint to the messages of a model call; nothing of them is touched. */
export function judgeHint(event: HookEvent, hint: string): ContractVerdict {
  const content = cleanText(hint);
  if (content === '') return { event, changed: [] };
  return {
    event: { ...event, messages: [...messagesOf(event), { role: 'user', content }] },
    changed: ['hint'],
  };
}

/** Takes the values of known keys out of the messages of a model call. One key outside refuses all. */
export function judgeKeyRedaction(
  event: HookEvent,
  paths: readonly string[],
  redactKeys: readonly string[],
): ContractVerdict {
  const reading = readKeyPaths(paths, redactKeys);
  if ('violation' in reading) return reading;
  const before = messagesOf(event);
  const { messages, removed } = redactMessages(before, reading.paths);
  if (messages === before) return { event, changed: [] };
  return { event: { ...event, messages }, changed: ['messages'], removed };
}

function messagesOf(event: HookEvent): readonly JsonValue[] {
  return (event['messages'] ?? []) as readonly JsonValue[];
}
