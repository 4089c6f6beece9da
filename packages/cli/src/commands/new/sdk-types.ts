import { cpSync } from 'node:fs';
import { join } from 'node:path';
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
  const dir = join(userDir, 'types', 'sdk');
  try {
    cpSync(join(import.meta.dirname, 'sdk'), dir, {
      recursive: true,
      filter: (source) => !source.endsWith('.js'),
    });
  } catch (cause) {
    const parameters = { detail: describeError(cause), path: dir };
    throw new HookError('PACKAGE_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
}
