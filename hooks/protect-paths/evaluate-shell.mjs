import path from 'node:path';
import { findRefusal } from './classify.mjs';
import { codeOf, scriptsInCode, speaksOfSettings, writesInCode } from './code.mjs';
import { expandWord, UNKNOWN } from './expand.mjs';
import { foldersOf } from './folders.mjs';
import { settings } from './protected.mjs';
import { doubtfulWords, hasDoubtfulText } from './readers.mjs';
import { MAX_PATH } from './real-path.mjs';
import { fillInVariables } from './shell.generated.mjs';
import { judgeTarget, Targets } from './targets.mjs';
import { writesOf } from './writers.mjs';

const SHELL = /^(ba|da|z|k)?sh$/;
// Of what cannot be read for certain only settings are closed, and those are looked for in the text as a whole: here a
// few are enough.
const MAX_NAMED = 500;
const MAX_DEPTH = 3;
const MAX_SCRIPTS = 20;
/** Steps of the budget: to find one command among those judged, to judge it, and for one of its words; for a character of code. */
const TO_FIND_COMMAND = 60;
const TO_START_COMMAND = 120;
const TO_READ_WORD = 30;
const TO_READ_CODE = 8;
const TO_ADD_LINK = 150;
/** What speaks against a text for a shell; null where nothing does. */
export function evaluateShell(text, cwd, places) {
  const filled = fillInVariables(text, places.budget);
  return judgeText(filled, cwd, places) ?? (filled === text ? null : judgeText(text, cwd, places));
}

function judgeText(text, cwd, places, depth = 0) {
  const { budget } = places;
  const { commands, writes, heredocs, isOpaque } = budget.split(text);
  const script = wholeScript(text, commands);
  if (script !== null) return judgeText(script, cwd, places, depth);
  const folders = foldersOf(text, commands, cwd, places);
  addLinks(commands, folders, places);
  const targets = new Targets(places);
  for (const { path: one, at } of writes) {
    const found = targets.judge({ path: one, kind: 'write' }, folders[at] ?? [cwd]);
    if (found !== null) return found;
  }
  const code = new Code(heredocs.join('\n'), budget);
  for (const [at, command] of commands.entries()) {
    const found = judgeCommand(command, folders[at], { code, targets, places });
    if (found !== null) return found;
  }
  const scripts = depth < MAX_DEPTH ? [...printedScripts(commands, isOpaque), ...code.scripts] : [];
  for (const script of new Set(scripts.slice(0, MAX_SCRIPTS))) {
    const found = judgeText(script, cwd, places, depth + 1);
    if (found !== null) return found;
  }
  if (targets.hasUnknown) return judgeNamed(text, commands, cwd, places);
  return isOpaque && speaksOfSettings(text) ? settings : null;
}

/** What was found out about a command in the same folders holds still, unless it hands code to an interpreter. */
function judgeCommand(command, folders, { code, targets, places }) {
  const { budget, judged } = places;
  const key = targets.keyOf(command, folders);
  budget.spend(TO_FIND_COMMAND + key.length / 4);
  if (judged.has(key)) {
    targets.hasUnknown ||= judged.get(key);
    return null;
  }
  budget.spend(TO_START_COMMAND + TO_READ_WORD * command.words.length);
  const given = code.of(command);
  const hadUnknown = targets.hasUnknown;
  targets.hasUnknown = false;
  for (const target of targetsOf(command, given, folders)) {
    const found = targets.judge(target, folders);
    if (found !== null) return found;
  }
  if (given === null) judged.set(key, targets.hasUnknown);
  targets.hasUnknown ||= hadUnknown;
  return null;
}

/** `bash -lc '…'`, as agents wrap whatever they run: the script, if there is nothing else. */
function wholeScript(text, [first]) {
  if (first === undefined || !SHELL.test(first.name) || first.raw !== text.trim()) return null;
  const { words } = first;
  return words.length === 3 && /^-l?i?c$/.test(words[1]) ? words[2] : null;
}

/** What is printed where a shell takes a script from somewhere. */
function printedScripts(commands, isOpaque) {
  const printed = isOpaque ? commands.filter(({ name }) => /^(echo|printf)$/.test(name)) : [];
  return printed.flatMap(({ words }) => words.slice(1).filter((word) => /\s/.test(word)));
}

/** The code that the commands of a text hand to interpreters. The same code is looked at once. */
class Code {
  #heredocs;
  #budget;
  #known = new Map();

  constructor(heredocs, budget) {
    this.#heredocs = heredocs;
    this.#budget = budget;
  }

