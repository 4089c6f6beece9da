import type { EventLogConfig } from '../config/config.ts';
import { redactDeep } from '../contracts/redact.ts';
import type { HookEvent } from '../events/event.ts';
import { cleanText } from '../events/text.ts';

/** What the event log has of a payload, without secrets. */
export interface RecordedCall {
  readonly call?: string;
  readonly input?: string;
  /** Of a tool call that did not proceed: identifies exactly this call, for `hooks allow`. */
  readonly callDigest?: string;
}

const MAX_CALL = 160;
const MAX_INPUT = 4096;
/** More than any secret, because what is redacted must be whole, and little enough for the event to wait for it. */
const MAX_READ = 8192;

/** Reads what `eventLog.payloads` lets the event log have of an event. */
export function recordedCall(
  event: HookEvent,
  redact: (text: string) => string,
  payloads: EventLogConfig['payloads'],
): RecordedCall {
  if (payloads === 'none') return {};
  const call = callText(event, redact);
  const isWhole = payloads === 'redacted' && event.tool_input !== undefined;
  return {
    ...(call === '' ? {} : { call }),
    ...(isWhole ? { input: cut(JSON.stringify(redactDeep(event.tool_input, redact)), MAX_INPUT) } : {}),
  };
}

/** The command, files, address or question of a call, or the prompt, in one line; '' = it has none. */
export function callText(event: HookEvent, redact: (text: string) => string): string {
  return oneLine(redact(wholeWords(subjectOf(event))));
}

function subjectOf({ tool, tool_input: input, prompt }: HookEvent): string {
  if (tool === undefined) return typeof prompt === 'string' ? prompt : '';
  const texts = [tool.command, tool.paths.join(', '), input?.['url'], input?.['query'], input?.['pattern']];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? '';
}

/** Without the word in which it is cut: half a token is not recognized. */
function wholeWords(text: string): string {
  if (text.length <= MAX_READ) return text;
  const end = Math.max(...[' ', '\n', '\t'].map((blank) => text.lastIndexOf(blank, MAX_READ)));
  return text.slice(0, Math.max(end, 0));
}

function oneLine(text: string): string {
  return cut(cleanText(text).replace(/\s+/g, ' ').trim(), MAX_CALL);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
