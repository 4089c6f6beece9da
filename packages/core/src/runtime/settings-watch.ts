import { readConfigFile } from '../config/config-file.ts';
import type { Places } from '../discovery/places.ts';
import { configPath, isUsersOwn } from '../discovery/read-configs.ts';
import { describeError } from '../errors/hook-error.ts';
import { quickHash } from '../state/hash.ts';

/** A change is reported once two polls read the same. */
const POLL_EVERY_MS = 250;
/** The number of projects with sessions at the same time. */
const MAX_WATCHED = 256;

/** A settings file that changed. */
export interface SettingsChange {
  readonly source: 'policy_settings' | 'user_settings' | 'project_settings' | 'local_settings';
  readonly path: string;
}

interface Watched extends SettingsChange {
  /** The last reported and the last seen content: an editor that writes in pieces is reported once. */
  reported: string;
  seen: string;
}

/**
 * Reports settings files whose content has changed, once per change. By polling, because a file that is replaced or does not
 * exist yet cannot be watched. Keeps no process alive.
 */
export class SettingsWatch {
  readonly #report: (change: SettingsChange) => void;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | null = null;

  constructor(report: (change: SettingsChange) => void) {
    this.#report = report;
  }

  /** Adds files; those that are watched already stay as they are. */
  attend(changes: readonly SettingsChange[]): void {
    for (const change of changes) {
      if (this.#watched.has(change.path) || this.#watched.size >= MAX_WATCHED) continue;
      const now = stateOf(change.path);
      this.#watched.set(change.path, { ...change, reported: now, seen: now });
    }
    if (this.#watched.size === 0) return;
    this.#timer ??= setInterval(() => this.#poll(), POLL_EVERY_MS).unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#watched.clear();
  }

  #poll(): void {
    for (const watched of this.#watched.values()) {
      const now = stateOf(watched.path);
      const isSettled = now === watched.seen;
      watched.seen = now;
      if (!isSettled || now === watched.reported) continue;
      watched.reported = now;
      this.#report({ source: watched.source, path: watched.path });
    }
  }
}

/** The settings files of these places, whether they exist or not. */
export function settingsOf(places: Places): readonly SettingsChange[] {
  const project = { source: 'project_settings', path: configPath(places, 'project') } as const;
  return [
    { source: 'policy_settings', path: configPath(places, 'managed') },
    { source: 'user_settings', path: configPath(places, 'user') },
    ...(isUsersOwn(places) ? [] : [project]),
    ...places.sessionSettings.map((path) => ({ source: 'local_settings', path }) as const),
  ];
}

function stateOf(path: string): string {
  try {
    const bytes = readConfigFile(path);
    return bytes === null ? 'none' : quickHash(bytes.toString('latin1'));
  } catch (error) {
    return describeError(error);
  }
}
