import path from 'node:path';
import { findRejection } from './classify.mjs';
import {
  codeOf,
  doubtfulWords,
  hasDoubtfulText,
  mentionsSettings,
  scriptsInCode,
  writesInCode,
} from './code.mjs';
import { directoriesOf } from './directories.mjs';
import { MAX_PATH } from './disk.mjs';
import { expandWord, UNKNOWN } from './expand.mjs';
import { settings } from './protected.mjs';
import { fillInVariables, readEnvironment, resolveValues, unwrapScript } from './shell.generated.mjs';
import { evaluateTarget, Targets } from './targets.mjs';
import { fileWordsOf, writesOf } from './writers.mjs';

const SHELL = /^(ba|da|z|k)?sh$/;
// If a command cannot be parsed reliably, only settings are protected, and its whole text is searched for them.
const MAX_NAMED = 500;
const MAX_DEPTH = 3;
const MAX_SCRIPTS = 20;
/** Steps of the budget: to find one command, to check it, and for one of its words; for a character of code. */
const TO_FIND_COMMAND = 60;
const TO_START_COMMAND = 120;
const TO_READ_WORD = 30;
const TO_READ_CODE = 8;
const TO_ADD_LINK = 150;
/** The decision about a shell text; null = allowed. */
export function evaluateShell(text, cwd, call) {
  const { budget } = call;
  const environment = readEnvironment(process.env);
  const resolved = resolveValues(unwrapScript(text, budget), budget, { cwd, environment }).text;
  const filled = fillInVariables(resolved, budget);
  return evaluateText(filled, cwd, call) ?? (filled === resolved ? null : evaluateText(resolved, cwd, call));
}

function evaluateText(text, cwd, call, depth = 0) {
  const { budget } = call;
  const split = budget.split(text);
  const { commands, writes, heredocs, isOpaque } = split;
  const script = wholeScript(text, commands);
  if (script !== null) return evaluateText(script, cwd, call, depth);
  const directories = directoriesOf(text, commands, cwd, call);
  addLinks(commands, directories, call);
  const targets = new Targets(call);
  for (const { path: expanded, at } of writes) {
    const found = targets.evaluate({ path: expanded, kind: 'write' }, directories[at] ?? [cwd]);
    if (found !== null) return found;
  }
  const code = new Code(heredocs.map((heredoc) => heredoc.text).join('\n'), budget);
  for (const [at, command] of commands.entries()) {
    const found = evaluateCommand(command, directories[at], { code, targets, call });
    if (found !== null) return found;
  }
  const scripts = depth < MAX_DEPTH ? [...printedScripts(commands, isOpaque), ...code.scripts] : [];
  for (const script of new Set(scripts.slice(0, MAX_SCRIPTS))) {
    const found = evaluateText(script, cwd, call, depth + 1);
    if (found !== null) return found;
  }
  if (targets.hasUnknown) return evaluateNamed(text, split, cwd, call);
  return isOpaque && mentionsSettings(text) ? settings : null;
}

/** A command in the same directories is evaluated once, unless it passes code to an interpreter. */
function evaluateCommand(command, directories, { code, targets, call }) {
  const { budget, evaluated } = call;
  const key = targets.keyOf(command, directories);
  budget.spend(TO_FIND_COMMAND + key.length / 4);
  if (evaluated.has(key)) {
    targets.hasUnknown ||= evaluated.get(key);
    return null;
  }
  budget.spend(TO_START_COMMAND + TO_READ_WORD * command.words.length);
  const given = code.of(command);
  const hadUnknown = targets.hasUnknown;
  targets.hasUnknown = false;
  for (const target of targetsOf(command, given, directories)) {
    const found = targets.evaluate(target, directories);
    if (found !== null) return found;
  }
  if (given === null) evaluated.set(key, targets.hasUnknown);
  targets.hasUnknown ||= hadUnknown;
  return null;
}

/** The script of `bash -lc '…'`, with which agents wrap every command; null for anything else. */
function wholeScript(text, [first]) {
  if (first === undefined || !SHELL.test(first.name) || first.raw !== text.trim()) return null;
  const { words } = first;
  return words.length === 3 && /^-l?i?c$/.test(words[1]) ? words[2] : null;
}

/** Printed texts, where a shell may read them as a script. */
function printedScripts(commands, isOpaque) {
  const printed = isOpaque ? commands.filter(({ name }) => /^(echo|printf)$/.test(name)) : [];
  return printed.flatMap(({ words }) => words.slice(1).filter((word) => /\s/.test(word)));
}

/** The code that the commands of a text pass to interpreters. The same code is evaluated once. */
class Code {
  #heredocs;
  #budget;
  #known = new Map();

  constructor(heredocs, budget) {
    this.#heredocs = heredocs;
    this.#budget = budget;
  }

