import { existsSync, readdirSync, realpathSync, renameSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { randomHex } from '@hookmd/core/system';
import { removeTree } from '@hookmd/core/trust';
import { isBuiltHandler } from '../../handlers/build-handler.ts';
import { type PackageFileText, writePackage } from '../new/write-package.ts';

/**
 * The directory of the built package. Not inside the package, because its digest and the next build would include it. Throws
 * BUILD_OUT.
 */
export function checkOut(out: string, packageDir: string): void {
  const reject = (detail: string): never => {
    throw new HookError('BUILD_OUT', { path: out, detail });
  };
  const inside = relative(realpathSync(packageDir), realTarget(out));
  if (inside === '' || !/^\.\.(?:\/|$)/.test(inside)) reject('it lies in the package that is built');
  if (existsSync(out) && !isEmpty(out) && !isBuilt(out)) reject('something else is there');
}

/** Writes the package, all of it or nothing; what an earlier build wrote there makes room. Throws PACKAGE_NOT_WRITABLE. */
export function writeBuilt(out: string, files: Readonly<Record<string, PackageFileText>>): void {
  if (!existsSync(out) || isEmpty(out)) {
    writePackage(out, files);
    return;
  }
  const aside = join(dirname(out), `.${basename(out)}-${randomHex(8)}`);
  renameSync(out, aside);
  try {
    writePackage(out, files);
  } catch (error) {
    renameSync(aside, out);
    throw error;
  }
  removeTree(aside);
}

/** The path without links, also of a directory that does not exist yet. */
function realTarget(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    return dirname(whole) === whole ? whole : join(realTarget(dirname(whole)), basename(whole));
  }
}

function isEmpty(dir: string): boolean {
  try {
    return readdirSync(dir).length === 0;
  } catch {
    return false;
  }
}

function isBuilt(dir: string): boolean {
  return ['handler.cjs', 'handler.mjs'].some((file) => {
    try {
      return isBuiltHandler(join(dir, file));
    } catch {
      return false;
    }
  });
}
