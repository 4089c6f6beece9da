import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { encodeRequest, readDocument } from './frames.ts';
import { findRuntimeDirectory, SOCKET } from './runtime-directory.ts';

/** A daemon without a response in this time is stuck. */
const TIMEOUT_MS = 2000;

/** The output of `hooks status --json`. */
export interface RuntimeStatus {
  readonly schema: 'hookmd.status/1';
  readonly running: true;
  readonly pid: number;
  readonly version: string;
  readonly node: string;
  readonly startedAt: string;
  readonly state: string;
  readonly idleMs: number;
  readonly dispatched: number;
  readonly rejected: number;
  readonly inProgress: number;
  readonly waiting: number;
  readonly daemonBytes: number;
}

/**
 * Sends a request to the daemon. Null = there is none; `stuck` = it does not respond. Changes the working directory, because the name of a
 * socket must be short. Throws RUNTIME_DIRECTORY.
 */
export async function queryDaemon(
  stateDir: string,
  kind: Parameters<typeof encodeRequest>[0],
): Promise<RuntimeStatus | 'stuck' | null> {
  const directory = findRuntimeDirectory(stateDir);
  if (directory === null) return null;
  process.chdir(directory);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(SOCKET, () => socket.write(encodeRequest(kind)));
    socket.setTimeout(TIMEOUT_MS, () => {
      resolve('stuck');
      socket.destroy();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // No daemon listens, or it has just ended.
    socket.on('error', () => resolve(null));
    socket.on('end', () => resolve(readDocument(Buffer.concat(chunks)) as RuntimeStatus | null));
  });
}
