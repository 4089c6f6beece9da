import os from 'node:os';
import path from 'node:path';
import { Disk } from './disk.mjs';
import { MadeLinks } from './made-links.mjs';
import { parsePathGlob } from './path-glob.generated.mjs';
import { realPath } from './real-path.mjs';

const defaults = { allow: [], deny: [], outside: 'block' };

/** The user's options, read. Throws where one is wrong. */
export function readOptions(options) {
  const { allow, deny, outside } = { ...defaults, ...options };
  if (!['block', 'ask', 'allow'].includes(outside))
    throw new Error(`outside: ${outside} is not one of block, ask, allow`);
  return { allow: allow.flatMap(readGlob), deny: deny.flatMap(readGlob), outside };
}

/** Where everything is for one event. */
export function makePlaces({ project_dir: projectDir, cwd }, settings, budget) {
  const home = process.env.HOME ?? os.homedir();
  const project = projectDir ?? cwd;
  const disk = new Disk(budget);
  return {
    ...settings,
    budget,
    disk,
    home,
    project,
    variables: variablesOf(home, project),
    userName: once(() => os.userInfo().username),
    homes: bothForms(home, disk),
    projects: bothForms(project, disk),
    states: stateFolders(home, disk),
    temporary: temporaryFolders(home, project, disk),
    /** Added to by the reader of a shell text. */
    links: new MadeLinks(),
    /** Added to by the reader of a shell text and by the judge of paths: what was found out is not found out again. */
    judged: new Map(),
    known: new Map(),
    folderIds: new Map(),
    harmless: new Set(),
  };
}

/** Found out when it is asked for, and then no more. */
function once(find) {
  let found;
  return () => {
    found ??= find();
    return found;
  };
}

/** What is known of the shell's variables. */
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
function bothForms(folder, disk) {
  return [...new Set([path.normalize(folder).replace(/(.)\/$/, '$1'), realPath(folder, disk) ?? folder])];
}

/** The default place, and the one this hook's own folder lies in: STATE/data/SCOPE/NAME. */
function stateFolders(home, disk) {
  const data = process.env.HOOK_DATA_DIR;
  const at = data?.lastIndexOf('/data/') ?? -1;
  const own = at > 0 ? bothForms(data.slice(0, at), disk) : [];
  return [...own, ...bothForms(path.join(home, '.local/state/hookmd'), disk), '/etc/hookmd'];
}

/** Folders for everybody. A temporary folder that holds the home folder or the project would free everything. */
function temporaryFolders(home, project, disk) {
  const named = ['/tmp', '/private/tmp', '/var/tmp', '/dev/shm', os.tmpdir(), process.env.TMPDIR ?? ''];
  const deep = named.filter((folder) => path.isAbsolute(folder) && path.normalize(folder) !== '/');
  const free = deep.filter(
    (folder) => isSystem(folder) || ![home, project].some((one) => isWithin(one, folder)),
  );
  return [...new Set(free.flatMap((folder) => bothForms(folder, disk)))];
}

function isSystem(folder) {
  return /^(\/private)?\/(var\/)?tmp\/?$|^\/dev\/shm\/?$/.test(folder);
}

/** Whether `file` is `folder` or lies in it. */
export function isWithin(file, folder) {
  return file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
