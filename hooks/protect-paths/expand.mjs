import path from 'node:path';
import { expandBraces } from './shell.generated.mjs';

const MAX_MATCHES = 200;
/** Stands for a value that only the shell knows. */
export const UNKNOWN = '\u0001';

const EXPANSION =
  /\$\{([A-Za-z_]\w*)(?::?[-=]([^{}]*))?\}|\$([A-Za-z_]\w*)|\$\(([^()]*)\)|`([^`]*)`|\$\{[^{}]*\}?|\$\((?:[^()]|\([^()]*\))*\)?|\$[@*#?$!0-9-]|[$`]/g;

/** Steps of the budget: for one word, for each of its characters, and to compare a name with a pattern. */
const TO_EXPAND = 200;
const TO_READ_CHARACTER = 4;
const TO_COMPARE = 10;

/**
 * What a word of a shell may stand for, relative paths left as they are: tilde, variables that are known, braces, and
 * file patterns as they match now, in `folder`. Where an expansion is not known, the text has `UNKNOWN` in its place.
 *
 * With `isGuess`, where the word may be no path at all, of many that braces stand for the first few are enough.
 */
export function expandWord(word, folder, places, isGuess = false) {
  places.budget.spend(TO_EXPAND + TO_READ_CHARACTER * word.length);
  const filled = fillIn(expandTilde(word, places), places);
  const words = filled.includes('{') ? expandBraces(filled, places.budget, isGuess) : [filled];
  return words.flatMap((one) => {
    if (folder === null || !/[*?[]/.test(one) || one.includes(UNKNOWN)) return [one];
    return [one, ...matchPattern(one, folder, places)];
  });
}

function expandTilde(word, places) {
  const { home } = places;
  if (!word.startsWith('~')) return word;
  const [, user, rest] = /^~([^/]*)(.*)$/s.exec(word);
  if (user === '+') return `.${rest}`;
  if (user === '' || user === places.userName()) return home + rest;
  return /^[\w.-]+$/.test(user) && user !== '-' ? `${path.dirname(home)}/${user}${rest}` : UNKNOWN + rest;
}

function fillIn(word, places) {
  if (!/[$`]/.test(word)) return word;
  return word.replace(EXPANSION, (whole, braced, otherwise, plain, script, quoted) => {
    const name = braced ?? plain;
    if (name !== undefined)
      return (
        places.variables.get(name) ??
        (otherwise === undefined ? UNKNOWN : fillIn(expandTilde(otherwise, places), places))
      );
    return outputOf((script ?? quoted ?? '').trim(), places) ?? (/^\$[$#?!]$/.test(whole) ? '0' : UNKNOWN);
  });
}

/** Of commands whose output is as good as known. */
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
function matchPattern(word, folder, places) {
  let found = [path.isAbsolute(word) ? '/' : folder];
  for (const part of word.split('/').filter(Boolean)) {
    if (found.length === 0) return [];
    if (!/[*?[]/.test(part)) found = found.map((one) => `${one === '/' ? '' : one}/${part}`);
    else found = entriesOf(found, part, places).slice(0, MAX_MATCHES);
  }
  return found;
}

function entriesOf(folders, pattern, { disk, budget }) {
  const isHidden = /^[.[]/.test(pattern);
  const parts = replaceBrackets(pattern, '?');
  return folders.flatMap((folder) => {
    const names = disk.namesIn(folder);
    budget.spend(names.length * (TO_COMPARE + parts.length));
    return names
      .filter((name) => (isHidden || !name.startsWith('.')) && matchesName(parts, name))
      .map((name) => `${folder === '/' ? '' : folder}/${name}`);
  });
}

/** With `[…]` replaced. Nothing behind the last `]` is one: to look for its end from each `[` would take forever. */
function replaceBrackets(text, replacement) {
  const end = text.lastIndexOf(']') + 1;
  return text.slice(0, end).replaceAll(/\[[^\]]*\]/g, replacement) + text.slice(end);
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
