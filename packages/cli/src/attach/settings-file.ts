import { isUtf8 } from 'node:buffer';
import { accessSync, closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { RegistrationScope } from '@hookmd/agents';
import { describeError, type Issue, isErrno, issue } from '@hookmd/core/errors';
import { followLinks } from '@hookmd/core/settings';
import { quoteWord } from '@hookmd/core/text';
import { whyNotRoots } from '@hookmd/core/trust';
import { patchText } from '../diff/text-patch.ts';
import type { AttachPlaces } from './registration-files.ts';

const MAX_BYTES = 1024 * 1024;

/** A file of an agent. */
export interface SettingsFile {
  /** The agent's path of it. */
  readonly path: string;
  /** The file itself, after any links. */
  readonly target: string;
  /** Null = there is none. */
  readonly found: {
    readonly bytes: Buffer;
    /** Without a byte order mark. */
    readonly text: string;
    readonly isMarked: boolean;
    readonly mode: number;
    readonly uid: number;
    readonly gid: number;
  } | null;
}

/** Throws with a reason in words if it is no regular text file, too long, or unreadable. */
export function readSettingsFile(path: string): SettingsFile {
  const target = followLinks(path);
  let file: number;
  try {
    // A repository chooses the file: opening a pipe must not block.
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

/** A file of an agent that can be written, or why not. */
export function openForChange(
  path: string,
  agent: string,
  scope: RegistrationScope,
  /** The command to repeat after the fix. */
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
  const distrust = scope === 'managed' ? whyNotRoots([nearestPath(file.target)]) : null;
  if (distrust !== null) {
    const fix = `As root, run \`chown root\` and \`chmod go-w\` on that path, then \`${command}\`.`;
    return issue('AGENT_MANAGED_NOT_TRUSTED', { agent, detail: distrust, fix }, { path });
  }
  // A link in a repository must not lead to a file of the user.
  if (scope !== 'user' && scope !== 'managed' && !file.target.startsWith(followLinks(projectDir) + sep))
    return issue('ATTACH_LINK_LEAVES_PROJECT', { target: file.target }, { path });
  const problem = whyNotWritable(file);
  if (problem === null) return file;
  const { blocked, detail } = problem;
  return issue('ATTACH_NOT_WRITABLE', { agent, detail, target: quoteWord(blocked), command }, { path });
}

/** A read-only file is meant to stay unchanged, even if its owner or root could write it. */
function whyNotWritable({
  target,
  found,
}: SettingsFile): { readonly blocked: string; readonly detail: string } | null {
  if (found !== null && (found.mode & 0o222) === 0)
    return { blocked: target, detail: 'the file is read-only' };
  const directory = nearestPath(dirname(target));
  const inFile = found === null ? null : rejection(target, constants.W_OK);
  return inFile ?? rejection(directory, constants.W_OK | constants.X_OK);
}

function rejection(
  blocked: string,
  mode: number,
): { readonly blocked: string; readonly detail: string } | null {
  try {
    accessSync(blocked, mode);
    return null;
  } catch (error) {
    return { blocked, detail: describeError(error) };
  }
}

function nearestPath(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestPath(dirname(path));
}

/** Bytes and mode of a file; null = there is none. */
export type FileState = { readonly bytes: Buffer; readonly mode: number } | null;

/** A planned change of one file. */
export interface FileChange {
  readonly file: SettingsFile;
  readonly scope: RegistrationScope;
  readonly after: FileState;
  /** What `hooks detach` restores, unless another tool changes the file. */
  readonly original: FileState;
  /** The strings in it that HookMD writes, as JSON; null = all of it. */
  readonly ownTexts: readonly string[] | null;
}

/** A text as bytes, with the byte order mark of the file. */
export function encodeLike({ found }: SettingsFile, text: string): Buffer {
  return Buffer.from(found?.isMarked === true ? `\ufeff${text}` : text);
}

/** A string, with the colon after a key. */
const TEXT = /("(?:[^"\\\n]|\\.)*")([ \t]*:)?/g;
/** A quote in a comment starts no string. */
const COMMENT_OR_TEXT = new RegExp(`/\\*.*?\\*/|//.*|${TEXT.source}`, 'g');
const HIDDEN = '"…"';

/**
 * The lines of a file that change, with one around each; null = too many changes. Hides strings of others, except names of keys,
 * because settings contain secrets.
 */
export function maskedPatch({ file, after, ownTexts }: FileChange): string | null {
  const [before, now] = [file.found?.bytes, after?.bytes].map((bytes) => bytes?.toString('utf8') ?? '');
  const patch = patchText(file.path, before ?? '', now ?? '', ['', ''], { context: 1 });
  if (ownTexts === null || patch === null) return patch;
  const shown = new Set(ownTexts);
  const mask = (all: string, text: string, colon?: string): string =>
    colon !== undefined || shown.has(text) ? all : HIDDEN;
  return patch.replace(COMMENT_OR_TEXT, (all, text?: string, colon?: string) =>
    text === undefined ? all.replace(TEXT, mask) : mask(all, text, colon),
  );
}
