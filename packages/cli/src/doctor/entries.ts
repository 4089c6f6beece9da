import { integrations } from '@hookmd/agents';
import { describeError } from '@hookmd/core/errors';
import { type EventName, eventNames } from '@hookmd/core/events';
import { attachedAgent } from '@hookmd/core/system';
import { type Inspection, inspectIntegration } from '../attach/inspect-integration.ts';
import { readJsonText } from '../attach/json-text.ts';
import { eventsToReport } from '../attach/registration-files.ts';
import { readSettingsFile } from '../attach/settings-file.ts';
import type { Patient } from './section.ts';

/** A settings file of an agent that is there. */
interface FoundFile {
  readonly path: string;
  /** Why it cannot be read; null = it can. */
  readonly problem: string | null;
  readonly isOff: boolean;
  /** It names us. */
  readonly isOurs: boolean;
}

/** What stands in the settings of one agent about HookMD, wherever it looks for it. */
export interface Entries {
  readonly agent: string;
  readonly files: readonly FoundFile[];
  /** Commands that stand there; a module that starts one by itself has none here. */
  readonly commands: readonly {
    readonly event: EventName;
    readonly native: string;
    readonly command: string;
    readonly path: string;
  }[];
  /** Of which it tells HookMD. */
  readonly events: readonly EventName[];
  /** Of which it could. */
  readonly could: readonly EventName[];
  /** What it still needs of a person. */
  readonly needs: Inspection['needs'];
}

/** Where `hooks attach` would write, and where only administrators do. */
export function entriesOf(name: string, { attach, seen }: Patient): Entries {
  const agent = integrations[name];
  const nativeOf = (event: EventName): string => agent?.nativeOf(event) ?? event;
  const { scopes, events, needs } = inspectIntegration(name, new Set(), attach);
  const inspected = scopes.flatMap(({ files }) => files);
  const others = (agent?.settingsFiles(seen.places) ?? [])
    .filter((path) => !inspected.some((one) => one.path === path))
    .flatMap((path) => otherFile(name, path));
  const commands = inspected.flatMap(({ path, entries }) =>
    entries.flatMap(({ event, command }) =>
      event === null || command === '' ? [] : [{ event, native: nativeOf(event), command, path }],
    ),
  );
  return {
    agent: name,
    files: [
      ...inspected
        .filter(({ isThere }) => isThere)
        .map(({ path, problem, isOff, entries }) => ({ path, problem, isOff, isOurs: entries.length > 0 })),
      ...others.map(({ path, problem, isOff, commands: own }) => ({
        path,
        problem,
        isOff,
        isOurs: own.length > 0,
      })),
    ],
    commands: [...commands, ...others.flatMap((one) => one.commands)],
    events: [...new Set([...events, ...others.flatMap((one) => one.commands.map(({ event }) => event))])],
    could: eventsToReport(name, new Set(eventNames)),
    needs,
  };
}

interface OtherFile extends Omit<FoundFile, 'isOurs'> {
  readonly commands: Entries['commands'];
}

/** One that nothing of ours is written to; nothing where there is none. */
function otherFile(name: string, path: string): readonly OtherFile[] {
  const nothing: OtherFile = { path, problem: null, isOff: false, commands: [] };
  try {
    const { found } = readSettingsFile(path);
    if (found === null) return [];
    const reading = readJsonText(found.text);
    if ('error' in reading) return [{ ...nothing, problem: reading.error }];
    const agent = integrations[name];
    const settings = agent?.readSettings(reading.value);
    const commands = (settings?.commands ?? []).flatMap(({ event: native, command }) => {
      const event = agent?.eventOf(native) ?? null;
      return event === null || attachedAgent(command) !== name ? [] : [{ event, native, command, path }];
    });
    return [{ ...nothing, isOff: settings?.isOff === true, commands }];
  } catch (error) {
    return [{ ...nothing, problem: describeError(error).replace(/\.$/, '') }];
  }
}