  /** The effects of a command's code; null = it has none. */
  of(command) {
    const code = codeOf(command, this.#heredocs);
    if (code === null) return null;
    if (!this.#known.has(code)) {
      this.#budget.spend(TO_READ_CODE * code.length);
      const isOfSettings = mentionsSettings(code);
      this.#known.set(code, { writes: writesInCode(code), scripts: scriptsInCode(code), isOfSettings });
    }
    return this.#known.get(code);
  }

  /** The scripts that all of it starts. */
  get scripts() {
    return [...this.#known.values()].flatMap(({ scripts }) => scripts);
  }
}

function targetsOf(command, code, directories) {
  const written = writesOf(command);
  const doubtful = doubtfulWords(command).map((expanded) => ({
    path: expanded,
    kind: 'use',
    settingsOnly: true,
  }));
  const filled = isFilledByOthers(command) && written !== null && !/^(git|find|gfind)$/.test(command.name);
  const unseen = filled ? [{ path: UNKNOWN, kind: 'write' }] : [];
  const inCode = code === null || code.seenIn === directories ? [] : code.writes;
  if (code !== null) code.seenIn = directories;
  const rejections = code?.isOfSettings || hasDoubtfulText(command) ? [{ rejection: settings }] : [];
  // `$(which rm) .env`: the program is unknown.
  const named = /^[$`]/.test(command.name)
    ? command.words.slice(1).map((expanded) => ({ path: expanded, kind: 'write', isNamed: 'inside' }))
    : [];
  return [...(written ?? []), ...doubtful, ...inCode, ...named, ...rejections, ...unseen];
}

/** Whether xargs or find add arguments. */
function isFilledByOthers({ text, unknownFrom }) {
  return unknownFrom >= 0 && /^($|\{\}|\s*$)/.test(text.slice(unknownFrom));
}

/** Adds links that the text makes, with their names and targets, because it may write through them. */
function addLinks(commands, directories, call) {
  for (const [at, command] of commands.entries()) {
    if (!/^(g?ln|link|cp)$/.test(command.name)) continue;
    call.budget.spend(TO_READ_WORD * command.words.length);
    const targets = writesOf(command) ?? [];
    const linked = targets.filter(({ isLinked }) => isLinked === true);
    if (linked.length === 0) continue;
    const names = targets.filter(({ isLinked }) => isLinked !== true);
    for (const directory of directories[at]) {
      call.budget.spend(targets.length * TO_ADD_LINK);
      const resolve = ({ path: word }) =>
        expandWord(word, directory, call).map((expanded) => path.resolve(directory ?? '/', expanded));
      const [made, leads] = [names.flatMap(resolve), linked.flatMap(resolve)];
      call.budget.spend((made.length + leads.length) * TO_ADD_LINK);
      call.links.add(made, leads);
    }
  }
}

/**
 * For a write to a name that only the shell knows: all other names that the text gives to commands and loops must be
 * harmless too, because the name may come from there.
 */
function evaluateNamed(text, split, cwd, call) {
  if (mentionsSettings(text)) return settings;
  // Only a loop takes file names from a list; other names are only read, but settings are protected.
  const isGoneThrough = split.hasLoop || split.commands.some(isForEach);
  for (const word of isGoneThrough ? namesPrinted(split).slice(0, MAX_NAMED) : []) {
    const found = evaluateTarget({ path: word, kind: 'write', isNamed: 'inside' }, [cwd], call);
    if (found !== null && found !== 'unknown') return found;
  }
  for (const word of namesGiven(split, call).slice(0, MAX_NAMED)) {
    for (const expanded of expandWord(word, cwd, call, true)) {
      if (expanded.includes(UNKNOWN) || expanded.length > MAX_PATH) continue;
      const file = path.resolve(cwd, expanded);
      const isThere = call.disk.exists(path.dirname(file) === '/' ? file : path.dirname(file));
      const settingsOnly = !isGoneThrough || isProgramDirectory(file) || !isThere;
      const found = findRejection(file, { kind: 'write', isNamed: true, settingsOnly }, call);
      if (found !== null) return found;
    }
  }
  return null;
}

/** Whether a program runs a command for each name that it reads or finds. */
function isForEach({ name, words }) {
  return /^(g?xargs|parallel)$/.test(name) || words.some((word) => /^-(exec|ok)(dir)?$/.test(word));
}

function namesPrinted({ commands, heredocs }) {
  const printed = commands.flatMap(({ name, words }) =>
    /^(echo|printf|ls)$/.test(name) ? words.slice(1) : [],
  );
  return [...new Set([...printed, ...heredocs.map(({ text }) => /^\S*/.exec(text)[0])])];
}

/** The paths among arguments, words of lists and lines of heredocs. */
function namesGiven({ commands, listed, heredocs }, { budget }) {
  const programs = new Set(commands.map(({ words }) => words[0]));
  const read = heredocs.flatMap(({ text, isStored }) => (isStored ? [] : [text]));
  const names = new Set();
  for (const text of new Set([...commands.flatMap(fileWordsOf), ...listed, ...read])) {
    budget.spend(TO_READ_CODE * text.length);
    for (const name of text.split(/[\s'"`();|&<>=,:]+|(?<!\$)\{/))
      if (/^[~/.]/.test(name) && !programs.has(name)) names.add(name);
  }
  return [...names];
}

function isProgramDirectory(file) {
  return /^\/(usr\/)?(local\/)?s?bin(\/|$)|^\/opt\/homebrew\/bin(\/|$)|^\/(proc|sys)(\/|$)/.test(file);
}
