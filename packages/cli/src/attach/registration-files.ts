import { dirname, isAbsolute, join } from 'node:path';
import {
  integrations,
  type RegistrationDocument,
  type RegistrationFile,
  type RegistrationScope,
  registrations,
} from '@hookmd/agents';
import { type EventName, eventNames } from '@hookmd/core/events';
import { namesIn, type Places } from '@hookmd/core/system';
import {
  launcherCommand,
  launcherPath,
  sharedLauncherArgv,
  sharedLauncherCommand,
} from '../launcher/launcher-command.ts';
import { managedCommand } from '../launcher/managed-command.ts';

/** The scopes that users write themselves. */
export const personalScopes: readonly Exclude<RegistrationScope, 'managed'>[] = ['user', 'project', 'shared'];
export const registrationScopes: readonly RegistrationScope[] = [...personalScopes, 'managed'];

export interface AttachPlaces extends Pick<Places, 'home' | 'projectDir' | 'stateDir'> {
  /** The variables that move an agent's directories; null with `--home`. */
  readonly environment: Readonly<Record<string, string | undefined>> | null;
}

/** The directory of an agent's settings in a scope; null = it has none. */
export function settingsDirectory(
  agent: string,
  scope: RegistrationScope,
  places: AttachPlaces,
): string | null {
  const { directories, movedBy } = registrations[agent] ?? { directories: {} };
  const managed = managedFile(agent);
  if (scope === 'managed') return managed === null ? null : dirname(managed);
  const directory = directories[scope];
  if (directory === undefined) return null;
  const moved =
    scope === 'user' && movedBy !== undefined ? places.environment?.[movedBy.variable] : undefined;
  if (moved !== undefined && isAbsolute(moved)) return join(moved, movedBy?.below ?? '');
  if (directory.startsWith('~/')) return join(places.home, directory.slice(2));
  // In the home directory, the settings that a project would share are those of the user.
  const path = join(places.projectDir, directory);
  return scope === 'shared' && path === settingsDirectory(agent, 'user', places) ? null : path;
}

/** The administrator's settings file in which HookMD writes its entries, on this system; null = the agent has none. */
export function managedFile(agent: string): string | null {
  const files = registrations[agent]?.managed?.files;
  return files?.[process.platform === 'darwin' ? 'darwin' : 'linux'] ?? null;
}

/** All files of the administrator's settings that an agent reads, that of HookMD first, and the one that replaces them. */
export function managedFiles(agent: string, places: AttachPlaces): readonly string[] {
  const file = managedFile(agent);
  const { besides = [], isDropIn = false, replacedBy } = registrations[agent]?.managed ?? {};
  if (file === null) return [];
  const directory = dirname(file);
  const dropIns = isDropIn ? namesIn(directory).filter((name) => /^[^.].*\.json$/.test(name)) : [];
  const files = [...besides, ...dropIns].map((name) => join(directory, name)).filter((path) => path !== file);
  const user = settingsDirectory(agent, 'user', places);
  return [file, ...files, ...(replacedBy && user !== null ? [join(user, replacedBy.file)] : [])];
}

/** The file in which an agent stores reviews; null = it has none. */
export function reviewPath(agent: string, places: AttachPlaces): string | null {
  const review = registrations[agent]?.review;
  const directory = settingsDirectory(agent, 'user', places);
  return review === undefined || directory === null ? null : join(directory, review.file);
}

/** The events that an agent is to send: all, except those on demand that no hook listens to. */
export function eventsToReport(agent: string, waitedFor: ReadonlySet<EventName>): readonly EventName[] {
  const { leftOut = {}, onDemand = [] } = registrations[agent] ?? {};
  return eventNames.filter(
    (event) =>
      integrations[agent]?.supports(event) === true &&
      !Object.hasOwn(leftOut, event) &&
      (!onDemand.includes(event) || waitedFor.has(event)),
  );
}

/** The other events of the agent, and why it is not to send them. */
export function silentEvents(
  agent: string,
  reported: readonly EventName[],
): readonly { readonly event: EventName; readonly why: string }[] {
  const { leftOut = {} } = registrations[agent] ?? {};
  return eventNames
    .filter((event) => integrations[agent]?.supports(event) === true && !reported.includes(event))
    .map((event) => ({
      event,
      why: leftOut[event] ?? 'it comes with every call of the model, and no hook waits for it',
    }));
}

/** The files and entries with which an agent sends these events. */
export function registrationFiles(
  agent: string,
  scope: RegistrationScope,
  events: readonly EventName[],
  places: AttachPlaces,
): readonly (RegistrationDocument | RegistrationFile)[] {
  const directory = settingsDirectory(agent, scope, places);
  return directory === null ? [] : filesBelow(directory, agent, scope, events, places);
}

/** The registration file with this path, in any directory; null = none has such a name. */
export function registrationFileAt(
  path: string,
  agent: string,
  scope: RegistrationScope,
  events: readonly EventName[],
  places: AttachPlaces,
): RegistrationDocument | RegistrationFile | null {
  const directory = settingsDirectory(agent, scope, places) ?? '';
  for (const file of registrationFiles(agent, scope, events, places)) {
    const name = file.path.slice(directory.length);
    if (!path.endsWith(name)) continue;
    const files = filesBelow(path.slice(0, -name.length), agent, scope, events, places);
    return files.find((file) => file.path === path) ?? null;
  }
  return null;
}

function filesBelow(
  directory: string,
  agent: string,
  scope: RegistrationScope,
  events: readonly EventName[],
  places: AttachPlaces,
): readonly (RegistrationDocument | RegistrationFile)[] {
  const integration = integrations[agent];
  if (integration === undefined) return [];
  const commandOf = (native: string): string => {
    if (scope === 'managed') return managedCommand(agent, native);
    return scope === 'shared' ? sharedLauncherCommand(agent, native) : launcherCommand(agent, native, places);
  };
  const wanted = events.map((event) => {
    const native = integration.nativeOf(event) ?? event;
    return { event, native, budgetMs: integration.budgetMs(event) ?? 0, command: commandOf(native) };
  });
  const argv = scope === 'shared' ? sharedLauncherArgv(agent) : [launcherPath(places), agent];
  const files = registrations[agent]?.form({ directory, scope, events: wanted, argv }) ?? [];
  const managed = managedFile(agent);
  return scope !== 'managed' || managed === null ? files : files.map((file) => ({ ...file, path: managed }));
}

interface LeftOut {
  readonly agent: string;
  /** What a hook would do there. */
  readonly why: string;
}

/** The agents that have an event and never send it to HookMD. */
export function leftOutBy(event: EventName): readonly LeftOut[] {
  return Object.keys(integrations).flatMap((agent) => {
    const why = registrations[agent]?.leftOut?.[event];
    return why === undefined || !integrations[agent]?.supports(event) ? [] : [{ agent, why }];
  });
}

/** The agents that send an event to HookMD once they are attached and a hook listens to it. */
export function reportingAgents(event: EventName): readonly string[] {
  const leftOut = leftOutBy(event).map(({ agent }) => agent);
  return Object.values(integrations)
    .filter(({ name, supports: dispatches }) => dispatches(event) && !leftOut.includes(name))
    .map(({ name }) => name);
}
