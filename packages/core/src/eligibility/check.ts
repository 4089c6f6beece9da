import { arch, platform } from 'node:os';
import { settingWord } from '../config/setting-key.ts';
import type { Code } from '../errors/catalogue.ts';
import { issue } from '../errors/issue.ts';
import type { Requires } from '../manifest/manifest.ts';

/** One thing a package needs of the machine, and whether it is there. `hooks info` shows one line each. */
export interface Requirement {
  readonly kind: keyof Requires;
  readonly want: string;
  /** What is there; null = nothing. */
  readonly found: string | null;
  readonly ok: boolean;
  readonly code: Code;
  readonly message: string;
  readonly remedy: string;
}

/** What requirements are checked against, beside the operating system. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The package by its name, and the variables that the configuration sets for it; null = it sets none. */
  readonly settings: { readonly name: string; readonly env: Readonly<Record<string, string>> } | null;
}

/** Other names for what Node calls a platform. */
const ALIASES: Readonly<Record<string, string>> = { macos: 'darwin', mac: 'darwin', windows: 'win32' };

type Check = (
  requires: Requires,
  machine: Machine,
) => readonly Requirement[] | Promise<readonly Requirement[]>;

/** One check per key of `requires`, in the order in which they are shown. */
const checks: Readonly<Record<Exclude<keyof Requires, 'node' | 'hookmd'>, Check>> = {
  os: (requires) => checkPlatform('os', 'ELIGIBILITY_OS', requires.os, platform()),
  arch: (requires) => checkPlatform('arch', 'ELIGIBILITY_ARCH', requires.arch, arch()),
  async bins({ bins }, machine) {
    const found = await findPrograms(bins, machine);
    return bins.map((want, index) => requirement('ELIGIBILITY_BIN', 'bins', { want }, found[index] ?? null));
  },
  async anyBins({ anyBins }, machine) {
    if (anyBins.length === 0) return [];
    const found = (await findPrograms(anyBins, machine)).find((path) => path !== null) ?? null;
    return [requirement('ELIGIBILITY_ANY_BIN', 'anyBins', { want: anyBins.join(' or ') }, found)];
  },
  env: ({ env }, machine) => env.map((want) => checkVariable(want, machine)),
};

/** Checks all requirements; starts no program. `versions` come from `checkVersions`. */
export async function checkEligibility(
  requires: Requires,
  machine: Machine,
  versions: readonly Requirement[],
): Promise<readonly Requirement[]> {
  const results = await Promise.all(Object.values(checks).map((check) => check(requires, machine)));
  return [...versions, ...results.flat()];
}

/** Missing for good: the package is not meant for this machine and is skipped. */
export function isForOtherMachines(requirement: Requirement): boolean {
  return !requirement.ok && ['os', 'arch', 'node', 'hookmd'].includes(requirement.kind);
}

function checkPlatform(
  kind: 'os' | 'arch',
  code: 'ELIGIBILITY_OS' | 'ELIGIBILITY_ARCH',
  wanted: readonly string[],
  found: string,
): readonly Requirement[] {
  if (wanted.length === 0) return [];
  const ok = wanted.some((name) => (ALIASES[name.toLowerCase()] ?? name.toLowerCase()) === found);
  return [requirement(code, kind, { want: wanted.join(' or '), found }, found, ok)];
}

/** Set in the environment or by the user's configuration; the value is never shown. */
function checkVariable(want: string, { settings, environment }: Machine): Requirement {
  const ok = Boolean(settings?.env[want] ?? environment[want]);
  // `-` reads the value from stdin, so that it stays out of the shell's history.
  const or =
    settings === null
      ? ''
      : `, or run \`hooks config set ${settingWord(['package', settings.name, 'env', want])} -\``;
  return requirement('ELIGIBILITY_ENV', 'env', { want, or }, ok ? 'set' : null);
}

function requirement(
  code: Code,
  kind: keyof Requires,
  parameters: { readonly want: string; readonly found?: string; readonly or?: string },
  found: string | null,
  ok: boolean = found !== null,
): Requirement {
  const { message, remedy } = issue(code, parameters);
  return { kind, want: parameters.want, found, ok, code, message, remedy };
}

/** A search costs 0.1 ms, and many packages require the same programs. */
const cache = new Map<string, string | null>();

async function findPrograms(
  names: readonly string[],
  { environment }: Machine,
): Promise<readonly (string | null)[]> {
  if (names.length === 0) return [];
  const { findProgram } = await import('../launch/find-program.ts');
  const path = environment['PATH'] ?? '';
  return names.map((name) => {
    const key = `${name}\0${path}`;
    const found = cache.has(key) ? (cache.get(key) ?? null) : findProgram(name, path);
    cache.set(key, found);
    return found;
  });
}
