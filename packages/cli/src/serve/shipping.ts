import { delimiter, dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type FleetPolicy, readPolicy } from '@hookmd/core/settings';
import type { Places } from '@hookmd/core/system';
import { findFleet } from '../programs/find-fleet.ts';

const SYSTEM_DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin'];
const MAX_MEMORY_MB = 64;
/** Node would take 16 MB more for objects that live shortly. */
const MAX_YOUNG_MB = 2;

/**
 * Sends the event log while the daemon runs, where the policy names a receiver and `@hookmd/fleet` is installed beside this
 * package, beside Node or for the whole system: `hooks fleet
 * ship` in a thread of its own, so that no event waits for it.
 *
 * Returns its end. It can end at any instant: what is not sent stays in the event log.
 */
export async function startShipping({
  home,
  stateDir,
  managedDir,
}: Pick<Places, 'home' | 'stateDir' | 'managedDir'>): Promise<() => Promise<void>> {
  const nothing = (): Promise<void> => Promise.resolve();
  const { policy } = await readPolicy(managedDir);
  if (policy.fleet === null || (policy.fleet.nats === null && policy.fleet.otlp === null)) return nothing;
  // Never on PATH: an agent may have started this daemon with the PATH that the settings of a repository have.
  const path = [dirname(process.execPath), ...SYSTEM_DIRECTORIES].join(delimiter);
  const found = findFleet(path);
  if (found === null) return nothing;
  const worker = new Worker(found.program, {
    argv: ['ship', '--home', home, '--state', stateDir, ...receiverOptions(policy.fleet)],
    // What it reports is in `hooks fleet status`; a daemon has no terminal.
    env: { HOME: home, PATH: path },
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  });
  worker.on('error', () => {});
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  return async () => void (await worker.terminate());
}

/** As options, so that the thread does not load what parses policies. */
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
