import { join, resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { readRecord, withLock } from '@hookmd/core/system';
import type { ActionContext, ActionOption } from '../action.ts';
import { usageError } from '../usage-error.ts';
import { readKeys } from './keys.ts';
import { type Lifetimes, Repository } from './repository.ts';

/** `fleet.json` in the publisher's directory. */
export interface FleetFile {
  readonly schema: 'hookmd.fleet/1';
  /** Where `repository` is served; null = not decided. */
  readonly url: string | null;
  readonly lifetimes: Lifetimes;
}

/** The directory of a publisher. */
export interface Publisher {
  readonly dir: string;
  readonly repository: string;
  readonly sources: string;
  readonly keys: string;
  readonly fleetFile: string;
}

const DAY_MS = 86_400_000;
const lifetimes: Lifetimes = {
  root: 365 * DAY_MS,
  rings: 90 * DAY_MS,
  snapshot: 30 * DAY_MS,
  timestamp: 7 * DAY_MS,
};
const units: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS };

export const keysOption: ActionOption = {
  flags: '--keys <dir>',
  about: 'another directory with key files, such as a stick; repeatable',
};

export function publisherAt(context: ActionContext): Publisher {
  const dir = resolve(context.cwd, context.words[0] ?? '.');
  const inside = (name: string): string => join(dir, name);
  return {
    dir,
    repository: inside('repository'),
    sources: inside('release'),
    keys: inside('keys'),
    fleetFile: inside('fleet.json'),
  };
}

/** Opens the repository, alone: a second publisher waits. Throws STATE_LOCKED and FLEET_MISSING. */
export function withRepository<T>(
  context: ActionContext,
  work: (repository: Repository, publisher: Publisher) => T,
): T {
  const publisher = publisherAt(context);
  const { value } = readRecord(publisher.fleetFile, isFleetFile, { setsAside: false });
  if (value === null)
    throw new HookError('FLEET_MISSING', { dir: publisher.dir, detail: 'it has no readable fleet.json' });
  return withLock(join(publisher.dir, 'lock'), () => {
    const dirs = [publisher.keys, ...context.texts('keys').map((dir) => resolve(context.cwd, dir))];
    return work(Repository.open(publisher.repository, readKeys(dirs), value.lifetimes), publisher);
  });
}

/** The newest release of each ring in a publisher's directory. Needs no keys. Throws FLEET_MISSING. */
export function publishedReleases(dir: string): ReadonlyMap<string, number> {
  const repository = Repository.open(join(dir, 'repository'), new Map(), lifetimes);
  return new Map(repository.rings.map((ring) => [ring, repository.version(ring)]));
}

/** `--expires timestamp=3d` gives one role another lifetime. */
export function readLifetimes(texts: readonly string[]): Lifetimes {
  const changed = texts.map((text) => {
    const [, role = '', count = '', unit = ''] = /^(\w+)=(\d{1,4})([hd])$/.exec(text) ?? [];
    if (!Object.hasOwn(lifetimes, role) || Number(count) === 0)
      throw usageError(
        `\`--expires ${text}\` is not a lifetime of a role.`,
        `Write a role (${Object.keys(lifetimes).join(', ')}) and a time, such as \`--expires timestamp=3d\`.`,
      );
    return [role, Number(count) * (units[unit] ?? 0)];
  });
  return { ...lifetimes, ...Object.fromEntries(changed) };
}

function isFleetFile(value: unknown): value is FleetFile {
  const { schema, lifetimes: given } = (value ?? {}) as Partial<FleetFile>;
  return (
    schema === 'hookmd.fleet/1' &&
    Object.keys(lifetimes).every((role) => Number.isSafeInteger(given?.[role as keyof Lifetimes]))
  );
}
