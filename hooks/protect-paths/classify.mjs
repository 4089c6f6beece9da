import path from 'node:path';
import { isWithin } from './call.mjs';
import { isDescriptor, realPath } from './disk.mjs';
import { pathForms } from './path-forms.generated.mjs';
import { matchPathGlob } from './path-glob.generated.mjs';
import { agentsHistory, agentsText, protectedRows } from './protected.mjs';

/** Steps of the budget: for one path in one form, for each of its characters, and for one that is known already. */
const TO_EVALUATE = 200;
const TO_READ_CHARACTER = 6;
const TO_LOOK_UP = 20;
const MAX_SHOWN = 80;
/** Devices that keep nothing: sinks, terminals, serial lines and sound; and descriptors of another process. */
const DEVICES =
  /^\/dev\/(null|zero|full|u?random|tty[\w.-]*|cu\.[\w.-]+|console|pts\/\d+|ptmx|pty(\/\d+|[p-za-e][\da-f])|(dsp|audio|mixer|midi)\d*|snd\/[\w-]+)$|^\/proc\/\d+\/fd\/\d+$/;

/**
 * Why `file` must not be changed; null = it may be.
 *
 * `kind`: `write`, `use` (perhaps written, by a program that is not known), `remove` (also moved away; a link itself, not its target), or `into` (files with unknown names are put
 * into this directory). `raw` is the path with its `..`, if it has any. `settingsOnly` checks settings only; `isNamed` skips
 * what is protected inside the project, or (`inside`) checks only that; `isName` is the name of a link that the text makes.
 */
export function findRejection(file, { kind, raw = file, ...how }, call) {
  for (const form of formsOf(file, raw, kind, call)) {
    if (form === null)
      return makeRejection('symlink loop', file, 'leads to no file', 'Use the path of a file.');
    const found = evaluateForm(form, kind, how, call);
    if (found !== null) return found;
  }
  if (how.isName || call.links.size === 0) return null;
  for (const form of call.links.behind(file)) {
    const found = evaluateForm(form, kind, how, call);
    if (found !== null) return found;
  }
  return null;
}

/** As written, and with its links followed. */
function formsOf(file, raw, kind, { disk, budget }) {
  budget.spend(TO_EVALUATE + TO_READ_CHARACTER * raw.length);
  const last = path.basename(raw);
  const isPlain = last !== '..' && last !== '.' && !raw.endsWith('/');
  const directory = isPlain ? disk.realDirectory(path.dirname(raw)) : null;
  if (directory === null) return new Set([file, realPath(raw, disk)]);
  const linked = path.join(directory, last);
  const isLink = kind !== 'remove' && typeof disk.linkAt(linked) === 'string';
  return new Set(isLink ? [file, linked, realPath(raw, disk)] : [file, linked]);
}

function evaluateForm(file, kind, { settingsOnly = false, isNamed = false }, call) {
  const { budget, harmless } = call;
  const key = `${kind} ${settingsOnly} ${isNamed} ${file}`;
  budget.spend(TO_LOOK_UP);
  if (harmless.has(key)) return null;
  budget.spend(TO_EVALUATE + TO_READ_CHARACTER * file.length);
  const found = rejectionOf(file, kind, { settingsOnly, isNamed }, call);
  if (found === null) harmless.add(key);
  return found;
}

function rejectionOf(file, kind, { settingsOnly, isNamed }, call) {
  if (matchesAny(call.deny, file, call)) {
    return makeRejection(
      'denied path',
      showPath(file, call),
      'is protected by the settings of the user',
      'Leave it to the user.',
    );
  }
  if (matchesAny(call.allow, file, call) || isDevice(file, kind, call) || isAgents(agentsText, file, call))
    return null;
  if (kind === 'use' && isAgents(agentsHistory, file, call)) return null;
  const isProject = call.projects.some((directory) => isWithin(file, directory));
  const row = findRow(file, kind === 'use' ? 'write' : kind, isProject, call);
  if (row !== undefined) {
    if ((settingsOnly || isNamed === true) && !row.isSettings) return null;
    return makeRejection(row.name, showPath(file, call), row.effect, row.instead);
  }
  if (
    settingsOnly ||
    isNamed === 'inside' ||
    isProject ||
    isTemporary(file, call) ||
    call.outside === 'allow'
  )
    return null;
  const instead = 'Write to the project or a temporary directory, or leave it to the user.';
  return {
    ...makeRejection('outside the project', showPath(file, call), 'is not in it', instead),
    decision: call.outside,
  };
}

/** Whether a write goes to a device that keeps nothing, or to a descriptor: then the files of `<` count as well. */
function isDevice(file, kind, call) {
  if (isDescriptor(file)) {
    call.hasDescriptor = true;
    return true;
  }
  return kind !== 'remove' && DEVICES.test(file);
}

function findRow(file, kind, isProject, call) {
  if (kind === 'remove' && holdsEverything(file, call)) return wholeTree;
  const isOwn = call.states.some(
    (directory) => isWithin(file, directory) || (kind !== 'write' && isWithin(directory, file)),
  );
  if (isOwn) return protectedRows[0];
  const inHome = call.homes.find((directory) => isWithin(file, directory));
  const isFree = !isProject && isTemporary(file, call);
  const plain = file.toLowerCase();
  const below = inHome === undefined ? null : file.slice(inHome.length + 1).toLowerCase();
  return protectedRows.find((row) => {
    if (row.except?.test(plain)) return false;
    if (kind === 'remove' && row.mayDelete?.test(plain)) return false;
    if (below !== null && row.home?.test(below)) return true;
    if (isFree) return false;
    if (kind !== 'write' && row.directories?.test(plain)) return true;
    return [row.anywhere, isProject || call.outside === 'allow' ? row.project : undefined].some((item) =>
      item?.test(plain),
    );
  });
}

function isAgents(pattern, file, { homes }) {
  return homes.some(
    (directory) => isWithin(file, directory) && pattern.test(file.slice(directory.length + 1)),
  );
}

const wholeTree = {
  name: 'whole tree',
  isSettings: true,
  effect: 'contains the whole project or home directory',
  instead: 'Move or delete the files or directories in it by name.',
};

/** Whether deleting or moving `file` deletes or moves the project or the home directory. */
function holdsEverything(file, { homes, projects }) {
  if (homes.some((directory) => isWithin(directory, file))) return true;
  return projects.some((directory) => isWithin(directory, file));
}

/** The home directory and the project are not temporary, even inside a temporary directory. */
function isTemporary(file, { temporary, homes, projects }) {
  if (
    homes.some(
      (directory) =>
        isWithin(file, directory) &&
        !temporary.some((item) => isWithin(item, directory) && isWithin(file, item)),
    )
  )
    return false;
  return (
    temporary.some((directory) => isWithin(file, directory)) &&
    !projects.some((directory) => isWithin(file, directory))
  );
}

function matchesAny(globs, file, { project, home, budget }) {
  if (globs.length === 0) return false;
  budget.spend(globs.length * TO_READ_CHARACTER * file.length);
  return pathForms(file, project, home).some((forms) => globs.some((glob) => matchPathGlob(glob, forms)));
}

function showPath(file, { home, project }) {
  const relative = isWithin(file, project) && file !== project ? path.relative(project, file) : file;
  const shown = relative === file && isWithin(file, home) ? `~${file.slice(home.length)}` : relative;
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN - 1)}…` : shown;
}

function makeRejection(name, shown, effect, instead) {
  return { decision: 'block', reason: `${name}: \`${shown}\` ${effect}. ${instead}` };
}
