import path from 'node:path';
import { expandBraces, replaceBrackets } from './shell.generated.mjs';

const MAX_MATCHES = 200;
/** Placeholder for a value that only the shell knows. */
export const UNKNOWN = '\u0001';

const EXPANSION =
  /\$\{([A-Za-z_]\w*)(?::?[-=]([^{}]*))?\}|\$([A-Za-z_]\w*)|\$\(([^()]*)\)|`([^`]*)`|\$\{[^{}]*\}?|\$\((?:[^()]|\([^()]*\))*\)?|\$[@*#?$!0-9-]|[$`]/g;

/** Steps of the budget: for one word, for each of its characters, and to compare a name with a pattern. */
const TO_EXPAND = 200;
const TO_READ_CHARACTER = 4;
const TO_COMPARE = 10;

/**
 * The paths that a shell word may expand to: tilde, known variables, braces, and file patterns as they match now in
 * `directory`. Relative paths stay relative; `UNKNOWN` replaces an expansion whose value is unknown.
 *
 * With `isGuess`, where the word may not be a path, braces are expanded to a few words only.
 */
export function expandWord(word, directory, call, isGuess = false) {
  call.budget.spend(TO_EXPAND + TO_READ_CHARACTER * word.length);
  const filled = fillIn(expandTilde(word, call), call);
  const words = filled.includes('{') ? expandBraces(filled, call.budget, isGuess) : [filled];
  return words.flatMap((expanded) => {
    if (directory === null || !/[*?[]/.test(expanded) || expanded.includes(UNKNOWN)) return [expanded];
    return [expanded, ...matchPattern(expanded, directory, call)];
  });
}

function expandTilde(word, call) {
  const { home } = call;
  if (!word.startsWith('~')) return word;
  const [, user, rest] = /^~([^/]*)(.*)$/s.exec(word);
  if (user === '+') return `.${rest}`;
  if (user === '' || user === call.userName()) return home + rest;
  return /^[\w.-]+$/.test(user) && user !== '-' ? `${path.dirname(home)}/${user}${rest}` : UNKNOWN + rest;
}

function fillIn(word, call) {
  if (!/[$`]/.test(word)) return word;
  return word.replace(EXPANSION, (whole, braced, otherwise, plain, script, quoted) => {
    const name = braced ?? plain;
    if (name !== undefined)
      return (
        call.variables().get(name) ??
        (otherwise === undefined ? UNKNOWN : fillIn(expandTilde(otherwise, call), call))
      );
    return outputOf((script ?? quoted ?? '').trim(), call) ?? (/^\$[$#?!]$/.test(whole) ? '0' : UNKNOWN);
  });
}

/** The output of commands whose output is known, or harmless. */
function outputOf(script, { project }) {
  if (/^pwd( -[LP])?$/.test(script)) return '.';
  if (/^git rev-parse --show-toplevel( 2>\/dev\/null)?$/.test(script)) return project;
  if (/^mktemp( -[dqtu]+| (\/tmp\/)?(?=[\w.-]*XXX)[\w.-]+)*$/.test(script)) return '/tmp/x';
  return /^(date|uuidgen|whoami|hostname|id|nproc|uname|git rev-parse (--short )?HEAD)\b[^|;&<>$`]*$/.test(
    script,
  )
    ? 'x'
    : undefined;
}

/** The files that match now, part by part. */
function matchPattern(word, directory, call) {
  let found = [path.isAbsolute(word) ? '/' : directory];
  for (const part of word.split('/').filter(Boolean)) {
    if (found.length === 0) return [];
    if (!/[*?[]/.test(part)) found = found.map((expanded) => `${expanded === '/' ? '' : expanded}/${part}`);
    else found = entriesOf(found, part, call).slice(0, MAX_MATCHES);
  }
  return found;
}

function entriesOf(directories, pattern, { disk, budget }) {
  const isHidden = /^[.[]/.test(pattern);
  const parts = replaceBrackets(pattern, '?');
  return directories.flatMap((directory) => {
    const names = disk.namesIn(directory);
    budget.spend(names.length * (TO_COMPARE + parts.length));
    return names
      .filter((name) => (isHidden || !name.startsWith('.')) && matchesName(parts, name))
      .map((name) => `${directory === '/' ? '' : directory}/${name}`);
  });
}

/** Steps: at most pattern × name. */
function matchesName(parts, name) {
  let [at, mark, back, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (parts[mark] === '*') {
      back = mark;
      from = at;
      mark += 1;
    } else if (parts[mark] === '?' || parts[mark] === name[at]) {
      at += 1;
      mark += 1;
    } else if (back >= 0) {
      from += 1;
      at = from;
      mark = back + 1;
    } else return false;
  }
  return /^\**$/.test(parts.slice(mark));
}
