import {
  type DetachedProcess,
  type ProcessRequest,
  type ProcessResult,
  type RunTraits,
  startHere,
} from '../process.ts';
import type { LinkOpener, SpawnerLink } from './link.ts';

/** So often it is started anew; a machine where it is lost again and again does without. */
const MOST_STARTS = 4;

/**
 * Has programs started by a small process: Node forks, and a process of a gigabyte needs 40 ms for that, in which it does
 * nothing else. A run is what it is from here: same limits, same end, and nothing of it outlives its host.
 *
 * Where there is no such process, programs are started from here; where it is lost, what may be repeated is. Source: docs/decisions/0045.
 */
export class Spawner {
  readonly #openLink: LinkOpener;
  readonly #owner: object;
  #link: Promise<SpawnerLink | null> | null = null;
  #starts = 0;
  #isClosed = false;

  constructor(owner: object, openLink: LinkOpener) {
    this.#owner = owner;
    this.#openLink = openLink;
  }

  /** A `Starter`. */
  async run(request: ProcessRequest, traits: RunTraits): Promise<ProcessResult | DetachedProcess> {
    const link = await this.#open();
    const isAsked = link?.accepts(request) === true && request.signal?.aborted !== true;
    if (link === null || !isAsked) return startHere(request, traits);
    const run = link.ask(request, traits);
    const end = await run.result;
    if (end !== 'lost') return end;
    const mayRepeat = !this.#isClosed && (traits.mayRepeat || !run.isStarted);
    return mayRepeat ? startHere(request, traits) : run.killed();
  }

  /** Ends what it still runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#link)?.close();
  }

  /** Nothing is repeated any more; for who is about to end everything. */
  giveUp(): void {
    this.#isClosed = true;
  }

  async #open(): Promise<SpawnerLink | null> {
    if (this.#isClosed) return null;
    const link = await this.#link;
    if (link?.isLost) this.#link = null;
    this.#link ??= this.#start();
    return this.#link;
  }

  async #start(): Promise<SpawnerLink | null> {
    this.#starts += 1;
    return this.#starts > MOST_STARTS ? null : this.#openLink(this.#owner);
  }
}
