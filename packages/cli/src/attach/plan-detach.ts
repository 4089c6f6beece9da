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
import { newDocument, removeParts } from './edit-document.ts';
import { ownTextsOf, withoutLines } from './our-parts.ts';
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

/** A file from which HookMD is removed. */
export interface DetachChange extends FileChange {
  /** The original is restored byte for byte; otherwise only HookMD's entries are removed. */
  readonly isRestored: boolean;
  /** The original is recorded; if it is not restored, another tool changed the file. */
  readonly isRecorded: boolean;
}

export interface DetachPlan {
  readonly agent: string;
  /** Settings before the plugins that they name. */
  readonly changes: readonly DetachChange[];
  readonly problems: readonly Issue[];
  /** Targets to remove from the record. */
  readonly gone: readonly string[];
  /** The agent's file of reviews, if it changed since: then the agent must remove the review itself. */
  readonly reviewed: string | null;
  /** Files of other projects with HookMD. */
  readonly elsewhere: readonly string[];
}

interface Candidate {
  readonly path: string;
  readonly scope: RegistrationScope;
  /** Null = only the record knows the file. */
  readonly wanted: RegistrationDocument | RegistrationFile | null;
}

/** The changes with which an agent sends no events to HookMD in these scopes. Writes no files. */
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
    .filter((file) => isHere(file) && known.every(({ path }) => path !== file.path))
    .map(({ path, scope }): Candidate => {
      return { path, scope, wanted: registrationFileAt(path, agent, scope, events, places) };
    });
  const planned = [...known, ...moved]
    .reverse()
    .map((candidate) => planFile(agent, candidate, record.files, places));
  const changes = planned.flatMap(({ change }) => change ?? []);
  const review = record.files.find(
    (recorded) =>
      isHere(recorded) &&
      recorded.path === reviewPath(agent, places) &&
      changes.every(({ file }) => file.path !== recorded.path),
  );
  return {
    agent,
    changes,
    reviewed: review?.path ?? null,
    problems: planned.flatMap(({ problem }) => problem ?? []),
    gone: record.files.filter(isHere).map(({ target }) => target),
    elsewhere: record.files.filter((file) => file.scope !== 'user' && !isHere(file)).map(({ path }) => path),
  };
}

/** All scopes if none is given. */
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
  if ('code' in file) return isRecordedPath(records, path) ? { problem: file } : {};
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
    const saved = savedOriginal(places.stateDir, agent, recorded.original);
    if (saved !== undefined) return change(saved, true);
  }
  if (wanted === null) return {};
  if (wanted.kind === 'file') {
    const left = withoutLines(found.text, wanted, agent);
    return left === found.text ? {} : change(stateOf(file, left), false);
  }
  const edit = removeParts(found.text, wanted, agent);
  if ('error' in edit) {
    const at = { path, ...edit.place };
    return isRecordedPath(records, path) || found.text.includes(LAUNCHER)
      ? { problem: issue('ATTACH_JSON', { agent, detail: edit.error, command }, at) }
      : {};
  }
  if (edit.text === found.text) return {};
  const isEmpty = recorded?.original === null && isNew(edit.text, wanted);
  return change(stateOf(file, isEmpty ? null : edit.text), false);
}

function isRecordedPath(records: readonly RecordedFile[], path: string): boolean {
  return records.some((recorded) => recorded.path === path);
}

/** Whether it is only what a new document starts with. */
function isNew(text: string, wanted: RegistrationDocument): boolean {
  return text.replace(/\s/g, '') === newDocument(wanted).replace(/\s/g, '');
}

function stateOf(file: SettingsFile, text: string | null): FileState {
  return text === null ? null : { bytes: encodeLike(file, text), mode: file.found?.mode ?? 0o600 };
}
