import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isPackageName } from '@hookmd/core/internal/manifest/name';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import { readPackageFile } from '../package-file.ts';
import { PackageRejected } from '../package-problem.ts';
import { isNpmName } from './npm-spec.ts';

/**
 * What a fetched package is called, and its version where it says one: by its package.json, else by where it came from.
 * Throws PACK_UNREADABLE or PACKAGE_NAMELESS, the stage then being empty.
 */
export function nameOf(
  dir: string,
  cameFrom: string,
  stage: string,
): { readonly name: string; readonly version: string | null } {
  const { value, problem } = readPackageFile(dir);
  const fallback = cameFrom.replace(/\.(git|tgz|tar\.gz|tar)$/i, '').replace(/^[^A-Za-z0-9]+/, '');
  const name = typeof value.name === 'string' ? value.name : fallback;
  const isFine = isNpmName(name) || isPackageName(name);
  if (problem !== null || !isFine) {
    emptyStage(stage);
    if (problem !== null)
      throw new PackageRejected({ code: 'PACK_UNREADABLE', parameters: { detail: problem } });
    throw new PackageRejected({
      code: 'PACKAGE_NAMELESS',
      parameters: { name: cleanLine(name.slice(0, 100)) },
    });
  }
  const version = typeof value.version === 'string' ? cleanLine(value.version.slice(0, 64)) : null;
  return { name, version };
}

/** A package that was refused after it was written leaves nothing. */
export function emptyStage(stage: string): void {
  rmSync(join(stage, 'package'), { recursive: true, force: true });
}
