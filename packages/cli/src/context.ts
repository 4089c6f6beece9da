import { join } from 'node:path';
import { type Places, resolvePlaces } from '@hookmd/core/internal/discovery/places';
import type { Options } from './options.ts';
import type { Output } from './terminal.ts';

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

/** Where everything is for this call. `from` replaces facts that the payload of an event decides. */
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
    project: options.text('project') ?? from.project,
    roots: options.texts('root'),
    settings: options.texts('settings'),
    skills: [...options.texts('skill'), ...(from.skills ?? [])],
    bundledDir: BUNDLED_DIR,
    cwd,
    workDir: from.workDir,
    environment: from.environment === undefined ? environment : from.environment,
  });
}

export function journalDir({ stateDir }: Places): string {
  return join(stateDir, 'journal');
}
