import path from 'node:path';
import { MAX_PATH } from './disk.mjs';
import { expandWord, UNKNOWN } from './expand.mjs';
import { findDirectoryOption } from './shell.generated.mjs';

const MAX_DIRECTORIES = 8;
/** Steps of the budget: to check one command, and to join two paths. */
const TO_START_COMMAND = 40;
const TO_JOIN = 150;
const SEPARATOR = /[ \t]*(&&|\|\||\|&?|;|&|\n|$)[\s;]*/y;

/**
 * The directories in which each command of a text may run, and those after the last command; null among them is unknown.
 *
 * A `cd` that must have succeeded (`cd x && …`, or `cd x; …` where x exists) replaces the directory; any other adds to it.
 */
export function directoriesOf(text, commands, cwd, call) {
  const spine = readSpine(text, commands);
  const all = [];
  let now = [cwd];
  /** The directories where the list of `&&` began, and those if a command in it fails. */
  let start = now;
  let base = now;
  let isCertain = true;
  for (const [index, command] of commands.entries()) {
    call.budget.spend(TO_START_COMMAND);
    const step = spine.get(index);
    if (step?.before === ';') {
      [start, base, isCertain] = [now, now, true];
    }
    now = union(now, elsewhere(command, now, call));
    all.push(now);
    const target = moveOf(command);
    if (target !== undefined) {
      const next = capped(now.flatMap((directory) => moveTo(target, directory, call)));
      if (step !== undefined && /^(&&|;)$/.test(step.before) && /^(&&|;)$/.test(step.after)) {
        isCertain =
          isCertain && next.every((directory) => directory !== null && call.disk.isDirectory(directory));
        now = next;
        if (isCertain) base = next;
      } else {
        now = union(now, next);
        base = union(base, next);
      }
    } else if (step !== undefined) isCertain = false;
    if (step?.after === '&') now = union(start, now);
    else if (step !== undefined && step.after !== '&&') now = union(base, now);
  }
  all.push(now);
  return all;
}

/** The commands of the text itself in order, with the operators before and after each. */
function readSpine(text, commands) {
  const steps = new Map();
  let at = /^\s*/.exec(text)[0].length;
  let before = ';';
  for (const [index, { raw }] of commands.entries()) {
    if (!text.startsWith(raw, at)) continue;
    SEPARATOR.lastIndex = at + raw.length;
    const found = SEPARATOR.exec(text);
    if (found === null) return steps;
    const after = found[1] === '' || found[1] === '\n' ? ';' : found[1];
    steps.set(index, { before, after });
    before = after === '&' ? ';' : after;
    at = SEPARATOR.lastIndex;
  }
  return steps;
}

/** The directory that a command changes to; null for one that only the shell knows, undefined = none. */
function moveOf({ name, words }) {
  if (name === 'popd') return null;
  if (name !== 'cd' && name !== 'pushd' && name !== 'chdir') return undefined;
  const target = words.slice(1).find((word) => !/^-[LPe@]*$|^--$/.test(word) || word === '-') ?? '~';
  return target === '-' || /^[+-]\d/.test(target) ? null : target;
}

/** `env -C directory`, `sudo -D directory`: only their command runs there. */
function elsewhere({ name, words }, now, call) {
  const target = findDirectoryOption(name, words);
  return target === undefined ? [] : now.flatMap((directory) => moveTo(target, directory, call));
}

function moveTo(target, directory, call) {
  if (target === null) return [null];
  return expandWord(target, directory, call).map((item) => {
    if (item.includes(UNKNOWN) || item.length > MAX_PATH) return null;
    if (path.isAbsolute(item)) return item;
    if (directory === null) return null;
    call.budget.spend(TO_JOIN + directory.length);
    const joined = path.join(directory, item);
    // Several `cd` may lead to a path that is too long for one.
    return joined.length > MAX_PATH ? null : joined;
  });
}

/** The same array if nothing is added, so that arrays can be compared by identity. */
function union(some, added) {
  return added.every((item) => some.includes(item)) ? some : capped([...some, ...added]);
}

/** After many moves the directory is unknown. */
function capped(directories) {
  const all = [...new Set(directories)];
  return all.length > MAX_DIRECTORIES ? [null] : all;
}
