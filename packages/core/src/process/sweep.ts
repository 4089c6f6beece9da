import { setTimeout as delay } from 'node:timers/promises';
import { killHidden, killMarked } from './kill-marked.ts';
import { type ProcessStat, readStat } from './process-stat.ts';

/** Before each further pass: 50 ms in all for somebody who shows nothing, and few passes, because each stops this process. */
const PAUSES_MS = [3, 12, 35];
/** As long as a pass over all processes ends somebody: who goes on in ever new ones gets no time to come to itself. */
const CHASE_PAUSE_MS = 5;
const MOST_PASSES = 200;

interface Looked {
  readonly pid: number;
  readonly stat: ProcessStat | null;
}

/** A run that is being ended, its group being killed already: its mark, the head of its group, and when it began, in ticks since boot (0 = unknown). */
interface EndedRun {
  readonly marker: string;
  readonly leader: number;
  readonly begun: number;
}

/**
 * Ends what is left of a run outside of its group: pass after pass, until one finds nobody who could have started another
 * behind its back. One pass where nobody left; 50 ms for somebody who stays without an environment, and longer only for
 * who is caught again and again. `whom` as of `killMarked`.
 */
export async function sweep(
  { marker, leader, begun }: EndedRun,
  whom: 'all' | 'younger' = 'all',
): Promise<void> {
  let zombies: ReadonlySet<number> = new Set();
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const { killed, hidden } = killMarked([marker], leader, whom);
    const look = (pid: number): Looked => ({ pid, stat: readStat(pid) });
    const showNothing = hidden.map(look);
    const open = [...killed.map(look), ...showNothing];
    const mayBeOurs = showNothing.filter(
      ({ stat }) => stat !== null && stat.state !== 'Z' && couldBelong(stat, { leader, begun }),
    );
    killHidden(
      marker,
      mayBeOurs.map(({ pid }) => pid),
    );
    const seen = zombies;
    // What was a zombie a pass ago has started nobody since.
    const isLeft = open.some(({ pid, stat }) => !seen.has(pid) && couldBelong(stat, { leader, begun }));
    const chaseMs = whom === 'all' && killed.length > 0 ? CHASE_PAUSE_MS : null;
    const pauseMs = PAUSES_MS[pass] ?? chaseMs;
    if (!isLeft || pauseMs === null) return;
    zombies = new Set(open.filter(({ stat }) => stat?.state === 'Z').map(({ pid }) => pid));
    await delay(pauseMs);
  }
}

/** Gone since it was listed, or it shows nothing and is younger than the run. */
function couldBelong(
  stat: ProcessStat | null,
  { leader, begun }: Pick<EndedRun, 'leader' | 'begun'>,
): boolean {
  if (stat === null) return true;
  // Its group was killed before: who has that to come cannot fork any more.
  return !stat.isKernelThread && stat.group !== leader && stat.begun >= begun;
}
