import { readFileSync, writeSync } from 'node:fs';
import { tokenFormats } from './token-formats.mjs';

/** Which field of the event holds what the tool gave. */
const fields = { PostToolUse: 'tool_response', PostToolUseFailure: 'error' };

/** All formats at once: the first place wins, so no marker can break up a longer secret around it. */
const anyToken = new RegExp(tokenFormats.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

const event = JSON.parse(readFileSync(0, 'utf8'));
const output = event[fields[event.hook_event_name]];
let hasSecretKey = false;
const redacted = redact(output);

const answer = {};
if (JSON.stringify(redacted) !== JSON.stringify(output)) answer.hookSpecificOutput = { updatedToolOutput: redacted };
if (hasSecretKey) answer.systemMessage = 'A tool gave a secret as the name of a field, where it cannot be redacted.';
if (Object.keys(answer).length > 0) write(JSON.stringify(answer));

/** The same value, with every known token in its strings replaced by `[redacted:NAME]`. */
function redact(value) {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (redactText(key) !== key) hasSecretKey = true;
      return [key, redact(item)];
    }),
  );
}

function redactText(text) {
  return text.replace(anyToken, (_, ...groups) => {
    const found = tokenFormats.findIndex((_format, index) => groups[index] !== undefined);
    return `[redacted:${tokenFormats[found].name}]`;
  });
}

/** A pipe may take less than all at once. */
function write(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
