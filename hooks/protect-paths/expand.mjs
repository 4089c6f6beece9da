import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MAX_WORDS = 64;
const MAX_MATCHES = 200;
/** Stands for a value that only the shell knows. */
export const UNKNOWN = '\u0001';

const EXPANSION =
  /\$\{([A-Za-z_]\w*)(?::?[-=]([^{}]*))?\}|\$([A-Za-z_]\w*)|\$\(([^()]*)\)|`([^`]*)`|\$\{[^{}]*\}?|\$\((?:[^()]|\([^()]*\))*\)?|\$[@*#?$!0-9-]|[$`]/g;

/**
 * What a word of a shell may stand for, relative paths left as they are: tilde, variables that are known, braces, and
 * file patterns as they match now, in `folder`. Where an expansion is not known, the text has `UNKNOWN` in its place.
 */
export function expandWord(word, folder, places) {
  return expandBraces(fillIn(expandTilde(word, places), places)).flatMap((one) => {
    if (folder === null || !/[*?[]/.test(one) || one.includes(UNKNOWN)) return [one];
    const found = matchPattern(one, folder);
    return [one, ...found];
  });
}

function expandTilde(word, { home }) {
  if (!word.startsWith('~')) return word;
  const [, user, rest] = /^~([^/]*)(.*)$/s.exec(word);
  if (user === '+') return `.${rest}`;
  if (user === '' || user === os.userInfo().username) return home + rest;
  return /^[\w.-]+$/.test(user) && user !== '-' ? `${path.dirname(home)}/${user}${rest}` : UNKNOWN + rest;
}

function fillIn(word, places) {
  if (!/[$`]/.test(word)) return word;
  return word.replace(EXPANSION, (whole, braced, otherwise, plain, script, quoted) => {
    const name = braced ?? plain;
    if (name !== undefined)
      return (
        variable(name, places) ??
        (otherwise === undefined ? UNKNOWN : fillIn(expandTilde(otherwise, places), places))
      );
    return outputOf((script ?? quoted ?? '').trim(), places) ?? (/^\$[$#?!]$/.test(whole) ? '0' : UNKNOWN);
  });
}

function variable(name, { home, project }) {
  const values = {
    HOME: home,
    PWD: '.',
    TMPDIR: process.env.TMPDIR ?? '/tmp',
    CLAUDE_PROJECT_DIR: project,
    USER: process.env.USER,
    RANDOM: '0',
  };
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Of commands whose output is as good as known. */
function outputOf(script, { project }) {
  if (/^pwd( -[LP])?$/.test(script)) return '.';
  if (/^git rev-parse --show-toplevel( 2>\/dev\/null)?$/.test(script)) return project;
  if (/^mktemp( -[dqtu]+| [\w.-]*X{3,}[\w.-]*| \/tmp\/[\w.-]*X{3,}[\w.-]*)*$/.test(script)) return '/tmp/x';
  return /^(date|uuidgen|whoami|hostname|id|nproc|uname|git rev-parse (--short )?HEAD)\b[^|;&<>$`]*$/.test(
    script,
  )
    ? 'x'
    : undefined;
}

/** The first 64 words that braces stand for. */
function expandBraces(word) {
  const done = [];
  const open = [word];
  while (open.length > 0 && done.length < MAX_WORDS) {
    const text = open.shift();
    const group = /\{([^{}]*,[^{}]*)\}/.exec(text);
    if (group === null || open.length > MAX_WORDS) done.push(text);
    else
      open.push(
        ...group[1]
          .split(',')
          .map((one) => text.slice(0, group.index) + one + text.slice(group.index + group[0].length)),
      );
  }
  return done;
}

/** The files that match now, part by part. */
function matchPattern(word, folder) {
  let found = [path.isAbsolute(word) ? '/' : folder];
  for (const part of word.split('/').filter(Boolean)) {
    if (!/[*?[]/.test(part)) found = found.map((one) => `${one === '/' ? '' : one}/${part}`);
    else found = found.flatMap((one) => entriesOf(one, part)).slice(0, MAX_MATCHES);
  }
  return found;
}

function entriesOf(folder, pattern) {
  try {
    const names = ['.', '..', ...readdirSync(folder)];
    return names
      .filter((name) => matchesName(pattern, name))
      .map((name) => `${folder === '/' ? '' : folder}/${name}`);
  } catch {
    return [];
  }
}

/** Steps: at most pattern × name. `[…]` counts as any character. */
function matchesName(pattern, name) {
  if (name.startsWith('.') && !/^[.[]/.test(pattern)) return false;
  const parts = pattern.replaceAll(/\[[^\]]*\]/g, '?');
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
