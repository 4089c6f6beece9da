import { isUtf8 } from 'node:buffer';
import { accessSync, closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { RegistrationScope } from '@hookmd/agents';
import { describeError, type Issue, isErrno, issue } from '@hookmd/core/errors';
import { followLinks } from '@hookmd/core/settings';
import { quoteWord } from '@hookmd/core/text';
import type { AttachPlaces } from './registration-files.ts';

const MAX_BYTES = 1024 * 1024;

/** A file of an agent as it stands. */
export interface SettingsFile {
  /** As the agent names it. */
  readonly path: string;
  /** The file itself, behind any links. */
  readonly target: string;
  /** Null = there is none. */
  readonly found: {
    readonly bytes: Buffer;
    /** Without the mark that some editors begin a file with. */
    readonly text: string;
    readonly isMarked: boolean;
    readonly mode: number;
    readonly uid: number;
    readonly gid: number;
  } | null;
}

/** Throws, with what is wrong in words, where it is no regular file of text, or too long, or cannot be read. */
export function readSettingsFile(path: string): SettingsFile {
  const target = followLinks(path);
  let file: number;
  try {
    // A repository chooses what stands there: a pipe must not keep anybody waiting.
    file = openSync(target, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return { path, target, found: null };
    throw error;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    const { mode, uid, gid } = stats;
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) throw new Error('it is not text in UTF-8');
    const whole = bytes.toString('utf8');
    const text = whole.replace(/^\ufeff/, '');
    const isMarked = text !== whole;
    return { path, target, found: { bytes, text, isMarked, mode: mode & 0o7777, uid, gid } };
  } finally {
    closeSync(file);
  }
}

/** A file of an agent that may be written, or why not. */
export function openForChange(
  path: string,
  agent: string,
  scope: RegistrationScope,
  /** What a person types again once it may. */
  command: string,
  { projectDir }: Pick<AttachPlaces, 'projectDir'>,
): SettingsFile | Issue {
  let file: SettingsFile;
  try {
    file = readSettingsFile(path);
  } catch (error) {
    const detail = describeError(error).replace(/\.$/, '');
    return issue('ATTACH_UNREADABLE', { agent, detail }, { path });
  }
  // A repository must not be able to name a file of its user.
  if (scope !== 'user' && !file.target.startsWith(followLinks(projectDir) + sep))
    return issue('ATTACH_LINK_LEAVES_PROJECT', { target: file.target }, { path });
  const problem = whyNotWritable(file);
  if (problem === null) return file;
  const { what, detail } = problem;
  return issue('ATTACH_NOT_WRITABLE', { agent, detail, what: quoteWord(what), command }, { path });
}

/** A person who takes the right to write away from a file means it, though its owner, and root, could. */
function whyNotWritable({
  target,
  found,
}: SettingsFile): { readonly what: string; readonly detail: string } | null {
  if (found !== null && (found.mode & 0o222) === 0) return { what: target, detail: 'the file is read-only' };
  const folder = nearestDirectory(dirname(target));
  const inFile = found === null ? null : rejection(target, constants.W_OK);
  return inFile ?? rejection(folder, constants.W_OK | constants.X_OK);
}

function rejection(what: string, mode: number): { readonly what: string; readonly detail: string } | null {
  try {
    accessSync(what, mode);
    return null;
  } catch (error) {
    return { what, detail: describeError(error) };
  }
}

function nearestDirectory(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestDirectory(dirname(path));
}

/** Bytes and mode of a file; null where there is none. */
export type FileState = { readonly bytes: Buffer; readonly mode: number } | null;

/** What is to become of one file. */
export interface FileChange {
  readonly file: SettingsFile;
  readonly scope: RegistrationScope;
  readonly after: FileState;
  /** What a later `detach` puts back, as long as nobody else has written here. */
  readonly original: FileState;
  /** The texts in it that we wrote, as JSON; null = all of it is ours. */
  readonly ownTexts: readonly string[] | null;
}

/** A text as bytes, beginning with the mark with which the file began. */
export function encodeLike({ found }: SettingsFile, text: string): Buffer {
  return Buffer.from(found?.isMarked === true ? `\ufeff${text}` : text);
}
