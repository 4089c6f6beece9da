import type { JsonValue } from '../../events/json.ts';
import { claudeForm, settingsForm } from './claude.ts';
import { codexForm } from './codex.ts';
import { copilotForm } from './copilot.ts';
import { cursorForm } from './cursor.ts';
import type { HookForm } from './form.ts';
import { geminiForm } from './gemini.ts';
import { qwenForm } from './qwen.ts';

/** Every form of files with hooks. A file has the first form that recognizes it; Claude Code's is the form of all others. */
export const hookForms: readonly HookForm[] = [
  settingsForm,
  geminiForm,
  qwenForm,
  cursorForm,
  copilotForm,
  codexForm,
  claudeForm,
];

/** The form of a file. */
export function findForm(path: string, value: JsonValue): HookForm {
  return hookForms.find((form) => form.recognizes(path, value)) ?? claudeForm;
}
