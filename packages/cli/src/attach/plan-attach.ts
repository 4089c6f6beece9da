import {
  integrations,
  type RegistrationDocument,
  type RegistrationFile,
  type RegistrationScope,
} from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import type { EventName } from '@hookmd/core/events';
import { launcherCommand } from '../launcher/launcher-command.ts';
import { type AttachRecord, originalOf, readAttachRecord } from './attach-record.ts';
import { attachCommand } from './choose.ts';
import {
  addParts,
  type DocumentEdit,
  newDocument,
  ownTextsOf,
  removeParts,
  withLines,
  withoutLines,
} from './edit-document.ts';
import { readAsAgent } from './json-text.ts';
import { type AttachPlaces, eventsToReport, registrationFiles } from './registration-files.ts';
import { encodeLike, type FileChange, openForChange, type SettingsFile } from './settings-file.ts';

export interface AttachPlan {
  readonly agent: string;
  readonly scope: RegistrationScope;
  readonly events: readonly EventName[];
  /** A module before the settings that name it. */
  readonly changes: readonly FileChange[];
  /** Why nothing is changed. */
  readonly problems: readonly Issue[];
}

/** The changes with which an agent sends these events to HookMD. Writes no files. */
export function planAttach(
  agent: string,
  scope: RegistrationScope,
  waitedFor: ReadonlySet<EventName>,
  places: AttachPlaces,
): AttachPlan {
  const events = eventsToReport(agent, waitedFor);
  const wanted = registrationFiles(agent, scope, events, places);
  const { record } = readAttachRecord(places.stateDir, agent);
  const planned = wanted.map((file) => planFile(agent, scope, file, record, places));
  return {
    agent,
    scope,
    events,
    changes: planned.flatMap((change) => (change !== null && 'file' in change ? [change] : [])),
    problems: planned.flatMap((problem) => (problem !== null && 'code' in problem ? [problem] : [])),
  };
}

/** The administrator's settings with these events and nothing else, as JSON. */
export function managedPayload(
  agent: string,
  waitedFor: ReadonlySet<EventName>,
  places: AttachPlaces,
): string {
  const [file] = registrationFiles(agent, 'managed', eventsToReport(agent, waitedFor), places);
  if (file?.kind !== 'document') return '{}';
  const edited = addParts(newDocument(file), file, agent);
  return 'text' in edited ? edited.text : '{}';
}

/** Null = it has all entries. */
function planFile(
  agent: string,
  scope: RegistrationScope,
  wanted: RegistrationDocument | RegistrationFile,
  record: AttachRecord,
  places: AttachPlaces,
): FileChange | Issue | null {
  const file = openForChange(wanted.path, agent, scope, attachCommand(agent, scope), places);
  if ('code' in file) return file;
  const edited =
    wanted.kind === 'file' ? editFile(agent, file, wanted, places) : editSettings(agent, scope, file, wanted);
  if ('code' in edited) return edited;
  const { text, stripped } = edited;
  const mode = modeOf(file, scope, wanted.kind === 'file' && wanted.isExecutable);
  const bytes = encodeLike(file, text);
  if (file.found?.bytes.equals(bytes) === true && file.found.mode === mode) return null;
  const recorded = record.files.find(({ target }) => target === file.target);
  // After changes of another tool, `hooks detach` restores the file without HookMD.
  const rest =
    stripped === null || file.found === null
      ? null
      : { bytes: encodeLike(file, stripped), mode: file.found.mode };
  const before = file.found === null ? null : originalOf(places.stateDir, agent, recorded, file.found.bytes);
  const original = before === undefined ? rest : before;
  return { file, scope, after: { bytes, mode }, original, ownTexts: ownTextsOf(wanted) };
}

interface Edited {
  readonly text: string;
  /** The text without HookMD; null = nothing is left. */
  readonly stripped: string | null;
}

type Rejection = Extract<DocumentEdit, { error: string }>;

function editSettings(
  agent: string,
  scope: RegistrationScope,
  file: SettingsFile,
  wanted: RegistrationDocument,
): Edited | Issue {
  const { path, found } = file;
  const reject = ({ error, location }: Rejection): Issue =>
    issue(
      'ATTACH_JSON',
      { agent, detail: error, command: attachCommand(agent, scope) },
      { path, ...location },
    );
  // The agent would ignore a file that it cannot read.
  const reading = found === null ? null : readAsAgent(found, wanted.reads);
  if (reading !== null && 'error' in reading) return reject(reading);
  const edited = addParts(found?.text ?? newDocument(wanted), wanted, agent);
  if ('error' in edited) return reject(edited);
  if (found === null) return { text: edited.text, stripped: null };
  const removed = removeParts(found.text, wanted, agent);
  return 'error' in removed ? reject(removed) : { text: edited.text, stripped: removed.text };
}

function editFile(
  agent: string,
  { path, found }: SettingsFile,
  wanted: RegistrationFile,
  places: AttachPlaces,
): Edited | Issue {
  const left = found === null ? null : withoutLines(found.text, wanted, agent);
  if (found === null || left === null) return { text: wanted.text, stripped: null };
  // The user has added lines.
  if (left !== found.text) return { text: withLines(found.text, wanted, agent), stripped: left };
  const event = wanted.event === null ? null : integrations[agent]?.nativeOf(wanted.event);
  const command = launcherCommand(agent, event ?? '', places);
  return issue('ATTACH_TAKEN', { agent, command }, { path });
}

/** The mode of the file. Only its owner can read a new one, unless it is shared. */
function modeOf({ found }: SettingsFile, scope: RegistrationScope, isExecutable: boolean): number {
  const mode = found?.mode ?? (scope === 'shared' || scope === 'managed' ? 0o644 : 0o600);
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode;
}
