import type { Places } from '@hookmd/core/internal/discovery/places';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import { SettingsWatch, settingsOf } from '@hookmd/core/internal/runtime/settings-watch';
import { FileWatch } from './file-watch.ts';
import type { HooksOptions } from './hooks-options.ts';
import { TrackedFiles } from './tracked-files.ts';

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

/**
 * Fires ConfigChange where settings of these places are edited, and FileChanged where tracked files of the project change, until it
 * is closed.
 */
export function watchHere(
  watch: Exclude<HooksOptions['watch'], false | undefined>,
  { places, concerns, fire }: Here,
): Watches {
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
    isInside: (path) => tracked.isInside(path),
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
