import { readFileSync } from 'node:fs';
import { HookError } from '@hookmd/core/errors';
import { cleanPath, pathOutside } from '@hookmd/core/hook-types';
import type { Places } from '@hookmd/core/manifest';
import { findProgram, writeFileAtomic } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import { buildProgram, forgetProgram, isBuilt, type ProgramInC } from './compile-program.ts';
import { launcherPath } from './launcher-command.ts';
import { startedHere, writeLauncherPlaces } from './launcher-places.ts';
import { unableAnswers } from './unable-answers.ts';

/** Beside this bundle (scripts/build.mjs). */
const C_SOURCE = `${import.meta.dirname}/hooks-fire.c`;
const SCRIPT = `${import.meta.dirname}/hooks-fire.sh`;

export interface Launcher {
  readonly path: string;
  /** A script starts Node for each event and asks no runtime. */
  readonly kind: 'native' | 'script';
  /** Why it is a script; null where it is none. */
  readonly problem: string | null;
}

type BuildPlaces = Pick<Places, 'home' | 'stateDir' | 'projectDir'>;

/**
 * Makes the launcher of a state folder, in its place under a name that never changes, with what it needs beside it: where Node and this command
 * are, and what to tell agents without them. One that was built from the same source stays.
 *
 * Throws LAUNCHER_PLACE, STATE_NOT_WRITABLE.
 */
export async function buildLauncher(places: BuildPlaces, path: string | undefined): Promise<Launcher> {
  const launcher = launcherPath(places);
  const wrong = [...Object.values(startedHere(places)), places.stateDir].find((one) => /[\n\r]/.test(one));
  if (wrong !== undefined) throw new HookError('LAUNCHER_PLACE', { path: wrong }, { exitCode: 1 });
  writeLauncherPlaces(places);
  writeFileAtomic(`${launcher}.answers`, unableAnswers());
  const program = { path: launcher, source: C_SOURCE, strings: { STATE: places.stateDir } };
  const compiler = findProgram('cc', cleanPath(pathOutside(path, places.projectDir)));
  const problem = await compile(program, compiler);
  if (problem === null) return { path: launcher, kind: 'native', problem };
  forgetProgram(launcher);
  const text = `#!/bin/sh\nstate=${quoteWord(places.stateDir)}\n${readFileSync(SCRIPT, 'utf8')}`;
  writeFileAtomic(launcher, text, { mode: 0o700 });
  return { path: launcher, kind: 'script', problem };
}

async function compile(program: ProgramInC, compiler: string | null): Promise<string | null> {
  if (isBuilt(program)) return null;
  return compiler === null ? 'there is no C compiler (cc)' : buildProgram(program, compiler);
}
