import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { encodeRequest, readDocument } from './frames.ts';
import { findRuntimeDirectory, SOCKET } from './runtime-directory.ts';

/** A runtime that does not say anything for so long is stuck. */
const ANSWER_MS = 2000;

/** What a runtime says of itself. */
export interface RuntimeStatus {
  readonly schema: 'hookmd.status/1';
  readonly running: true;
  readonly pid: number;
  readonly version: string;
  readonly node: string;
  readonly startedAt: string;
  readonly state: string;
  readonly idleMs: number;
  readonly judged: number;
  readonly refused: number;
  readonly judging: number;
  readonly waiting: number;
  readonly daemonBytes: number;
}

/**
 * Asks the runtime of a state folder. Null = there is none; `stuck` = one holds the socket and does not answer. Changes the working
 * directory, because a socket's name must be short. Throws RUNTIME_FOLDER.
 */
export async function askRuntime(
  stateDir: string,
  kind: Parameters<typeof encodeRequest>[0],
): Promise<RuntimeStatus | 'stuck' | null> {
  const folder = findRuntimeDirectory(stateDir);
  if (folder === null) return null;
  process.chdir(folder);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(SOCKET, () => socket.write(encodeRequest(kind)));
    socket.setTimeout(ANSWER_MS, () => {
      resolve('stuck');
      socket.destroy();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // Nobody listens, or it ended in this moment.
    socket.on('error', () => resolve(null));
    socket.on('end', () => resolve(readDocument(Buffer.concat(chunks)) as RuntimeStatus | null));
  });
}
