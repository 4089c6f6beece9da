import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { knowsTests } from '@hookmd/shell';

/** macOS chooses its `sh` with the first link; elsewhere `/bin/sh` is a link, or a shell without `[[`. */
const LINKS = ['/private/var/select/sh', '/bin/sh'];

/** Whether the `sh` of this machine knows `[[` and `((`: another one runs programs in their place. */
export function shHasTests(): boolean {
  for (const link of LINKS) {
    try {
      return knowsTests(basename(realpathSync.native(link)));
    } catch {
      // The next one.
    }
  }
  return false;
}
