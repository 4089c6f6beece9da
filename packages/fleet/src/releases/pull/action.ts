import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describeError, HookError, isHookError, issue } from '@hookmd/core/errors';
import { type Policy, parsePolicy } from '@hookmd/core/settings';
import { readPlainFile, readRecord, resolvePlaces, withLock } from '@hookmd/core/system';
import { whyNotRoots } from '@hookmd/core/trust';
import type { Action, ActionContext } from '../../action.ts';
import { natsOptions, receiversGiven } from '../../settings.ts';
import type { NatsServer } from '../../sinks/nats.ts';
import { usageError } from '../../usage-error.ts';
import { makePublicDirectory, writePublicFile } from '../public-files.ts';
import { type AttachedAgent, attachAgents } from './attach-agents.ts';
import { type OpenRelease, openRelease, type ReleaseOptions } from './open-release.ts';
import { applyChanges, type Changes, findChanges } from './place.ts';
import { watchReleases } from './watch.ts';

/** What this machine follows: `fleet/client.json` in the managed directory. */
interface Client {
  readonly schema: 'hookmd.fleet-client/1';
  readonly url: string;
  readonly ring: string;
  /** The newest time of a pull that verified a release. */
  readonly checked: string;
  /** Paths in the managed directory that a release put there. */
  readonly owned: readonly string[];
}

/** `release.json` in the managed directory: the release that is in place. */
interface PlacedRelease {
  readonly schema: 'hookmd.release/1';
  readonly release: number;
  readonly ring: string;
  readonly expires: string;
  readonly checked: string;
}

interface Machine {
  readonly managed: string;
  readonly staging: string;
  /** What the TUF client trusts. */
  readonly trusted: string;
  readonly clientFile: string;
  readonly releaseFile: string;
  /** Why the last pull failed, for `hooks fleet ship`, which reports it; none where it did not. */
  readonly problemFile: string;
}

const MAX_ROOT_BYTES = 512_000;
const DEFAULT_TIMEOUT_S = 60;
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Stored after a pull. The metadata of the ring is fetched each time, so that its file was verified in this run. */
const trustedRoles = ['root', 'timestamp', 'snapshot', 'targets'];

export const action: Action = {
  usage: '',
  about: 'Bring this machine to the newest release of its ring, as root',
  options: [
    { flags: '--url <url>', about: 'where the releases are (default: `fleet.releases` of the policy)' },
    {
      flags: '--ring <name>',
      about: 'the ring of this machine (default: the one of the last pull, then all)',
    },
    { flags: '--root <file>', about: 'the trusted root.json; only the first pull needs it' },
    { flags: '--replace', about: 'overwrite files that no release has put there' },
    { flags: '--managed <dir>', about: 'try it in another directory than /etc/hookmd' },
    { flags: '--watch', about: 'stay, and pull again at each interval and when a release is announced' },
    { flags: '--interval <time>', about: 'how often, such as 30m (default: 1h)' },
    ...natsOptions,
    { flags: '--timeout <seconds>', about: `how long a small file may take (default: ${DEFAULT_TIMEOUT_S})` },
  ],
  examples: [
    'sudo hooks fleet pull --url https://hooks.acme.example/fleet --ring all --root root.json',
    'sudo hooks fleet pull',
    'sudo hooks fleet pull --watch',
  ],
  async run(context) {
    const machine = findMachine(context);
    if (!context.has('watch')) return pullOnce(context, machine);
    const given = receiversGiven(context).nats;
    const server = (): NatsServer | null => given ?? readPolicyFleet(machine.managed)?.nats ?? null;
    await watchReleases(context, () => pullOnce(context, machine), server);
    return 0;
  },
};

function pullOnce(context: ActionContext, machine: Machine): Promise<0> {
  return withLock(join(machine.managed, 'fleet', 'lock'), async () => {
    try {
      // A pull that was killed may have left it.
      rmSync(machine.staging, { recursive: true, force: true });
      makePublicDirectory(machine.staging);
      const exitCode = await pull(context, machine);
      rmSync(machine.problemFile, { force: true });
      return exitCode;
    } catch (error) {
      if (isHookError(error) && !context.signal.aborted) writeProblem(machine, error);
      throw withStaleness(error, readPlaced(machine));
    } finally {
      rmSync(machine.staging, { recursive: true, force: true });
    }
  });
}

