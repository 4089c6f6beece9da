import { existsSync } from 'node:fs';
import path from 'node:path';
import { findRefusal } from './classify.mjs';
import { codeOf, scriptsInCode, speaksOfSettings, writesInCode } from './code.mjs';
import { expandWord, UNKNOWN } from './expand.mjs';
import { foldersOf } from './folders.mjs';
import { doubtfulWords, hasDoubtfulText } from './readers.mjs';
import { splitShell } from './shell-commands.mjs';
import { fillInVariables } from './variables.mjs';
import { writesOf } from './writers.mjs';

const SHELL = /^(ba|da|z|k)?sh$/;
const MAX_NAMED = 500;
const MAX_DEPTH = 3;
const MAX_SCRIPTS = 20;
const settings = {
  decision: 'block',
  reason:
    'settings: this text names settings of HookMD or of an agent, and cannot be read for certain. Write the commands out, or leave it to the user.',
};

/** What speaks against a text for a shell; null where nothing does. */
export function judgeShell(text, cwd, places) {
  const filled = fillInVariables(text);
  return judgeText(filled, cwd, places) ?? (filled === text ? null : judgeText(text, cwd, places));
}

function judgeText(text, cwd, places, depth = 0) {
  const { commands, writes, isOpaque } = splitShell(text);
  const script = wholeScript(text, commands);
  if (script !== null) return judgeText(script, cwd, places, depth);
  const folders = foldersOf(text, commands, cwd, places);
  places.links.push(...linksOf(commands, folders, places));
  const targets = [
    ...writes.map(({ path: one, at }) => ({ path: one, kind: 'write', at })),
    ...commands.flatMap((command, at) =>
      targetsOf(command, text, commands).map((target) => ({ ...target, at })),
    ),
  ];
  let hasUnknown = false;
  for (const target of targets) {
    const found = judgeTarget(target, folders[target.at] ?? [cwd], places);
    if (found === 'unknown') hasUnknown = true;
    else if (found !== null) return found;
  }
  for (const script of depth < MAX_DEPTH ? hiddenScripts(text, commands, isOpaque) : []) {
    const found = judgeText(script, cwd, places, depth + 1);
    if (found !== null) return found;
  }
  if (hasUnknown) return judgeNamed(text, commands, cwd, places);
  return isOpaque && speaksOfSettings(text) ? settings : null;
}

/** `bash -lc '…'`, as agents wrap whatever they run: the script, if there is nothing else. */
function wholeScript(text, [first]) {
  if (first === undefined || !SHELL.test(first.name) || first.raw !== text.trim()) return null;
  const { words } = first;
  return words.length === 3 && /^-l?i?c$/.test(words[1]) ? words[2] : null;
}

/** What is printed where a shell takes a script from somewhere, and what code starts. */
function hiddenScripts(text, commands, isOpaque) {
  const printed = isOpaque ? commands.filter(({ name }) => /^(echo|printf)$/.test(name)) : [];
  const inCode = commands.flatMap((command) =>
    scriptsInCode(codeOf(command, () => without(text, commands)) ?? ''),
  );
  return [
    ...printed.flatMap(({ words }) => words.slice(1).filter((word) => /\s/.test(word))),
    ...inCode,
  ].slice(0, MAX_SCRIPTS);
}

