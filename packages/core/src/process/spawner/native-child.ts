import type { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import type { StartedChild } from '../end-child.ts';
import type { Output, Said } from './native-messages.ts';

const SIGNAL_BITS = 0x7f;
const signals = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** A program that `hooks-spawn` has started, as if it were a child of this process. */
export class NativeChild extends EventEmitter implements StartedChild {
  readonly pid: number;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  readonly stdin = null;
  readonly stdio: readonly never[] = [];
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** What it came to is not known. */
  isLost = false;

  #open = 3;

  /** `closes` is told which of its outputs nobody reads any more. */
  constructor(pid: number, closes: (output: Output) => void) {
    super();
    this.pid = pid;
    const open = (output: Output): Readable => {
      let hasEnded = false;
      const stream = new Readable({
        read: () => {},
        destroy: (error, done) => {
          if (!hasEnded) closes(output);
          done(error);
        },
      });
      stream.once('end', () => {
        hasEnded = true;
      });
      return stream.once('close', () => this.#close());
    };
    this.stdout = open('stdout');
    this.stderr = open('stderr');
  }

  hear(said: Said): void {
    if (said.is === 'output') this.#push(said.output, said.bytes);
    else if (said.is === 'output ended') this.#push(said.output, null);
    else if (said.is === 'exited') this.#exit(said.status & SIGNAL_BITS, said.status >> 8);
  }

  /** Whoever would say what becomes of it is gone. It may live; its outputs stay open, so that all of its group is searched for. */
  lose(): void {
    this.isLost = true;
    this.#exit(constants.signals.SIGKILL, 0);
  }

  /** Its host stays for other reasons. */
  ref(): void {}
  unref(): void {}

  #push(output: Output, bytes: Buffer | null): void {
    if (!this[output].destroyed) this[output].push(bytes);
  }

  #exit(signal: number, code: number): void {
    if (this.exitCode !== null || this.signalCode !== null) return;
    if (signal === 0) this.exitCode = code & 0xff;
    else this.signalCode = (signals.get(signal) ?? 'SIGKILL') as NodeJS.Signals;
    // Not at once: that it has begun may have come in the same moment, and nobody listens yet.
    setImmediate(() => {
      this.emit('exit');
      this.#close();
    });
  }

  #close(): void {
    this.#open -= 1;
    if (this.#open === 0) this.emit('close');
  }
}
