import { existsSync, readlinkSync, readSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { type Places, resolvePlaces } from '@hookmd/core/system';
import type { Output } from '../ui/output.ts';
import { usage, wordOf } from './usage.ts';

/** The input of a command: arguments, environment, directory, streams. */
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
  /** The user can be prompted: stdin and stderr are terminals, and no CI, no `--json`. */
  readonly mayPrompt: boolean;
  print(document: unknown): void;
}

/** The options that were given, by their long name. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    const value = this.#values[name];
    return value !== undefined && value !== false;
  }

  /** An option `--no-NAME` was given. */
  isOff(name: string): boolean {
    return this.#values[name] === false;
  }

  /** The value of an option given once; undefined = not given. */
  text(name: string, counts: (text: string) => boolean = () => true): string | undefined {
    const all = this.texts(name).filter(counts);
    if (all.length > 1) throw usage(`\`--${name}\` is given ${all.length} times`, 'Give it once.');
    return all[0];
  }

  texts(name: string): readonly string[] {
    const value = this.#values[name];
    if (value === undefined || value === true || value === false) return [];
    return (Array.isArray(value) ? value : [value]).map(String);
  }

  /** One of the listed words. */
  word<T extends string>(
    name: string,
    allowed: readonly T[],
    counts?: (text: string) => boolean,
  ): T | undefined {
    const value = this.text(name, counts);
    return value === undefined ? undefined : wordOf(value, allowed, `\`--${name}\``);
  }
}

/** Packages that come with HookMD, beside this bundle. */
const BUNDLED_DIR = join(import.meta.dirname, 'bundled-hooks');

/**
 * The directories of this call. `from` replaces facts that the payload of an event decides. Throws DIRECTORY_NOT_FOUND for
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
    project: existing(options, 'project', cwd)[0] ?? from.project,
    roots: existing(options, 'root', cwd),
    settings: options.texts('settings'),
    skills: [...options.texts('skill'), ...(from.skills ?? [])],
    bundledDir: BUNDLED_DIR,
    cwd,
    workDir: from.workDir,
    environment: from.environment === undefined ? environment : from.environment,
  });
}

/** Under `--agent` no variable is read: the agent settings of a repository may have set it. */
export function nativePlaces(
  context: Parameters<typeof placesOf>[0],
  from: Parameters<typeof placesOf>[1] = {},
): Places {
  return placesOf(context, { ...from, environment: null });
}

/**
 * The state directory and the administrator's, whatever else this call names: a mistake there must not hide which guards
 * are required. Reads no variable.
 */
export function statePlaces({
  options,
  cwd,
  stateDir,
}: Pick<Context, 'options' | 'cwd' | 'stateDir'>): Pick<Places, 'stateDir' | 'managedDir'> {
  const home = options.text('home');
  return resolvePlaces({ home, state: stateDir, cwd, workDir: '/', environment: null });
}

/** A missing directory would be read as one without hooks. */
function existing(options: Options, name: 'project' | 'root', cwd: string): readonly string[] {
  const named = name === 'project' ? [options.text(name) ?? []].flat() : options.texts(name);
  for (const directory of named) {
    const path = resolve(cwd, directory);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new HookError('DIRECTORY_NOT_FOUND', { path, option: `--${name}` });
  }
  return named;
}

export function eventLogDir({ stateDir }: Places): string {
  return join(stateDir, 'event-log');
}

/**
 * The working directory. Where it was removed, the nearest existing directory above it, which becomes the working
 * directory: an agent whose directory is gone still runs its guards.
 */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    let directory = removedDirectory();
    while (!existsSync(directory)) directory = dirname(directory);
    process.chdir(directory);
    return directory;
  }
}

/** Linux reports its former path. */
function removedDirectory(): string {
  try {
    return readlinkSync('/proc/self/cwd').replace(/ \(deleted\)$/, '');
  } catch {
    return '/';
  }
}

/** Everything on standard input; null where that is more than `maxBytes`. */
export function readStdin(maxBytes: number): Buffer | null {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= maxBytes; ) {
    const chunk = readChunk();
    if (chunk.length === 0) return Buffer.concat(chunks);
    chunks.push(chunk);
    size += chunk.length;
  }
  return null;
}

function readChunk(): Buffer {
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (;;) {
    try {
      return chunk.subarray(0, readSync(0, chunk));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return chunk.subarray(0, 0);
      if (code !== 'EAGAIN') throw error;
      // Another process made the pipe non-blocking.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Variables that agents set for the processes they start. A variable with which users configure an agent is not one. */
const AGENT_VARIABLES: readonly string[] = [
  'HOOK_DEPTH',
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CODEX_THREAD_ID',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'COPILOT_AGENT_SESSION_ID',
  'GEMINI_CLI',
  'QWEN_CODE',
  'CURSOR_AGENT',
  'OPENCODE',
  'CLINE_ACTIVE',
  'CLINE_CONNECTOR_CLI_LAUNCH',
  'PI_CODING_AGENT',
  'OPENCLAW_SHELL',
  'AUGMENT_AGENT',
  'GOOSE_TERMINAL',
  'CRUSH',
  'AI_AGENT',
];

/** The variable by which the caller is known to be an agent, or null. */
export function agentVariable(environment: Context['environment']): string | null {
  return AGENT_VARIABLES.find((name) => environment[name]) ?? null;
}
