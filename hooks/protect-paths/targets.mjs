import path from 'node:path';
import { findRefusal } from './classify.mjs';
import { speaksOfSettings } from './code.mjs';
import { expandWord, UNKNOWN } from './expand.mjs';
import { settings } from './protected.mjs';
import { MAX_PATH } from './real-path.mjs';

/** A word with braces that is longer is data, such as JSON, where it need not be a path. */
const MAX_BRACES = 1024;
/** Steps of the budget: for one target, and for the same in one folder. */
const TO_FIND_TARGET = 30;
const TO_START_TARGET = 80;

/** The targets of one text. */
export class Targets {
  hasUnknown = false;
  #places;
  #ids = new Map();

  constructor(places) {
    this.#places = places;
  }

  /** A refusal, or null. What a target was found to be in the same folders it is still, so it is judged once. */
  judge(target, folders) {
    const { path: word, kind, settingsOnly, isLinked, isName, isNamed, rejection } = target;
    if (rejection !== undefined) return rejection;
    const { known } = this.#places;
    const key = `${this.#idOf(folders)} ${kind} ${settingsOnly} ${isLinked} ${isName} ${isNamed} ${word}`;
    if (!known.has(key)) {
      const found = judgeTarget(target, folders, this.#places);
      if (found !== null && found !== 'unknown') return found;
      known.set(key, found);
    }
    if (known.get(key) === 'unknown') this.hasUnknown = true;
    return null;
  }

  /** What of a command in these folders is told by: its text, and whether others fill in its words. */
  keyOf({ raw, text, unknownFrom }, folders) {
    return `${this.#idOf(folders)} ${unknownFrom} ${raw} ${text}`;
  }

  /** One for equal lists of folders, as long as the text makes no more links. */
  #idOf(folders) {
    const { links, folderIds, budget } = this.#places;
    budget.spend(TO_FIND_TARGET);
    if (!this.#ids.has(folders)) {
      const key = `${links.size} ${folders.join('\0')}`;
      budget.spend(key.length);
      if (!folderIds.has(key)) folderIds.set(key, folderIds.size);
      this.#ids.set(folders, folderIds.get(key));
    }
    return this.#ids.get(folders);
  }
}

/** A refusal, `unknown` where only the shell knows the path, or null. */
export function judgeTarget(
  { path: word, kind, settingsOnly = false, isLinked = false, isName = false, isNamed },
  folders,
  places,
) {
  const isGuess = settingsOnly || isNamed !== undefined;
  if (isGuess && word.length > (word.includes('{') ? MAX_BRACES : MAX_PATH))
    return speaksOfSettings(word) ? settings : null;
  let isUnknown = false;
  for (const folder of folders) {
    places.budget.spend(TO_START_TARGET + word.length);
    for (const one of expandWord(word, folder, places, isGuess)) {
      if (one.startsWith(UNKNOWN) || (folder === null && !path.isAbsolute(one))) isUnknown = true;
      const found = judgePath(
        one,
        folder,
        { kind, isName, isNamed, settingsOnly: settingsOnly || isLinked },
        places,
      );
      if (found !== null) return found;
    }
  }
  return isUnknown && !settingsOnly ? 'unknown' : null;
}

function judgePath(text, folder, how, places) {
  // What is unknown is taken for a name without `/`, and for nothing at all.
  const forms = text.includes(UNKNOWN) ? formsOfUnknown(text) : [text];
  const from = folder ?? `${places.project}/x`;
  if (text.length > MAX_PATH && !how.settingsOnly && how.isNamed === undefined)
    places.budget.spend(Number.POSITIVE_INFINITY);
  for (const form of forms) {
    const raw = path.isAbsolute(form) ? form : `${from}/${form}`;
    const file = path.resolve(from, form);
    const replaced = how.kind === 'replace' && places.disk.exists(file) ? 'write' : 'into';
    const kind = how.kind === 'replace' ? replaced : how.kind;
    const found = findRefusal(file, { ...how, kind, raw }, places);
    if (found !== null) return found;
  }
  return null;
}

function formsOfUnknown(text) {
  const named = text.replaceAll(UNKNOWN, 'x');
  return text.startsWith(UNKNOWN) ? [named] : [named, text.replaceAll(UNKNOWN, '')];
}
