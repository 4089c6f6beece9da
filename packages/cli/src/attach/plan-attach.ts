import {
  integrations,
  type RegistrationDocument,
  type RegistrationFile,
  type RegistrationScope,
} from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import type { EventName } from '@hookmd/core/events';
import { sha256 } from '@hookmd/core/system';
import { launcherCommand } from '../launcher/launcher-command.ts';
import { type AttachRecord, type RecordedFile, readAttachRecord, savedOriginal } from './attach-record.ts';
import { attachCommand } from './choose.ts';
import { addParts, type DocumentEdit, newDocument, takeParts } from './edit-document.ts';
import { readAsAgent } from './json-text.ts';
import { ownTextsOf, withOurs, withoutOurs } from './our-parts.ts';
import { type AttachPlaces, eventsToReport, registrationFiles } from './registration-files.ts';
import {
  encodeLike,
  type FileChange,
  type FileState,
  openForChange,
  type SettingsFile,
} from './settings-file.ts';

export interface AttachPlan {
  readonly agent: string;
  readonly scope: RegistrationScope;
  readonly events: readonly EventName[];
  /** A module before the settings that name it. */
  readonly changes: readonly FileChange[];
  /** Why nothing can be changed. */
  readonly problems: readonly Issue[];
}

/** What has to change so that an agent tells HookMD of these events. Reads files, and writes none. */
export function planAttach(
  agent: string,
  scope: RegistrationScope,
  waitedFor: ReadonlySet<EventName>,
  places: AttachPlaces,
): AttachPlan {
  const events = eventsToReport(agent, waitedFor);
  const wanted = registrationFiles(agent, scope, events, places);
  const { record } = readAttachRecord(places.stateDir, agent);
  const planned = wanted.map((one) => planFile(agent, scope, one, record, places));
  return {
    agent,
    scope,
    events,
    changes: planned.flatMap((one) => (one !== null && 'file' in one ? [one] : [])),
    problems: planned.flatMap((one) => (one !== null && 'code' in one ? [one] : [])),
  };
}

/** Null = it is as it should be. */
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
  const original = originalOf(file, stripped, recorded, agent, places);
  return { file, scope, after: { bytes, mode }, original, ownTexts: ownTextsOf(wanted) };
}

interface Edited {
  readonly text: string;
  /** What stands there without us; null = nothing. */
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
  const refuse = ({ error, place }: Rejection): Issue =>
    issue('ATTACH_JSON', { agent, detail: error, command: attachCommand(agent, scope) }, { path, ...place });
  // What the agent does not read would never fire.
  const reading = found === null ? null : readAsAgent(found, wanted.reads);
  if (reading !== null && 'error' in reading) return refuse(reading);
  const edited = addParts(found?.text ?? newDocument(wanted), wanted, agent);
  if ('error' in edited) return refuse(edited);
  if (found === null) return { text: edited.text, stripped: null };
  const taken = takeParts(found.text, wanted, agent);
  return 'error' in taken ? refuse(taken) : { text: edited.text, stripped: taken.text };
}

function editFile(
  agent: string,
  { path, found }: SettingsFile,
  wanted: RegistrationFile,
  places: AttachPlaces,
): Edited | Issue {
  const left = found === null ? null : withoutOurs(found.text, wanted, agent);
  if (found === null || left === null) return { text: wanted.text, stripped: null };
  // A person has written into ours.
  if (left !== found.text) return { text: withOurs(found.text, wanted, agent), stripped: left };
  const event = wanted.event === null ? null : integrations[agent]?.nativeOf(wanted.event);
  const command = launcherCommand(agent, event ?? '', places);
  return issue('ATTACH_TAKEN', { agent, command }, { path });
}

/** What `detach` is to leave: the file as it was before HookMD, with what others have written since. */
function originalOf(
  file: SettingsFile,
  stripped: string | null,
  recorded: RecordedFile | undefined,
  agent: string,
  { stateDir }: AttachPlaces,
): FileState {
  const { found } = file;
  if (found === null) return null;
  if (recorded?.written.includes(sha256(found.bytes)) === true) {
    const kept = savedOriginal(stateDir, agent, recorded.original);
    if (kept !== undefined) return kept;
  }
  return stripped === null ? null : { bytes: encodeLike(file, stripped), mode: found.mode };
}

/** As it was. A new one is for its owner alone, but what is shared. */
function modeOf({ found }: SettingsFile, scope: RegistrationScope, isExecutable: boolean): number {
  const mode = found?.mode ?? (scope === 'shared' ? 0o644 : 0o600);
  return isExecutable ? mode | ((mode & 0o444) >> 2) : mode;
}
