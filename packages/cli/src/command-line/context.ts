import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { type Places, resolvePlaces } from '@hookmd/core/manifest';
import type { Output } from '../ui/output.ts';
import type { Options } from './options.ts';

/** What a command works with. */
export interface Context {
  readonly words: readonly string[];
  readonly options: Options;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Data. */
  readonly out: Output;
  /** Progress, prompts, hints and warnings. */
  readonly err: Output;
  readonly isJson: boolean;
  /** `--state DIR`. */
  readonly stateDir: string | undefined;
  /** A person can be asked: stdin and stderr are terminals, and no CI, no `--json`. */
  readonly mayAsk: boolean;
  print(document: unknown): void;
}

/** Folder of the packages that come with HookMD, beside this bundle. */
const BUNDLED_DIR = join(import.meta.dirname, 'bundled-hooks');

/**
 * Where everything is for this call. `from` replaces facts that the payload of an event decides. Throws FOLDER_NOT_FOUND for
 * what an option names, STATE_IN_PROJECT and SETTINGS_NOT_FOUND.
 */
export function placesOf(
  { options, cwd, environment, stateDir }: Pick<Context, 'options' | 'cwd' | 'environment' | 'stateDir'>,
  from: {
    workDir?: string;
    project?: string | undefined;
    environment?: Context['environment'] | null;
    skills?: readonly string[];
  } = {},
): Places {
  return resolvePlaces({
    home: options.text('home'),
    state: stateDir,
    project: folders(options, 'project', cwd)[0] ?? from.project,
    roots: folders(options, 'root', cwd),
    settings: options.texts('settings'),
    skills: [...options.texts('skill'), ...(from.skills ?? [])],
    bundledDir: BUNDLED_DIR,
    cwd,
    workDir: from.workDir,
    environment: from.environment === undefined ? environment : from.environment,
  });
}

/**
 * Where the state and the administrator's files are, whatever else this call names: a mistake in that must not hide which
 * guards must agree. Reads no variable.
 */
export function statePlaces({
  options,
  cwd,
  stateDir,
}: Pick<Context, 'options' | 'cwd' | 'stateDir'>): Pick<Places, 'stateDir' | 'managedDir'> {
  const home = options.text('home');
  return resolvePlaces({ home, state: stateDir, cwd, workDir: '/', environment: null });
}

/** In one that is not there nothing would be found, and nobody would hear of it. */
function folders(options: Options, name: 'project' | 'root', cwd: string): readonly string[] {
  const named = name === 'project' ? [options.text(name) ?? []].flat() : options.texts(name);
  const missing = named.find((one) => !isThere(resolve(cwd, one)));
  if (missing === undefined) return named;
  throw new HookError('FOLDER_NOT_FOUND', { path: resolve(cwd, missing), option: `--${name}` });
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function eventLogDir({ stateDir }: Places): string {
  return join(stateDir, 'journal');
}
