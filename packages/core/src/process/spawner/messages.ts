import { Buffer } from 'node:buffer';
import type { JsonObject } from '../../protocol/json.ts';
import type { Frame, FrameLimits } from '../frames.ts';
import type { ProcessRequest, ProcessResult } from '../process.ts';

/** Both ends are ours, and a payload may be large. */
export const SPAWNER_FRAMES: FrameLimits = { headerBytes: 16 * 1024 * 1024, bodyBytes: 64 * 1024 * 1024 };

/** What a spawner is told, by the number of the run. `run` comes first; its body is standard input. */
export type ToSpawner =
  | { readonly run: number; readonly request: SentRequest; readonly mayDetach: boolean }
  | { readonly stop: number }
  /** Of one that was left: it is waited for after all, with a limit. */
  | { readonly watch: number; readonly timeoutMs: number };

/** What a spawner says. Of `left` and `ended` the body is both outputs, one behind the other. */
export type FromSpawner =
  | { readonly is: 'ready' }
  | { readonly is: 'started'; readonly run: number; readonly leader: number }
  | { readonly is: 'left'; readonly run: number; readonly stdoutBytes: number }
  | {
      readonly is: 'ended';
      readonly run: number;
      readonly result: Omit<ProcessResult, 'stdout' | 'stderr'>;
      readonly stdoutBytes: number;
    };

export type SentRequest = Omit<ProcessRequest, 'stdin' | 'signal' | 'owner' | 'onStart'>;

/** Only what a request is made of: whoever asks may hold more in the same object. */
export function toSend(request: ProcessRequest, marker: string): SentRequest {
  const { argv, cwd, env, timeoutMs, maxStdoutBytes, maxStderrBytes, limitsMemory, isolation } = request;
  const caps = {
    ...(maxStdoutBytes === undefined ? {} : { maxStdoutBytes }),
    ...(maxStderrBytes === undefined ? {} : { maxStderrBytes }),
  };
  return { argv, cwd, env, timeoutMs, limitsMemory, isolation, marker, ...caps };
}

export function asHeader(message: ToSpawner | FromSpawner): JsonObject {
  return message as unknown as JsonObject;
}

export function bothOutputs({ stdout, stderr }: Pick<ProcessResult, 'stdout' | 'stderr'>): Buffer {
  return stderr.length === 0 ? stdout : Buffer.concat([stdout, stderr]);
}

export function splitOutputs(
  { body }: Frame,
  stdoutBytes: number,
): { readonly stdout: Buffer; readonly stderr: Buffer } {
  return { stdout: body.subarray(0, stdoutBytes), stderr: body.subarray(stdoutBytes) };
}
