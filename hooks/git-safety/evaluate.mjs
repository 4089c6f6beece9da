import path from 'node:path';
import { readGit } from './read-git.mjs';
import { Questions, Repository, Unknown } from './repository.mjs';
import { matches, rules } from './rules.mjs';
import {
  evaluateWithin,
  expandBraces,
  fillInVariables,
  Options,
  readEnvironment,
  resolveValues,
  unwrapScript,
} from './shell.generated.mjs';
import { changesNothing, isBuiltIn, isTransparent } from './steps.mjs';
import { flattenedParts, isGivenWords, printedWords, unfold } from './unfold.mjs';

const MAX_SHOWN = 60;
/** Aliases in aliases, scripts in scripts. */
const MAX_DEPTH = 4;
const MAX_DIRECTORIES = 3;
/** Steps of the budget: to start a command, to compare one that may lose something with the rules, and for each of its words. */
const TO_START_COMMAND = 60;
const TO_FIND_RULE = 2_000;
const TO_READ_WORD = 40;

const NOT_CHECKED = 'What would be lost is not known';
const BY_ITSELF = 'Run it as a command of its own, so that the hook can check that.';

/** The decision about the command of a shell tool: `{decision, reason}`; null = allowed. */
export function evaluateEvent({ tool, cwd }, { decision = 'ask' } = {}) {
  if (!['ask', 'block'].includes(decision)) throw new Error(`decision: ${decision} is not one of ask, block`);
  const text = tool?.command;
  const block = (reason) => ({ decision: 'block', reason });
  if (typeof text !== 'string')
    return block('unreadable command: it is not a string. Pass the command as one string.');
  return evaluateWithin({ guard: 'git-safety', length: text.length, block }, (budget) => {
    const environment = readEnvironment(process.env);
    const script = unwrapScript(text, budget);
    const resolved = resolveValues(script, budget, { cwd, environment });
    const isStill = !/[$`]|\b(cd|chdir|pushd|popd)\b/.test(script);
    const state = {
      directoriesAt: isStill ? () => [cwd] : resolved.directoriesAt,
      questions: new Questions(),
    };
    const filled = fillInVariables(resolved.text, budget);
    const reason =
      evaluateText(resolved.text, { budget, state, seen: new Set() }) ??
      // Values that are not sure can only add a reason.
      (filled === resolved.text
        ? null
        : evaluateText(filled, { budget, seen: commandsOf(resolved.text, budget) }));
    return reason === null ? null : { decision, reason };
  });
}

function commandsOf(text, budget) {
  return new Set(budget.split(text).commands.map((command) => command.text));
}

/** The reason to stop a text; null = none. Without `state` every command that matches counts as one that loses something. */
function evaluateText(text, call, depth = 0) {
  const { budget, seen } = call;
  const split = budget.split(text);
  const { commands, starts, isOpaque } = split;
  const steps = new Steps(text, split, budget);
  const printed = printedWords(commands);
  for (const [index, written] of commands.entries()) {
    budget.spend(TO_START_COMMAND);
    if (seen.has(written.text) || isRepetition(commands[index - 1], written, starts[index])) continue;
    const isGiven = isGivenWords(split, index);
    const command = readCommand(written, { isGiven, printed, budget });
    if (command === null) continue;
    budget.spend(TO_FIND_RULE + TO_READ_WORD * written.words.length);
    const context = { index, steps, call, depth };
    const reason =
      evaluateCommand(command, written, context) ??
      evaluateAliases(command, context) ??
      evaluateConfigured(command, written, context);
    if (reason !== null) return reason;
  }
  return isOpaque && depth === 0 ? evaluateHidden(text, call) : null;
}

/** `git -C x push` comes with the same command without the options of git itself. */
function isRepetition(before, { name, words }, start) {
  if (start >= 0 || name !== 'git' || before?.name !== 'git' || !before.words[1]?.startsWith('-'))
    return false;
  return before.words.slice(1 - words.length).join('\0') === words.slice(1).join('\0');
}

/** `isGiven`: the program before it adds words, perhaps those that the text prints. */
function readCommand(written, { isGiven, printed, budget }) {
  const { name } = written;
  const isGit = name === 'git' || /^[$`{].*git/i.test(written.words[0] ?? '');
  if (!isGit && !/^(g?rm|rimraf)$/.test(name)) return null;
  const words = written.words.flatMap((word) =>
    word.startsWith('$') ? unfold(word) : word.includes('{') ? expandBraces(word, budget, true) : [word],
  );
  const isOpen = written.unknownFrom >= 0 && /^($|\{\})/.test(written.text.slice(written.unknownFrom));
  const isFilled = isOpen || isGiven;
  if (isGit) return { ...readGit(isFilled ? [...words, ...printed] : words), isFilled };
  const rest = name === 'rimraf' ? ['-r', ...words.slice(1)] : words.slice(1);
  const options = new Options(rest);
  return {
    called: 'rm',
    subcommand: '',
    directories: [],
    aliases: [],
    isPlain: true,
    rest,
    options,
    operands: options.operands,
    isFilled,
  };
}

function evaluateCommand(command, written, context) {
  for (const rule of rules) {
    if (!matches(rule, command)) continue;
    try {
      const lost = rule.losses === undefined ? null : lostBy(rule, command, context);
      if (lost === null || lost.length > 0) return explain(rule, written.text, lost ?? []);
      if (rule.isIdle?.(command)) context.steps.addIdle(context.index);
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      if (!rule.isDoubtful || error.isOfFiles) return explain(rule, written.text, [], error.message);
    }
  }
  return null;
}

/** What a command would lose, in every directory in which it may run. */
function lostBy(rule, command, context) {
  if (!command.isPlain) throw new Unknown('a setting of git changes the command');
  return repositoriesOf(command, rule.reads, context).flatMap((repository) =>
    rule.losses(command, repository),
  );
}

function repositoriesOf(command, reads, { index, steps, call: { state } }) {
  if (state === undefined) throw new Unknown('');
  return steps.directoriesOf(index, reads, state.directoriesAt).map((directory) => {
    const there = command.directories.reduce(
      (from, to) => (/[$`{}~*?[]/.test(to) ? unknownDirectory() : path.resolve(from, to)),
      directory,
    );
    return new Repository(there, state.questions);
  });
}

function unknownDirectory() {
  throw new Unknown('only the shell knows the directory');
}

/** The commands of a text in their order: what is known when one of them starts. */
class Steps {
  #split;
  #budget;
  #idle = new Set();
  /** Commands may run in another order, at the same time, or several times. */
  #isMixed;
  #isChanged;

  constructor(text, split, budget) {
    this.#split = split;
    this.#budget = budget;
    this.#isMixed = split.hasLoop || /\(\s*\)|\bfunction\b|\btrap\b|(?<![&>|])[&|](?![&>|])/.test(text);
    this.#isChanged = split.isOpaque || /\bGIT_[A-Z]/.test(text);
  }

  addIdle(index) {
    this.#idle.add(index);
  }

  /** Throws Unknown if a command before this one may change what `reads` names. */
  directoriesOf(index, reads, directoriesAt) {
    const { commands, starts, writes } = this.#split;
    this.#budget.spend(TO_READ_WORD * commands.length);
    const outer = starts.findLastIndex((start, at) => at <= index && start >= 0);
    const isNested = commands.slice(outer, index).some((command) => !isTransparent(command));
    const hasPrefix = /^\s*\w+\+?=/.test(commands[outer]?.raw ?? '');
    if (outer < 0 || isNested || hasPrefix || this.#isChanged)
      throw new Unknown('another program or a variable may change the command');
    const isBefore = (at) => this.#isMixed || at <= index;
    const isChange = (command, at) =>
      at !== index &&
      isBefore(at) &&
      !this.#idle.has(at) &&
      !isRepetition(commands[at - 1], command, starts[at]) &&
      !isTransparent(command) &&
      !changesNothing(command, reads);
    const isWrite = ({ path: file, at }) =>
      isBefore(at) &&
      !/^\/dev\/(null|stdout|stderr|tty)$/.test(file) &&
      (reads === 'files' || /\.git\b|[$`*?]/.test(file));
    if (commands.some(isChange) || writes.some(isWrite))
      throw new Unknown('another part of the command line may change it first');
    const directories = directoriesAt(starts[outer]);
    if (directories === null || directories.length > MAX_DIRECTORIES) unknownDirectory();
    return directories;
  }
}

/** An alias that the command sets: for itself (`git -c alias.p='push -f' p`), or for later (`git config alias.p 'push -f'`). */
function evaluateAliases({ aliases, called, subcommand, operands, rest }, { call, depth }) {
  if (depth >= MAX_DEPTH) return null;
  const [, key] = called === 'git config' ? (/^alias\.(.+)$/i.exec(operands.at(-2) ?? '') ?? []) : [];
  if (key !== undefined)
    return evaluateText(scriptOf(operands.at(-1), []), { ...call, state: undefined }, depth + 1);
  for (const { name, value } of aliases) {
    if (name.toLowerCase() !== subcommand.toLowerCase() && !/[$`]/.test(name + subcommand)) continue;
    const remaining = aliases.filter((alias) => alias.name !== name);
    const settings = remaining.flatMap((alias) => ['-c', `alias.${alias.name}=${alias.value}`]).map(quote);
    const script = scriptOf(value, rest).replace(/^git /, () => ['git', ...settings, ''].join(' '));
    const reason = evaluateText(script, { ...call, state: undefined }, depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}

/** `git x`, where the configuration has an alias of that name. */
function evaluateConfigured(command, written, context) {
  const { subcommand, rest } = command;
  const { call, depth } = context;
  if (call.state === undefined || depth >= MAX_DEPTH || !/^[a-z][\w-]*$/i.test(subcommand)) return null;
  if (isBuiltIn(subcommand) || rules.some((rule) => `git ${subcommand}`.match(rule.command))) return null;
  for (const value of configuredAliases(command, context)) {
    const script = scriptOf(value, rest);
    if (value.startsWith('!')) {
      const reason = evaluateText(script, { ...call, state: undefined }, depth + 1);
      if (reason !== null) return reason;
    } else {
      const [alias] = call.budget.split(script).commands.slice(-1);
      const expanded = {
        ...readGit(alias?.words ?? []),
        directories: command.directories,
        isFilled: command.isFilled,
      };
      const reason = evaluateCommand(expanded, written, { ...context, depth: depth + 1 });
      if (reason !== null) return reason;
    }
  }
  return null;
}

function configuredAliases(command, context) {
  try {
    const found = repositoriesOf(command, 'history', context).map((repository) =>
      repository.alias(command.subcommand),
    );
    return found.filter((value) => value !== null);
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
}

function scriptOf(alias, rest) {
  const tail = rest.map(quote).join(' ');
  return alias.startsWith('!') ? `${alias.slice(1)} ${tail}` : `git ${alias} ${tail}`;
}

function quote(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** For a text that may run more than was parsed: a `git` anywhere in it, also in quotes. */
function evaluateHidden(text, call) {
  for (const { part, words } of flattenedParts(text)) {
    call.budget.spend(TO_READ_WORD * words.length);
    const at = words.findIndex((word) => /(^|\/)git$/.test(word));
    if (at < 0) continue;
    const command = { ...readGit(['git', ...words.slice(at + 1)]), isFilled: false };
    const rule = rules.find((candidate) => !candidate.isDoubtful && matches(candidate, command));
    if (rule !== undefined) return explain(rule, part, [], 'the command cannot be parsed reliably');
  }
  return null;
}

function explain({ name, effect, instead }, text, lost, unknown = '') {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const shown = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
  const losses = lost.length > 0 ? `: ${[...new Set(lost)].join('; ')}` : '';
  const doubt = unknown === '' ? '' : `${NOT_CHECKED}: ${unknown}. `;
  const hint = /first$/.test(unknown) ? BY_ITSELF : instead;
  return `${name}: \`${shown}\` ${effect}${losses}. ${doubt}${hint}`;
}
