import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, HookError } from '@hookmd/core/errors';

/** The declarations of the SDK, from the directory of a user's hook. */
export const SDK_TYPES = '../../types/sdk/index.d.ts';

/**
 * Writes the declarations of the SDK below `types` in the user's HookMD directory, or brings them up to date.
 *
 * A copy, because HookMD itself is elsewhere after an update of Node, and a changed path in a package needs approval. Throws
 * PACKAGE_NOT_WRITABLE.
 */
export function writeSdkTypes(userDir: string): void {
  const from = join(import.meta.dirname, 'sdk');
  const dir = join(userDir, 'types', 'sdk');
  try {
    // File by file: `cpSync` fails if another `hooks new` writes the same directory at this moment.
    for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.d.ts')) continue;
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      copyFileSync(join(from, file), join(dir, file));
    }
  } catch (cause) {
    const parameters = { detail: describeError(cause), path: dir };
    throw new HookError('PACKAGE_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
}
