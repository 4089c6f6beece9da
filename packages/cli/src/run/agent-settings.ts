import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Every command that sends events to HookMD contains its launcher, or the option that names the agent. */
const HOOKMD_COMMAND = /hooks-fire|--agent/;
const MAX_BYTES = 1024 * 1024;

/** Whether a settings file of an agent contains a command of HookMD. */
export function startsHookmd(path: string): boolean {
  try {
    return HOOKMD_COMMAND.test(readRegularFile(path));
  } catch {
    return false;
  }
}

/** Follows links, as the agent does. The file of a repository may be a pipe or endless: it is not waited for. */
function readRegularFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
  } finally {
    closeSync(file);
  }
}
