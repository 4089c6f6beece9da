import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '../errors/errno.ts';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { makeDirectory } from '../state/files.ts';

const FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Adds one line to the journal of the day (UTC) with exactly one write, so that the lines of many
 * processes never mix. Survives the death of the process, not a power cut.
 *
 * Never throws: a decision does not wait for its record. Returns JOURNAL_NOT_WRITABLE.
 */
export function appendRecord(
  eventLogDir: string,
  record: { readonly schema: string; readonly traceId: string },
  now: Date,
): Issue | null {
  try {
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
    const file = openDay(eventLogDir, `${now.toISOString().slice(0, 10)}.jsonl`);
    try {
      if (!fstatSync(file).isFile()) throw new Error('it is not a regular file');
      const written = writeSync(file, bytes);
      if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
      return null;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const parameters = { detail: describeError(error), path: eventLogDir };
    return issue('JOURNAL_NOT_WRITABLE', parameters, { path: eventLogDir });
  }
}

function openDay(eventLogDir: string, name: string): number {
  const path = join(eventLogDir, name);
  try {
    return openSync(path, FLAGS, 0o600);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    makeDirectory(eventLogDir);
    return openSync(path, FLAGS, 0o600);
  }
}
