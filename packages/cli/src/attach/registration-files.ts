import { isAbsolute, join } from 'node:path';
import {
  integrations,
  type RegistrationDocument,
  type RegistrationFile,
  type RegistrationScope,
  registrations,
} from '@hookmd/agents';
import { type EventName, eventNames } from '@hookmd/core/events';
import type { Places } from '@hookmd/core/manifest';
import {
  launcherCommand,
  launcherPath,
  sharedLauncherArgv,
  sharedLauncherCommand,
} from '../launcher/launcher-command.ts';

export const registrationScopes: readonly RegistrationScope[] = ['user', 'project', 'shared'];

export interface AttachPlaces extends Pick<Places, 'home' | 'projectDir' | 'stateDir'> {
  /** Where agents are told that their folders are elsewhere; null where a home was given for this call. */
  readonly environment: Readonly<Record<string, string | undefined>> | null;
}

/** The folder of an agent's settings in a scope; null = it has none there. */
export function settingsDirectory(
  agent: string,
  scope: RegistrationScope,
  places: AttachPlaces,
): string | null {
  const { folders, movedBy } = registrations[agent] ?? { folders: {} };
  const folder = folders[scope];
  if (folder === undefined) return null;
  const moved =
    scope === 'user' && movedBy !== undefined ? places.environment?.[movedBy.variable] : undefined;
  if (moved !== undefined && isAbsolute(moved)) return join(moved, movedBy?.below ?? '');
  return folder.startsWith('~/') ? join(places.home, folder.slice(2)) : join(places.projectDir, folder);
}

/** The file in which an agent keeps what was reviewed; null = it asks for no review. */
export function reviewPath(agent: string, places: AttachPlaces): string | null {
  const review = registrations[agent]?.review;
  const folder = settingsDirectory(agent, 'user', places);
  return review === undefined || folder === null ? null : join(folder, review.file);
}

/** The events that an agent is to tell of: all that it fires, but for those that only cost unless somebody waits for them. */
export function eventsToReport(agent: string, waitedFor: ReadonlySet<EventName>): readonly EventName[] {
  const { leftOut = {}, onDemand = [] } = registrations[agent] ?? {};
  return eventNames.filter(
    (event) =>
      integrations[agent]?.fires(event) === true &&
      !Object.hasOwn(leftOut, event) &&
      (!onDemand.includes(event) || waitedFor.has(event)),
  );
}

/** The other events that it fires, and why it is not to tell of them. */
export function silentEvents(
  agent: string,
  told: readonly EventName[],
): readonly { readonly event: EventName; readonly why: string }[] {
  const { leftOut = {} } = registrations[agent] ?? {};
  return eventNames
    .filter((event) => integrations[agent]?.fires(event) === true && !told.includes(event))
    .map((event) => ({
      event,
      why: leftOut[event] ?? 'it comes with every call of the model, and no hook waits for it',
    }));
}

/** What has to stand where, so that an agent tells of these events. */
export function registrationFiles(
  agent: string,
  scope: RegistrationScope,
  events: readonly EventName[],
  places: AttachPlaces,
): readonly (RegistrationDocument | RegistrationFile)[] {
  const folder = settingsDirectory(agent, scope, places);
  return folder === null ? [] : filesBelow(folder, agent, scope, events, places);
}

/** The one of them that this file is, in whatever folder its like was written; null = none has such a name. */
export function registrationFileAt(
  path: string,
  agent: string,
  scope: RegistrationScope,
  events: readonly EventName[],
  places: AttachPlaces,
): RegistrationDocument | RegistrationFile | null {
  const usual = settingsDirectory(agent, scope, places) ?? '';
  for (const { path: here } of registrationFiles(agent, scope, events, places)) {
    const name = here.slice(usual.length);
    if (!path.endsWith(name)) continue;
    const there = filesBelow(path.slice(0, -name.length), agent, scope, events, places);
    return there.find((one) => one.path === path) ?? null;
  }
  return null;
}

function filesBelow(
  folder: string,
  agent: string,
  scope: RegistrationScope,
  events: readonly EventName[],
  places: AttachPlaces,
): readonly (RegistrationDocument | RegistrationFile)[] {
  const integration = integrations[agent];
  if (integration === undefined) return [];
  const commandOf = (native: string): string =>
    scope === 'shared' ? sharedLauncherCommand(agent, native) : launcherCommand(agent, native, places);
  const wanted = events.map((event) => {
    const native = integration.nativeOf(event) ?? event;
    return { event, native, budgetMs: integration.budgetMs(event) ?? 0, command: commandOf(native) };
  });
  const argv = scope === 'shared' ? sharedLauncherArgv(agent) : [launcherPath(places), agent];
  return registrations[agent]?.form({ folder, scope, events: wanted, argv }) ?? [];
}

interface LeftOut {
  readonly agent: string;
  /** What a hook of it would do there. */
  readonly why: string;
}

/** The agents that fire an event and are never made to tell HookMD of it. */
export function leftOutBy(event: EventName): readonly LeftOut[] {
  return Object.keys(integrations).flatMap((agent) => {
    const why = registrations[agent]?.leftOut?.[event];
    return why === undefined || !integrations[agent]?.fires(event) ? [] : [{ agent, why }];
  });
}

/** The agents that tell HookMD of an event, once they are attached and some hook waits for it. */
export function whoTells(event: EventName): readonly string[] {
  const leftOut = leftOutBy(event).map(({ agent }) => agent);
  return Object.values(integrations)
    .filter((one) => one.fires(event) && !leftOut.includes(one.name))
    .map(({ name }) => name);
}