/** Throws NOT_ROOT, and MANAGED_DIRECTORY for a directory that others than root can write. */
function findMachine({ text, cwd, environment }: ActionContext): Machine {
  const given = text('managed');
  const managed = given === undefined ? resolvePlaces({ cwd, environment }).managedDir : resolve(cwd, given);
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot && given === undefined) throw new HookError('NOT_ROOT', { dir: managed });
  const inside = (...names: readonly string[]): string => join(managed, ...names);
  makePublicDirectory(inside('fleet', 'metadata'));
  const detail = isRoot ? whyNotRoots([inside('fleet', 'metadata'), inside('fleet'), managed]) : null;
  if (detail !== null) throw new HookError('MANAGED_DIRECTORY', { dir: managed, detail });
  return {
    managed,
    staging: inside('fleet', 'staging'),
    trusted: inside('fleet', 'metadata'),
    clientFile: inside('fleet', 'client.json'),
    releaseFile: inside('release.json'),
    problemFile: inside('fleet', 'problem.json'),
  };
}

async function pull(context: ActionContext, machine: Machine): Promise<0> {
  const { managed, staging } = machine;
  const client = readRecord(machine.clientFile, isClient).value;
  const timeoutMs = Number(context.text('timeout') ?? DEFAULT_TIMEOUT_S) * 1000;
  if (!(timeoutMs > 0)) throw usageError('`--timeout` is not a number of seconds.', 'Write `--timeout 60`.');
  const { url, ring } = chooseSource(context, managed, client);
  copyTrusted(context, machine);
  const warnings: string[] = [];
  const now = Date.now();
  const newest = Math.max(now, Date.parse(client?.checked ?? '') || 0);
  if (newest - now > CLOCK_TOLERANCE_MS) {
    const { code, message, remedy } = issue('CLOCK_WENT_BACK', { time: describeTime(newest - now) });
    warnings.push(`${code}  ${message} ${remedy}`);
  }
  const release = await verify(machine, { url, ring, newest, timeoutMs, signal: context.signal });
  const owned = client?.owned ?? [];
  const state = {
    schema: 'hookmd.fleet-client/1',
    url,
    ring,
    checked: new Date(newest).toISOString(),
  } as const;
  let saved: Client | null = null;
  const save = (paths: readonly string[]): void => {
    const next: Client = { ...state, owned: [...new Set(paths)] };
    if (!isDeepStrictEqual(next, saved)) writeRecord(machine.clientFile, next);
    saved = next;
  };
  // From here on this machine knows where its releases are, also where local files prevent the first one.
  save(owned);
  const changes = await findChanges(release, managed, staging, owned, context.has('replace'));
  // Killed between here and the end, the next pull still knows what is a release's.
  save([...owned, ...changes.owned]);
  applyChanges(changes, managed, staging, () => {
    writeRecord(machine.releaseFile, {
      schema: 'hookmd.release/1',
      release: release.release,
      ring,
      expires: release.expires,
      checked: new Date(now).toISOString(),
    } satisfies PlacedRelease);
  });
  save(changes.owned);
  // Another directory is a trial, which leaves the agents of this machine as they are.
  const attached = context.has('managed') ? [] : await attachAgents(changes.owned, changes.removed, context);
  report(context, ring, release, { ...changes, attached }, warnings);
  return 0;
}

/** Options first, then the URL of the policy, then what the last pull used. */
function chooseSource(
  context: ActionContext,
  managed: string,
  client: Client | null,
): { readonly url: string; readonly ring: string } {
  const fleet = readPolicyFleet(managed);
  const url = context.text('url') ?? fleet?.releases ?? client?.url;
  const ring = context.text('ring') ?? client?.ring ?? fleet?.ring ?? 'all';
  if (url === undefined)
    throw usageError(
      'This machine does not know where its releases are.',
      'Write `sudo hooks fleet pull --url URL --ring RING --root root.json`.',
    );
  // The rules for both are those of the policy.
  const [problem] = parsePolicy(Buffer.from(JSON.stringify({ fleet: { releases: url, ring } })), '').issues;
  if (problem !== undefined)
    throw usageError(problem.message, 'Correct `--url` or `--ring`, or the policy where they are from it.');
  return { url, ring };
}

function readPolicyFleet(managed: string): Policy['fleet'] {
  try {
    return parsePolicy(readPlainFile(join(managed, 'policy.yaml'), MAX_ROOT_BYTES), '').policy.fleet;
  } catch {
    return null; // none, or none that can be read: the next release replaces it
  }
}

