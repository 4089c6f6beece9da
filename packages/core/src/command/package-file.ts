import { normalize } from 'node:path/posix';
import type { Word } from '@hookmd/shell';

/** The file of a package that a word of its command means: `./x`, `x` or `$HOOK_DIR/x`; null = it means none. */
export function findPackageFile({ variable, value }: Word, files: readonly string[]): string | null {
  if (
    value === null ||
    value.startsWith('/') !== (variable === 'HOOK_DIR') ||
    (variable !== null && variable !== 'HOOK_DIR')
  )
    return null;
  const name = normalize(variable === null ? value : value.slice(1));
  return files.includes(name) ? name : null;
}
