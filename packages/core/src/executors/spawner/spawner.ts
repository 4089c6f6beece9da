import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type DetachedProcess,
  type ProcessRequest,
  type ProcessResult,
  type RunTraits,
  startHere,
} from '../process.ts';
import { SPAWNER_PROGRAM, type SpawnerLink, startSpawner } from './spawner-link.ts';

/** So often it is started anew; a machine where it is lost again and again does without. */
const MOST_STARTS = 4;
/** More is not sent: it would be copied twice. */
const MAX_STDIN_BYTES = 32 * 1024 * 1024;

/**
 * Has programs started by a small process: Node forks, and a process of a gigabyte needs 40 ms for that, in which it does
 * nothing else. A run is what it is from here: same limits, same end, and nothing of it outlives its host.
 *
 * Where there is no such process, programs are started from here; where it is lost, what may be repeated is. Source: docs/decisions/0045.
 */
export class Spawner {
  readonly #program: string;
  readonly #owner: object;
  #link: Promise<SpawnerLink | null> | null = null;
  #starts = 0;
  #isClosed = false;

  /** `program` is what the process is run from. Default: the one beside this file. */
  constructor(owner: object, program: string = SPAWNER_PROGRAM) {
    this.#owner = owner;
    this.#program = program;
  }

  /** A `Starter`. */
  async run(request: ProcessRequest, traits: RunTraits): Promise<ProcessResult | DetachedProcess> {
    const link = await this.#open();
    if (link === null || request.stdin.length > MAX_STDIN_BYTES || request.signal?.aborted === true)
      return startHere(request, traits);
    const run = link.ask(request, traits.mayDetach);
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
    // What is no plain Node would start the host once more instead.
    const canStart = /^node(js)?[\d.-]*$/.test(basename(process.execPath)) && existsSync(this.#program);
    if (!canStart || this.#starts > MOST_STARTS) return null;
    const link = await startSpawner(this.#program, this.#owner);
    return link !== null && (await link.ready) ? link : null;
  }
}
