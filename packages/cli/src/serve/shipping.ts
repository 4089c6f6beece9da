import { delimiter, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type FleetPolicy, readPolicy } from '@hookmd/core/settings';
import { type Places, startCompanion } from '@hookmd/core/system';
import { findFleet } from '../programs/find-fleet.ts';

/** Never the PATH of the daemon: an agent may have started it with the PATH that the settings of a repository have. */
const PATH = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
/** Node would take 16 MB more for objects that live shortly. */
const MEMORY_LIMITS = ['--max-old-space-size=64', '--max-semi-space-size=1'];
/** The policy may name another receiver, and a shipper that ended starts again. */
const LOOK_MS = 60_000;

type ShippingPlaces = Pick<Places, 'home' | 'stateDir' | 'managedDir'>;
type Argv = readonly [string, ...string[]];

/**
 * Sends the event log while the daemon runs, where the policy names a receiver and `@hookmd/fleet` is installed beside this
 * package, beside Node or for the whole system: `hooks fleet ship` as a process of its own with the lowest priority, so
 * that no event waits for it. What it reports is in `hooks fleet status`.
 *
 * Returns its end. It can end at any instant: what is not sent stays in the event log.
 */
export function startShipping(places: ShippingPlaces): () => void {
  let running: { readonly argv: Argv; readonly end: () => void } | null = null;
  let isOver = false;
  const look = async (): Promise<void> => {
    const { policy, issues } = await readPolicy(places.managedDir);
    // While a policy is broken, what it makes hooks do must still arrive.
    const argv = issues.length > 0 ? (running?.argv ?? null) : shipperArgv(places, policy.fleet);
    if (running !== null && !isDeepStrictEqual(argv, running.argv)) running.end();
    if (running !== null || argv === null || isOver) return;
    const ended = (): void => {
      running = null;
    };
    running = { argv, end: startCompanion(argv, { HOME: places.home, PATH }, ended) };
  };
  // The daemon works without it: where nothing is sent, `hooks fleet status` has a silent machine.
  const tryLook = (): void => void look().catch(() => {});
  tryLook();
  const looks = setInterval(tryLook, LOOK_MS).unref();
  return () => {
    isOver = true;
    clearInterval(looks);
    running?.end();
  };
}

/** Null = nothing is to be sent, or the package is not installed. */
function shipperArgv({ home, stateDir }: ShippingPlaces, fleet: FleetPolicy | null): Argv | null {
  if (fleet === null || (fleet.nats === null && fleet.otlp === null)) return null;
  const found = findFleet(PATH);
  if (found === null) return null;
  const options = ['--home', home, '--state', stateDir, ...receiverOptions(fleet)];
  return [process.execPath, ...MEMORY_LIMITS, found.program, 'ship', ...options];
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
