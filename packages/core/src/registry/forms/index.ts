import { isJsonObject, type JsonValue } from '../../events/json.ts';
import { opencodeForm } from '../plugins/module-form.ts';
import { claudeForm, settingsForm } from './claude.ts';
import { codexForm } from './codex.ts';
import { copilotForm } from './copilot.ts';
import { cursorForm } from './cursor.ts';
import type { HookForm } from './form.ts';
import { geminiForm } from './gemini.ts';
import { qwenForm } from './qwen.ts';

/** Every form of files with hooks. The first form that knows the path counts, or else recognizes the hooks; Claude Code's is the form of all others. */
export const hookForms: readonly HookForm[] = [
  settingsForm,
  geminiForm,
  qwenForm,
  cursorForm,
  copilotForm,
  codexForm,
  opencodeForm,
  claudeForm,
];

/** The form of a file. */
export function findForm(path: string, value: JsonValue): HookForm {
  const hooks = isJsonObject(value) && isJsonObject(value['hooks']) ? value['hooks'] : {};
  return (
    hookForms.find(({ files }) => files.some((file) => file.test(path))) ??
    hookForms.find((form) => form.recognizes(hooks)) ??
    claudeForm
  );
}
