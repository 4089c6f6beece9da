import os from 'node:os';
import path from 'node:path';
import { parsePathGlob } from './path-glob.mjs';
import { realPath } from './real-path.mjs';

const defaults = { allow: [], deny: [], outside: 'block' };

/** Where everything is for one event, with the user's options read. */
export function makePlaces({ project_dir: projectDir, cwd }, options) {
  const { allow, deny, outside } = { ...defaults, ...options };
  if (!['block', 'ask', 'allow'].includes(outside))
    throw new Error(`outside: ${outside} is not one of block, ask, allow`);
  const home = process.env.HOME ?? os.homedir();
  const project = projectDir ?? cwd;
  return {
    home,
    project,
    outside,
    allow: allow.flatMap(readGlob),
    deny: deny.flatMap(readGlob),
    homes: bothForms(home),
    projects: bothForms(project),
    states: stateFolders(home),
    temporary: temporaryFolders(home, project),
    /** Added to by the reader of a shell text. */
    links: [],
    judged: 0,
  };
}

function readGlob(text) {
  const globs = parsePathGlob(text);
  if ('error' in globs) throw new Error(`${text}: ${globs.error}`);
  return globs;
}

/** As given, and without links. */
function bothForms(folder) {
  return [...new Set([path.normalize(folder).replace(/(.)\/$/, '$1'), realPath(folder) ?? folder])];
}

/** The default place, and the one this hook's own folder lies in: STATE/data/SCOPE/NAME. */
function stateFolders(home) {
  const data = process.env.HOOK_DATA_DIR;
  const at = data?.lastIndexOf('/data/') ?? -1;
  const own = at > 0 ? bothForms(data.slice(0, at)) : [];
  return [...own, ...bothForms(path.join(home, '.local/state/hookmd')), '/etc/hookmd'];
}

/** Folders for everybody. A temporary folder that holds the home folder or the project would free everything. */
function temporaryFolders(home, project) {
  const named = ['/tmp', '/private/tmp', '/var/tmp', '/dev/shm', os.tmpdir(), process.env.TMPDIR ?? ''];
  const deep = named.filter((folder) => path.isAbsolute(folder) && path.normalize(folder) !== '/');
  const free = deep.filter(
    (folder) => isSystem(folder) || ![home, project].some((one) => isWithin(one, folder)),
  );
  return [...new Set(free.flatMap(bothForms))];
}

function isSystem(folder) {
  return /^(\/private)?\/(var\/)?tmp\/?$|^\/dev\/shm\/?$/.test(folder);
}

/** Whether `file` is `folder` or lies in it. */
export function isWithin(file, folder) {
  return file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
