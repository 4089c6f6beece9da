import type { ActiveSet } from '@hookmd/core/hook-index';
import type { Places } from '@hookmd/core/manifest';
import { claude } from '@hookmd/core/protocols';
import {
  type DaemonParts,
  localHost,
  openRuntime,
  type SettingsChange,
  SettingsWatch,
  settingsOf,
  type TakeOver,
} from '@hookmd/core/runtime';
import { callModel } from '../handlers/call-model.ts';
import type { EventRequest } from './frames.ts';

/** As long as an agent waits for most of its events. */
const BUDGET_MS = 60_000;
/** Its own event: nobody reads an answer, so that nothing an answer could do is promised. */
const host = { ...localHost(claude), name: 'hookmd', honours: () => [], halts: () => false };

/** In which project an agent was active last, and with which environment. */
interface Known {
  readonly places: Places;
  readonly environment: EventRequest['environment'];
}

/**
 * Fires ConfigChange when settings are edited while the runtime runs, in the project they are of; those of the person in
 * the one whose event came last. Looks at no file unless a hook waits for that.
 */
export class ChangedSettings {
  readonly #partsFor: (places: Places) => DaemonParts;
  readonly #background: TakeOver | 'awaited';
  readonly #known = new Map<string, Known>();
  readonly #watch = new SettingsWatch((change) => void this.#fire(change).catch(() => {}));

  constructor(partsFor: (places: Places) => DaemonParts, background: TakeOver | 'awaited') {
    this.#partsFor = partsFor;
    this.#background = background;
  }

  attend(places: Places, { hooks }: ActiveSet, { environment }: EventRequest): void {
    const isWaitedFor = hooks.some(({ events }) => events.some(({ event }) => event === 'ConfigChange'));
    if (!isWaitedFor) return;
    const settings = settingsOf(places);
    for (const { path } of settings) this.#known.set(path, { places, environment });
    this.#watch.attend(settings);
  }

  close(): void {
    this.#watch.close();
  }

  async #fire({ source, path }: SettingsChange): Promise<void> {
    const known = this.#known.get(path);
    if (known === undefined) return;
    const { places, environment } = known;
    const runtime = await openRuntime({
      places,
      host,
      environment: { ...environment, HOME: places.home },
      cwd: places.projectDir,
      project: places.projectDir,
      models: callModel,
      budgetMs: BUDGET_MS,
      background: this.#background,
      daemon: this.#partsFor(places),
    });
    await runtime.fire('ConfigChange', { source, file_path: path });
  }
}
