import { sep } from 'node:path';
import {
  type RegistrationDocument,
  type RegistrationFile,
  type RegistrationScope,
  registrations,
} from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import { LAUNCHER } from '@hookmd/core/text';
import { originalOf, type RecordedFile, readAttachRecord } from './attach-record.ts';
import { detachCommand } from './choose.ts';
import { newDocument, ownTextsOf, removeParts, withoutLines } from './edit-document.ts';
import {
  type AttachPlaces,
  eventsToReport,
  personalScopes,
  registrationFileAt,
  registrationFiles,
  reviewPath,
} from './registration-files.ts';
import { encodeLike, type FileChange, type FileState, openForChange } from './settings-file.ts';

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
  /** Null = all that a user writes. */
  scope: RegistrationScope | null,
  places: AttachPlaces,
): DetachPlan {
  const scopes: readonly RegistrationScope[] = scope === null ? personalScopes : [scope];
  const { record } = readAttachRecord(places.stateDir, agent);
  const events = eventsToReport(agent, new Set(registrations[agent]?.onDemand));
  const known = scopes.flatMap((chosen) =>
    registrationFiles(agent, chosen, events, places).map(
      (wanted): Candidate => ({ path: wanted.path, scope: chosen, wanted }),
    ),
  );
  const isHere = (file: RecordedFile): boolean =>
    scopes.includes(file.scope) &&
    (file.scope === 'user' || file.scope === 'managed' || file.path.startsWith(places.projectDir + sep));
  const moved = record.files
    .filter((file) => isHere(file) && known.every(({ path }) => path !== file.path))
    .map((file): Candidate => {
      const wanted = registrationFileAt(file.path, agent, file.scope, events, places);
      return { path: file.path, scope: file.scope, wanted };
    });
  const planned = [...known, ...moved]
    .reverse()
    .flatMap((candidate) => planFile(agent, candidate, record.files, places) ?? []);
  const changes = planned.flatMap((change) => ('file' in change ? [change] : []));
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
    problems: planned.flatMap((problem) => ('code' in problem ? [problem] : [])),
    gone: record.files.filter(isHere).map(({ target }) => target),
    elsewhere: record.files.filter((file) => file.scope !== 'user' && !isHere(file)).map(({ path }) => path),
  };
}

/** Null = HookMD is not in the file. */
function planFile(
  agent: string,
  { path, scope, wanted }: Candidate,
  records: readonly RecordedFile[],
  places: AttachPlaces,
): DetachChange | Issue | null {
  const command = detachCommand(agent, scope === 'managed' ? scope : null);
  const isRecordedPath = records.some((recorded) => recorded.path === path);
  const file = openForChange(path, agent, scope, command, places);
  if ('code' in file) return isRecordedPath ? file : null;
  const { found } = file;
  if (found === null) return null;
  const recorded = records.find(({ target }) => target === file.target);
  const change = (after: FileState, isRestored: boolean): DetachChange => ({
    file,
    scope,
    after,
    original: null,
    isRestored,
    isRecorded: recorded !== undefined,
    ownTexts: wanted === null ? [] : ownTextsOf(wanted),
  });
  const before = originalOf(places.stateDir, agent, recorded, found.bytes);
  if (before !== undefined) return change(before, true);
  if (wanted === null) return null;
  let left: string | null;
  if (wanted.kind === 'file') left = withoutLines(found.text, wanted, agent);
  else {
    const edit = removeParts(found.text, wanted, agent);
    if ('error' in edit)
      return isRecordedPath || found.text.includes(LAUNCHER)
        ? issue('ATTACH_JSON', { agent, detail: edit.error, command }, { path, ...edit.location })
        : null;
    const isEmpty = edit.text !== found.text && recorded?.original === null && isNew(edit.text, wanted);
    left = isEmpty ? null : edit.text;
  }
  if (left === found.text) return null;
  return change(left === null ? null : { bytes: encodeLike(file, left), mode: found.mode }, false);
}

/** Whether it is only what a new document starts with. */
function isNew(text: string, wanted: RegistrationDocument): boolean {
  return text.replace(/\s/g, '') === newDocument(wanted).replace(/\s/g, '');
}
