import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { integrations } from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import { type EventName, eventNames } from '@hookmd/core/events';
import { preflight } from '@hookmd/core/hook-types';
import { findProgram } from '@hookmd/core/system';
import { isLauncherName, isSharedCommand, readCommand } from '@hookmd/core/text';
import { findManagedProblems } from '../../agents/managed-findings.ts';
import { type Inspection, inspectIntegration, offBy } from '../../attach/inspect-integration.ts';
import { type AttachPlaces, eventsToReport } from '../../attach/registration-files.ts';
import { isDefaultLauncher, launcherPath } from '../../launcher/launcher-command.ts';
import { movedFromLauncher, readLauncherPlaces } from '../../launcher/launcher-places.ts';
import type { Facts, Report } from './check.ts';

/** A command of HookMD in the settings of an agent. */
interface SettingsCommand {
  readonly event: EventName;
  readonly native: string;
  readonly command: string;
  /** The settings file. */
  readonly path: string;
  /** In the administrator's settings. */
  readonly isManaged: boolean;
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
  /** What is wrong with the administrator's settings. */
  readonly managed: readonly Issue[];
}

export function readAgentSettings(name: string, places: AttachPlaces): AgentSettings {
  const agent = integrations[name];
  const inspection = inspectIntegration(name, new Set(), places);
  const { scopes, events, needs } = inspection;
  const off = offBy(inspection);
  const files = scopes
    .flatMap(({ scope, files }) => files.map((file) => ({ ...file, isManaged: scope === 'managed' })))
    .filter(({ isThere }) => isThere);
  const commands = files.flatMap(({ path, entries, isManaged }) =>
    entries.flatMap(({ event, command }) =>
      event === null || command === ''
        ? []
        : [{ event, native: agent?.nativeOf(event) ?? event, command, path, isManaged }],
    ),
  );
  return {
    agent: name,
    files: files.map(({ path, problem, entries }) => ({
      path,
      problem,
      isOff: off.includes(path),
      hasEntries: entries.length > 0,
    })),
    commands,
    events,
    possible: eventsToReport(name, new Set(eventNames)),
    needs,
    managed: findManagedProblems(inspection, places),
  };
}

/** HookMD is in none of the files, but not all of them can be read. */
export function isUnreadable({ events, files }: AgentSettings): boolean {
  return events.length === 0 && files.some(({ problem }) => problem !== null);
}

/** The program of a command in an agent's settings, found without a shell and without starting it. */
type EntryProgram =
  /** The whole command; null = a shell decides, so that it is unknown. */
  | { readonly argv: readonly [string, ...string[]] | null; readonly isLauncher: boolean }
  /** `fix`: in the settings, or of another program. The launcher has one fix, that of its issue. */
  | { readonly broken: string; readonly fix: string; readonly isLauncher: false }
  | { readonly broken: string; readonly isLauncher: true };

export function entryProgram({ command, path }: SettingsCommand, facts: Facts): EntryProgram {
  const { attach } = facts;
  if (isSharedCommand(command)) {
    if (!isDefaultLauncher(attach))
      return {
        broken: `it starts the launcher of the default state directory, but yours is ${attach.stateDir}.`,
        fix: 'Attach without `--shared`.',
        isLauncher: false,
      };
    const fallback = readCommand(command.slice(command.indexOf('||') + 2).trim());
    const [, agent = '', event = ''] = 'words' in fallback ? fallback.words : [];
    return checkProgram([launcherPath(attach), agent, event], path, facts);
  }
  const reading = readCommand(command);
  if (!('words' in reading) || reading.shellSigns.length > 0) return { argv: null, isLauncher: false };
  const [program = '', ...rest] = reading.words;
  const found = program.includes('/') ? program : findProgram(program, searchPath(facts));
  if (found !== null && isAbsolute(found)) return checkProgram([found, ...rest], path, facts);
  const broken = program.includes('/')
    ? `"${program}" depends on the working directory.`
    : `"${program}" is not on your PATH.`;
  return { broken, fix: `Write the whole path of the program in ${path}.`, isLauncher: false };
}

function checkProgram(argv: readonly [string, ...string[]], path: string, facts: Facts): EntryProgram {
  const launcher = launcherPath(facts.attach);
  const isLauncher = isSameFile(argv[0], launcher);
  // A repository may contain a program of the same name that runs no hooks.
  if (!isLauncher && isLauncherName(argv[0]))
    return {
      broken: `"${argv[0]}" is not the launcher of this state directory, ${launcher}.`,
      fix: `Take it out of ${path}, or attach there: that puts yours in its place.`,
      isLauncher,
    };
  const found = preflight([...argv], facts.attach.projectDir, searchPath(facts));
  if (found.ok) return { argv, isLauncher };
  if (isLauncher) return { broken: found.message, isLauncher };
  const fix = `${found.remedy.replace(/\.?$/, '.')} It is named in ${path}.`;
  return { broken: found.message, fix, isLauncher };
}

function searchPath({ environment }: Facts): string {
  return environment['PATH'] ?? '';
}

function isSameFile(path: string, launcher: string): boolean {
  try {
    return realpathSync(path) === realpathSync(launcher);
  } catch {
    return path === launcher;
  }
}

/** The launcher that the settings of an agent name, and the Node and HookMD that it starts. */
export function checkLauncher({ events, commands }: AgentSettings, facts: Facts): Report {
  // A plugin has no commands and names only the launcher.
  const isNamed =
    commands.length === 0
      ? events.length > 0
      : commands.some((command) => entryProgram(command, facts).isLauncher);
  if (!isNamed) return { summary: 'its settings name none', findings: [] };
  const path = launcherPath(facts.attach);
  const kind = kindOf(path);
  if (kind === null) {
    // The check of the settings reports a command without its program.
    const missing = commands.length > 0 ? [] : [issue('LAUNCHER_MISSING', { path }, { path })];
    return { summary: 'there is none', findings: missing };
  }
  const started = readLauncherPlaces(facts.attach);
  const moved = started === null ? `the entry in ${path}.places` : movedFromLauncher(started);
  const findings = moved === null ? [] : [issue('LAUNCHER_STALE', { moved }, { path })];
  return kind === 'native'
    ? { summary: 'compiled', findings }
    : {
        summary: 'a script, since there was no C compiler',
        findings: [...findings, issue('LAUNCHER_SCRIPT', {}, { path })],
      };
}

function kindOf(path: string): 'native' | 'script' | null {
  try {
    return readFileSync(path, 'latin1').startsWith('#!') ? 'script' : 'native';
  } catch {
    return null;
  }
}
