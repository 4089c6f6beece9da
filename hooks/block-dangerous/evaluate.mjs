import { MovedFolders } from './moved-folders.mjs';
import { sayAny, WordIndex } from './phrases.mjs';
import { commandRules } from './rules.mjs';
import { evaluateWithin, fillInVariables } from './shell.generated.mjs';
import { foldersOf, movedBy } from './targets.mjs';
import { runsWhatItWrites, textRules } from './text-rules.mjs';

const MAX_SHOWN = 60;
/** Steps of the budget: to look at one command, at the programs of all rules, and at a word for one rule. */
const TO_START_COMMAND = 100;
const TO_FIND_RULES = 500;
const TO_READ_WORD = 20;
/** HookMD redacts a password by the `@` behind it, which the cut takes away. */
const CUT_PASSWORD = /(:\/\/[^\s/:]*:)[^\s/]*…$/;

/** Programs that run another one, or a script, among their words, in ways that the splitter does not know. */
const CARRIERS =
  /^(npx|bunx|pnpx|pnpm|yarn|npm|bun|uv|uvx|poetry|pipenv|pdm|hatch|rye|bundle|mise|direnv|rbenv|pyenv|nix|nix-shell|op|doppler|dotenv|aws-vault|entr|xvfb-run|firejail|bwrap|proot|rlwrap|valgrind|perf|hyperfine|watchexec|nodemon|concurrently|tmux|screen|start-stop-daemon|coreutils|git (bisect|submodule|rebase|config))$/;

/** Why the command of a shell tool must not run; null where nothing speaks against it. */
export function evaluateEvent({ tool, cwd, project_dir: project }) {
  const text = tool?.command;
  if (typeof text !== 'string')
    return 'unreadable command: there is no text to look at. Give the command as one text.';
  const roots = [...new Set([project, cwd])].filter((root) => root !== '/');
  return evaluateWithin(
    { guard: 'block-dangerous', length: text.length, block: (reason) => reason },
    (budget) => {
      const places = { cwd, roots, home: process.env.HOME ?? '/', budget, rulesFor: makeRuleFinder(budget) };
      const filled = fillInVariables(text, budget);
      return judgeText(text, places) ?? (filled === text ? null : judgeText(filled, places));
    },
  );
}

function judgeText(text, places) {
  const { budget } = places;
  const { commands, writes, isOpaque } = budget.split(text);
  const folders = foldersOf(commands, places.cwd, places.home);
  const names = commands.map(({ name }) => name);
  const rest = new Rest(text, budget);
  const unread = () => rest.text();
  const answers = new Map();
  /** What is asked of the text as a whole: whether another command asks again or not, it is found out once. */
  const once = (question, answer) => {
    if (!answers.has(question)) answers.set(question, answer());
    return answers.get(question);
  };
  const call = {
    ...places,
    text,
    flat: flatten(text),
    commands,
    writes,
    isOpaque,
    names,
    folders,
    unread,
    once,
    moved: new MovedFolders(budget),
    mayDeleteFound: false,
    current: null,
  };
  for (const command of commands) {
    let hasRules = false;
    for (const current of commandsIn(command, places)) {
      call.current = current;
      hasRules ||= current.rules.length > 0;
      budget.spend(current.rules.length * current.words.length * TO_READ_WORD);
      const rule = current.rules.find((one) => isMet(one, current.words, call));
      if (rule !== undefined) return explain(rule, command.text);
    }
    if (hasRules) rest.take(command.raw);
    for (const folder of movedBy(command, call)) call.moved.add(folder);
    // What `find` runs comes next.
    if (command.name === 'find') call.mayDeleteFound = true;
  }
  const mayHide = isOpaque || runsWhatItWrites(call);
  const rule = textRules.find((one) => one.isDangerous(call)) ?? (mayHide ? findHidden(unread()) : undefined);
  return rule === undefined ? null : explain(rule, text);
}

function isMet({ phrases = [], except = [], isDangerous }, words, call) {
  if (words.length === 2 && /^--(help|version)$/.test(words[1])) return false;
  if (isDangerous !== undefined) return isDangerous(words, call);
  const index = new WordIndex(words);
  return sayAny(index, phrases) && !sayAny(index, except);
}

/** The command itself and, behind a carrier, whatever in its words may be one. */
function* commandsIn({ words, name, text, unknownFrom, unknownIsPath }, { budget, rulesFor }) {
  const toJudge = (given, from, called, isFilled) => {
    const plain = called.toLowerCase();
    budget.spend(TO_START_COMMAND);
    const rules = rulesFor(plain, given[from + 1]);
    if (rules.length === 0) return { words: [], name: plain, isFilled, rules };
    budget.spend(given.length - from);
    return { words: [plain, ...given.slice(from + 1)], name: plain, isFilled, rules };
  };
  yield toJudge(words, 0, name, isFilledByOthers(text, unknownFrom, unknownIsPath));
  if (!CARRIERS.test(name) && !CARRIERS.test(`${name} ${words[1]}`)) return;
  for (let at = name === 'git' ? 2 : 1; at < words.length; at += 1) {
    const word = words[at];
    if (!/\s/.test(word)) yield toJudge(words, at, bareName(word), false);
    else {
      const { commands } = budget.split(word.replace(/^!/, ''));
      for (const one of commands) yield toJudge(one.words, 0, one.name, false);
    }
  }
}

/** Whether xargs puts in operands that are not written here: at the end, or for its mark. */
function isFilledByOthers(text, unknownFrom, unknownIsPath) {
  return unknownFrom >= 0 && !unknownIsPath && /^($|\{\}|[^$`*?[{])/.test(text.slice(unknownFrom));
}

/** The rules for a program, or of git for a subcommand, which are looked for once. */
function makeRuleFinder(budget) {
  const known = new Map();
  return (plain, second = '') => {
    const called = plain === 'git' ? `git ${second}` : plain;
    const found = known.get(called);
    if (found !== undefined) return found;
    budget.spend(TO_FIND_RULES);
    const rules = commandRules.filter(({ program }) => program.test(plain) || program.test(called));
    known.set(called, rules);
    return rules;
  };
}

/** `/usr/bin/rm`, `rimraf@5` */
function bareName(word) {
  return word.slice(word.lastIndexOf('/') + 1).replace(/(.)@[\w.^~-]{1,40}$/, '$1');
}

/** In a text that may run more than could be read: a rule whose signs all stand in what was not judged. */
function findHidden(unread) {
  const words = flatten(unread)
    .split(/[\s,={}()<>|&;$`!]+/)
    .map(bareName);
  const index = new WordIndex(new Set(words));
  return commandRules.find(({ hidden }) => hidden !== undefined && sayAny(index, hidden));
}

/** A text without pieces of it, which are taken out in their order. */
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

/** Without quotes and escapes, which could take a word apart. */
function flatten(text) {
  return text.replaceAll(/\$\{?IFS\}?/g, ' ').replaceAll(/["'\\]/g, '');
}

function explain({ name, says, instead }, text) {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const shown = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
  return `${name}: \`${shown.replace(CUT_PASSWORD, '$1…')}\` ${says}. ${instead}`;
}
