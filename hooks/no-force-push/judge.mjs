import { expandBraces } from './braces.mjs';
import { branchesOf, isProtected } from './branches.mjs';
import { mayForce, readPush } from './push.mjs';
import { splitShell } from './shell-commands.mjs';
import { fillInVariables } from './variables.mjs';

const defaults = { protected: ['main', 'master', 'release/*'], allowWithLease: true };
const MAX_ALIAS_DEPTH = 4;
/** In a text that may run more than could be read: a push, and behind it what would force. */
const HIDDEN =
  /(?<![\w-])push(?![\w-])[^;\n]{0,400}?\s(-[a-zA-Z]{0,9}f[a-zA-Z]{0,9}(?![\w-])|--force(?!-)|--mirror|--prune|\+[\w/@*])/;

const SAFER = 'Push without force, or with --force-with-lease to a branch of your own, or ask the user.';

/** Why the pushes of a shell command must not run; null where nothing speaks against them. */
export function judgeEvent({ tool, cwd }, options = {}) {
  const text = tool?.command;
  if (typeof text !== 'string') return 'unreadable command: there is no text to look at.';
  const settings = { ...defaults, ...options };
  const filled = fillInVariables(text);
  return judgeText(text, cwd, settings) ?? (filled === text ? null : judgeText(filled, cwd, settings));
}

function judgeText(text, cwd, settings, depth = 0) {
  const { commands, isOpaque } = splitShell(text);
  const call = { cwd, commands, settings };
  for (const { words: written, name } of commands) {
    if (name !== 'git') continue;
    const words = written.flatMap((word) => expandBraces(word));
    const reason = judgeGit(words, call) ?? judgeAlias(words, call, depth);
    if (reason !== null) return reason;
  }
  const isHidden = isOpaque && HIDDEN.test(text.replaceAll(/["'\\]/g, ''));
  return isHidden
    ? `forced push: this text cannot be read for certain. Write the command out. ${SAFER}`
    : null;
}

function judgeGit(words, call) {
  const forcing = configOf(words).find(forcesByConfig);
  if (forcing !== undefined) return `forced push: the setting ${forcing.key} forces it. ${SAFER}`;
  const subcommand = words[1] ?? '';
  if (subcommand === 'push') return judgePush(readPush(words.slice(2)), call);
  // `git $X -f`, where nobody knows what X is.
  const isUnknown = /^[$`]/.test(subcommand) && (/push/.test(subcommand) || words.slice(2).some(mayForce));
  return isUnknown ? `forced push: git's subcommand is hidden in an expansion. Write it out. ${SAFER}` : null;
}

function judgePush(push, call) {
  if (push.isDryRun) return null;
  const { settings } = call;
  if (push.forcedBy !== null) {
    return `forced push: ${push.forcedBy} replaces or deletes what others may have built on. ${SAFER}`;
  }
  const deleted = push.deleted.find((name) => name === null || isProtected(name, settings.protected));
  if (deleted === null) return 'deleted branch: which one cannot be told. Name the branch.';
  if (deleted !== undefined) return `deleted branch: ${deleted} is protected. Leave that to the user.`;
  if (!push.hasLease) return null;
  if (!settings.allowWithLease) return 'forced push: --force-with-lease is switched off here. Ask the user.';
  return judgeLease(push, call);
}

function judgeLease(push, call) {
  const names = branchesOf(push, call);
  if (names === null)
    return 'forced push: which branch it overwrites cannot be told. Name remote and branch.';
  const found = names.find((name) => isProtected(name, call.settings.protected));
  return found === undefined ? null : `forced push: the branch ${found} is protected. Ask the user.`;
}

/** `git -c alias.p='push -f' p`: the alias with the words behind it. */
function judgeAlias(words, call, depth) {
  if (depth >= MAX_ALIAS_DEPTH) return 'forced push: an alias stands for an alias. Write the command out.';
  for (const { key, value, rest } of configOf(words)) {
    if (!/^alias\./i.test(key)) continue;
    const tail = rest.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const script = value.startsWith('!') ? `${value.slice(1)} ${tail}` : `git ${value} ${tail}`;
    const reason = judgeText(script, call.cwd, call.settings, depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}

/** Settings given with -c, and the words behind the subcommand they are for. */
function configOf(words) {
  const found = [];
  let at = 1;
  for (; words[at]?.startsWith('-'); at += 1) {
    if (!/^(-[cC]|--(git-dir|work-tree|namespace|config-env|exec-path))$/.test(words[at])) continue;
    at += 1;
    const [, key, value] = /^([^=]+)=?(.*)$/s.exec(words[at] ?? '') ?? [];
    if (words[at - 1] === '-c' && key !== undefined) found.push({ key, value });
  }
  return found.map((one) => ({ ...one, rest: words.slice(at + 1) }));
}

function forcesByConfig({ key, value }) {
  if (/^remote\..*\.push$/i.test(key)) return /^[+$`]/.test(value);
  return /^remote\..*\.mirror$/i.test(key) && !/^(false|no|off|0)$/i.test(value);
}
