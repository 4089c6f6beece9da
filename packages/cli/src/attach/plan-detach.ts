import { sep } from 'node:path';
import {
  type RegistrationDocument,
  type RegistrationFile,
  type RegistrationScope,
  registrations,
} from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import { LAUNCHER, sha256 } from '@hookmd/core/system';
import { type RecordedFile, readAttachRecord, savedOriginal } from './attach-record.ts';
import { newDocument, takeParts } from './edit-document.ts';
import { ownTextsOf, withoutOurs } from './our-parts.ts';
import {
  type AttachPlaces,
  eventsToReport,
  registrationFileAt,
  registrationFiles,
  registrationScopes,
  reviewPath,
} from './registration-files.ts';
import {
  encodeLike,
  type FileChange,
  type FileState,
  openForChange,
  type SettingsFile,
} from './settings-file.ts';

/** A file that HookMD is taken out of. */
export interface DetachChange extends FileChange {
  /** It will be what it was, byte for byte; else only ours goes. */
  readonly isRestored: boolean;
  /** What it was is known; then others wrote it since, where it is not restored. */
  readonly isRecorded: boolean;
}

export interface DetachPlan {
  readonly agent: string;
  /** Settings before the modules that they name. */
  readonly changes: readonly DetachChange[];
  readonly problems: readonly Issue[];
  /** Targets of which nothing has to be known any more. */
  readonly gone: readonly string[];
  /** Where the agent keeps what was reviewed, and it is otherwise than we left it: it must be told itself. */
  readonly reviewed: string | null;
  /** Files of other projects in which HookMD was put too. */
  readonly elsewhere: readonly string[];
}

interface Candidate {
  readonly path: string;
  readonly scope: RegistrationScope;
  /** Null where only the record knows what it is. */
  readonly wanted: RegistrationDocument | RegistrationFile | null;
}

/** What has to change so that an agent tells HookMD of nothing in these scopes. Reads files, and writes none. */
export function planDetach(
  agent: string,
  scopes: readonly RegistrationScope[],
  places: AttachPlaces,
): DetachPlan {
  const { record } = readAttachRecord(places.stateDir, agent);
  const events = eventsToReport(agent, new Set(registrations[agent]?.onDemand));
  const known = scopes.flatMap((scope) =>
    [...registrationFiles(agent, scope, events, places)].map(
      (wanted): Candidate => ({ path: wanted.path, scope, wanted }),
    ),
  );
  const isHere = ({ scope, path }: RecordedFile): boolean =>
    scopes.includes(scope) && (scope === 'user' || path.startsWith(places.projectDir + sep));
  const moved = record.files
    .filter((one) => isHere(one) && known.every(({ path }) => path !== one.path))
    .map(({ path, scope }): Candidate => {
      // Its agent or another program may have written it since: then our entries are looked for in it.
      return { path, scope, wanted: registrationFileAt(path, agent, scope, events, places) };
    });
  const planned = [...known, ...moved].reverse().map((one) => planFile(agent, one, record.files, places));
  const changes = planned.flatMap(({ change }) => change ?? []);
  const review = record.files.find(
    (one) =>
      isHere(one) &&
      one.path === reviewPath(agent, places) &&
      changes.every(({ file }) => file.path !== one.path),
  );
  return {
    agent,
    changes,
    reviewed: review?.path ?? null,
    problems: planned.flatMap(({ problem }) => problem ?? []),
    gone: record.files.filter(isHere).map(({ target }) => target),
    elsewhere: record.files.filter((one) => one.scope !== 'user' && !isHere(one)).map(({ path }) => path),
  };
}

/** All scopes, where none is named. */
export function detachScopes(scope: RegistrationScope | null): readonly RegistrationScope[] {
  return scope === null ? registrationScopes : [scope];
}

interface Planned {
  readonly change?: DetachChange;
  readonly problem?: Issue;
}

function planFile(
  agent: string,
  { path, scope, wanted }: Candidate,
  records: readonly RecordedFile[],
  places: AttachPlaces,
): Planned {
  const command = `hooks detach ${agent}`;
  const file = openForChange(path, agent, scope, command, places);
  if ('code' in file) return isOurs(records, path) ? { problem: file } : {};
  const { found } = file;
  if (found === null) return {};
  const recorded = records.find(({ target }) => target === file.target);
  const change = (after: FileState, isRestored: boolean): Planned => ({
    change: {
      file,
      scope,
      after,
      original: null,
      isRestored,
      isRecorded: recorded !== undefined,
      ownTexts: wanted === null ? [] : ownTextsOf(wanted),
    },
  });
  if (recorded?.written.includes(sha256(found.bytes)) === true) {
    const kept = savedOriginal(places.stateDir, agent, recorded.original);
    if (kept !== undefined) return change(kept, true);
  }
  if (wanted === null) return {};
  if (wanted.kind === 'file') {
    const left = withoutOurs(found.text, wanted, agent);
    return left === found.text ? {} : change(stateOf(file, left), false);
  }
  const edit = takeParts(found.text, wanted, agent);
  if ('error' in edit) {
    const at = { path, ...edit.place };
    return isOurs(records, path) || found.text.includes(LAUNCHER)
      ? { problem: issue('ATTACH_JSON', { agent, detail: edit.error, command }, at) }
      : {};
  }
  if (edit.text === found.text) return {};
  const isEmpty = recorded?.original === null && isNew(edit.text, wanted);
  return change(stateOf(file, isEmpty ? null : edit.text), false);
}

function isOurs(records: readonly RecordedFile[], path: string): boolean {
  return records.some((one) => one.path === path);
}

/** Nothing but what a new document begins with. */
function isNew(text: string, wanted: RegistrationDocument): boolean {
  return text.replace(/\s/g, '') === newDocument(wanted).replace(/\s/g, '');
}

function stateOf(file: SettingsFile, text: string | null): FileState {
  return text === null ? null : { bytes: encodeLike(file, text), mode: file.found?.mode ?? 0o600 };
}
