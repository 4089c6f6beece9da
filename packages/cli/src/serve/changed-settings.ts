import type { HookIndex } from '@hookmd/core/hook-index';
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
import type { Places } from '@hookmd/core/system';
import { callModel } from '../handlers/call-model.ts';
import type { EventRequest } from './frames.ts';

const BUDGET_MS = 60_000;
/** No agent reads the decision, so nothing in it is honored. */
const host = { ...localHost(claude), name: 'hookmd', honours: () => [], halts: () => false };

/**
 * Dispatches ConfigChange when settings change while the daemon runs: in their project, and for the user's settings in the project of
 * the last event. Watches nothing unless a hook listens to the event.
 */
export class ChangedSettings {
  readonly #partsFor: (places: Places) => DaemonParts;
  readonly #background: TakeOver | 'awaited';
  /** The last active project of each settings file, and its environment. */
  readonly #known = new Map<string, { places: Places; environment: EventRequest['environment'] }>();
  readonly #watch = new SettingsWatch((change) => void this.#dispatch(change).catch(() => {}));

  constructor(partsFor: (places: Places) => DaemonParts, background: TakeOver | 'awaited') {
    this.#partsFor = partsFor;
    this.#background = background;
  }

  attend(places: Places, { hooks }: HookIndex, { environment }: EventRequest): void {
    const isListening = hooks.some(({ events }) => events.some(({ event }) => event === 'ConfigChange'));
    if (!isListening) return;
    const settings = settingsOf(places);
    for (const { path } of settings) this.#known.set(path, { places, environment });
    this.#watch.attend(settings);
  }

  close(): void {
    this.#watch.close();
  }

  async #dispatch({ source, path }: SettingsChange): Promise<void> {
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
    await runtime.dispatch('ConfigChange', { source, file_path: path });
  }
}
