import { accessSync, constants, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { cleanPath, pathOutside } from '@hookmd/core/internal/executors/environment';
import { runProcess } from '@hookmd/core/internal/executors/process';
import { findProgram } from '@hookmd/core/internal/executors/program-file';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import { writeFileAtomic } from '@hookmd/core/internal/state/atomic-file';
import { randomHex } from '@hookmd/core/internal/state/random-name';
import { sha256 } from '@hookmd/core/internal/state/sha256';
import { launcherPath } from './launcher-command.ts';
import { startedHere, writeLauncherPlaces } from './launcher-places.ts';
import { unableAnswers } from './unable-answers.ts';

/** Beside this bundle (scripts/build.mjs). */
const C_SOURCE = `${import.meta.dirname}/hooks-fire.c`;
const SCRIPT = `${import.meta.dirname}/hooks-fire.sh`;
const BUILD_MS = 60_000;
/** The first that the compiler manages: without a loader a program starts in half the time. */
const waysToLink = [['-static'], []];

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
  const source = readFileSync(C_SOURCE, 'utf8');
  const digest = sha256(source);
  if (isBuiltFrom(launcher, digest)) return { path: launcher, kind: 'native', problem: null };
  const compiler = findProgram('cc', cleanPath(pathOutside(path, places.projectDir)));
  const problem =
    compiler === null ? 'there is no C compiler (cc)' : await compile(compiler, launcher, places.stateDir);
  if (problem === null) {
    writeFileAtomic(`${launcher}.source`, `${digest}\n${sha256(readFileSync(launcher))}\n`);
    return { path: launcher, kind: 'native', problem };
  }
  rmSync(`${launcher}.source`, { force: true });
  const text = `#!/bin/sh\nstate=${quoteWord(places.stateDir)}\n${readFileSync(SCRIPT, 'utf8')}`;
  writeFileAtomic(launcher, text, { mode: 0o700 });
  return { path: launcher, kind: 'script', problem };
}

/** Null = the program is in its place, and has started once; else why not. */
async function compile(compiler: string, launcher: string, stateDir: string): Promise<string | null> {
  const made = join(dirname(launcher), `.${basename(launcher)}.${randomHex(6)}`);
  const run = (argv: readonly [string, ...string[]]): ReturnType<typeof runProcess> =>
    runProcess({
      argv,
      cwd: dirname(launcher),
      env: {
        PATH: dirname(compiler) === '/usr/bin' ? '/usr/bin:/bin' : `${dirname(compiler)}:/usr/bin:/bin`,
      },
      stdin: '',
      timeoutMs: BUILD_MS,
    });
  try {
    let said = '';
    for (const link of waysToLink) {
      const define = `-DSTATE=${cText(stateDir)}`;
      const built = await run([compiler, '-std=c99', '-O2', ...link, define, '-o', made, C_SOURCE]);
      said = built.stderr.toString('utf8');
      if (built.exitCode !== 0) continue;
      const tried = await run([made]);
      if (tried.exitCode !== 0) return 'what the C compiler made does not start';
      renameSync(made, launcher);
      return null;
    }
    return `the C compiler failed: ${said.split('\n').find((line) => line.includes('error')) ?? 'without a word'}`;
  } finally {
    rmSync(made, { force: true });
  }
}

/** It is what was made of this source, and nothing that somebody put in its place. */
function isBuiltFrom(launcher: string, digest: string): boolean {
  try {
    const [source, made] = readFileSync(`${launcher}.source`, 'utf8').split('\n');
    accessSync(launcher, constants.X_OK);
    return source === digest && made === sha256(readFileSync(launcher));
  } catch {
    return false;
  }
}

/** A string of C; bytes that could mean something else as numbers. */
function cText(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_./~+@,=-]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
