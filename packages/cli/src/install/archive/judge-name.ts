import { foldName } from '@hookmd/core/internal/trust/approvable';
import { MAX_DEPTH } from '@hookmd/core/internal/trust/package-tree';

const LONGEST_NAME_BYTES = 255;
const LONGEST_PATH_BYTES = 1_024;
/** Names that Windows keeps for devices, whatever comes behind the first dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** What a whole path must not have; the first that it has is said. */
const pathRules: readonly { readonly has: (path: string) => boolean; readonly says: string }[] = [
  { has: (path) => path === '', says: 'its name is empty' },
  { has: (path) => path.includes('\ufffd'), says: 'its name is not UTF-8' },
  // The list of files is shown before approval; such a name could show something else.
  { has: (path) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path), says: 'its name has signs that are not shown' },
  { has: (path) => path.startsWith('/'), says: 'its path is absolute' },
  { has: (path) => path.includes('\\'), says: 'its name has a backslash' },
  { has: (path) => /^[A-Za-z]:/.test(path), says: 'its name begins with a drive' },
  {
    has: (path) => Buffer.byteLength(path) > LONGEST_PATH_BYTES,
    says: `its path has more than ${LONGEST_PATH_BYTES} bytes`,
  },
  { has: (path) => path.split('/').length > MAX_DEPTH, says: `it is more than ${MAX_DEPTH} levels deep` },
];

/** The same of each name in it. */
const nameRules: readonly { readonly has: (name: string) => boolean; readonly says: string }[] = [
  { has: (name) => name === '', says: 'its path has an empty part' },
  { has: (name) => name === '..', says: 'its path leaves the package' },
  { has: (name) => name === '.', says: 'its path has a `.` in it' },
  { has: (name) => isGitName(name), says: 'it belongs to git, which runs programs named in it' },
  { has: (name) => DEVICE.test(name), says: 'its name is one of a device on some systems' },
  { has: (name) => /[<>:"|?*]|[. ]$/.test(name), says: 'its name cannot be written on some systems' },
  {
    has: (name) => Buffer.byteLength(name) > LONGEST_NAME_BYTES,
    says: `its name has more than ${LONGEST_NAME_BYTES} bytes`,
  },
];

/** Why nothing may be called this, as the end of a sentence, or null. `path` without the `/` of a folder. */
export function findNameProblem(path: string): string | null {
  const rule = pathRules.find(({ has }) => has(path));
  if (rule !== undefined) return rule.says;
  for (const name of path.split('/')) {
    const broken = nameRules.find(({ has }) => has(name));
    if (broken !== undefined) return broken.says;
  }
  return null;
}

/** `git~1` is what Windows calls `.git` for programs that know short names only. */
function isGitName(name: string): boolean {
  return /^(\.git|git~\d+)[. ]*(:.*)?$/.test(foldName(name));
}
