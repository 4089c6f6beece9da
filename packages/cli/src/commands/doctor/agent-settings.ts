import { integrations } from '@hookmd/agents';
import { type EventName, eventNames } from '@hookmd/core/events';
import { type Inspection, inspectIntegration } from '../../attach/inspect-integration.ts';
import { type AttachPlaces, eventsToReport } from '../../attach/registration-files.ts';

/** A command of HookMD in the settings of an agent. */
export interface SettingsCommand {
  readonly event: EventName;
  readonly native: string;
  readonly command: string;
  /** The settings file. */
  readonly path: string;
}

/** HookMD in the settings of one agent, including those of the administrator. */
export interface AgentSettings {
  readonly agent: string;
  readonly files: readonly {
    readonly path: string;
    /** Why it cannot be read; null = it can. */
    readonly problem: string | null;
    readonly isOff: boolean;
    /** HookMD has entries in it. */
    readonly hasEntries: boolean;
  }[];
  /** None for a plugin, which starts the launcher itself. */
  readonly commands: readonly SettingsCommand[];
  /** The events that the agent sends to HookMD. */
  readonly events: readonly EventName[];
  /** The events that it could send. */
  readonly possible: readonly EventName[];
  readonly needs: Inspection['needs'];
}

export function readAgentSettings(name: string, places: AttachPlaces): AgentSettings {
  const agent = integrations[name];
  const { scopes, managed, events, needs } = inspectIntegration(name, new Set(), places);
  const files = [...scopes.flatMap((scope) => scope.files), ...managed].filter(({ isThere }) => isThere);
  const commands = files.flatMap(({ path, entries }) =>
    entries.flatMap(({ event, command }) =>
      event === null || command === ''
        ? []
        : [{ event, native: agent?.nativeOf(event) ?? event, command, path }],
    ),
  );
  const managedEvents = managed.flatMap(({ entries }) => entries.flatMap(({ event }) => event ?? []));
  return {
    agent: name,
    files: files.map(({ path, problem, isOff, entries }) => ({
      path,
      problem,
      isOff,
      hasEntries: entries.length > 0,
    })),
    commands,
    events: [...new Set([...events, ...managedEvents])],
    possible: eventsToReport(name, new Set(eventNames)),
    needs,
  };
}

/** HookMD is in none of the files, but not all of them can be read. */
export function isUnreadable({ events, files }: AgentSettings): boolean {
  return events.length === 0 && files.some(({ problem }) => problem !== null);
}
