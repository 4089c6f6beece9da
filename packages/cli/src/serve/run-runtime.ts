import { rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { HOOKMD_VERSION, monotonicMs, type Places } from '@hookmd/core/system';
import { DaemonDispatcher } from './daemon.ts';
import { type EndReason, EventServer } from './event-server.ts';
import { SOCKET } from './runtime-directory.ts';
import { startShipping } from './shipping.ts';

const LONGEST_LOOK_MS = 5000;
/** TERM, grace period and KILL of aborted hooks. */
const KILL_MS = 600;
/** How long running events may take after `hooks daemon --stop`. */
const LAST_WAIT_MS = 10_000;

/** Why a daemon ended. */
export type End = EndReason | 'idle' | 'signal' | 'socket lost';

/**
 * The daemon: serves launchers until no event came for `idleMs`, it is stopped, or another HookMD is installed. Its working directory is
 * its own, so that the socket has a short name. The caller holds the lock.
 */
export async function runRuntime({
  places,
  idleMs,
  ready,
}: {
  readonly places: Places;
  readonly idleMs: number;
  /** Called when the socket listens. */
  readonly ready: () => void;
}): Promise<End> {
  const startedAt = new Date().toISOString();
  const program = stampOf(process.argv[1] ?? '');
  const dispatcher = new DaemonDispatcher(places);
  const endShipping = startShipping(places);
  return new Promise((resolve, reject) => {
    let isEnding = false;
    const end = (reason: End): void => {
      if (isEnding) return;
      isEnding = true;
      clearInterval(look);
      close(server, dispatcher, reason)
        .then(endShipping)
        .then(() => resolve(reason), reject);
    };
    const server = new EventServer({
      dispatcher,
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
        dispatched: server.dispatched,
        rejected: server.rejected,
        inProgress: server.turns.running,
        waiting: server.turns.waiting.length,
        daemonBytes: process.memoryUsage.rss(),
      }),
      ends: end,
    });
    const isIdle = (): boolean =>
      server.turns.running === 0 && !dispatcher.isBusy() && monotonicMs() - server.lastEventMs >= idleMs;
    let socket: string | null = null;
    const look = setInterval(
      () => {
        // Another daemon listens there, or the directory was removed.
        if (socket !== null && stampOf(SOCKET) !== socket) end('socket lost');
        else if (isIdle()) end('idle');
      },
      Math.min(LONGEST_LOOK_MS, Math.max(20, idleMs / 4)),
    );
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => end('signal'));
    // Left by a killed daemon: the lock guarantees that no other one runs.
    rmSync(SOCKET, { force: true });
    const umask = process.umask(0o177);
    server.listen(SOCKET).then(() => {
      // Handlers inherit it.
      process.umask(umask);
      socket = stampOf(SOCKET);
      ready();
    }, reject);
  });
}

/** Waits for running events; after a while, or at a signal, aborts them. */
async function close(server: EventServer, dispatcher: DaemonDispatcher, reason: End): Promise<void> {
  const drained = server.drain();
  // After an update each event ends by its own timeout.
  if (reason === 'signal') server.abort();
  else if (reason === 'stopped') await Promise.race([drained, delay(LAST_WAIT_MS, null, { ref: false })]);
  else await drained;
  if (server.isOpen) {
    server.abort();
    await Promise.race([drained, delay(KILL_MS)]);
    await delay(KILL_MS);
  }
  await dispatcher.close();
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 'none' : `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}
