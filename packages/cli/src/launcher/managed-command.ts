import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { quoteWord } from '@hookmd/core/text';
import { whyNotRoots } from '@hookmd/core/trust';
import { installedCommand } from './launcher-places.ts';

/** Node and HookMD, which managed settings start: each user can replace their own launcher, so managed settings do not name it. */
export function managedProgram(): readonly [node: string, command: string] {
  return [process.execPath, installedCommand()];
}

/** A debugger in the terminal of the user, or the user, would make Node start other code first. */
const CLEAN = ['/usr/bin/env', '-u', 'NODE_OPTIONS'];

/** The command in managed settings that sends one event, for every user of the machine. */
export function managedCommand(agent: string, event: string): string {
  return [...CLEAN, ...managedProgram(), 'run', event, '--agent', agent].map(quoteWord).join(' ');
}

/** Why programs are not fit for every user: others than root could change one, or not all users can read it. Throws where one is missing. */
export function whyNotForAll(programs: readonly string[]): string | null {
  const distrust = whyNotRoots(programs);
  if (distrust !== null) return distrust;
  for (const program of programs) {
    const file = realpathSync(program);
    if ((statSync(file).mode & 0o004) === 0) return `${file} is not readable for all users`;
    const closed = [...directoriesAbove(program), ...directoriesAbove(file)].find(
      (directory) => (statSync(directory).mode & 0o001) === 0,
    );
    if (closed !== undefined) return `${closed} is closed to other users`;
  }
  return null;
}

function directoriesAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...directoriesAbove(above)];
}
