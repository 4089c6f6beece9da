import { quoteWord } from '../../protocol/quote-word.ts';
import { assignedCommand, isEvaluated } from './assignments.ts';
import { fillIn, type Inner, mayBeAnything, NOTHING } from './inner.ts';
import { type Options, readOptions } from './options.ts';
import type { Word } from './run.ts';
import { ABSENT_WORD, literalWord } from './word-draft.ts';
import type { Wrapper } from './wrapper.ts';

const NO_OPTIONS: Options = { end: 0, found: [], isUncertain: false, mayTakeNext: false };
/** Options of one command that may or may not take the next word. */
const MAX_READINGS = 8;

/**
 * `sudo -u x git push` and kin: what follows a wrapper's options and operands. A long option that is not known may take the word
 * behind it or not (`unshare --map-user 0 git push`): both readings count.
 */
export function unwrapWrapper(words: readonly Word[], wrapper: Wrapper): Inner {
  const start = startBehind(words, wrapper.behind);
  if (start === 0) return NOTHING;
  let options = readOptions(words, start, wrapper);
  const first = readBehind(words, options, wrapper);
  const readings = [first];
  while (options.mayTakeNext && options.end + 1 < words.length) {
    if (readings.length >= MAX_READINGS) return { ...mergeReadings(readings), isOpaque: true };
    const further = readOptions(words, options.end + 1, wrapper);
    options = { ...further, found: [...options.found, ...further.found] };
    readings.push(readBehind(words, options, wrapper));
  }
  return readings.length === 1 ? first : mergeReadings(readings);
}

/** Where the options of the command begin; 0 = there is none. */
function startBehind(words: readonly Word[], behind: readonly string[]): number {
  if (behind.length === 0) return 1;
  return words.findIndex(({ text }, index) => index > 0 && behind.includes(text)) + 1;
}

/** A script on stdin is what the first reading says: the others have words left over. */
function mergeReadings(readings: readonly Inner[]): Inner {
  return {
    commands: readings.flatMap(({ commands }) => commands),
    scripts: readings.flatMap(({ scripts }) => scripts),
    readsScript: readings[0]?.readsScript === true,
    isOpaque: readings.some(({ isOpaque }) => isOpaque),
  };
}

function readBehind(words: readonly Word[], options: Options, wrapper: Wrapper): Inner {
  if (options.found.some(({ name }) => wrapper.queries.includes(name))) return NOTHING;
  const isDirect = options.found.some(({ name }) => wrapper.directWith.includes(name));
  const operandsEnd = options.end + (isDirect ? 0 : wrapper.operands);
  const late = wrapper.permutes ? readOptions(words, operandsEnd, wrapper) : NO_OPTIONS;
  const found = [...options.found, ...late.found];
  const splits = valuesOf(found, wrapper.splits)[0];
  if (splits !== undefined) return splitValue(splits, words.slice(options.end));

  const operands = words.slice(options.end, operandsEnd);
  const end = Math.max(operandsEnd, late.end);
  const assigned = takeAssignments(words.slice(end), wrapper);
  const isOpaque =
    wrapper.isOpaque ||
    options.isUncertain ||
    late.isUncertain ||
    assigned.isOpaque ||
    hidesOption(operands, wrapper);
  const scripts = [...valuesOf(found, wrapper.scripts).map((script) => [script]), ...assigned.scripts];
  const rests = wrapper.mayLackOperands ? [assigned.rest, words.slice(options.end)] : [assigned.rest];
  const commands = rests.filter((rest) => rest.length > 0).map((rest) => appendUnknown(rest, found, wrapper));
  if (commands.length === 0 || (wrapper.runs === 'nothing' && !isDirect)) {
    return { commands: [], scripts, isOpaque, readsScript: wrapper.startsShell && scripts.length === 0 };
  }
  if (wrapper.runs === 'script') return { ...NOTHING, isOpaque, scripts: [...scripts, ...commands] };
  return { ...NOTHING, isOpaque, scripts, commands };
}

function valuesOf(found: Options['found'], names: readonly string[]): Word[] {
  return found.flatMap(({ name, value }) => (value !== null && names.includes(name) ? [value] : []));
}

/** An operand that may be split, or be an option with a script. */
function hidesOption(operands: readonly Word[], wrapper: Wrapper): boolean {
  const mayBeOption = wrapper.scripts.length > 0 && wrapper.startsShell && operands.some(mayBeAnything);
  return mayBeOption || operands.some((word) => word.isSplit);
}

interface Assigned {
  readonly rest: readonly Word[];
  readonly scripts: readonly (readonly Word[])[];
  readonly isOpaque: boolean;
}

/** `env A=1 B=2 cmd`. */
function takeAssignments(words: readonly Word[], wrapper: Wrapper): Assigned {
  let at = words[0]?.text === '--' ? 1 : 0;
  const start = at;
  while (wrapper.takesAssignments && /^[^=]+=/.test(words[at]?.text ?? '')) at += 1;
  const assignments = words.slice(start, at);
  const scripts = assignments.flatMap((word) => assignedCommand(word) ?? []).map((word) => [word]);
  return { rest: words.slice(at), scripts, isOpaque: assignments.some(isEvaluated) };
}

/** `env -S 'git push'`: the value is split into words, options among them. */
function splitValue(value: Word, rest: readonly Word[]): Inner {
  const isOpaque = !/^[\w /.,:=@%+'"-]*$/.test(value.text);
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
  const marks = found
    .filter(({ name }) => wrapper.marks.includes(name))
    .map(({ value }) => value?.text || '{}');
  if (marks.length === 0) return [...words, ABSENT_WORD];
  return marks.reduce((filled, mark) => filled.map((word) => fillIn(word, mark, false)), words);
}
