import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A home, a project and a log of one test, side by side; shared with no other test. */
export interface Scratch {
  readonly dir: string;
  /** Given as `--home`, and as HOME. */
  readonly home: string;
  /** Given as `--project`; the working directory. Has an empty `.git`. */
  readonly project: string;
  /** Given as `--root` where a hook of the test lives there. */
  readonly root: string;
  /** The folder that hooks write to, in their variable LOG. */
  readonly log: string;
  readonly state: string;
  /** The address of the service that the test has. */
  readonly service?: string;
  remove(): void;
}

/** `parent` where the length of paths matters. */
export function makeScratch(parent: string = tmpdir()): Scratch {
  const dir = realpathSync(mkdtempSync(join(parent, 'hookmd-')));
  const inside = (...names: string[]): string => join(dir, ...names);
  for (const path of ['home', 'project/.git', 'root', 'log', 'tmp'])
    mkdirSync(inside(path), { recursive: true });
  return {
    dir,
    home: inside('home'),
    project: inside('project'),
    root: inside('root'),
    log: inside('log'),
    state: inside('home', '.local', 'state', 'hookmd'),
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }),
  };
}