  /** What a command's code does; null where it has none. */
  of(command) {
    const code = codeOf(command, this.#heredocs);
    if (code === null) return null;
    if (!this.#known.has(code)) {
      this.#budget.spend(TO_READ_CODE * code.length);
      const isOfSettings = speaksOfSettings(code);
      this.#known.set(code, { writes: writesInCode(code), scripts: scriptsInCode(code), isOfSettings });
    }
    return this.#known.get(code);
  }

  /** What all of it starts. */
  get scripts() {
    return [...this.#known.values()].flatMap(({ scripts }) => scripts);
  }
}

function targetsOf(command, code, folders) {
  const written = writesOf(command);
  const doubtful = doubtfulWords(command).map((one) => ({ path: one, kind: 'write', settingsOnly: true }));
  const filled = isFilledByOthers(command) && written !== null && !/^(git|find|gfind)$/.test(command.name);
  const unseen = filled ? [{ path: UNKNOWN, kind: 'write' }] : [];
  const inCode = code === null || code.seenIn === folders ? [] : code.writes;
  if (code !== null) code.seenIn = folders;
  const refused = code?.isOfSettings || hasDoubtfulText(command) ? [{ rejection: settings }] : [];
  // `$(which rm) .env`: nobody knows what it does.
  const named = /^[$`]/.test(command.name)
    ? command.words.slice(1).map((one) => ({ path: one, kind: 'write', isNamed: 'inside' }))
    : [];
  return [...(written ?? []), ...doubtful, ...inCode, ...named, ...refused, ...unseen];
}

/** Arguments that xargs or find put in. */
function isFilledByOthers({ text, unknownFrom }) {
  return unknownFrom >= 0 && /^($|\{\}|\s*$)/.test(text.slice(unknownFrom));
}

/** Links that the text makes before it writes through them: what they will be called, and where they will lead. */
function addLinks(commands, folders, places) {
  for (const [at, command] of commands.entries()) {
    if (!/^(g?ln|link|cp)$/.test(command.name)) continue;
    places.budget.spend(TO_READ_WORD * command.words.length);
    const targets = writesOf(command) ?? [];
    const linked = targets.filter(({ isLinked }) => isLinked === true);
    if (linked.length === 0) continue;
    const names = targets.filter(({ isLinked }) => isLinked !== true);
    for (const folder of folders[at]) {
      places.budget.spend(targets.length * TO_ADD_LINK);
      const resolve = ({ path: word }) =>
        expandWord(word, folder, places).map((one) => path.resolve(folder ?? '/', one));
      const [made, leads] = [names.flatMap(resolve), linked.flatMap(resolve)];
      places.budget.spend((made.length + leads.length) * TO_ADD_LINK);
      places.links.add(made, leads);
    }
  }
}

/**
 * Where something is written whose name only the shell knows: whatever else the text names must be harmless too,
 * as the name may come from there.
 */
function judgeNamed(text, commands, cwd, places) {
  if (speaksOfSettings(text)) return settings;
  // Only a list that is gone through gives names of files; what else is named is only read, but settings count.
  const isGoneThrough = /\b(for|while|until|xargs|parallel)\b|-exec|-ok/.test(text);
  if (isGoneThrough) {
    const listed = commands.flatMap(({ name, words }) =>
      /^(echo|printf|ls)$/.test(name) ? words.slice(1) : [],
    );
    const given = [...text.matchAll(/<<<\s*["']?([^\s"';|&]+)/g)].map(([, word]) => word);
    for (const word of new Set([...listed, ...given].slice(0, MAX_NAMED))) {
      const found = judgeTarget({ path: word, kind: 'write', isNamed: 'inside' }, [cwd], places);
      if (found !== null && found !== 'unknown') return found;
    }
  }
  const programs = new Set(commands.map(({ words }) => words[0]));
  const words = text
    .split(/[\s'"`$(){};|&<>=,:]+/)
    .filter((word) => /^[~/.]/.test(word) && !programs.has(word));
  for (const word of [...new Set(words)].slice(0, MAX_NAMED)) {
    for (const one of expandWord(word, cwd, places, true)) {
      if (one.includes(UNKNOWN) || one.length > MAX_PATH) continue;
      const file = path.resolve(cwd, one);
      const isThere = places.disk.exists(path.dirname(file) === '/' ? file : path.dirname(file));
      const settingsOnly = !isGoneThrough || isProgramFolder(file) || !isThere;
      const found = findRefusal(file, { kind: 'write', isNamed: true, settingsOnly }, places);
      if (found !== null) return found;
    }
  }
  return null;
}

function isProgramFolder(file) {
  return /^\/(usr\/)?(local\/)?s?bin(\/|$)|^\/opt\/homebrew\/bin(\/|$)|^\/(proc|sys)(\/|$)/.test(file);
}
