import type { Word } from './run.ts';
import { ABSENT_WORD } from './word-draft.ts';
import type { Wrapper } from './wrapper.ts';

/** The options of a wrapper, read as far as what runs depends on them. */
export interface Options {
  /** Position of the first word that is no option. */
  readonly end: number;
  /** Names of the options found, and their values where they have one. */
  readonly found: readonly { readonly name: string; readonly value: Word | null }[];
  /** An option is made by an expansion, or a value may be several words. */
  readonly isUncertain: boolean;
  /** The last one is long and not known, so that the word behind it may be its value. */
  readonly mayTakeNext: boolean;
}

/** Reads options from `start` on, as getopt does: letters joined, values attached or in the next word, long names cut short. */
export function readOptions(words: readonly Word[], start: number, wrapper: Wrapper): Options {
  const found: { name: string; value: Word | null }[] = [];
  let isUncertain = false;
  let mayTakeNext = false;
  let at = start;
  while (at < words.length) {
    const word = words[at];
    if (word === undefined || !word.text.startsWith('-')) break;
    mayTakeNext = false;
    if (word.text === '--') {
      at += 1;
      break;
    }
    if (word.text === '-' && !wrapper.takesDash) break;
    const option = word.text.startsWith('--') ? readLong(word, wrapper) : readShort(word, wrapper);
    const takesNext = option.isValued && option.value === null;
    const value = takesNext ? (words[at + 1] ?? ABSENT_WORD) : option.value;
    if (word.isMade && (value === null || takesNext)) isUncertain = true;
    if (value?.isSplit === true) isUncertain = true;
    for (const name of option.flags) found.push({ name, value: null });
    found.push({ name: option.name, value });
    mayTakeNext = word.text.startsWith('--') && value === null;
    at += takesNext ? 2 : 1;
  }
  return { end: Math.min(at, words.length), found, isUncertain, mayTakeNext };
}

interface OptionWord {
  /** Letters without a value that stand before it in the same word. */
  readonly flags: readonly string[];
  readonly name: string;
  readonly value: Word | null;
  readonly isValued: boolean;
}

function readLong(word: Word, wrapper: Wrapper): OptionWord {
  const text = word.text.slice(2);
  const equals = text.indexOf('=');
  const key = equals < 0 ? text : text.slice(0, equals);
  const name = wrapper.long.find((each) => each.startsWith(key)) ?? key;
  const value = equals < 0 ? null : { ...word, text: text.slice(equals + 1) };
  return { flags: [], name, value, isValued: wrapper.long.includes(name) };
}

function readShort(word: Word, wrapper: Wrapper): OptionWord {
  const letters = word.text.slice(1);
  for (let at = 0; at < letters.length; at += 1) {
    const name = letters[at] ?? '';
    const takesRest = wrapper.attached.includes(name);
    if (!takesRest && !wrapper.valued.includes(name)) continue;
    const rest = letters.slice(at + 1);
    const value = rest === '' ? null : { ...word, text: rest };
    return { flags: [...letters.slice(0, at)], name, value, isValued: !takesRest };
  }
  return { flags: [...letters], name: '', value: null, isValued: false };
}
