import { fillIn, type Inner, NOTHING } from './inner.ts';
import { type Options, readOptions } from './options.ts';
import { quoteWord } from './quote.ts';
import type { Word } from './run.ts';
import { ABSENT_WORD, literalWord } from './word-draft.ts';
import type { Wrapper } from './wrappers.ts';

/** `sudo -u x git push` and kin: what follows a wrapper's options and operands. */
export function unwrapWrapper(words: readonly Word[], wrapper: Wrapper): Inner {
  const options = readOptions(words, 1, wrapper);
  if (options.found.some(({ name }) => wrapper.queries.includes(name))) return NOTHING;
  const operandsEnd = options.end + wrapper.operands;
  const late = wrapper.permutes ? readOptions(words, operandsEnd, wrapper) : { end: operandsEnd, found: [] };
  const found = [...options.found, ...late.found];
  const scripts = valuesOf(found, wrapper.scripts).map((script) => [script]);
  const splits = valuesOf(found, wrapper.splits)[0];
  if (splits !== undefined) return splitValue(splits, words.slice(options.end));

  const values = [...words.slice(options.end, operandsEnd), ...found.flatMap(({ value }) => value ?? [])];
  const isOpaque = wrapper.isOpaque || values.some((word) => word.isMade && !word.isQuoted);
  const starts = wrapper.mayLackOperands ? [late.end, options.end] : [late.end];
  const rests = starts.map((start) =>
    appendUnknown(skipAssignments(words.slice(start), wrapper), found, wrapper),
  );
  const commands = rests.filter((rest) => rest.length > 0);
  if (commands.length === 0 || wrapper.runs === 'nothing') {
    return { commands: [], scripts, isOpaque, readsScript: wrapper.startsShell && scripts.length === 0 };
  }
  if (wrapper.runs === 'script') return { ...NOTHING, isOpaque, scripts: [...scripts, ...commands] };
  return { ...NOTHING, isOpaque, scripts, commands };
}

function valuesOf(found: Options['found'], names: readonly string[]): Word[] {
  return found.flatMap(({ name, value }) => (value !== null && names.includes(name) ? [value] : []));
}

function skipAssignments(words: readonly Word[], wrapper: Wrapper): readonly Word[] {
  let at = words[0]?.text === '--' ? 1 : 0;
  while (wrapper.takesAssignments && /^[^=]+=/.test(words[at]?.text ?? '')) at += 1;
  return words.slice(at);
}

/** `env -S 'git push'`: the value is split into words, options among them. */
function splitValue(value: Word, rest: readonly Word[]): Inner {
  const isOpaque = /[\\$]/.test(value.text);
  const script = [
    literalWord('env'),
    value,
    ...rest.map((word) => ({ ...word, text: quoteWord(word.text) })),
  ];
  return { ...NOTHING, isOpaque, scripts: [script] };
}

/** What xargs adds: arguments at the end, or wherever its mark stands. */
function appendUnknown(words: readonly Word[], found: Options['found'], wrapper: Wrapper): readonly Word[] {
  if (!wrapper.appends || words.length === 0) return words;
  const mark = found.find(({ name }) => wrapper.marks.includes(name));
  if (mark === undefined) return [...words, ABSENT_WORD];
  const text = mark.value?.text || '{}';
  return words.map((word) => fillIn(word, text, false));
}
