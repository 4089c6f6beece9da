import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject } from '@hookmd/core/events';
import { readPlainFile } from '@hookmd/core/system';
import { decodeUtf8 } from '@hookmd/core/text';

const MAX_FILE_BYTES = 1024 * 1024;

/**
 * The npm project that a package lies in: the nearest folder above with a package.json, or the workspace that this one
 * belongs to, where its libraries are. Null = there is none.
 */
export function findProject(packageDir: string): string | null {
  const above = directoriesAbove(packageDir);
  const nearest = above.findIndex((dir) => existsSync(join(dir, 'package.json')));
  if (nearest < 0) return null;
  return above.slice(nearest).find(isWorkspace) ?? above[nearest] ?? null;
}

function directoriesAbove(dir: string): readonly string[] {
  const parent = dirname(dir);
  return parent === dir ? [] : [parent, ...directoriesAbove(parent)];
}

function isWorkspace(dir: string): boolean {
  if (existsSync(join(dir, 'pnpm-workspace.yaml'))) return true;
  try {
    const value: unknown = JSON.parse(
      decodeUtf8(readPlainFile(join(dir, 'package.json'), MAX_FILE_BYTES)) ?? '',
    );
    return isJsonObject(value) && 'workspaces' in value;
  } catch {
    return false; // none, or nothing that can be read
  }
}
