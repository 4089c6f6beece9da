import type { Starter } from '../process/process.ts';
import type { Spawner } from '../process/spawner/spawner.ts';
import type { SpawnerHandle } from './spawner-handle.ts';

/** From there on the small process is cheaper than forking; it takes some 40 MB itself. */
const LARGE_BYTES = 200 * 1024 * 1024;

/** Looks at each start how large this process has become, and leaves starting to a small one as soon as that pays. */
export function keepSpawner(owner: object): SpawnerHandle {
  let loading: Promise<Spawner> | null = null;
  let isOver = false;
  const load = async (): Promise<Spawner> => {
    const [{ Spawner: Loaded }, { openNodeLink }] = await Promise.all([
      import('../process/spawner/spawner.ts'),
      import('../process/spawner/node-link.ts'),
    ]);
    return new Loaded(owner, openNodeLink);
  };
  const spawner: Starter = async (request, traits) => {
    if (isOver || (loading === null && process.memoryUsage.rss() < LARGE_BYTES)) {
      // Not before a program is started at all: importing the library loads nothing that does.
      const { startHere } = await import('../process/process.ts');
      return startHere(request, traits);
    }
    loading ??= load();
    return (await loading).run(request, traits);
  };
  return {
    spawner,
    close: async () => {
      isOver = true;
      await (await loading)?.close();
    },
    giveUp: () => {
      isOver = true;
      void loading?.then((loaded) => loaded.giveUp());
    },
  };
}
