import path from 'node:path';
import { pathForms } from './path-forms.generated.mjs';
import { matchPathGlob } from './path-glob.generated.mjs';
import { isWithin } from './places.mjs';
import { agentsText, protectedRows } from './protected.mjs';
import { realPath } from './real-path.mjs';

/** Steps of the budget: for one path in one form, for each of its characters, and for one that is known already. */
const TO_JUDGE = 200;
const TO_READ_CHARACTER = 6;
const TO_LOOK_UP = 20;
const MAX_SHOWN = 80;
const DEVICES =
  /^\/dev\/(null|zero|full|tty|std(in|out|err)|fd(\/\d+)?|pts\/\d+|ptmx)$|^\/proc\/(self|\d+|thread-self)\/fd\/\d+$/;

/**
 * Why `file` must not be changed; null where nothing speaks against it.
 *
 * `kind` is what happens: `write`, `remove` (also moved away; a link itself, not what it points to), `into` (files that
 * are not named here come into this folder). `raw` is the path with its `..`, if it has any. With
 * `settingsOnly` nothing but settings counts, with `isNamed` not what is protected inside the
 * project, or (`inside`) only that; `isName` is the name of a link that the text makes.
 */
export function findRefusal(file, { kind, raw = file, ...how }, places) {
  for (const form of formsOf(file, raw, kind, places)) {
    if (form === null) return refuse('circle of links', file, 'leads nowhere', 'Name the file itself.');
    const found = judgeForm(form, kind, how, places);
    if (found !== null) return found;
  }
  if (how.isName || places.links.size === 0) return null;
  for (const form of places.links.behind(file)) {
    const found = judgeForm(form, kind, how, places);
    if (found !== null) return found;
  }
  return null;
}

/** As written, and as the system sees it. */
function formsOf(file, raw, kind, { disk, budget }) {
  budget.spend(TO_JUDGE + TO_READ_CHARACTER * raw.length);
  const last = path.basename(raw);
  const isPlain = last !== '..' && last !== '.' && !raw.endsWith('/');
  const folder = isPlain ? disk.realDirectory(path.dirname(raw)) : null;
  if (folder === null) return new Set([file, realPath(raw, disk)]);
  const own = path.join(folder, last);
  const isLink = kind !== 'remove' && typeof disk.linkAt(own) === 'string';
  return new Set(isLink ? [file, own, realPath(raw, disk)] : [file, own]);
}

function judgeForm(file, kind, { settingsOnly = false, isNamed = false }, places) {
  const { budget, harmless } = places;
  const key = `${kind} ${settingsOnly} ${isNamed} ${file}`;
  budget.spend(TO_LOOK_UP);
  if (harmless.has(key)) return null;
  budget.spend(TO_JUDGE + TO_READ_CHARACTER * file.length);
  const found = rejectionOf(file, kind, { settingsOnly, isNamed }, places);
  if (found === null) harmless.add(key);
  return found;
}

function rejectionOf(file, kind, { settingsOnly, isNamed }, places) {
  if (matchesAny(places.deny, file, places)) {
    return refuse(
      'denied path',
      showPath(file, places),
      'is in the list `deny` of this hook',
      'Leave it to the user.',
    );
  }
  if (matchesAny(places.allow, file, places) || DEVICES.test(file) || isAgentsText(file, places)) return null;
  const isProject = places.projects.some((folder) => isWithin(file, folder));
  const row = findRow(file, kind, isProject, places);
  if (row !== undefined) {
    if ((settingsOnly || isNamed === true) && !row.isSettings) return null;
    return refuse(row.name, showPath(file, places), row.says, row.instead);
  }
  if (
    settingsOnly ||
    isNamed === 'inside' ||
    isProject ||
    isTemporary(file, places) ||
    places.outside === 'allow'
  )
    return null;
  const instead = 'Work inside the project or in a temporary folder, or ask the user.';
  return {
    ...refuse('outside the project', showPath(file, places), 'does not belong to it', instead),
    decision: places.outside,
  };
}

function findRow(file, kind, isProject, places) {
  if (kind === 'remove' && holdsEverything(file, places)) return wholeTree;
  const isOwn = places.states.some(
    (folder) => isWithin(file, folder) || (kind !== 'write' && isWithin(folder, file)),
  );
  if (isOwn) return protectedRows[0];
  const inHome = places.homes.find((folder) => isWithin(file, folder));
  const isFree = !isProject && isTemporary(file, places);
  const plain = file.toLowerCase();
  const below = inHome === undefined ? null : file.slice(inHome.length + 1).toLowerCase();
  return protectedRows.find((row) => {
    if (row.except?.test(plain)) return false;
    if (kind === 'remove' && row.mayDelete?.test(plain)) return false;
    if (below !== null && row.home?.test(below)) return true;
    if (isFree) return false;
    if (kind !== 'write' && row.folders?.test(plain)) return true;
    return [row.anywhere, isProject || places.outside === 'allow' ? row.project : undefined].some((one) =>
      one?.test(plain),
    );
  });
}

function isAgentsText(file, { homes }) {
  return homes.some((folder) => isWithin(file, folder) && agentsText.test(file.slice(folder.length + 1)));
}

const wholeTree = {
  name: 'whole tree',
  isSettings: true,
  says: 'holds settings, the history or everything',
  instead: 'Name the files or folders inside.',
};

/** To delete or move this is to delete or move the project or the home folder. */
function holdsEverything(file, { homes, projects }) {
  if (homes.some((folder) => isWithin(folder, file))) return true;
  return projects.some((folder) => isWithin(folder, file));
}

/** The home folder and the project stay what they are also where they lie in a temporary folder. */
function isTemporary(file, { temporary, homes, projects }) {
  if (
    homes.some(
      (folder) =>
        isWithin(file, folder) && !temporary.some((one) => isWithin(one, folder) && isWithin(file, one)),
    )
  )
    return false;
  return (
    temporary.some((folder) => isWithin(file, folder)) && !projects.some((folder) => isWithin(file, folder))
  );
}

function matchesAny(globs, file, { project, home, budget }) {
  if (globs.length === 0) return false;
  budget.spend(globs.length * TO_READ_CHARACTER * file.length);
  return pathForms(file, project, home).some((forms) => globs.some((glob) => matchPathGlob(glob, forms)));
}

function showPath(file, { home, project }) {
  const own = isWithin(file, project) && file !== project ? path.relative(project, file) : file;
  const shown = own === file && isWithin(file, home) ? `~${file.slice(home.length)}` : own;
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN - 1)}…` : shown;
}

function refuse(name, shown, says, instead) {
  return { decision: 'block', reason: `${name}: \`${shown}\` ${says}. ${instead}` };
}
