import { firstChild } from './first-child.ts';
import { killMarked } from './kill-marked.ts';
import { sweep } from './sweep.ts';

/** Whose number is theirs. */
const live = new Set<ProcessGroup>();
/** Searched for among younger processes alone; since when, as of `sweep`. */
const halfSearched = new Map<ProcessGroup, number>();

/** The process group of one run, alive until `forget`. The leader was started with `detached: true`. */
export class ProcessGroup {
  readonly leader: number;
  readonly marker: string;
  /** Whoever runs it: a host process may hold several runtimes, and each ends its own. */
  readonly owner: object | undefined;
  /** The leader is bubblewrap, and what it runs has a group of its own. */
  readonly #isIsolated: boolean;

  constructor(leader: number, marker: string, owner?: object, isIsolated = false) {
    this.leader = leader;
    this.marker = marker;
    this.owner = owner;
    this.#isIsolated = isIsolated;
    live.add(this);
  }

  /** Signals the whole group. Silent when nobody is left, and after `forget`: the number may be someone else's by then. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    if (!live.has(this) || this.leader <= 1) return;
    // Asked to end, bubblewrap would: and with it at once all that it runs.
    const target = this.#isIsolated && name === 'SIGTERM' ? firstChild(this.leader) : this.leader;
    if (target === null) return;
    try {
      process.kill(-target, name);
    } catch {
      // ESRCH: all gone. EPERM: none may be signalled (setuid), the hard limit of the run settles it.
    }
  }

  /** Ends what left the group by setsid or a double fork; Linux only. `begun` as of `sweep`. */
  endEscaped(begun = 0): Promise<void> {
    return sweep({ marker: this.marker, leader: this.leader, begun });
  }

  /** The same as far as numbers of processes have not come round since the leader got its own; `endOlderBehind` does the rest. */
  endYounger(begun: number): Promise<void> {
    halfSearched.set(this, begun);
    return sweep({ marker: this.marker, leader: this.leader, begun }, 'younger');
  }

  /** Behind the answer: nearly always there is nobody, and the machine may have thousands of processes. */
  endOlderBehind(): void {
    if (halfSearched.has(this)) setImmediate(() => void this.#endOlder());
  }

  async #endOlder(): Promise<void> {
    const begun = halfSearched.get(this);
    if (begun === undefined) return;
    await this.endEscaped(begun);
    halfSearched.delete(this);
  }

  /** To be called once the leader is reaped and the group killed. */
  forget(): void {
    live.delete(this);
  }
}

/** The same for everybody: for the `exit` handler of a process that does nothing else. */
export function killAllGroups(): void {
  for (const owner of new Set([...live, ...halfSearched.keys()].map((group) => group.owner)))
    killGroupsOf(owner);
}

/**
 * Kills every group of one owner that is still alive, and what escaped from it, before it returns.
 *
 * For whoever ends a runtime or its host: an aborted run has settled, but its group may be in its 300 ms of grace.
 */
export function killGroupsOf(owner: object | undefined): void {
  const groups = [...new Set([...live, ...halfSearched.keys()])].filter((group) => group.owner === owner);
  if (groups.length === 0) return;
  for (const group of groups) {
    group.signal('SIGKILL');
    halfSearched.delete(group);
  }
  killMarked(
    groups.map((group) => group.marker),
    Math.min(...groups.map((group) => group.leader)),
  );
}
