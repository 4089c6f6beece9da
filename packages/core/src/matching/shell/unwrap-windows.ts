import { type Inner, isDescriptor, mayBeAnything, NOTHING } from './inner.ts';
import type { Word } from './run.ts';

const COMMAND = /^-c(?:o(?:m(?:m(?:an?d?)?)?)?)?$/i;
const ENCODED = /^-e(?:c|nc\w*)?$/i;

/** What runs a text, or a program by its name in a text. */
const RUNS_TEXT = /(?<![\w-])(?:iex|icm|saps|start|Invoke-\w+|Start-(?:Process|Job|ThreadJob))(?![\w-])|`/i;

/** `powershell -NoProfile -Command "…"`; without an option for it, the words may be a script too. Read as a text of sh. */
export function unwrapPowerShell(words: readonly Word[]): Inner {
  const at = words.findIndex(({ text }) => COMMAND.test(text));
  const start = at < 0 ? words.findIndex(({ text }, index) => index > 0 && !/^-./.test(text)) : at + 1;
  const options = start < 0 ? words : words.slice(0, start);
  const script = start < 0 ? [] : words.slice(start);
  const isOpaque =
    options.some((word) => mayBeAnything(word) || ENCODED.test(word.text)) ||
    words.some((word) => word.isProcess || RUNS_TEXT.test(word.text));
  const first = script[0];
  if (first === undefined || isDescriptor(first.text)) return { ...NOTHING, isOpaque, readsScript: true };
  return { ...NOTHING, isOpaque, scripts: [script] };
}

/** `cmd /c git push`, in some shells `cmd //c`. */
export function unwrapCmd(words: readonly Word[]): Inner {
  const at = words.findIndex(({ text }, index) => index > 0 && /^\/{1,2}[ckr]/i.test(text));
  const option = words[at];
  if (option === undefined) return NOTHING;
  const attached = { ...option, text: option.text.replace(/^\/{1,2}./, '') };
  const script = [...(attached.text === '' ? [] : [attached]), ...words.slice(at + 1)];
  // Its own escapes and expansions.
  return { ...NOTHING, scripts: [script], isOpaque: script.some(({ text }) => /[\^%]/.test(text)) };
}
