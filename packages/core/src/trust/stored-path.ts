import { join } from 'node:path';
import { HookError } from '../errors/hook-error.ts';
import { isDigest } from './digest-form.ts';

/** Folder of a digest in the store, whether it is there or not. */
export function storedPath(storeRoot: string, digest: string): string {
  // A digest comes out of a file; anything else in its place would be a path of its author's choice.
  if (!isDigest(digest)) {
    throw new HookError('INTERNAL', { detail: `"${digest}" is not a digest` }, { exitCode: 3 });
  }
  return join(storeRoot, digest.slice('sha256:'.length));
}
