import {
  type RegistrationDocument,
  type RegistrationFile,
  type RegistrationScope,
  registrations,
} from '@hookmd/agents';
import { describeError } from '@hookmd/core/errors';
import { type EventName, isJsonObject } from '@hookmd/core/events';
import { compileParts } from '@hookmd/core/hook-index';
import type { Inventory } from '@hookmd/core/registry';
import { foundInDocument, foundInFile } from './edit-document.ts';
import { readAsAgent } from './json-text.ts';
import {
  type AttachPlaces,
  eventsToReport,
  managedFiles,
  registrationFiles,
  registrationScopes,
  settingsDirectory,
} from './registration-files.ts';
import { readSettingsFile } from './settings-file.ts';

/** A settings file of an agent. */
export interface InspectedFile {
  readonly path: string;
  readonly isThere: boolean;
  /** Why it could not be read; null = it could, or there is none. */
  readonly problem: string | null;
  /** It disables all hooks of the agent. */
  readonly isOff: boolean;
  /** HookMD's entries. `command` is '' where a module starts it; `event` is null for an entry about no single event. */
  readonly entries: readonly { readonly event: EventName | null; readonly command: string }[];
}

interface InspectedScope {
  readonly scope: RegistrationScope;
  readonly files: readonly InspectedFile[];
  /** The events that its files together send to HookMD. */
  readonly events: readonly EventName[];
}

export interface Inspection {
  readonly agent: string;
  readonly scopes: readonly InspectedScope[];
  /** The events that the agent sends to HookMD. */
  readonly events: readonly EventName[];
  /** The events that it should send and does not; empty if it is not attached. */
  readonly missing: readonly EventName[];
  /** What the user still has to do in the scopes where it is attached. `isMet` null = the agent's files do not show it. */
  readonly needs: readonly {
    readonly scope: RegistrationScope;
    readonly message: string;
    readonly remedy: string;
    readonly isMet: boolean | null;
    /** `hooks attach --trust-agent` does it. */
    readonly isReview: boolean;
  }[];
}

/**
 * Whether and how an agent is attached. Reads files, starts nothing, and never throws for what is in a file.
 *
 * `waitedFor`: the events that hooks listen to; they decide about the agent's events on demand.
 */
export function inspectIntegration(
  agent: string,
  waitedFor: ReadonlySet<EventName>,
  places: AttachPlaces,
): Inspection {
  const possible = eventsToReport(agent, new Set(registrations[agent]?.onDemand));
  const scopes = registrationScopes.flatMap((scope) => {
    const files = registrationFiles(agent, scope, possible, places);
    const [first] = files;
    if (first === undefined) return [];
    const layer =
      scope === 'managed' ? managedFiles(agent, places).map((path) => ({ ...first, path })) : files;
    return [inspectScope(agent, scope, layer, possible)];
  });
  const events = possible.filter((event) => scopes.some(({ events: sent }) => sent.includes(event)));
  const isAttached = events.length > 0;
  return {
    agent,
    scopes,
    events,
    missing: isAttached ? eventsToReport(agent, waitedFor).filter((event) => !events.includes(event)) : [],
    needs: scopes.flatMap(({ scope, events: sent }) =>
      sent.length === 0 ? [] : needsIn(agent, scope, places),
    ),
  };
}

/** The events that approved, enabled hooks listen to. */
export async function waitedEvents(seen: Inventory): Promise<ReadonlySet<EventName>> {
  const { user, project } = await compileParts(seen, 'approved', []);
  return new Set([...user.hooks, ...project.hooks].flatMap(({ events }) => events.map(({ event }) => event)));
}

/** The files that disable all hooks of the agent. */
export function offBy({ agent, scopes }: Inspection): readonly string[] {
  const isManaged = scopes.some(({ scope, events }) => scope === 'managed' && events.length > 0);
  const onlyManaged = isManaged && registrations[agent]?.managed?.outlastsOff === true;
  return scopes
    .filter(({ scope }) => scope === 'managed' || !onlyManaged)
    .flatMap(({ files }) => files.filter(({ isOff }) => isOff).map(({ path }) => path));
}

function inspectScope(
  agent: string,
  scope: RegistrationScope,
  wanted: readonly (RegistrationDocument | RegistrationFile)[],
  possible: readonly EventName[],
): InspectedScope {
  const files = wanted.map((file) => inspectFile(agent, file));
  const isWhole = wanted.every((file, at) => isComplete(file, files[at]?.entries ?? []));
  const sent = new Set(files.flatMap(({ entries }) => entries.map(({ event }) => event)));
  const events = possible.filter((event) => sent.has(event) || (sent.has(null) && isWhole));
  return { scope, files, events };
}

/** Whether every entry about no single event is there: without one of them the agent loads no plugin. */
function isComplete(
  wanted: RegistrationDocument | RegistrationFile,
  entries: InspectedFile['entries'],
): boolean {
  const needed = (wanted.kind === 'file' ? [wanted] : wanted.parts).filter(
    (part) => part.event === null,
  ).length;
  return entries.filter(({ event }) => event === null).length >= needed;
}

function inspectFile(agent: string, wanted: RegistrationDocument | RegistrationFile): InspectedFile {
  const { path } = wanted;
  const nothing = { path, isThere: false, problem: null, isOff: false, entries: [] };
  try {
    const { found } = readSettingsFile(path);
    if (found === null) return nothing;
    if (wanted.kind === 'file') {
      const commands = foundInFile(found.text, wanted, agent);
      return {
        ...nothing,
        isThere: true,
        entries: commands.map((command) => ({ event: wanted.event, command })),
      };
    }
    const reading = readAsAgent(found, wanted.reads);
    if ('error' in reading) {
      const { line, column } = reading.location;
      return { ...nothing, isThere: true, problem: `${reading.error} (line ${line}, column ${column})` };
    }
    return {
      ...nothing,
      isThere: true,
      isOff: isJsonObject(reading.value) && reading.value['disableAllHooks'] === true,
      entries: wanted.parts.flatMap((part) =>
        foundInDocument(reading.root, part, agent).map((command) => ({ event: part.event, command })),
      ),
    };
  } catch (error) {
    return { ...nothing, isThere: true, problem: describeError(error).replace(/\.$/, '') };
  }
}

function needsIn(agent: string, scope: RegistrationScope, places: AttachPlaces): Inspection['needs'] {
  const directory = settingsDirectory(agent, scope, places) ?? '';
  return (registrations[agent]?.needs ?? [])
    .filter(({ scopes }) => scopes === undefined || scopes.includes(scope))
    .map(({ message, remedy, isMet, isReview = false }) => ({
      scope,
      message,
      remedy,
      isMet: isMet?.(readText, { directory }) ?? null,
      isReview,
    }));
}

function readText(path: string): string | null {
  try {
    return readSettingsFile(path).found?.text ?? null;
  } catch {
    return null;
  }
}
