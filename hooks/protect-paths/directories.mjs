import path from 'node:path';
import { expandWord, UNKNOWN } from './expand.mjs';
import { MAX_PATH } from './real-path.mjs';

const MAX_FOLDERS = 8;
/** Steps of the budget: to look at one command, and to join two paths. */
const TO_START_COMMAND = 40;
const TO_JOIN = 150;
const SEPARATOR = /[ \t]*(&&|\|\||\|&?|;|&|\n|$)[\s;]*/y;

/**
 * For each command of a text, and for what comes behind the last, the folders it may run in; null among them is one
 * that cannot be told.
 *
 * A `cd` that must have happened (`cd x && …`, or `cd x; …` where x is there) replaces the folder; any other adds to it.
 */
export function foldersOf(text, commands, cwd, places) {
  const spine = readSpine(text, commands);
  const all = [];
  let now = [cwd];
  /** Where the list of `&&` began, and where it is if what can fail in it fails. */
  let start = now;
  let base = now;
  let isCertain = true;
  for (const [index, command] of commands.entries()) {
    places.budget.spend(TO_START_COMMAND);
    const step = spine.get(index);
    if (step?.before === ';') {
      [start, base, isCertain] = [now, now, true];
    }
    now = union(now, elsewhere(command, now, places));
    all.push(now);
    const target = moveOf(command);
    if (target !== undefined) {
      const next = capped(now.flatMap((folder) => moveTo(target, folder, places)));
      if (step !== undefined && /^(&&|;)$/.test(step.before) && /^(&&|;)$/.test(step.after)) {
        isCertain = isCertain && next.every((folder) => folder !== null && places.disk.isFolder(folder));
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

/** The commands that follow one another in the text itself, with what stands before and behind each. */
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

/** The word a command moves to; null for one that only the shell knows, undefined where it stays. */
function moveOf({ name, words }) {
  if (name === 'popd') return null;
  if (name !== 'cd' && name !== 'pushd' && name !== 'chdir') return undefined;
  const target = words.slice(1).find((word) => !/^-[LPe@]*$|^--$/.test(word) || word === '-') ?? '~';
  return target === '-' || /^[+-]\d/.test(target) ? null : target;
}

/** `env -C folder`, `sudo -D folder`: only what they run is there. */
function elsewhere({ name, words }, now, places) {
  if (name !== 'env' && name !== 'sudo') return [];
  return words.flatMap((word, index) => {
    const target = /^(-[CD]|--chdir)$/.test(word)
      ? words[index + 1]
      : /^(?:-[CD]|--chdir=)(.+)$/s.exec(word)?.[1];
    return target === undefined ? [] : now.flatMap((folder) => moveTo(target, folder, places));
  });
}

function moveTo(target, folder, places) {
  if (target === null) return [null];
  return expandWord(target, folder, places).map((one) => {
    if (one.includes(UNKNOWN) || one.length > MAX_PATH) return null;
    if (path.isAbsolute(one)) return one;
    if (folder === null) return null;
    places.budget.spend(TO_JOIN + folder.length);
    const joined = path.join(folder, one);
    // Step by step `cd` may lead further than a path can say.
    return joined.length > MAX_PATH ? null : joined;
  });
}

/** The same list where nothing is added to it, so that it can be told by its identity. */
function union(some, others) {
  return others.every((one) => some.includes(one)) ? some : capped([...some, ...others]);
}

/** Who moves about like this could be anywhere. */
function capped(folders) {
  const all = [...new Set(folders)];
  return all.length > MAX_FOLDERS ? [null] : all;
}
