import { writeAll } from './descriptors.ts';

// A handler may replace them: these are the originals.
const { getBuiltinModule } = process;
const { concat, from } = Buffer;
const { defineProperty } = Object;
const STDERR = 2;

/** The limit for the output of one run of a warm process. */
const MAX_BYTES = 64 * 1024;

/**
 * Redirects standard output to standard error, for the console too: it is reserved for the result.
 *
 * The stream is made at the first write, because that takes as long as the rest of the SDK.
 */
export function redirectOutput(): void {
  defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => process.stderr });
}

/** The output of one run of a warm process: console, standard output and standard error. */
export class RunOutput {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** The run has ended: later output belongs to no run. */
  isOver = false;
  hasOverflowed = false;

  write(chunk: Buffer): void {
    const room = MAX_BYTES - this.#bytes;
    const part = chunk.subarray(0, room);
    if (part.length < chunk.length) this.hasOverflowed = true;
    // A copy: the handler may reuse its buffer.
    if (part.length > 0) this.#chunks[this.#chunks.length] = from(part);
    this.#bytes += part.length;
  }

  /** The output, shortened so that `ending` fits. */
  textWith(ending: string): string {
    const end = from(ending).subarray(0, MAX_BYTES);
    const text = concat(this.#chunks).subarray(0, MAX_BYTES - end.length);
    return `${text.toString()}${end.toString()}`;
  }
}

/** Finds the run that writes. */
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
      else output.write(chunk);
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
