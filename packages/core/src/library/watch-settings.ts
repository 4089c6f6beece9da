import type { Places } from '../discovery/places.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { SettingsWatch } from '../runtime/settings-watch.ts';

/** Fires ConfigChange where settings of these places are edited, until it is closed. What looks is loaded where somebody wants it. */
export async function watchSettings(
  places: Places,
  fire: (payload: JsonObject) => Promise<unknown>,
): Promise<Pick<SettingsWatch, 'close'>> {
  const { SettingsWatch: Watch, settingsOf } = await import('../runtime/settings-watch.ts');
  const watch = new Watch(({ source, path }) => {
    // Nobody waits for it; its record says what became of it.
    fire({ source, file_path: path }).catch(() => {});
  });
  watch.attend(settingsOf(places));
  return watch;
}
