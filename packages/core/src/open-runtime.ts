import type { InProcessBackground } from './background/in-process.ts';
import { policyStamp } from './policy/stamp.ts';
import { loadActiveSet } from './registry/load-active-set.ts';
import { narrowSet, setFor } from './runtime/event-set.ts';
import { fireEvent } from './runtime/fire-event.ts';
import type { Runtime, RuntimeOptions } from './runtime/runtime.ts';
import { takeOverOf } from './runtime/take-over.ts';
import { keepWarm } from './runtime/warm-handlers.ts';

/** Opens the runtime: reads the active set once; every event of this object is judged by it, until the policy changes. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  if (options.beginsSession) {
    const { beginSession } = await import('./begin-session.ts');
    await beginSession(options.places, options.environment);
  }
  const load = (): ReturnType<typeof loadActiveSet> =>
    loadActiveSet(
      options.places,
      options.environment,
      options.trust ?? 'approved',
      options.build,
      options.digests,
    );
  let loaded = options.resident?.loaded ?? (await load());
  let set = narrowSet(loaded.set, options);
  const owner = options.resident?.owner ?? {};
  let endProcesses: (() => void) | null = null;
  let here: InProcessBackground | null = null;
  const takeOver = takeOverOf(options, owner, (opened) => {
    here = opened;
  });
  const { warm, close: endWarm } =
    options.resident === undefined
      ? keepWarm(options, owner)
      : { ...options.resident, close: async () => {} };
  const kill = (): void => {
    endProcesses?.();
  };
  // A policy that changes holds at once, also in a program that runs for days.
  const isStale = (): boolean =>
    options.resident === undefined && policyStamp(options.places.managedDir) !== loaded.policyStamp;
  return {
    get set() {
      return set;
    },
    isStale,
    fire: async (event, payload, firing = {}) => {
      if (isStale()) {
        loaded = await load();
        set = narrowSet(loaded.set, options);
      }
      const opened = {
        set: setFor(set, firing),
        issues: loaded.issues,
        owner,
        takeOver,
        warm,
      };
      const fired = await fireEvent(options, opened, event, payload, firing);
      endProcesses = fired.endProcesses ?? endProcesses;
      return fired;
    },
    kill,
    close: async () => {
      await Promise.all([here?.close(), endWarm()]);
      kill();
    },
  };
}