/** Copies the trusted metadata to work on; before the first pull, the root that was delivered with the machine. */
function copyTrusted(context: ActionContext, { trusted, staging }: Machine): void {
  const known = join(trusted, 'root.json');
  const file = context.text('root');
  if (!existsSync(known) && file === undefined)
    throw usageError(
      'The first pull needs the root metadata that this machine trusts.',
      'Add `--root FILE`; the file is `metadata/1.root.json` of the repository, and must come another way than the releases.',
    );
  const path = existsSync(known) ? known : resolve(context.cwd, file ?? '');
  const metadata = join(staging, 'metadata');
  makePublicDirectory(metadata);
  try {
    const bytes = readPlainFile(path, MAX_ROOT_BYTES);
    if (JSON.parse(bytes.toString('utf8'))?.signed?._type !== 'root')
      throw new Error('it is no root metadata');
    for (const role of trustedRoles) {
      const from = join(trusted, `${role}.json`);
      if (existsSync(from)) copyFileSync(from, join(metadata, `${role}.json`));
    }
    writeFileSync(join(metadata, 'root.json'), bytes);
  } catch (error) {
    throw usageError(
      `${path} cannot be trusted: ${describeError(error)}.`,
      path === known
        ? `Run \`sudo rm -r ${trusted}\`, and pull with \`--root FILE\`.`
        : 'Give the file `1.root.json`.',
    );
  }
}

/** Works on a copy of the trusted metadata; whatever was verified is then stored, also where a later step fails. */
async function verify(
  { staging, trusted }: Machine,
  options: Omit<ReleaseOptions, 'metadata' | 'directory'>,
): Promise<OpenRelease> {
  const metadata = join(staging, 'metadata');
  const isFirst = !existsSync(join(trusted, 'root.json'));
  let isVerified = false;
  try {
    const release = await openRelease({ ...options, metadata, directory: staging });
    isVerified = true;
    return release;
  } finally {
    // A root that never verified anything may be the wrong file.
    for (const role of isFirst && !isVerified ? [] : trustedRoles) {
      const [from, to] = [metadata, trusted].map((dir) => join(dir, `${role}.json`)) as [string, string];
      if (existsSync(from) && !(existsSync(to) && readFileSync(to).equals(readFileSync(from))))
        writePublicFile(to, readFileSync(from));
    }
  }
}

function report(
  context: ActionContext,
  ring: string,
  { release, expires }: OpenRelease,
  { files, packages, removed, attached }: Changes & { readonly attached: readonly AttachedAgent[] },
  warnings: readonly string[],
): void {
  const changed = [...packages.keys(), ...files.keys()];
  const outcome = changed.length + removed.length > 0 ? 'changed' : 'up to date';
  for (const line of warnings) context.err(line);
  if (context.isJson) {
    context.print({
      schema: 'hookmd.fleet-pull/1',
      outcome,
      release,
      ring,
      expires,
      changed,
      removed,
      attached,
      warnings,
    });
    return;
  }
  context.out(`release ${release} of ring ${ring}: ${outcome}`);
  for (const path of changed) context.out(`  placed   ${path}`);
  for (const path of removed) context.out(`  removed  ${path}`);
  for (const { agent, problem } of attached)
    if (problem === null && changed.includes(`attach/${agent}.json`)) context.out(`  attached ${agent}`);
    else if (problem !== null) context.err(`Warning: ${agent} was not changed: ${problem}`);
}

function writeProblem({ problemFile }: Machine, { code, message }: HookError): void {
  const since = new Date().toISOString();
  try {
    writeRecord(problemFile, { schema: 'hookmd.pull-problem/1', since, code, message });
  } catch {
    // The error itself is what matters.
  }
}

function readPlaced({ releaseFile }: Machine): PlacedRelease | null {
  const isPlaced = (value: unknown): value is PlacedRelease =>
    (value as PlacedRelease | null)?.schema === 'hookmd.release/1';
  return readRecord(releaseFile, isPlaced, { setsAside: false }).value;
}

/** A pull that fails leaves the release; the error has the time since when it is stale. */
function withStaleness(error: unknown, placed: PlacedRelease | null): unknown {
  if (!isHookError(error) || placed === null) return error;
  const age = Date.now() - Date.parse(placed.expires);
  if (!(age > 0)) return error;
  error.message += ` Release ${placed.release} of ring ${placed.ring} stays in place; it is stale since ${describeTime(age)}.`;
  return error;
}

function describeTime(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2880
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function writeRecord(path: string, record: object): void {
  writePublicFile(path, `${JSON.stringify(record)}\n`);
}

function isClient(value: unknown): value is Client {
  const { schema, url, ring, owned } = (value ?? {}) as Partial<Client>;
  return (
    schema === 'hookmd.fleet-client/1' &&
    typeof url === 'string' &&
    typeof ring === 'string' &&
    Array.isArray(owned) &&
    owned.every((path) => typeof path === 'string')
  );
}
