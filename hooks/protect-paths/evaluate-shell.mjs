import path from 'node:path';
import { once } from './call.mjs';
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
import {
  fillInVariables,
  findProgramSource,
  readEnvironment,
  resolveValues,
  unwrapScript,
} from './shell.generated.mjs';
import { evaluateTarget, Targets } from './targets.mjs';
import { fileWordsOf, wordsOfFind, writesOf, writesToAdded } from './writers.mjs';

const SHELL = /^(ba|da|z|k)?sh$/;
/** Bash connects there instead of opening a file. */
const CONNECTION = /^\/dev\/(tcp|udp)\/(?!\.\.?\/)[^/]+\/(?!\.\.?$)[^/]+$/;
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
  return (
    evaluateText(filled, cwd, call) ??
    (filled === resolved ? null : evaluateText(resolved, cwd, call)) ??
    evaluateInputs(call)
  );
}

/** `tee /dev/stdin < file` opens the file of a descriptor again, to write. */
function evaluateInputs(call) {
  if (!call.hasDescriptor) return null;
  const targets = new Targets(call);
  for (const { path: input, directories } of call.inputs) {
    const found = targets.evaluate({ path: input, kind: 'write' }, directories);
    if (found !== null) return found;
  }
  return null;
}

function evaluateText(text, cwd, call, depth = 0) {
  const { budget } = call;
  const split = budget.split(text);
  const { commands, writes, inputs, heredocs, isOpaque } = split;
  const script = wholeScript(text, split);
  if (script !== null) return evaluateText(script, cwd, call, depth);
  const directories = directoriesOf(text, commands, cwd, call);
  addLinks(commands, directories, call);
  const targets = new Targets(call);
  for (const { path: expanded, at } of writes) {
    if (CONNECTION.test(expanded)) continue;
    const found = targets.evaluate({ path: expanded, kind: 'write' }, directories[at] ?? [cwd]);
    if (found !== null) return found;
  }
  for (const { path: input, at } of inputs)
    call.inputs.push({ path: input, directories: directories[at] ?? [cwd] });
  const code = new Code(heredocs.map((heredoc) => heredoc.text).join('\n'), budget);
  const addsNames = once(() => heredocs.length === 0 && commands.every(addsNoOption));
  for (const [at, command] of commands.entries()) {
    const found = evaluateCommand(command, directories[at], { code, targets, call, addsNames });
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
function evaluateCommand(command, directories, { code, targets, call, addsNames }) {
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
  for (const target of targetsOf(command, given, directories, addsNames)) {
    const found = targets.evaluate(target, directories);
    if (found !== null) return found;
  }
  if (given === null) evaluated.set(key, targets.hasUnknown);
  targets.hasUnknown ||= hadUnknown;
  return null;
}

/** The script of `bash -lc '…'`, with which agents wrap every command; null for anything else, and with redirections of its own. */
function wholeScript(text, { commands: [first], writes, inputs, heredocs }) {
  if (first === undefined || !SHELL.test(first.name) || first.raw !== text.trim()) return null;
  const { words } = first;
  if (words.length !== 3 || !/^-l?i?c$/.test(words[1]) || !text.trimStart().startsWith(words[0])) return null;
  const isRedirected = heredocs.length > 0 || [...writes, ...inputs].some(({ at }) => at === 0);
  return isRedirected ? null : words[2];
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

function targetsOf(command, code, directories, addsNames) {
  const written = writesOf(command);
  const doubtful = doubtfulWords(command).map((expanded) => ({
    path: expanded,
    kind: 'use',
    settingsOnly: true,
  }));
  const isFilled =
    isFilledByOthers(command) &&
    written !== null &&
    !/^(git|find|gfind)$/.test(command.name) &&
    !((command.unknownIsPath || addsNames()) && !writesToAdded(command));
  const unseen = isFilled ? [{ path: UNKNOWN, kind: 'write' }] : [];
  const inCode = code === null || code.seenIn === directories ? [] : code.writes;
  if (code !== null) code.seenIn = directories;
  const rejections = code?.isOfSettings || hasDoubtfulText(command) ? [{ rejection: settings }] : [];
  // `$(which rm) .env`: the program is unknown.
  const named = /^[$`]/.test(command.name)
    ? command.words.slice(1).map((expanded) => ({ path: expanded, kind: 'write', isNamed: 'inside' }))
    : [];
  return [...(written ?? []), ...doubtful, ...inCode, ...named, ...rejections, ...unseen];
}

/** Whether xargs gets no option from a command: it prints paths only, or it reads the files that it gets. */
function addsNoOption(command) {
  const { name, words } = command;
  if (/^(g?xargs|cd)$/.test(name)) return true;
  const given = words.slice(1);
  if (/^g?find$/.test(name)) return !given.some((word) => /^(?!\{\})[$`{]|^-(f?printf|f?ls)/.test(word));
  // It prints names, or nothing.
  if (/^[ef]?grep$/.test(name))
    return (
      given.some((word) => /^-\w*[qlL]/.test(word)) &&
      !given.some((word) => /^--|^-\w*[ef]|^(?!\{\})[$`{]/.test(word))
    );
  return isFilledByOthers(command) && !writesToAdded(command);
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
function namesGiven(split, { budget }) {
  const { commands, listed, heredocs } = split;
  const programs = new Set(commands.map(({ words }) => words[0]));
  const read = heredocs.flatMap(({ text, isStored }) => (isStored ? [] : [text]));
  const given = [...commands.keys()].flatMap((at) => fileWordsOf(ownWords(split, at)));
  const names = new Set();
  const sources = [...new Set(commands.map(({ raw }) => raw))].sort((a, b) => b.length - a.length);
  const texts = [...new Set([...given, ...listed])].map((word) => withoutCommands(word, sources, budget));
  for (const text of new Set([...texts, ...read])) {
    budget.spend(TO_READ_CODE * text.length);
    for (const name of text.split(/[\s'"`();|&<>=,:]+|(?<!\$)\{/))
      if (/^[~/.]/.test(name) && !programs.has(name)) names.add(name);
  }
  return [...names];
}

/** A command without the words that the parser read as the command or the script that it runs: those are in the list too. */
function ownWords({ commands, starts, isOpaque }, at) {
  const { name, words, text } = commands[at];
  // Of `[[ a || $file =~ b ]]`, as a shell reads it that does not know `[[`.
  if (starts[at] < 0 && /^\$\w+$/.test(name) && words[1] === '=~') return { name, words: [] };
  if (/^g?find$/.test(name)) return { name, words: wordsOfFind(words) };
  const inner = starts[at + 1] === -1 ? commands[at + 1] : undefined;
  if (inner !== undefined && text.endsWith(` ${inner.text}`))
    return { name, words: words.slice(0, -inner.words.length) };
  const source = SHELL.test(name) && !isOpaque ? findProgramSource(words) : null;
  return { name, words: source?.kind === 'code' ? words.filter((_, index) => index !== source.at) : words };
}

const PIECE = `((?:\\$?'[^']*'|"[^"$\`]*"|[^'"\`$/{}])*)`;
/** `${name//pattern/text}` */
const REPLACEMENT = new RegExp(`\\$\\{\\w+//?${PIECE}/${PIECE}\\}`, 'g');

/** A word without the commands of its substitutions, which are in the list of commands, and without the `/` of replacements. */
function withoutCommands(word, sources, budget) {
  let text = word.replace(REPLACEMENT, ' $1 $2 ');
  if (!/\$\(|`/.test(text)) return text;
  for (const source of sources) {
    budget.spend(1 + text.length / 8);
    for (let at = text.indexOf(source); at >= 0; at = text.indexOf(source, at + 1)) {
      const [before, after] = [text.slice(0, at), text.slice(at + source.length)];
      budget.spend(text.length / 4);
      if (ENDS.includes(before.trimEnd().at(-1)) && ENDS.includes(after.trimStart()[0]))
        text = before + after;
    }
  }
  return text.replaceAll(/\$\([\s|;&]*\)|`[\s|;&]*`/g, UNKNOWN);
}

const ENDS = [...'()`|;&'];

function isProgramDirectory(file) {
  return /^\/(usr\/)?(local\/)?s?bin(\/|$)|^\/opt\/homebrew\/bin(\/|$)|^\/(proc|sys)(\/|$)/.test(file);
}
