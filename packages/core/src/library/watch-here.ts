import type { Places } from '../discovery/places.ts';
import type { EventName } from '../protocol/events.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { HooksOptions } from './hooks-options.ts';

interface Here {
  readonly places: Places;
  readonly concerns: (event: EventName) => boolean;
  readonly fire: (event: EventName, payload: JsonObject) => Promise<unknown>;
}

interface Watches {
  /** To be called where a hook more listens. */
  attend(): void;
  close(): void;
}

const NONE: Watches = { attend: () => {}, close: () => {} };

/**
 * Fires ConfigChange where settings of these places are edited, and FileChanged where tracked files of the project change, until it
 * is closed. What looks is loaded where somebody wants it.
 */
export async function watchHere(
  watch: HooksOptions['watch'],
  { places, concerns, fire }: Here,
): Promise<Watches> {
  if (watch === undefined || watch === false) return NONE;
  const [{ SettingsWatch, settingsOf }, { FileWatch }, { TrackedFiles }] = await Promise.all([
    import('../runtime/settings-watch.ts'),
    import('./file-watch.ts'),
    import('./tracked-files.ts'),
  ]);
  // Nobody waits for an answer; the record says what became of the event.
  const tell = (event: EventName, payload: JsonObject): Promise<unknown> =>
    fire(event, payload).catch(() => {});
  const settings = new SettingsWatch(({ source, path }) => {
    tell('ConfigChange', { source, file_path: path });
  });
  settings.attend(settingsOf(places));
  const tracked = new TrackedFiles(places.projectDir, watch === true ? [] : watch.files);
  const files = new FileWatch({
    tracked: () => tracked.look(),
    isWanted: () => concerns('FileChanged'),
    tell: ({ path, change }) => tell('FileChanged', { file_path: path, change }),
  });
  return {
    attend: () => files.attend(),
    close() {
      settings.close();
      files.close();
    },
  };
}
