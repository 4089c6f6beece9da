import { accessSync, constants, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { cleanPath, pathOutside } from '@hookmd/core/hook-types';
import { findProgram, type Places, randomHex, sha256, writeFileAtomic } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import { type ProgramResult, runProgram } from '../programs/run-program.ts';
import { launcherPath } from './launcher-command.ts';
import { startedHere, writeLauncherPlaces } from './launcher-places.ts';
import { unhandledReplies } from './unhandled-replies.ts';

/** Beside this bundle (scripts/build.mjs). */
const SOURCE = `${import.meta.dirname}/hooks-fire.c`;
const SCRIPT = `${import.meta.dirname}/hooks-fire.sh`;
const BUILD_MS = 60_000;
/** Tried in this order: a static program starts in half the time. */
const linkOptions = [['-static'], []];

export interface Launcher {
  readonly path: string;
  /** A script starts Node for each event and uses no daemon. */
  readonly kind: 'native' | 'script';
  /** Why it is a script; null = it is a program. */
  readonly problem: string | null;
}

/**
 * Builds the launcher of a state directory, and writes the files next to it: the paths of Node and HookMD, and the replies for agents if
 * neither can start. A launcher that was built from the same source stays.
 *
 * Throws LAUNCHER_PLACE, STATE_NOT_WRITABLE.
 */
export async function buildLauncher(
  places: Pick<Places, 'home' | 'stateDir' | 'projectDir'>,
  path: string | undefined,
): Promise<Launcher> {
  const launcher = launcherPath(places);
  const invalid = [...Object.values(startedHere(places)), places.stateDir].find((text) =>
    /[\n\r]/.test(text),
  );
  if (invalid !== undefined) throw new HookError('LAUNCHER_PLACE', { path: invalid }, { exitCode: 1 });
  writeLauncherPlaces(places);
  writeFileAtomic(`${launcher}.answers`, unhandledReplies());
  if (isBuilt(launcher)) return { path: launcher, kind: 'native', problem: null };
  const compiler = findProgram('cc', cleanPath(pathOutside(path, places.projectDir)));
  const problem =
    compiler === null
      ? 'there is no C compiler (cc)'
      : await compileLauncher(launcher, places.stateDir, compiler);
  if (problem === null) return { path: launcher, kind: 'native', problem };
  rmSync(recordOf(launcher), { force: true });
  const text = `#!/bin/sh\nstate=${quoteWord(places.stateDir)}\n${readFileSync(SCRIPT, 'utf8')}`;
  writeFileAtomic(launcher, text, { mode: 0o700 });
  return { path: launcher, kind: 'script', problem };
}

/** Digests of the source and of the program. */
function recordOf(launcher: string): string {
  return `${launcher}.source`;
}

function recordText(launcher: string): string {
  return `${sha256(readFileSync(SOURCE))}\n${sha256(readFileSync(launcher))}\n`;
}

/** Whether the program was built from this source, and is unchanged since. */
function isBuilt(launcher: string): boolean {
  try {
    accessSync(launcher, constants.X_OK);
    return readFileSync(recordOf(launcher), 'utf8') === recordText(launcher);
  } catch {
    return false;
  }
}

/** Compiles the launcher and starts it once. Returns why that failed, or null. */
async function compileLauncher(launcher: string, stateDir: string, compiler: string): Promise<string | null> {
  const cwd = dirname(launcher);
  const built = `${cwd}/.hooks-fire.${randomHex(6)}`;
  const bin = dirname(compiler);
  const PATH = bin === '/usr/bin' ? '/usr/bin:/bin' : `${bin}:/usr/bin:/bin`;
  const run = (program: string, ...args: readonly string[]): Promise<ProgramResult> =>
    runProgram({ program, args, cwd, environment: { PATH }, timeoutMs: BUILD_MS });
  try {
    let output = '';
    for (const link of linkOptions) {
      const define = `-DSTATE=${cString(stateDir)}`;
      const compiled = await run(compiler, '-std=c99', '-O2', ...link, define, '-o', built, SOURCE);
      output = compiled.stderr.toString('utf8');
      if (compiled.exitCode !== 0) continue;
      if ((await run(built)).exitCode !== 0) return 'the compiled program does not start';
      renameSync(built, launcher);
      writeFileAtomic(recordOf(launcher), recordText(launcher));
      return null;
    }
    return `the C compiler failed: ${output.split('\n').find((line) => line.includes('error')) ?? 'without a message'}`;
  } finally {
    rmSync(built, { force: true });
  }
}

/** Returns a C string literal, with an octal escape for every character that could have a meaning in C. */
function cString(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_./~+@,=-]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
