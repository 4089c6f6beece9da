import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { findProgram, isLauncherName, isSharedCommand, preflight } from '@hookmd/core/system';
import { readCommand } from '@hookmd/core/text';
import type { AttachPlaces } from '../attach/registration-files.ts';
import { isEverybodysLauncher, launcherPath } from '../launcher/launcher-command.ts';

/** What an entry of an agent starts, without a shell. */
export type EntryProgram =
  /** The whole command, program first; null = a shell decides, so that it cannot be said. */
  | { readonly argv: readonly [string, ...string[]] | null; readonly isLauncher: boolean }
  | { readonly broken: string; readonly fix: string; readonly isLauncher: boolean };

/** `command` as it stands in the settings; `path` are those. Starts nothing. */
export function entryProgram(
  command: string,
  {
    places,
    path,
    searched,
  }: { readonly places: AttachPlaces; readonly path: string; readonly searched: string },
): EntryProgram {
  if (isSharedCommand(command)) {
    const launcher = launcherPath(places);
    if (!isEverybodysLauncher(places))
      return {
        broken: `it starts the launcher of the state folder that everybody has, and yours is ${places.stateDir}.`,
        fix: 'Attach without `--shared`.',
        isLauncher: false,
      };
    const [, agent = '', event = ''] = wordsBehind(command);
    return judged([launcher, agent, event], places, path, searched);
  }
  const reading = readCommand(command);
  if (!('words' in reading) || reading.shellSigns.length > 0) return { argv: null, isLauncher: false };
  const [program = '', ...rest] = reading.words;
  const found = isAbsolute(program) ? program : program.includes('/') ? null : findProgram(program, searched);
  if (found !== null) return judged([found, ...rest], places, path, searched);
  const broken = program.includes('/')
    ? `"${program}" depends on the folder it is called in.`
    : `"${program}" is in no folder of the PATH.`;
  return { broken, fix: `Write the whole path of the program in ${path}.`, isLauncher: false };
}

function judged(
  argv: readonly [string, ...string[]],
  places: AttachPlaces,
  path: string,
  searched: string,
): EntryProgram {
  const isLauncher = isSameFile(argv[0], launcherPath(places));
  // A repository may name one of its own, which asks nobody and looks as if it did.
  if (!isLauncher && isLauncherName(argv[0]))
    return {
      broken: `"${argv[0]}" is not the launcher of this state folder, ${launcherPath(places)}.`,
      fix: `Take it out of ${path}, or attach there: that puts yours in its place.`,
      isLauncher,
    };
  const found = preflight([...argv], places.projectDir, searched);
  if (found.ok) return { argv, isLauncher };
  return {
    broken: found.message,
    isLauncher,
    fix: isLauncher
      ? 'Run `hooks serve --launcher`: it makes the launcher anew.'
      : `${found.remedy.replace(/\.?$/, '.')} It is named in ${path}.`,
  };
}

function wordsBehind(command: string): readonly string[] {
  const reading = readCommand(command.slice(command.indexOf('||') + 2).trim());
  return 'words' in reading ? reading.words : [];
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return one === other;
  }
}
