import path from 'node:path';
import { scriptsGiven } from './given-scripts.mjs';
import { MovedDirectories } from './moved-directories.mjs';
import { matchesAny, WordIndex } from './phrases.mjs';
import { commandRules } from './rules.mjs';
import {
  evaluateWithin,
  expandBraces,
  fillInVariables,
  findDirectoryOption,
  readEnvironment,
  resolveValues,
  unwrapScript,
} from './shell.generated.mjs';
import { directoriesOf, movedBy } from './targets.mjs';
import { runsWhatItWrites, textRules } from './text-rules.mjs';

const MAX_SHOWN = 60;
/** Scripts in scripts. */
const MAX_DEPTH = 2;
/** Steps of the budget: for one command, for the programs of all rules, and for a word and a rule. */
const TO_START_COMMAND = 100;
const TO_FIND_RULES = 500;
const TO_READ_WORD = 20;
/** HookMD redacts a password by the `@` after it, which the cut removes. */
const CUT_PASSWORD = /(:\/\/[^\s/:]*:)[^\s/]*…$/;

const LOOKUP =
  /^(?:\$\(|`)\s*(?:which|command -v|type -[pP]|echo|printf|basename)\s+["']?([\w./-]+)["']?\s*[)`]$/;

/** Programs that run another program or a script from their words, which the splitter does not parse. */
const CARRIERS =
  /^(npx|bunx|pnpx|pnpm|yarn|npm|bun|uv|uvx|poetry|pipenv|pdm|hatch|rye|bundle|mise|direnv|rbenv|pyenv|nix|nix-shell|op|doppler|dotenv|aws-vault|entr|xvfb-run|firejail|bwrap|proot|rlwrap|valgrind|perf|hyperfine|watchexec|nodemon|concurrently|tmux|screen|start-stop-daemon|coreutils|git (bisect|submodule|rebase|config))$/;

/** The reason to block the command of a shell tool; null = allowed. Without `packs` all rules apply. */
export function evaluateEvent({ tool, cwd, project_dir: project }, { packs } = {}) {
  const text = tool?.command;
  if (typeof text !== 'string')
    return 'unreadable command: it is not a string. Pass the command as one string.';
  const roots = [...new Set([project, cwd])].filter((root) => root !== '/');
  return evaluateWithin(
    { guard: 'block-dangerous', length: text.length, block: (reason) => reason },
    (budget) => {
      const rules = commandRules.filter(({ pack }) => packs?.includes(pack) ?? true);
      const locations = {
        cwd,
        roots,
        home: process.env.HOME ?? '/',
        budget,
        rules,
        rulesFor: makeRuleFinder(rules, budget),
      };
      const environment = readEnvironment(process.env);
      const resolved = resolveValues(unwrapScript(text, budget), budget, { cwd, environment });
      const directories = directoriesOfCommands(resolved, budget);
      // Values that are not sure can only add a reason to block.
      const filled = fillInVariables(resolved.text, budget);
      return (
        evaluateText(resolved.text, directories, locations) ??
        (filled === resolved.text ? null : evaluateText(filled, directories, locations))
      );
    },
  );
}

function evaluateText(text, directories, locations, depth = 0) {
  const { budget } = locations;
  const { commands, starts, writes, heredocs, listed, isOpaque } = budget.split(text);
  const everywhere = directoriesOf(commands, locations.cwd, locations.home);
  const rest = new Rest(text, budget);
  const unread = () => rest.text();
  const results = new Map();
  /** Computes a property of the whole command once. */
  const once = (question, find) => {
    if (!results.has(question)) results.set(question, find());
    return results.get(question);
  };
  const call = {
    ...locations,
    text,
    flat: () => once('flat', () => flatten(text)),
    commands,
    starts,
    writes,
    heredocs,
    listed,
    isOpaque,
    everywhere,
    directories: everywhere,
    unread,
    once,
    moved: new MovedDirectories(budget),
    mayDeleteFound: false,
    index: 0,
    current: null,
  };
  for (const [index, command] of commands.entries()) {
    let hasRules = false;
    call.index = index;
    call.directories = (directories.length === commands.length ? directories[index] : null) ?? everywhere;
    for (const current of commandsIn(command, locations)) {
      call.current = current;
      hasRules ||= current.rules.length > 0;
      budget.spend(current.rules.length * current.words.length * TO_READ_WORD);
      const rule = current.rules.find((candidate) => isMet(candidate, current.words, call));
      if (rule !== undefined) return explain(rule, command.text);
    }
    if (hasRules) rest.take(command.raw);
    for (const directory of movedBy(command, call)) call.moved.add(directory);
    // The commands that `find` runs come next.
    if (command.name === 'find') call.mayDeleteFound = true;
  }
  call.directories = everywhere;
  const mayHide = isOpaque || runsWhatItWrites(call);
  const rule =
    textRules.find((candidate) => candidate.isDangerous(call)) ??
    (mayHide ? findHidden(unread(), locations.rules) : undefined);
  if (rule !== undefined) return explain(rule, text);
  for (const script of depth < MAX_DEPTH ? scriptsGiven(call) : []) {
    const reason = evaluateText(script, [], locations, depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}

/** For each command of a text the directories it may run in, if they are known. */
function directoriesOfCommands({ text, directoriesAt }, budget) {
  const { commands, starts } = budget.split(text);
  const isMoving = ({ name }, index) => starts[index] < 0 && /^(cd|chdir|pushd|popd)$/.test(name);
  const isNestedKnown = !text.includes('`') && !commands.some(isMoving);
  let outer = null;
  return starts.map((start, index) => {
    const { name, words } = commands[index];
    const directories = start < 0 ? (isNestedKnown ? outer : null) : directoriesAt(start);
    const target = findDirectoryOption(name, words);
    // A trap runs later, in another directory.
    if (name === 'trap' || (target !== undefined && !/^[\w./-]+$/.test(target))) outer = null;
    else if (target !== undefined) outer = directories?.map((each) => path.resolve(each, target)) ?? null;
    else if (start >= 0) outer = directories;
    return directories;
  });
}

function isMet({ phrases = [], except = [], isDangerous }, words, call) {
  if (words.length === 2 && /^--(help|version)$/.test(words[1])) return false;
  if (isDangerous !== undefined) return isDangerous(words, call);
  const index = new WordIndex(words);
  return matchesAny(index, phrases) && !matchesAny(index, except);
}

/** The command itself and, for a carrier, every word that may be a command. */
function* commandsIn({ words, name, text, unknownFrom, unknownIsPath }, { budget, rulesFor }) {
  const toEvaluate = (given, from, called, isFilled) => {
    const plain = called.toLowerCase();
    budget.spend(TO_START_COMMAND);
    const rules = rulesFor(plain, given[from + 1]);
    if (rules.length === 0) return { words: [], name: plain, isFilled, rules };
    budget.spend(given.length - from);
    return { words: [plain, ...given.slice(from + 1)], name: plain, isFilled, rules };
  };
  yield toEvaluate(words, 0, name, isFilledByOthers(text, unknownFrom, unknownIsPath));
  const spelled = spellOut(words, budget);
  if (spelled !== words) yield toEvaluate(spelled, 0, bareName(spelled[0]), false);
  if (!CARRIERS.test(name) && !CARRIERS.test(`${name} ${words[1]}`)) return;
  for (let at = name === 'git' ? 2 : 1; at < words.length; at += 1) {
    const word = words[at];
    if (!/\s/.test(word)) yield toEvaluate(words, at, bareName(word), false);
    else {
      const { commands } = budget.split(word.replace(/^!/, ''));
      for (const candidate of commands) yield toEvaluate(candidate.words, 0, candidate.name, false);
    }
  }
}

/** The program of `$(which rm) -rf src` and `{rm,-rf,src}`. */
function spellOut(words, budget) {
  const [program = '', ...operands] = words;
  const found = LOOKUP.exec(program)?.[1];
  if (found !== undefined) return [found, ...operands];
  return /^\{.+,.*\}$/s.test(program) ? [...expandBraces(program, budget), ...operands] : words;
}

/** Whether xargs adds operands, at the end or for its mark. */
function isFilledByOthers(text, unknownFrom, unknownIsPath) {
  return unknownFrom >= 0 && !unknownIsPath && /^($|\{\}|[^$`*?[{])/.test(text.slice(unknownFrom));
}

/** Finds the rules for a program, or for a subcommand of git, and caches them. */
function makeRuleFinder(all, budget) {
  const known = new Map();
  return (plain, second = '') => {
    const called = plain === 'git' ? `git ${second}` : plain;
    const found = known.get(called);
    if (found !== undefined) return found;
    budget.spend(TO_FIND_RULES);
    const rules = all.filter(({ program }) => program.test(plain) || program.test(called));
    known.set(called, rules);
    return rules;
  };
}

/** `/usr/bin/rm`, `rimraf@5` */
function bareName(word) {
  return word.slice(word.lastIndexOf('/') + 1).replace(/(.)@[\w.^~-]{1,40}$/, '$1');
}

/** For a command that may run more than was parsed: a rule whose phrases are all in the rest. */
function findHidden(unread, rules) {
  const words = flatten(unread)
    .split(/[\s,={}()<>|&;$`!]+/)
    .map(bareName);
  const index = new WordIndex(new Set(words));
  return rules.find(({ hidden }) => hidden !== undefined && matchesAny(index, hidden));
}

/** A text without the pieces that were evaluated, which are removed in order. */
class Rest {
  #whole;
  #budget;
  #before = [];
  #from = 0;

  constructor(whole, budget) {
    this.#whole = whole;
    this.#budget = budget;
  }

  take(piece) {
    const found = this.#whole.indexOf(piece, this.#from);
    this.#budget.spend(((found < 0 ? this.#whole.length : found) - this.#from) / 8);
    if (found < 0) return;
    this.#before.push(this.#whole.slice(this.#from, found));
    this.#from = found + piece.length;
  }

  text() {
    return [...this.#before, this.#whole.slice(this.#from)].join(' ');
  }
}

/** Without quotes and escapes, which could divide a word. */
function flatten(text) {
  return text.replaceAll(/\$\{?IFS\}?/g, ' ').replaceAll(/["'\\]/g, '');
}

function explain({ name, effect, instead }, text) {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const shown = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
  return `${name}: \`${shown.replace(CUT_PASSWORD, '$1…')}\` ${effect}. ${instead}`;
}