function targetsOf(command, text, commands) {
  const written = writesOf(command);
  const doubtful = doubtfulWords(command).map((one) => ({ path: one, kind: 'write', settingsOnly: true }));
  const filled = isFilledByOthers(command) && written !== null && !/^(git|find|gfind)$/.test(command.name);
  const unseen = filled ? [{ path: UNKNOWN, kind: 'write' }] : [];
  const code = codeOf(command, () => without(text, commands));
  const inCode = code === null ? [] : writesInCode(code);
  if (code !== null && speaksOfSettings(code)) inCode.push({ refusal: settings });
  // `$(which rm) .env`: nobody knows what it does.
  if (/^[$`]/.test(command.name))
    inCode.push(...command.words.slice(1).map((one) => ({ path: one, kind: 'write', isNamed: 'inside' })));
  if (hasDoubtfulText(command)) inCode.push({ refusal: settings });
  return [...(written ?? []), ...doubtful, ...inCode, ...unseen];
}

/** Arguments that xargs or find put in. */
function isFilledByOthers({ text, unknownFrom }) {
  return unknownFrom >= 0 && /^($|\{\}|\s*$)/.test(text.slice(unknownFrom));
}

/** A refusal, `unknown` where only the shell knows the path, or null. */
function judgeTarget(
  { path: word, kind, settingsOnly = false, isLinked = false, isName = false, isNamed, refusal },
  folders,
  places,
) {
  if (refusal !== undefined) return refusal;
  let isUnknown = false;
  for (const folder of folders) {
    for (const one of expandWord(word, folder, places)) {
      if (one.startsWith(UNKNOWN) || (folder === null && !path.isAbsolute(one))) isUnknown = true;
      const found = judgePath(
        one,
        folder,
        { kind, isName, isNamed, settingsOnly: settingsOnly || isLinked },
        places,
      );
      if (found !== null) return found;
    }
  }
  return isUnknown && !settingsOnly ? 'unknown' : null;
}

function judgePath(text, folder, how, places) {
  // What is unknown is taken for a name without `/`, and for nothing at all.
  const forms = text.includes(UNKNOWN) ? formsOfUnknown(text) : [text];
  const from = folder ?? `${places.project}/x`;
  for (const form of forms) {
    const raw = path.isAbsolute(form) ? form : `${from}/${form}`;
    const file = path.resolve(from, form);
    const replaced = existsSync(file) ? 'write' : 'into';
    const kind = how.kind === 'replace' ? replaced : how.kind;
    const found = findRefusal(file, { ...how, kind, raw }, places);
    if (found !== null) return found;
  }
  return null;
}

/** Links that the text makes before it writes through them: what they will be called, and where they will lead. */
function linksOf(commands, folders, places) {
  return commands.flatMap((command, at) => {
    if (!/^(g?ln|link|cp)$/.test(command.name)) return [];
    const targets = writesOf(command);
    const names = targets.filter(({ isLinked }) => isLinked !== true);
    return folders[at].flatMap((folder) => {
      const resolve = ({ path: word }) =>
        expandWord(word, folder, places).map((one) => path.resolve(folder ?? '/', one));
      const leads = targets.filter(({ isLinked }) => isLinked === true).flatMap(resolve);
      return names.flatMap(resolve).flatMap((name) => leads.map((to) => ({ name, to })));
    });
  });
}

function formsOfUnknown(text) {
  const named = text.replaceAll(UNKNOWN, 'x');
  return text.startsWith(UNKNOWN) ? [named] : [named, text.replaceAll(UNKNOWN, '')];
}

/**
 * Where something is written whose name only the shell knows: whatever else the text names must be harmless too,
 * as the name may come from there.
 */
function judgeNamed(text, commands, cwd, places) {
  if (speaksOfSettings(text)) return settings;
  // Only a list that is gone through gives names of files; what else is named is only read, but settings count.
  const isGoneThrough = /\b(for|while|until|xargs|parallel)\b|-exec|-ok/.test(text);
  if (isGoneThrough) {
    const listed = commands.flatMap(({ name, words }) =>
      /^(echo|printf|ls)$/.test(name) ? words.slice(1) : [],
    );
    const given = [...text.matchAll(/<<<\s*["']?([^\s"';|&]+)/g)].map(([, word]) => word);
    for (const word of [...listed, ...given].slice(0, MAX_NAMED)) {
      const found = judgeTarget({ path: word, kind: 'write', isNamed: 'inside' }, [cwd], places);
      if (found !== null && found !== 'unknown') return found;
    }
  }
  const programs = new Set(commands.map(({ words }) => words[0]));
  const words = text
    .split(/[\s'"`$(){};|&<>=,:]+/)
    .filter((word) => /^[~/.]/.test(word) && !programs.has(word));
  for (const word of [...new Set(words)].slice(0, MAX_NAMED)) {
    for (const one of expandWord(word, cwd, places)) {
      if (one.includes(UNKNOWN)) continue;
      const file = path.resolve(cwd, one);
      const isThere = existsSync(path.dirname(file) === '/' ? file : path.dirname(file));
      const settingsOnly = !isGoneThrough || isProgramFolder(file) || !isThere;
      const found = findRefusal(file, { kind: 'write', isNamed: true, settingsOnly }, places);
      if (found !== null) return found;
    }
  }
  return null;
}

function isProgramFolder(file) {
  return /^\/(usr\/)?(local\/)?s?bin(\/|$)|^\/opt\/homebrew\/bin(\/|$)|^\/(proc|sys)(\/|$)/.test(file);
}

/** What of a text is no command: bodies of here-documents. */
function without(text, commands) {
  let rest = text;
  for (const { raw } of commands) rest = rest.replace(raw, () => ' ');
  return rest;
}
