import { rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Places } from '@hookmd/core/manifest';
import { HOOKMD_VERSION, monotonicMs } from '@hookmd/core/system';
import { DaemonDispatcher } from './daemon.ts';
import { type EndReason, EventServer } from './event-server.ts';
import { SOCKET } from './runtime-directory.ts';

const LONGEST_LOOK_MS = 5000;
/** TERM, grace, KILL of what was called off. */
const KILL_MS = 600;
/** So long what is being judged may take when a person waits for our end. */
const LAST_WAIT_MS = 10_000;

/** Why a runtime ended. */
export type End = EndReason | 'idle' | 'signal' | 'socket lost';

export interface RuntimeWish {
  readonly places: Places;
  readonly idleMs: number;
  /** Called when events can come. */
  readonly ready: () => void;
}

/**
 * The resident runtime: answers launchers until nobody has asked for so long, it is told to end, or another HookMD was
 * installed. Its working directory is its folder, so that the socket has a short name. The caller holds the lock.
 */
export async function runRuntime({ places, idleMs, ready }: RuntimeWish): Promise<End> {
  const startedAt = new Date().toISOString();
  const program = stampOf(process.argv[1] ?? '');
  const judge = new DaemonDispatcher(places);
  return new Promise((resolve, reject) => {
    let isEnding = false;
    const end = (reason: End): void => {
      if (isEnding) return;
      isEnding = true;
      clearInterval(look);
      close(server, judge, reason).then(() => resolve(reason), reject);
    };
    const server = new EventServer({
      judge,
      isCurrent: () => stampOf(process.argv[1] ?? '') === program,
      status: () => ({
        schema: 'hookmd.status/1',
        running: true,
        pid: process.pid,
        version: HOOKMD_VERSION,
        node: process.versions.node,
        startedAt,
        state: places.stateDir,
        idleMs,
        judged: server.judged,
        refused: server.refused,
        judging: server.running,
        waiting: server.waiting,
        daemonBytes: process.memoryUsage.rss(),
      }),
      ends: end,
    });
    const isIdle = (): boolean =>
      server.running === 0 && !judge.isBusy() && monotonicMs() - server.lastEventMs >= idleMs;
    let socket: string | null = null;
    const look = setInterval(
      () => {
        // Another one listens there, or nobody can: the folder was removed.
        if (socket !== null && stampOf(SOCKET) !== socket) end('socket lost');
        else if (isIdle()) end('idle');
      },
      Math.min(LONGEST_LOOK_MS, Math.max(20, idleMs / 4)),
    );
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => end('signal'));
    // Of a runtime that was killed; whoever holds the lock is the only one.
    rmSync(SOCKET, { force: true });
    const umask = process.umask(0o177);
    server.listen(SOCKET).then(() => {
      // Handlers have it too.
      process.umask(umask);
      socket = stampOf(SOCKET);
      ready();
    }, reject);
  });
}

/** Brings to an end what has begun; after a while, or at a signal, calls it off. */
async function close(server: EventServer, judge: DaemonDispatcher, reason: End): Promise<void> {
  const drained = server.drain();
  // Who updates waits for nothing; every event has an end of its own.
  if (reason === 'signal') server.abort();
  else if (reason === 'asked') await Promise.race([drained, delay(LAST_WAIT_MS, null, { ref: false })]);
  else await drained;
  if (server.isOpen) {
    server.abort();
    await Promise.race([drained, delay(KILL_MS)]);
    await delay(KILL_MS);
  }
  await judge.close();
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 'none' : `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}
