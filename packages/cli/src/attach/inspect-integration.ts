import {
  integrations,
  type RegistrationDocument,
  type RegistrationFile,
  type RegistrationScope,
  registrations,
} from '@hookmd/agents';
import { describeError } from '@hookmd/core/errors';
import type { EventName } from '@hookmd/core/events';
import { readAsAgent } from './json-text.ts';
import { foundInDocument, foundInFile } from './our-parts.ts';
import {
  type AttachPlaces,
  eventsToReport,
  registrationFiles,
  registrationScopes,
  settingsDirectory,
} from './registration-files.ts';
import { readSettingsFile } from './settings-file.ts';

/** A file in which an agent is told of HookMD, or would be. */
interface InspectedFile {
  readonly path: string;
  readonly isThere: boolean;
  /** Why it could not be read; null = it could, or there is none. */
  readonly problem: string | null;
  /** The agent starts no hook at all, says this file. */
  readonly isOff: boolean;
  /** What it tells of, and the command by which it does; '' where a module starts it. Null = it is not about one event. */
  readonly entries: readonly { readonly event: EventName | null; readonly command: string }[];
}

/** How it stands in one scope of an agent. */
interface InspectedScope {
  readonly scope: RegistrationScope;
  readonly files: readonly InspectedFile[];
  /** Of which it tells HookMD, by all of its files together. */
  readonly events: readonly EventName[];
}

export interface Inspection {
  readonly agent: string;
  readonly scopes: readonly InspectedScope[];
  /** Of which it tells HookMD, by whatever scope. */
  readonly events: readonly EventName[];
  /** Of which it should and does not; empty where it is not attached. */
  readonly missing: readonly EventName[];
  /** What it still needs in the scopes where it is attached. `isMet` null = that cannot be told from its files. */
  readonly needs: readonly {
    readonly scope: RegistrationScope;
    readonly says: string;
    readonly remedy: string;
    readonly isMet: boolean | null;
    /** `hooks attach --trust-agent` does it. */
    readonly isReview: boolean;
  }[];
}

/**
 * Whether and how an agent is attached: which files are involved, for which events our entries stand in them, what it still
 * needs. Reads files, starts nothing, and never throws for what it finds.
 *
 * `waitedFor`: the events that hooks wait for, which decides about those that are told of on demand.
 */
export function inspectIntegration(
  agent: string,
  waitedFor: ReadonlySet<EventName>,
  places: AttachPlaces,
): Inspection {
  const fired = eventsToReport(agent, new Set(registrations[agent]?.onDemand));
  const scopes = registrationScopes.flatMap((scope) => {
    const files = registrationFiles(agent, scope, fired, places);
    return files.length === 0 ? [] : [inspectScope(agent, scope, files, fired)];
  });
  const events = fired.filter((event) => scopes.some((one) => one.events.includes(event)));
  const isAttached = events.length > 0;
  return {
    agent,
    scopes,
    events,
    missing: isAttached ? eventsToReport(agent, waitedFor).filter((event) => !events.includes(event)) : [],
    needs: scopes.flatMap(({ scope, events: own }) =>
      own.length === 0 ? [] : needsIn(agent, scope, places),
    ),
  };
}

/** The files that say it starts no hook at all. */
export function offBy({ scopes }: Inspection): readonly string[] {
  return scopes.flatMap(({ files }) => files.filter(({ isOff }) => isOff).map(({ path }) => path));
}

function inspectScope(
  agent: string,
  scope: RegistrationScope,
  wanted: readonly (RegistrationDocument | RegistrationFile)[],
  fired: readonly EventName[],
): InspectedScope {
  const files = wanted.map((one) => inspectFile(agent, one));
  const isWhole = wanted.every((one, at) => isComplete(one, files[at]?.entries ?? []));
  const told = new Set(files.flatMap(({ entries }) => entries.map(({ event }) => event)));
  const events = fired.filter((event) => told.has(event) || (told.has(null) && isWhole));
  return { scope, files, events };
}

/** All that is about no single event stands there: one file or key less, and a plugin is not loaded. */
function isComplete(
  one: RegistrationDocument | RegistrationFile,
  entries: InspectedFile['entries'],
): boolean {
  const needed = (one.kind === 'file' ? [one] : one.parts).filter((part) => part.event === null).length;
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
      const { line, column } = reading.place;
      return { ...nothing, isThere: true, problem: `${reading.error} (line ${line}, column ${column})` };
    }
    return {
      ...nothing,
      isThere: true,
      isOff: integrations[agent]?.readSettings(reading.value).isOff === true,
      entries: wanted.parts.flatMap((part) =>
        foundInDocument(reading.root, part, agent).map((command) => ({ event: part.event, command })),
      ),
    };
  } catch (error) {
    return { ...nothing, isThere: true, problem: describeError(error).replace(/\.$/, '') };
  }
}

function needsIn(agent: string, scope: RegistrationScope, places: AttachPlaces): Inspection['needs'] {
  const folder = settingsDirectory(agent, scope, places) ?? '';
  return (registrations[agent]?.needs ?? [])
    .filter(({ scopes }) => scopes === undefined || scopes.includes(scope))
    .map(({ says, remedy, isMet, isReview = false }) => ({
      scope,
      says,
      remedy,
      isMet: isMet?.(readText, { folder }) ?? null,
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
