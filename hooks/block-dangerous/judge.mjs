import { sayAny } from './phrases.mjs';
import { commandRules } from './rules.mjs';
import { splitShell } from './shell-commands.mjs';
import { foldersOf, movedBy } from './targets.mjs';
import { runsWhatItWrites, textRules } from './text-rules.mjs';
import { fillInVariables } from './variables.mjs';

const MAX_SHOWN = 60;
const MAX_CARRIED = 100;
/** HookMD redacts a password by the `@` behind it, which the cut takes away. */
const CUT_PASSWORD = /(:\/\/[^\s/:]*:)[^\s/]*…$/;

/** Programs that run another one, or a script, among their words, in ways that the splitter does not know. */
const CARRIERS =
  /^(npx|bunx|pnpx|pnpm|yarn|npm|bun|uv|uvx|poetry|pipenv|pdm|hatch|rye|bundle|mise|direnv|rbenv|pyenv|nix|nix-shell|op|doppler|dotenv|aws-vault|entr|xvfb-run|firejail|bwrap|proot|rlwrap|valgrind|perf|hyperfine|watchexec|nodemon|concurrently|tmux|screen|start-stop-daemon|coreutils|git (bisect|submodule|rebase|config))$/;

/** Why the command of a shell tool must not run; null where nothing speaks against it. */
export function judgeEvent({ tool, cwd, project_dir: project }) {
  const text = tool?.command;
  if (typeof text !== 'string')
    return 'unreadable command: there is no text to look at. Give the command as one text.';
  const roots = [...new Set([project, cwd])].filter((root) => root !== '/');
  const places = { cwd, roots, home: process.env.HOME ?? '/' };
  const filled = fillInVariables(text);
  return judgeText(text, places) ?? (filled === text ? null : judgeText(filled, places));
}

function judgeText(text, places) {
  const { commands, isOpaque } = splitShell(text);
  const folders = foldersOf(commands, places.cwd, places.home);
  const names = commands.map(({ name }) => name);
  const known = [];
  const unread = () => without(text, known);
  const call = {
    ...places,
    text,
    flat: flatten(text),
    commands,
    isOpaque,
    names,
    folders,
    unread,
    moved: [],
    mayDeleteFound: false,
  };
  for (const command of commands) {
    const judged = commandsIn(command);
    for (const current of judged) {
      const rule = current.rules.find((one) => isMet(one, current.words, { ...call, current }));
      if (rule !== undefined) return explain(rule, command.text);
    }
    if (judged.some(({ rules }) => rules.length > 0)) known.push(command.raw);
    call.moved.push(...movedBy(command, call));
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
  return sayAny(words, phrases) && !sayAny(words, except);
}

/** The command itself and, behind a carrier, whatever in its words may be one. */
function commandsIn({ words, name, text, unknownFrom, unknownIsPath }) {
  const own = toJudge(words, name, isFilledByOthers(text, unknownFrom, unknownIsPath));
  if (!CARRIERS.test(name) && !CARRIERS.test(`${name} ${words[1]}`)) return [own];
  const first = name === 'git' ? 2 : 1;
  const carried = words.slice(first, first + MAX_CARRIED).flatMap((word, index) => {
    if (!/\s/.test(word)) return [toJudge(words.slice(first + index), bareName(word), false)];
    return splitShell(word.replace(/^!/, '')).commands.map((one) => toJudge(one.words, one.name, false));
  });
  return [own, ...carried];
}

/** Whether xargs puts in operands that are not written here: at the end, or for its mark. */
function isFilledByOthers(text, unknownFrom, unknownIsPath) {
  return unknownFrom >= 0 && !unknownIsPath && /^($|\{\}|[^$`*?[{])/.test(text.slice(unknownFrom));
}

function toJudge(words, name, isFilled) {
  const plain = name.toLowerCase();
  const called = `${plain} ${words[1] ?? ''}`;
  const rules = commandRules.filter(({ program }) => program.test(plain) || program.test(called));
  return { words: [plain, ...words.slice(1)], name: plain, isFilled, rules };
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
  return commandRules.find(({ hidden }) => hidden !== undefined && sayAny(words, hidden));
}

/** The text without pieces of it, which come in their order. */
function without(text, pieces) {
  const rest = [];
  let from = 0;
  for (const piece of pieces) {
    const found = text.indexOf(piece, from);
    if (found < 0) continue;
    rest.push(text.slice(from, found));
    from = found + piece.length;
  }
  return [...rest, text.slice(from)].join(' ');
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
