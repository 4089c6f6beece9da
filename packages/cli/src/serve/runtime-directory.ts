import { Buffer } from 'node:buffer';
import { lstatSync, type Stats } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { makeDirectory } from '@hookmd/core/system';
import { encodeRequest, readDocument } from './frames.ts';

/** Names in the directory of the daemon; launchers know the first. */
export const SOCKET = 'socket';
const LOCK = 'lock';

const runtimeDirectory = (stateDir: string): string => join(stateDir, 'run');

/** The lock of the only daemon of a state directory. */
export function runtimeLock(stateDir: string): string {
  return join(runtimeDirectory(stateDir), LOCK);
}

/** Creates the directory if it is missing. Throws RUNTIME_DIRECTORY if another user could put a socket there, or an error of the file system. */
export function openRuntimeDirectory(stateDir: string): string {
  const directory = runtimeDirectory(stateDir);
  makeDirectory(directory);
  rejectForeign(directory, lstatSync(directory));
  return directory;
}

/** The same without creating it; null = there is none. */
function findRuntimeDirectory(stateDir: string): string | null {
  const directory = runtimeDirectory(stateDir);
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  rejectForeign(directory, stats);
  return directory;
}

/** A socket of another user would receive every event and reply to it. */
function rejectForeign(path: string, stats: Stats): void {
  const detail = !stats.isDirectory()
    ? 'it is not a directory'
    : stats.uid !== process.geteuid?.()
      ? 'it belongs to another user'
      : (stats.mode & 0o077) !== 0
        ? 'other users can read it'
        : null;
  if (detail !== null) throw new HookError('RUNTIME_DIRECTORY', { path, detail }, { exitCode: 1 });
}

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
