import os from 'node:os';
import path from 'node:path';
import { Disk, MadeLinks, realPath } from './disk.mjs';
import { parsePathGlob } from './path-glob.generated.mjs';

const defaults = { allow: [], deny: [], outside: 'block' };

/** The user's options, parsed. Throws if one is invalid. */
export function readOptions(options) {
  const { allow, deny, outside } = { ...defaults, ...options };
  if (!['block', 'ask', 'allow'].includes(outside))
    throw new Error(`outside: ${outside} is not one of block, ask, allow`);
  return { allow: allow.flatMap(readGlob), deny: deny.flatMap(readGlob), outside };
}

/** All directories and caches for one event. */
export function makeCall({ project_dir: projectDir, cwd }, settings, budget) {
  const home = process.env.HOME ?? os.homedir();
  const project = projectDir ?? cwd;
  const disk = new Disk(budget);
  return {
    ...settings,
    budget,
    disk,
    home,
    project,
    variables: once(() => variablesOf(home, project)),
    userName: once(() => os.userInfo().username),
    homes: bothForms(home, disk),
    projects: bothForms(project, disk),
    states: stateDirectories(home, disk),
    temporary: temporaryDirectories(home, project, disk),
    /** Filled while a command is evaluated. */
    links: new MadeLinks(),
    /** The files of `<`, which a command that writes to a descriptor may write to. */
    inputs: [],
    hasDescriptor: false,
    /** Results for commands, targets and paths that were evaluated before. */
    evaluated: new Map(),
    known: new Map(),
    directoryIds: new Map(),
    harmless: new Set(),
  };
}

/** Computes the value at the first call. */
export function once(find) {
  let found;
  return () => {
    found ??= find();
    return found;
  };
}

/** The known variables of the shell. */
function variablesOf(home, project) {
  return new Map(
    Object.entries({
      HOME: home,
      PWD: '.',
      TMPDIR: process.env.TMPDIR ?? '/tmp',
      CLAUDE_PROJECT_DIR: project,
      USER: process.env.USER,
      RANDOM: '0',
    }),
  );
}

function readGlob(text) {
  const globs = parsePathGlob(text);
  if ('error' in globs) throw new Error(`${text}: ${globs.error}`);
  return globs;
}

/** As given, and without links. */
function bothForms(directory, disk) {
  return [
    ...new Set([path.normalize(directory).replace(/(.)\/$/, '$1'), realPath(directory, disk) ?? directory]),
  ];
}

/** The default state directory, and the one of this hook's data: STATE/data/SCOPE/NAME. */
function stateDirectories(home, disk) {
  const data = process.env.HOOK_DATA_DIR;
  const at = data?.lastIndexOf('/data/') ?? -1;
  const fromData = at > 0 ? bothForms(data.slice(0, at), disk) : [];
  return [...fromData, ...bothForms(path.join(home, '.local/state/hookmd'), disk), '/etc/hookmd'];
}

/** Temporary directories, except one that contains the home directory or the project. */
function temporaryDirectories(home, project, disk) {
  const named = ['/tmp', '/private/tmp', '/var/tmp', '/dev/shm', os.tmpdir(), process.env.TMPDIR ?? ''];
  const deep = named.filter((directory) => path.isAbsolute(directory) && path.normalize(directory) !== '/');
  const free = deep.filter(
    (directory) => isSystem(directory) || ![home, project].some((item) => isWithin(item, directory)),
  );
  return [...new Set(free.flatMap((directory) => bothForms(directory, disk)))];
}

function isSystem(directory) {
  return /^(\/private)?\/(var\/)?tmp\/?$|^\/dev\/shm\/?$/.test(directory);
}

/** Whether `file` is `directory` or is in it. */
export function isWithin(file, directory) {
  return file === directory || file.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}
