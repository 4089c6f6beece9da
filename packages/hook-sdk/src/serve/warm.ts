import type { JsonObject } from '@hookmd/core/events';
import { firstLineOf } from '../first-line.ts';
import type { Facts } from '../methods.ts';
import { isPlainObject } from '../plain-json.ts';
import { describeFailure } from './describe-failure.ts';
import { writeAll } from './descriptors.ts';
import { parseObject } from './fresh.ts';
import type { ServedModule } from './module.ts';
import { RunOutput, runOutputs } from './output.ts';
import { endProcess, failProcess, onStrayError } from './process.ts';

const { alloc, concat, from } = Buffer;
const { stringify } = JSON;
const { getBuiltinModule } = process;

/** The duplex socket that its host gave it. */
const HOST = 3;
const STDERR = 2;
/** The version of the messages on this socket. */
const PROTOCOL = 1;

/** One event whose hooks are running. */
interface Run {
  readonly output: RunOutput;
  readonly cancel: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * A process that runs hooks for many events, several at once, until its host closes the socket. The output and the
 * exceptions of a run belong to that run.
 */
export async function runWarm(module: ServedModule): Promise<void> {
  const { Socket } = getBuiltinModule('node:net');
  const host = new Socket({ fd: HOST, readable: true, writable: true });
  const runs = new Map<number, Run>();
  const reader = new FrameReader();
  const send = (header: JsonObject, body?: string): void => {
    host.write(encodeFrame(stringify(header), body));
  };

  const take = ({ header: text, body }: Frame): void => {
    const header = parseObject(text, 'the header of a frame');
    if (typeof header['cancel'] === 'number') runs.get(header['cancel'])?.cancel();
    else if (typeof header['id'] === 'number') begin(module, { id: header['id'], header, body }, runs, send);
    else throw new Error('a frame that is neither an event nor a cancellation');
  };

  host.on('data', (chunk) => {
    try {
      for (const frame of reader.read(chunk)) take(frame);
    } catch (error) {
      failProcess(error);
    }
  });
  for (const end of ['end', 'close', 'error']) host.on(end, () => endProcess(0));
  onStrayError((error) => {
    const output = runOutputs().current();
    const run = [...runs.values()].find((each) => each.output === output);
    run?.fail(error);
    // A run that is over has sent its result already.
    if (output?.isOver) writeAll(STDERR, `${describeFailure(error)}\n`);
    return output !== undefined;
  });
  send({ ready: PROTOCOL });
}

interface Request {
  readonly id: number;
  readonly header: JsonObject;
  readonly body: Buffer;
}

function begin(
  module: ServedModule,
  { id, header, body }: Request,
  runs: Map<number, Run>,
  send: (header: JsonObject, body?: string) => void,
): void {
  const output = new RunOutput();
  const cancellation = lazyCancellation();
  const settle = (ending: string, fields: JsonObject, document?: string): void => {
    if (output.isOver) return;
    const overflow = output.hasOverflowed ? { stderrOverflow: true } : {};
    send({ id, ...fields, stderr: output.textWith(ending), ...overflow }, document);
    // Last: if the result cannot be sent, the run is not over, and the process fails.
    output.isOver = true;
    runs.delete(id);
  };
  const fail = (error: unknown): void => {
    settle(`${describeFailure(error)}\n`, { error: firstLineOf(error) });
  };
  runs.set(id, { output, cancel: cancellation.cancel, fail });

  const log = (text: string): void => output.write(from(`${text}\n`));
  const env = isPlainObject(header['env']) ? (header['env'] as Facts['env']) : {};
  const report = (error: unknown): void => log(describeFailure(error));
  const facts: Facts = {
    env,
    log,
    report,
    get signal() {
      return cancellation.signal();
    },
  };
  const text = body.toString('utf8');
  runOutputs().run(output, async () => {
    try {
      settle('', {}, stringify(await module.respond(() => parseObject(text, 'the event'), facts)));
    } catch (error) {
      fail(error);
    }
  });
}

/** Few hooks use the signal, and making one takes time. */
function lazyCancellation(): { readonly cancel: () => void; readonly signal: () => AbortSignal } {
  let controller: AbortController | undefined;
  let isCanceled = false;
  return {
    cancel() {
      isCanceled = true;
      controller?.abort();
    },
    signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (isCanceled) controller.abort();
      }
      return controller.signal;
    },
  };
}

/** One message between a warm process and its host: a JSON header and raw bytes. */
export interface Frame {
  readonly header: string;
  readonly body: Buffer;
}

const PREFIX_BYTES = 8;
/** Far more than an event with its environment has: a greater length is not a frame. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Length of the header, length of the body (both 32 bits, big-endian), header, body. */
export function encodeFrame(header: string, body = ''): Buffer {
  const [first, second] = [from(header), from(body)];
  const prefix = alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(first.length, 0);
  prefix.writeUInt32BE(second.length, 4);
  return concat([prefix, first, second]);
}

/** Finds the frames in a stream of chunks. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #lengths: readonly [header: number, body: number] | null = null;

  /** The frames that are complete now. Throws where the stream does not consist of frames. */
  read(chunk: Buffer): readonly Frame[] {
    // Not `push`: a handler may have replaced it.
    this.#chunks[this.#chunks.length] = chunk;
    this.#length += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      if (this.#lengths === null) {
        if (this.#length < PREFIX_BYTES) return frames;
        const prefix = this.#take(PREFIX_BYTES);
        this.#lengths = [prefix.readUInt32BE(0), prefix.readUInt32BE(4)];
      }
      const [header, body] = this.#lengths;
      if (header + body > MAX_BYTES) throw new Error(`a frame of ${header + body} bytes`);
      if (this.#length < header + body) return frames;
      frames[frames.length] = { header: this.#take(header).toString('utf8'), body: this.#take(body) };
      this.#lengths = null;
    }
  }

  /** Joined only once they are all there: a large frame comes in hundreds of chunks. */
  #take(length: number): Buffer {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : concat(this.#chunks);
    this.#chunks = [all.subarray(length)];
    this.#length -= length;
    return all.subarray(0, length);
  }
}
