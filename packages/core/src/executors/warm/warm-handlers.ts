import { preflight } from '../../launch/preflight.ts';
import { killAllGroups } from '../../process/process-group.ts';
import { isOfOneEvent } from '../environment.ts';
import type { ExecutorRequest, HandlerResult } from '../executor.ts';
import { startWarm, WarmProcess, type WarmStart } from './warm-process.ts';

const MAX_PROCESSES = 16;
/** The sum over all, checked when one more starts. */
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;

/**
 * The warm processes of one runtime: one for each built handler, started at its first event.
 *
 * Another directory, another granted value or other options mean another process, so that a handler finds in its process what a
 * new one would have. The least recently used processes end if there are too many.
 */
export class WarmHandlers {
  /** The least recently used first. */
  readonly #processes = new Map<string, WarmProcess>();
  readonly #starting = new Map<string, Promise<WarmProcess | HandlerResult>>();
  /** Retired ones too, until they are gone. */
  readonly #live = new Set<WarmProcess>();
  #isClosed = false;

  /** Runs an event in the process of this handler; starts it if there is none. Never rejects. */
  async run(request: ExecutorRequest): Promise<HandlerResult> {
    if (this.#isClosed) return failed('ABORTED', 'canceled');
    const key = keyOf(request);
    const process = this.#processes.get(key) ?? (await this.#start(key, request));
    if (!(process instanceof WarmProcess)) return process;
    this.#processes.delete(key);
    if (process.isRetired) return this.run(request);
    this.#processes.set(key, process);
    const result = await process.exchange(request);
    // One that was lost at work is started again at once, so that the next event does not wait for it.
    if (
      !this.#isClosed &&
      process.isRetired &&
      process.hasResponded &&
      this.#processes.get(key) === process
    ) {
      this.#processes.delete(key);
      void this.#start(key, request);
    }
    return result;
  }

  /** Ends them all: TERM, 300 ms, KILL. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const live = [...this.#live];
    for (const process of live) process.retire();
    await Promise.all(live.map((process) => process.ended));
  }

  #start(key: string, request: ExecutorRequest): Promise<WarmProcess | HandlerResult> {
    const known = this.#starting.get(key);
    if (known !== undefined) return known;
    const starting = this.#startNow(key, startOf(request)).finally(() => this.#starting.delete(key));
    this.#starting.set(key, starting);
    return starting;
  }

  async #startNow(key: string, start: WarmStart): Promise<WarmProcess | HandlerResult> {
    const check = preflight(start.argv, start.cwd, start.environment['PATH'] ?? '');
    if (!check.ok) return failed('NOT_RUNNABLE', `${check.message} ${check.remedy}`);
    endWithHost();
    const started = await startWarm(start);
    if (typeof started === 'string') return failed('SPAWN', `could not be started: ${started}`);
    this.#live.add(started);
    // It was being started while `close` ended the others.
    if (this.#isClosed) started.retire();
    this.#processes.set(key, started);
    void started.ended.then(() => {
      this.#live.delete(started);
      if (this.#processes.get(key) === started) this.#processes.delete(key);
    });
    this.#makeRoom(started);
    return started;
  }

  /** Never ends one that is running an event. */
  #makeRoom(newest: WarmProcess): void {
    let bytes = 0;
    for (const process of this.#processes.values()) bytes += process.daemonBytes();
    for (const [key, process] of this.#processes) {
      if (this.#processes.size <= MAX_PROCESSES && bytes <= MAX_TOTAL_BYTES) return;
      if (process === newest || !process.isIdle()) continue;
      bytes -= process.daemonBytes();
      this.#processes.delete(key);
      process.retire();
    }
  }
}

/**
 * Equal for events that one process may run: same handler, directory and values, except for variables that differ between
 * events.
 */
function keyOf({ argv, cwd, environment, isolation }: ExecutorRequest): string {
  let key = `${argv.join('\0')}\0${cwd}`;
  if (isolation !== undefined) key += `\0${JSON.stringify(isolation)}`;
  // No value has a NUL, so no two texts can run into one.
  for (const name in environment) if (!isOfOneEvent(name)) key += `\0${name}=${environment[name]}`;
  return key;
}

function startOf({ argv, cwd, environment, owner, isolation }: ExecutorRequest): WarmStart {
  const lasting = Object.entries(environment).filter(([name]) => !isOfOneEvent(name));
  return { argv, cwd, environment: Object.fromEntries(lasting), owner, isolation };
}

let endsWithHost = false;

/** A handler that never gives control back does not notice that its host is gone. */
function endWithHost(): void {
  if (endsWithHost) return;
  endsWithHost = true;
  process.once('exit', killAllGroups);
}

function failed(cause: Extract<HandlerResult, { kind: 'failed' }>['cause'], reason: string): HandlerResult {
  return { kind: 'failed', cause, reason, exitCode: null, stderr: '' };
}
