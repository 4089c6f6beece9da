import { matchesPattern, onlyShows, parsePattern, readCommand } from './patterns.mjs';
import { rules } from './rules.mjs';
import {
  evaluateWithin,
  expandBraces,
  fillInVariables,
  readEnvironment,
  resolveValues,
  unwrapScript,
} from './shell.generated.mjs';
import { losesData } from './statements.mjs';
import { flattenedParts, isGivenWords, printedWords, unfold } from './unfold.generated.mjs';

const MAX_SHOWN = 60;
/** HookMD redacts a password by the `@` after it, which the cut removes. */
const CUT_PASSWORD = /(:\/\/[^\s/:]*:)[^\s/]*…$/;
/** Steps of the budget: to start a command, and to compare one with a pattern of its program. */
const TO_START_COMMAND = 60;
const TO_COMPARE = 100;
const TO_READ_WORD = 20;
const TO_READ_STATEMENT = 2;

/** Programs that run another program from their words, also in a container or on a server. */
const CARRIERS =
  /^(npx|bunx|pnpx|pnpm|yarn|npm|bun|deno|uv|uvx|poetry|pipenv|pdm|hatch|rye|bundle|mise|direnv|nix|nix-shell|op|sail|saml2aws|doppler|dotenv|dotenvx|infisical|chamber|aws-vault|python[\d.]*|php|ruby|node|docker|docker-compose|podman|nerdctl|kubectl|oc|heroku|fly|flyctl|railway|vagrant|lxc|watch|entr|tmux|screen)$/;

/** The patterns of each program, in the order of the rows. */
const byProgram = new Map();
for (const rule of rules) {
  for (const pattern of rule.commands.map(parsePattern)) {
    for (const program of pattern.programs)
      byProgram.set(program, [...(byProgram.get(program) ?? []), { rule, pattern }]);
  }
}
const exceptions = rules.flatMap(({ except = [] }) => except).map(parsePattern);

/** The decision about the command of a shell tool: `{decision, reason}`; null = allowed. Without `packs` all rules apply. */
export function evaluateEvent({ tool, cwd }, { decision = 'ask', packs } = {}) {
  if (!['ask', 'block'].includes(decision)) throw new Error(`decision: ${decision} is not one of ask, block`);
  const text = tool?.command;
  const block = (reason) => ({ decision: 'block', reason });
  if (typeof text !== 'string')
    return block('unreadable command: it is not a string. Pass the command as one string.');
  return evaluateWithin({ guard: 'infra-safety', length: text.length, block }, (budget) => {
    const environment = readEnvironment(process.env);
    const resolved = resolveValues(unwrapScript(text, budget), budget, { cwd, environment }).text;
    const filled = fillInVariables(resolved, budget);
    const reason =
      evaluateText(resolved, packs, budget) ??
      (filled === resolved ? null : evaluateText(filled, packs, budget));
    return reason === null ? null : { decision, reason };
  });
}

function evaluateText(text, packs, budget) {
  const split = budget.split(text);
  const { commands, heredocs, isOpaque } = split;
  const printed = printedWords(commands);
  const inputs = [...heredocs.map((heredoc) => heredoc.text), printed.join(' '), ...printed];
  const call = {
    packs,
    budget,
    inputLosesData: once(() => inputs.some((input) => readsLoss(input, budget))),
    confirmsAll: printed.includes('yes') || commands.some(({ name }) => name === 'yes'),
    isFilled: false,
  };
  for (const [index, { words, name, text: shown }] of commands.entries()) {
    budget.spend(TO_START_COMMAND);
    call.isFilled = isGivenWords(split, index);
    const given = call.isFilled ? [...words, ...printed] : words;
    const rule = findRule(given, 0, call) ?? (CARRIERS.test(name) ? findCarried(given, call) : undefined);
    if (rule !== undefined) return explain(rule, shown);
  }
  return isOpaque ? evaluateHidden(text, call) : null;
}

function readsLoss(input, budget) {
  budget.spend(TO_READ_STATEMENT * input.length);
  return losesData(input);
}

/** Computes the value at the first call. */
function once(find) {
  let found;
  return () => {
    found ??= find();
    return found;
  };
}

function findRule(written, from, call) {
  const { packs, budget } = call;
  const name = bareName(written[from] ?? '');
  const candidates = byProgram.get(name);
  if (candidates === undefined) return undefined;
  budget.spend(candidates.length * (TO_COMPARE + TO_READ_WORD * (written.length - from)));
  const words = written
    .slice(from)
    .flatMap((word) =>
      word.startsWith('$') ? unfold(word) : word.includes('{') ? expandBraces(word, budget, true) : [word],
    );
  const command = readCommand(name, words);
  if (exceptions.some((pattern) => pattern.programs.includes(name) && matchesPattern(pattern, command)))
    return undefined;
  return candidates.find(({ rule, pattern }) => {
    if (packs?.includes(rule.pack) === false || !matchesPattern(pattern, command)) return false;
    return !onlyShows(command) && (rule.isMatch?.(command, call) ?? true);
  })?.rule;
}

/** The rule for a program in the words of another one, or in a script in one word: `docker exec db psql -c …`, `npx prisma …`. */
function findCarried(words, call) {
  const { budget } = call;
  for (const [at, word] of words.entries()) {
    if (at === 0) continue;
    budget.spend(TO_READ_WORD);
    const scripts = /\s/.test(word) ? budget.split(word).commands.map((command) => command.words) : [];
    const rule =
      scripts.map((script) => findRule(script, 0, call)).find(Boolean) ?? findRule(words, at, call);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** For a text that may run more than was parsed: a program anywhere in it, also in quotes. */
function evaluateHidden(text, call) {
  for (const { part, words } of flattenedParts(text)) {
    const rule = findCarried(['', ...words], call);
    if (rule !== undefined) return explain(rule, part);
  }
  return null;
}

/** `/usr/bin/psql`, `prisma@5` */
function bareName(word) {
  return word
    .slice(word.lastIndexOf('/') + 1)
    .replace(/(.)@[\w.^~-]{1,40}$/, '$1')
    .toLowerCase();
}

function explain({ name, effect, instead }, text) {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const shown = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
  return `${name}: \`${shown.replace(CUT_PASSWORD, '$1…')}\` ${effect}. ${instead}`;
}
