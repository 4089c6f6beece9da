import path from 'node:path';
import { redactTokens } from './token-formats.generated.mjs';

const MAX_TEXT = 200;
const MAX_NAME = 40;

/** One line for the channel. Redacted before it is cut, so that no half of a secret is left. */
export function messageOf(event) {
  const { project_dir: project, session_id: session } = event;
  const head = `${cut(path.basename(project ?? ''), MAX_NAME)} · session ${cut(session ?? '', 8)}`;
  const [action, text] = contentOf(event);
  // Cleaned before it is redacted: an invisible character would divide a secret, and disappear in the channel.
  const line = firstLine(redactTokens(clean(text ?? '')));
  return asPlainText(`${head} · ${action}${line === '' ? '' : `: ${cut(line, MAX_TEXT)}`}`);
}

function contentOf({ hook_event_name: name, last_assistant_message: last, message }) {
  return name === 'Notification' ? ['needs you', message] : ['stopped', last];
}

/** Without control characters, except those that end lines. */
function clean(text) {
  return text.replaceAll(/(?![\r\n])[\p{Cc}\p{Cf}]/gu, '');
}

function firstLine(text) {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return lines.find((line) => line !== '') ?? '';
}

function cut(text, length) {
  const letters = [...text];
  return letters.length <= length
    ? text
    : `${letters.slice(0, length - (length > 10 ? 1 : 0)).join('')}${length > 10 ? '…' : ''}`;
}

/** Escaped as Slack requires: no mention or link in the text works. */
function asPlainText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
