import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ManagedSettings, registrations } from '@hookmd/agents';
import { describeError, type Issue, issue } from '@hookmd/core/errors';
import { readCommand } from '@hookmd/core/text';
import { whyNotRoots } from '@hookmd/core/trust';
import type { InspectedFile, Inspection } from '../attach/inspect-integration.ts';
import { type AttachPlaces, managedFile, settingsDirectory } from '../attach/registration-files.ts';
import { readSettingsFile } from '../attach/settings-file.ts';
import { whyNotForAll } from '../launcher/managed-command.ts';

/** The managed settings of an agent, between the entries in them and those of the user. */
interface Layers {
  readonly agent: string;
  readonly settings: ManagedSettings;
  /** The files of the administrator that exist. */
  readonly files: readonly InspectedFile[];
  /** Those with entries of HookMD. */
  readonly withEntries: readonly InspectedFile[];
  /** The first file of the user's own settings with entries; null = none. */
  readonly personal: string | null;
  /** The file of the user that can replace the others. */
  readonly replacing: string | undefined;
  /** It does. */
  readonly replacement: InspectedFile | undefined;
  readonly places: AttachPlaces;
}

/** Why the managed entries of an agent do not run, or are not safe, and what they do to the entries of the user. */
export function findManagedProblems({ agent, scopes }: Inspection, places: AttachPlaces): readonly Issue[] {
  const settings = registrations[agent]?.managed;
  if (settings === undefined) return [];
  const filesOf = (isManaged: boolean): readonly InspectedFile[] =>
    scopes.filter(({ scope }) => (scope === 'managed') === isManaged).flatMap(({ files }) => files);
  const files = filesOf(true).filter(({ isThere }) => isThere);
  const replacing =
    settings.replacedBy && join(settingsDirectory(agent, 'user', places) ?? '', settings.replacedBy.file);
  const layers: Layers = {
    agent,
    settings,
    files,
    withEntries: files.filter(({ entries }) => entries.length > 0),
    personal: filesOf(false).find(({ entries }) => entries.length > 0)?.path ?? null,
    replacing,
    replacement: files.find(({ path }) => path === replacing && isReplacing(path, settings)),
    places,
  };
  const replaced = findReplaced(layers);
  return [...findUnsafe(layers), ...replaced, ...findDoubled(layers, replaced.length > 0)];
}

/** Whether a file has any settings, and none that combines them with the others. */
function isReplacing(path: string, { replacedBy }: ManagedSettings): boolean {
  const text = textOf(path);
  return /\w/.test(text) && replacedBy?.unless.test(text) === false;
}

/** The entries and what they start belong to root alone. */
function findUnsafe({ agent, withEntries, replacing }: Layers): readonly Issue[] {
  const fix = `As root, run \`chown root\` and \`chmod go-w\` on that path, then \`hooks doctor ${agent}\`.`;
  const install = `Install Node and HookMD for all users, for example with \`sudo npm install --global hookmd\`, then run \`sudo hooks attach ${agent} --managed\`.`;
  return withEntries.flatMap(({ path, entries }) => {
    // The agent keeps the copy of the server's settings for the user.
    const distrust = path === replacing ? null : whyNotRoots([path]);
    if (distrust !== null)
      return [issue('AGENT_MANAGED_NOT_TRUSTED', { agent, detail: distrust, fix }, { path })];
    const programs = new Set(entries.flatMap(({ command }) => programsIn(command)));
    const detail = whyUnfit([...programs]);
    return detail === null
      ? []
      : [issue('AGENT_MANAGED_NOT_TRUSTED', { agent, detail, fix: install }, { path })];
  });
}

/** The absolute paths in a command; none if its program is missing, because HookMD reports that for every command. */
function programsIn(command: string): readonly string[] {
  const reading = readCommand(command);
  if (!('words' in reading) || !existsSync(reading.words[0] ?? '')) return [];
  return reading.words.filter((word) => word.startsWith('/'));
}

function whyUnfit(programs: readonly string[]): string | null {
  const missing = programs.find((program) => !existsSync(program));
  if (missing !== undefined) return `${missing} does not exist`;
  try {
    return whyNotForAll(programs);
  } catch (error) {
    return describeError(error).replace(/\.$/, '');
  }
}

/** The agent reads something else instead. */
function findReplaced({ agent, settings, withEntries, replacement, places }: Layers): readonly Issue[] {
  if (withEntries.length === 0) return [];
  const { replacedBy, movedBy } = settings;
  const moved = movedBy === undefined ? undefined : places.environment?.[movedBy];
  if (moved !== undefined && moved !== managedFile(agent)) {
    const detail = `the variable ${movedBy} makes it read ${moved} instead`;
    return [issue('AGENT_MANAGED_REPLACED', { agent, detail, fix: `Run \`unset ${movedBy}\`.` })];
  }
  if (replacedBy === undefined || replacement === undefined || withEntries.includes(replacement)) return [];
  const { why: detail, fix } = replacedBy;
  return [issue('AGENT_MANAGED_REPLACED', { agent, detail, fix }, { path: replacement.path })];
}

/** Entries in both layers: the agent runs both, or those of the administrator alone. */
function findDoubled(layers: Layers, isReplaced: boolean): readonly Issue[] {
  const { agent, withEntries, personal } = layers;
  if (personal === null) return [];
  const only = onlyManagedBy(layers);
  const [managed] = isReplaced ? [] : withEntries;
  if (only !== null)
    return managed === undefined
      ? [issue('AGENT_ENTRIES_IGNORED', { agent, path: only }, { path: only })]
      : [];
  if (managed === undefined) return [];
  return [issue('AGENT_SENDS_TWICE', { agent, path: personal, managed: managed.path }, { path: personal })];
}

/** The file that makes the agent ignore the entries of users; null = none does. */
function onlyManagedBy({ settings, files, replacement }: Layers): string | null {
  const { pattern, file } = settings.onlyManaged ?? {};
  const layer = replacement === undefined ? files.map(({ path }) => path) : [replacement.path];
  return (
    [...layer, ...(file === undefined ? [] : [file])].find((path) => pattern?.test(textOf(path))) ?? null
  );
}

function textOf(path: string): string {
  try {
    return readSettingsFile(path).found?.text ?? '';
  } catch {
    return '';
  }
}
