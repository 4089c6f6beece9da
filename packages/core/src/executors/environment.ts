import { Buffer } from 'node:buffer';
import { delimiter, isAbsolute } from 'node:path';

const FROM_HOST = ['HOME', 'USER', 'LANG', 'TZ', 'TMPDIR', 'TERM', 'TRACEPARENT'];
/** For a host without a usable PATH: what `getconf PATH` prints on Linux and macOS, without sbin. */
const SYSTEM_PATH = '/usr/bin:/bin';

/** Names that make an interpreter, the loader or git run or trust something else than what was approved. */
const DROPPED_NAMES: ReadonlySet<string> = new Set([
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS'],
  ...['PYTHONPATH', 'PYTHONSTARTUP', 'PYTHONHOME', 'RUBYOPT', 'RUBYLIB'],
  ...['BASH_ENV', 'ENV', 'IFS', 'SHELLOPTS', 'BASHOPTS', 'CDPATH', 'PS4', 'PROMPT_COMMAND'],
]);
const DROPPED_PREFIXES = ['LD_', 'DYLD_', 'PERL5', 'GIT_', 'BASH_FUNC_'];

const MAX_VALUE_BYTES = 8 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024;
const MAX_KEYS = 64;
/** The keys that guards use most. First in order, so that other keys cannot crowd them out. */
const SUBJECT_KEYS = ['path', 'file_path', 'command', 'url', 'pattern', 'query'];

/** A directory of the project on the PATH would let a repository choose the programs that guards run. */
export function pathOutside(path: string | undefined, projectDir: string): string {
  const isInside = (directory: string): boolean => `${directory}/`.startsWith(`${projectDir}/`);
  return (path ?? '')
    .split(delimiter)
    .filter((dir) => !isInside(dir))
    .join(delimiter);
}

export interface EnvironmentRequest {
  /** The environment of the agent. */
  host: Readonly<Record<string, string | undefined>>;
  /** `HOOK_*` and the variables of the protocol. Override the host. */
  fixed: Readonly<Record<string, string>>;
  /** Names that the user granted. Taken from the host if they are set; never replace anything above. */
  granted: readonly string[];
}

/** True for a name no handler ever gets, granted or not. */
export function isDroppedName(name: string): boolean {
  return DROPPED_NAMES.has(name) || DROPPED_PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** `path` without empty and relative elements, through which the current directory would choose the program. */
export function cleanPath(path: string): string {
  return path.split(delimiter).filter(isAbsolute).join(delimiter);
}

const OF_ONE_EVENT: ReadonlySet<string> = new Set([
  'HOOK_EVENT',
  'HOOK_PHASE',
  'HOOK_SESSION_ID',
  'HOOK_TRACE_ID',
  'HOOK_TOOL_NAME',
  'TRACEPARENT',
]);

/** True for variables that differ between events: a process for many events gets them with each. */
export function isOfOneEvent(name: string): boolean {
  return OF_ONE_EVENT.has(name) || name.startsWith('HOOK_TOOL_INPUT_') || name.startsWith('tool_input_');
}

/** The whole environment of a handler: an allowlist from the host, then `fixed`, then granted names. */
export function handlerEnvironment({ host, fixed, granted }: EnvironmentRequest): Record<string, string> {
  const environment: Record<string, string> = { PATH: cleanPath(host.PATH ?? '') || SYSTEM_PATH };
  const add = (name: string, value: string | undefined): void => {
    // A NUL would keep the program from being started: a session id that holds one must not switch guards off.
    if (value !== undefined && !isDroppedName(name)) environment[name] = value.replaceAll('\0', '');
  };
  for (const name of FROM_HOST) add(name, host[name]);
  for (const name of Object.keys(host)) if (name.startsWith('LC_')) add(name, host[name]);
  for (const [name, value] of Object.entries(fixed)) add(name, value);
  for (const name of granted) {
    if (Object.hasOwn(host, name) && !Object.hasOwn(environment, name)) add(name, host[name]);
  }
  return environment;
}

/**
 * The top-level strings, numbers and booleans of a tool's input, as `HOOK_TOOL_INPUT_<KEY>` and, if the key is a valid variable
 * name, `tool_input_<key>`.
 *
 * Omitted: values above 8 KiB or with NUL, and what exceeds 64 keys or 64 KiB in all; `HOOK_TOOL_INPUT_OMITTED` lists the
 * omitted keys, so that a guard can distinguish "absent" from "padded until it did not fit". The whole input is on stdin. Of
 * two keys with the same variable name the first one counts. If the input has no `path`, it is the first of `paths`.
 */
export function toolInputEnvironment(input: unknown, paths: readonly string[]): Record<string, string> {
  const environment: Record<string, string> = {};
  let freeBytes = MAX_TOTAL_BYTES;
  let freeKeys = MAX_KEYS;
  const omitted: string[] = [];
  for (const [key, value] of inputEntries(input, paths)) {
    const text = toText(value);
    if (text === null || freeKeys === 0) {
      if (isScalar(value)) omitted.push(key);
      continue;
    }
    const names = variableNames(key).filter((name) => !Object.hasOwn(environment, name));
    const bytes = names.reduce((sum, name) => sum + Buffer.byteLength(name) + Buffer.byteLength(text) + 2, 0);
    if (bytes > freeBytes) omitted.push(key);
    if (names.length === 0 || bytes > freeBytes) continue;
    for (const name of names) environment[name] = text;
    freeBytes -= bytes;
    freeKeys -= 1;
  }
  if (omitted.length > 0) environment['HOOK_TOOL_INPUT_OMITTED'] = listKeys(omitted);
  return environment;
}

function inputEntries(input: unknown, paths: readonly string[]): [string, unknown][] {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const given = new Map<string, unknown>(isObject ? Object.entries(input) : []);
  if (!given.has('path') && paths[0] !== undefined) given.set('path', paths[0]);
  const subjects = SUBJECT_KEYS.filter((key) => given.has(key));
  return [...new Set([...subjects, ...given.keys()])].map((key) => [key, given.get(key)]);
}

/** Names joined by commas, as many as fit into a variable; a key of the input may be of any length. */
function listKeys(keys: readonly string[]): string {
  return keys.join(',').replaceAll('\0', '').slice(0, 1024);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function toText(value: unknown): string | null {
  if (!isScalar(value)) return null;
  const text = String(value);
  // A character is a byte at least: that of a whole file is known to be too long without being counted.
  if (text.length > MAX_VALUE_BYTES) return null;
  return Buffer.byteLength(text) <= MAX_VALUE_BYTES && !text.includes('\0') ? text : null;
}

function variableNames(key: string): string[] {
  if (key === '') return [];
  const folded = `HOOK_TOOL_INPUT_${key.replace(/[^A-Za-z0-9]/g, '_').toUpperCase()}`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? [folded, `tool_input_${key}`] : [folded];
}

/** How deep we are in hooks that start agents that start hooks; 0 outside of any. */
export function hookDepth(environment: Readonly<Record<string, string | undefined>>): number {
  const depth = Number(environment['HOOK_DEPTH'] ?? '0');
  return Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}

/** A handler may start an agent once; below that no hook runs. */
export const MAX_HOOK_DEPTH = 2;
