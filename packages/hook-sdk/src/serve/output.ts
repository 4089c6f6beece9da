import { writeAll } from './descriptors.ts';

// A handler may replace them: they are those of the time before it was loaded.
const { getBuiltinModule } = process;
const { concat, from } = Buffer;
const { defineProperty } = Object;
const STDERR = 2;

/** What one run of a warm process may say on standard error. */
const MAX_BYTES = 64 * 1024;

/**
 * Standard output becomes standard error, for the console too: it carries the answer and nothing else.
 *
 * The stream itself is made only when somebody writes: that takes as long as the rest of the SDK.
 */
export function redirectOutput(): void {
  defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => process.stderr });
}

/** What one run of a warm process wrote to the console, to standard output and to standard error. */
export class RunOutput {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** It has answered: what it writes now belongs to nobody. */
  isOver = false;
  hasOverflowed = false;

  keep(chunk: Buffer): void {
    const room = MAX_BYTES - this.#bytes;
    const kept = chunk.subarray(0, room);
    if (kept.length < chunk.length) this.hasOverflowed = true;
    // A copy: who wrote it may use its buffer again.
    if (kept.length > 0) this.#chunks[this.#chunks.length] = from(kept);
    this.#bytes += kept.length;
  }

  /** All of it, and room for how the run ended: that is what people look for. */
  textWith(ending: string): string {
    const end = from(ending).subarray(0, MAX_BYTES);
    const said = concat(this.#chunks).subarray(0, MAX_BYTES - end.length);
    return `${said.toString()}${end.toString()}`;
  }
}

/** Tells the runs of a warm process apart. */
export interface RunOutputs {
  run<T>(output: RunOutput, work: () => T): T;
  current(): RunOutput | undefined;
}

let outputs: RunOutputs | undefined;

/** Both streams go to the run that writes; outside of any run, to standard error. */
export function captureOutput(): void {
  const { AsyncLocalStorage } = getBuiltinModule('node:async_hooks');
  const { Writable } = getBuiltinModule('node:stream');
  const storage = new AsyncLocalStorage<RunOutput>();
  const current = (): RunOutput | undefined => storage.getStore();
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const output = current();
      if (output === undefined || output.isOver) writeAll(STDERR, chunk.toString());
      else output.keep(chunk);
      done();
    },
  });
  for (const name of ['stdout', 'stderr'] as const)
    defineProperty(process, name, { configurable: true, enumerable: true, get: () => stream });
  outputs = { run: (output, work) => storage.run(output, work), current };
}

export function runOutputs(): RunOutputs {
  if (outputs === undefined) throw new Error('the output is not captured');
  return outputs;
}
