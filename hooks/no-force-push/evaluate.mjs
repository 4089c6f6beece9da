import { branchesOf, CurrentBranches, isProtected } from './branches.mjs';
import { mayForce, readPush } from './push.mjs';
import { evaluateWithin, expandBraces, fillInVariables, makeChain } from './shell.generated.mjs';

const defaults = { protected: ['main', 'master', 'release/*'], allowWithLease: true };
const MAX_ALIAS_DEPTH = 4;
/** Options of git itself that take the next word. */
const VALUED = /^(-[cC]|--(git-dir|work-tree|namespace|config-env|exec-path))$/;
/** Steps of the budget: for one `git`, and for each of its words. */
const TO_READ_GIT = 200;
const TO_READ_WORD = 30;
/** For a command that may run more than was parsed: a push, and after it an option that forces. */
const mayHideForce = makeChain([
  { pattern: '(?<![\\w-])push(?![\\w-])' },
  {
    pattern: '\\s(?=-[a-zA-Z]{0,9}f[a-zA-Z]{0,9}(?![\\w-])|--force(?!-)|--mirror|--prune|\\+[\\w/@*])',
    reach: 400,
    barrier: ';\n',
  },
]);

const SAFER = 'Push without force, use --force-with-lease on your own branch, or leave the push to the user.';

/** The reason to block the pushes of a shell command; null = allowed. */
export function evaluateEvent({ tool, cwd }, options = {}) {
  const text = tool?.command;
  if (typeof text !== 'string')
    return 'unreadable command: it is not a string. Pass the command as one string.';
  const settings = { ...defaults, ...options };
  return evaluateWithin(
    { guard: 'no-force-push', length: text.length, block: (reason) => reason },
    (budget) => {
      const call = { cwd, settings, budget };
      const filled = fillInVariables(text, budget);
      return evaluateText(text, call) ?? (filled === text ? null : evaluateText(filled, call));
    },
  );
}

function evaluateText(text, locations, depth = 0) {
  const { budget } = locations;
  const { commands, isOpaque } = budget.split(text);
  const call = { ...locations, commands, current: new CurrentBranches({ ...locations, commands }) };
  for (const { words: written, name } of commands) {
    if (name !== 'git') continue;
    const words = expandWords(written, budget);
    budget.spend(TO_READ_GIT + words.length * TO_READ_WORD);
    const reason = evaluateGit(words, call) ?? evaluateAlias(words, call, depth);
    if (reason !== null) return reason;
  }
  const isHidden = isOpaque && mayHideForce(text.replaceAll(/["'\\]/g, ''));
  return isHidden
    ? 'forced push: this command cannot be parsed reliably and may force a push. Write it out in full, without force.'
    : null;
}

/** The words with their braces expanded, except for another subcommand than push, whose words may be any text, such as JSON. */
function expandWords(written, budget) {
  const words = [];
  let isDecided = false;
  let next = 1;
  for (const [at, word] of written.entries()) {
    for (const expanded of word.includes('{') ? expandBraces(word, budget) : [word]) words.push(expanded);
    while (words[next]?.startsWith('-')) next += VALUED.test(words[next]) ? 2 : 1;
    if (isDecided || next >= words.length) continue;
    isDecided = true;
    const isOther = /^[a-z]/.test(words[next]) && words[next] !== 'push';
    if (isOther && !configOf(words).config.some(isAlias)) return [...words, ...written.slice(at + 1)];
  }
  return words;
}

function isAlias({ key }) {
  return /^alias\./i.test(key);
}

function evaluateGit(words, call) {
  const forcing = configOf(words).config.find(forcesByConfig);
  if (forcing !== undefined) return `forced push: the setting ${forcing.key} forces it. ${SAFER}`;
  const subcommand = words[1] ?? '';
  if (subcommand === 'push') return evaluatePush(readPush(words.slice(2)), call);
  // `git $X -f`, where the value of X is unknown.
  const isUnknown = /^[$`]/.test(subcommand) && (/push/.test(subcommand) || words.slice(2).some(mayForce));
  return isUnknown
    ? "forced push: an expansion hides git's subcommand. Write the command out in full, without force."
    : null;
}

function evaluatePush(push, call) {
  if (push.isDryRun) return null;
  const { settings } = call;
  if (push.forcedBy !== null) {
    return `forced push: ${push.forcedBy} replaces or deletes what others may have built on. ${SAFER}`;
  }
  const deleted = push.deleted.find((name) => name === null || isProtected(name, settings.protected));
  if (deleted === null)
    return 'deleted branch: the command does not show which branch it deletes. Name the branch.';
  if (deleted !== undefined)
    return `deleted branch: ${deleted} is protected. Leave the deletion to the user.`;
  if (!push.hasLease) return null;
  if (!settings.allowWithLease)
    return 'forced push: --force-with-lease is turned off here. Push without force, or leave the push to the user.';
  return evaluateLease(push, call);
}

function evaluateLease(push, call) {
  const names = branchesOf(push, call);
  if (names === null)
    return 'forced push: the command does not show which branch it overwrites. Name the remote and the branch.';
  call.budget.spend(names.length * TO_READ_WORD);
  const found = names.find((name) => isProtected(name, call.settings.protected));
  if (found === undefined) return null;
  const effect = found === '*' ? 'it overwrites every branch' : `the branch ${found} is protected`;
  return `forced push: ${effect}. Push without force, or leave the push to the user.`;
}

/** `git -c alias.p='push -f' p`: the alias with the words after it. */
function evaluateAlias(words, call, depth) {
  if (depth >= MAX_ALIAS_DEPTH)
    return 'forced push: its aliases are nested too deeply to check. Write the command out in full.';
  const { config, rest } = configOf(words);
  const aliases = config.filter(isAlias);
  if (aliases.length === 0) return null;
  const tail = rest.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  for (const { value } of aliases) {
    const script = value.startsWith('!') ? `${value.slice(1)} ${tail}` : `git ${value} ${tail}`;
    call.budget.spend(TO_READ_GIT);
    const reason = evaluateText(script, call, depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}

/** Settings of -c, and the words after the subcommand. */
function configOf(words) {
  const config = [];
  let at = 1;
  for (; words[at]?.startsWith('-'); at += 1) {
    if (!VALUED.test(words[at])) continue;
    at += 1;
    const [, key, value] = /^([^=]+)=?(.*)$/s.exec(words[at] ?? '') ?? [];
    if (words[at - 1] === '-c' && key !== undefined) config.push({ key, value });
  }
  return { config, rest: words.slice(at + 1) };
}

function forcesByConfig({ key, value }) {
  if (/^remote\..*\.push$/i.test(key)) return /^[+$`]/.test(value);
  return /^remote\..*\.mirror$/i.test(key) && !/^(false|no|off|0)$/i.test(value);
}
