import { closeSync, fstatSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, resolve, sep } from 'node:path';
import { describeError, HookError } from '@hookmd/core/errors';
import { isJsonObject, parseJson } from '@hookmd/core/events';
import { openToRead } from '@hookmd/core/system';
import { isDigest } from '@hookmd/core/trust';

const MAX_BYTES = 1024 * 1024;
const OUTSIDE = 'Name a file outside of the project, which nothing in the project can write.';
const FORM = 'Write one `sha256:…` on each line, or name a `hooks.lock`.';

/**
 * The digests of HOOKMD_TRUST_DIGESTS: digests joined by commas or blanks, or the absolute path of a file that lists
 * them. Throws TRUST_LIST.
 */
export function digestsFromVariable(text: string, projectDir: string): ReadonlySet<string> {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.every(isDigest)) return new Set(words);
  if (isAbsolute(text)) return digestsFromFile(text, projectDir);
  throw listError('HOOKMD_TRUST_DIGESTS', 'it is neither digests nor an absolute path', FORM);
}

/**
 * The digests that a file lists: a `hooks.lock`, or a digest at the beginning of each line. A repository must not approve
 * itself, so the real path of the file is outside of the project, and no other user can write it.
 * Throws TRUST_LIST.
 */
export function digestsFromFile(path: string, projectDir: string): ReadonlySet<string> {
  const text = readList(path, projectDir);
  const digests = /^\s*\{/.test(text) ? fromLock(path, text) : fromLines(path, text);
  return new Set(digests);
}

function readList(path: string, projectDir: string): string {
  let file: number | null = null;
  try {
    const real = realpathSync.native(resolve(path));
    if (`${real}${sep}`.startsWith(`${projectDir}${sep}`))
      throw listError(path, 'it lies inside the project', OUTSIDE);
    file = openToRead(real);
    const stats = fstatSync(file);
    const me = process.geteuid?.();
    if (!stats.isFile() || stats.size > MAX_BYTES)
      throw listError(path, 'it is no file of at most 1 MB', FORM);
    if (me !== undefined && stats.uid !== me && stats.uid !== 0)
      throw listError(path, 'it belongs to another user', OUTSIDE);
    if ((stats.mode & 0o002) !== 0) throw listError(path, 'every user can write it', OUTSIDE);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof HookError) throw error;
    throw listError(path, describeError(error), OUTSIDE);
  } finally {
    if (file !== null) closeSync(file);
  }
}

function fromLock(path: string, text: string): readonly string[] {
  const lock = parseJson(text);
  const packages = isJsonObject(lock) && lock['lockfileVersion'] === 1 ? lock['packages'] : null;
  if (!isJsonObject(packages)) throw listError(path, 'it is no `hooks.lock` of version 1', FORM);
  const hooks = Object.values(packages).flatMap((item) =>
    isJsonObject(item) && isJsonObject(item['hooks']) ? Object.values(item['hooks']) : [null],
  );
  const digests = hooks.map((hook) => (isJsonObject(hook) ? hook['digest'] : null));
  if (!digests.every(isDigest)) throw listError(path, 'a hook in it has no digest', FORM);
  return digests;
}

function fromLines(path: string, text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [digest = ''] = line.split(/\s/);
      if (!isDigest(digest))
        throw listError(path, `line ${lines.indexOf(line) + 1} does not begin with a digest`, FORM);
      return digest;
    });
}

function listError(list: string, detail: string, fix: string): HookError {
  return new HookError('TRUST_LIST', { list, detail, fix });
}
