import { readFileSync, writeSync } from 'node:fs';
import { Redactor } from './redact.mjs';

/** Which field of the event holds what the tool gave. */
const fields = { PostToolUse: 'tool_response', PostToolUseFailure: 'error' };

const event = JSON.parse(readFileSync(0, 'utf8'));
const redactor = new Redactor();
let hasSecretKey = false;
const output = redact(event[fields[event.hook_event_name]]);

const answer = {};
if (redactor.found > 0) answer.hookSpecificOutput = { updatedToolOutput: output };
if (hasSecretKey)
  answer.systemMessage = 'A tool gave a secret as the name of a field, where it cannot be redacted.';
if (Object.keys(answer).length > 0) write(JSON.stringify(answer));

/** The same value with its strings redacted; names of fields must stay. */
function redact(value) {
  if (typeof value === 'string') return redactor.redactText(value);
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      hasSecretKey ||= new Redactor().redactText(key) !== key;
      return [key, redact(item)];
    }),
  );
}

/** A pipe may take less than all at once. */
function write(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
