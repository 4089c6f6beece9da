import { delimiter, dirname } from 'node:path';
import { type FleetPolicy, readPolicy } from '@hookmd/core/settings';
import { type Places, startCompanion } from '@hookmd/core/system';
import { findFleet } from '../programs/find-fleet.ts';

const SYSTEM_DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin'];
/** Node would take 16 MB more for objects that live shortly. */
const MEMORY_LIMITS = ['--max-old-space-size=64', '--max-semi-space-size=1'];
/** One that ended because another one sends takes over from it after this time at most. */
const RESTART_MS = 60_000;

/**
 * Sends the event log while the daemon runs, where the policy names a receiver and `@hookmd/fleet` is installed beside this
 * package, beside Node or for the whole system: `hooks fleet ship` as a process of its own with the lowest priority, so
 * that no event waits for it.
 *
 * Returns its end. It can end at any instant: what is not sent stays in the event log.
 */
export async function startShipping({
  home,
  stateDir,
  managedDir,
}: Pick<Places, 'home' | 'stateDir' | 'managedDir'>): Promise<() => void> {
  const { policy } = await readPolicy(managedDir);
  if (policy.fleet === null || (policy.fleet.nats === null && policy.fleet.otlp === null)) return () => {};
  // Never on PATH: an agent may have started this daemon with the PATH that the settings of a repository have.
  const path = [dirname(process.execPath), ...SYSTEM_DIRECTORIES].join(delimiter);
  const found = findFleet(path);
  if (found === null) return () => {};
  const options = ['--home', home, '--state', stateDir, ...receiverOptions(policy.fleet)];
  const argv = [process.execPath, ...MEMORY_LIMITS, found.program, 'ship', ...options] as const;
  let isOver = false;
  let end = (): void => {};
  const start = (): void => {
    // What it reports is in `hooks fleet status`.
    if (!isOver) end = startCompanion(argv, { HOME: home, PATH: path }, restart);
  };
  const restart = (): void => void setTimeout(start, RESTART_MS).unref();
  start();
  return () => {
    isOver = true;
    end();
  };
}

/** As options, so that it does not load what parses policies. */
function receiverOptions({ nats, otlp }: FleetPolicy): readonly string[] {
  const option = (name: string, value: string | null | undefined): readonly string[] =>
    value === null || value === undefined ? [] : [`--${name}`, value];
  return [
    ...(nats?.servers ?? []).flatMap((server) => option('nats', server)),
    ...option('credentials', nats?.credentials),
    ...option('stream', nats?.stream),
    ...option('otlp', otlp?.url),
    ...option('headers', otlp?.headers),
  ];
}
