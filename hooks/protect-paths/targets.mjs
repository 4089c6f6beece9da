import path from 'node:path';
import { findRejection } from './classify.mjs';
import { mentionsSettings } from './code.mjs';
import { MAX_PATH } from './disk.mjs';
import { expandWord, UNKNOWN } from './expand.mjs';
import { settings } from './protected.mjs';

/** A longer word with braces is probably data, such as JSON. */
const MAX_BRACES = 1024;
/** Steps of the budget: for one target, and for the same in one directory. */
const TO_FIND_TARGET = 30;
const TO_START_TARGET = 80;

/** The targets of one text. */
export class Targets {
  hasUnknown = false;
  #call;
  #ids = new Map();

  constructor(call) {
    this.#call = call;
  }

  /** A rejection, or null. A target in the same directories is evaluated once. */
  evaluate(target, directories) {
    const { path: word, kind, settingsOnly, isLinked, isName, isNamed, rejection } = target;
    if (rejection !== undefined) return rejection;
    const { known } = this.#call;
    const key = `${this.#idOf(directories)} ${kind} ${settingsOnly} ${isLinked} ${isName} ${isNamed} ${word}`;
    if (!known.has(key)) {
      const found = evaluateTarget(target, directories, this.#call);
      if (found !== null && found !== 'unknown') return found;
      known.set(key, found);
    }
    if (known.get(key) === 'unknown') this.hasUnknown = true;
    return null;
  }

  /** The cache key of a command in these directories: its text, and whether other programs add words. */
  keyOf({ raw, text, unknownFrom }, directories) {
    return `${this.#idOf(directories)} ${unknownFrom} ${raw} ${text}`;
  }

  /** The same id for equal lists of directories, as long as the text makes no more links. */
  #idOf(directories) {
    const { links, directoryIds, budget } = this.#call;
    budget.spend(TO_FIND_TARGET);
    if (!this.#ids.has(directories)) {
      const key = `${links.size} ${directories.join('\0')}`;
      budget.spend(key.length);
      if (!directoryIds.has(key)) directoryIds.set(key, directoryIds.size);
      this.#ids.set(directories, directoryIds.get(key));
    }
    return this.#ids.get(directories);
  }
}

/** A rejection, `unknown` if only the shell knows the path, or null. */
export function evaluateTarget(
  { path: word, kind, settingsOnly = false, isLinked = false, isName = false, isNamed },
  directories,
  call,
) {
  const isGuess = settingsOnly || isNamed !== undefined;
  if (isGuess && word.length > (word.includes('{') ? MAX_BRACES : MAX_PATH))
    return mentionsSettings(word) ? settings : null;
  let isUnknown = false;
  for (const directory of directories) {
    call.budget.spend(TO_START_TARGET + word.length);
    for (const expanded of expandWord(word, directory, call, isGuess)) {
      if (expanded.startsWith(UNKNOWN) || (directory === null && !path.isAbsolute(expanded)))
        isUnknown = true;
      const found = evaluatePath(
        expanded,
        directory,
        { kind, isName, isNamed, settingsOnly: settingsOnly || isLinked },
        call,
      );
      if (found !== null) return found;
    }
  }
  return isUnknown && !settingsOnly ? 'unknown' : null;
}

function evaluatePath(text, directory, how, call) {
  // An unknown part is tried as a name without `/`, and as an empty string.
  const forms = text.includes(UNKNOWN) ? formsOfUnknown(text) : [text];
  const from = directory ?? `${call.project}/x`;
  if (text.length > MAX_PATH && !how.settingsOnly && how.isNamed === undefined)
    call.budget.spend(Number.POSITIVE_INFINITY);
  for (const form of forms) {
    const raw = path.isAbsolute(form) ? form : `${from}/${form}`;
    const file = path.resolve(from, form);
    const replaced = how.kind === 'replace' && call.disk.exists(file) ? 'write' : 'into';
    const kind = how.kind === 'replace' ? replaced : how.kind;
    const found = findRejection(file, { ...how, kind, raw }, call);
    if (found !== null) return found;
  }
  return null;
}

function formsOfUnknown(text) {
  const named = text.replaceAll(UNKNOWN, 'x');
  return text.startsWith(UNKNOWN) ? [named] : [named, text.replaceAll(UNKNOWN, '')];
}
