import type { JsonObject } from '@hookmd/core/events';
import type { Facts } from '../facts.ts';
import { firstLineOf } from '../first-line.ts';
import { isPlainObject } from '../plain-json.ts';
import { describeFailure } from './describe-failure.ts';
import { writeAll } from './descriptors.ts';
import { encodeFrame, type Frame, FrameReader } from './frames.ts';
import { parseObject } from './fresh.ts';
import type { ServedModule } from './module.ts';
import { RunOutput, runOutputs } from './output.ts';
import { endProcess, failProcess, onStrayError } from './process.ts';

const { from } = Buffer;
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
  let isCancelled = false;
  return {
    cancel() {
      isCancelled = true;
      controller?.abort();
    },
    signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (isCancelled) controller.abort();
      }
      return controller.signal;
    },
  };
}
