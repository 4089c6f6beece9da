import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import { isJsonObject } from '../events/json.ts';
import { removeFile, writeFileAtomic } from '../state/files.ts';
import { ownershipProblem, readRecord } from '../state/record-file.ts';
import { showPath } from './approvable.ts';
import { type ApprovalKey, approvalPath } from './approval.ts';
import { OWN_GIT, readTree } from './package-tree.ts';

const LINK_SCHEMA = 'hookmd.link/1';

/** A person's yes to whatever stands in a folder of their own, at the moment of each event. */
export interface Link extends ApprovalKey {
  readonly schema: typeof LINK_SCHEMA;
  /** Real path of that folder. */
  readonly target: string;
  /** ISO time. */
  readonly linkedAt: string;
}

/** Every link that counts. */
export function listLinks(stateDir: string): readonly Link[] {
  if (ownershipProblem(stateDir) !== null) return [];
  return namesIn(linksDir(stateDir)).flatMap((name) => {
    const path = join(linksDir(stateDir), name);
    const { value } = readRecord(path, (one): one is Link => isLinkAt(one, path), { setsAside: false });
    return value === null ? [] : [value];
  });
}

/** Throws STATE_NOT_WRITABLE. */
export function writeLink(stateDir: string, link: Omit<Link, 'schema'>): void {
  writeFileAtomic(linkPath(stateDir, link), JSON.stringify({ ...link, schema: LINK_SCHEMA }));
}

/** Throws STATE_NOT_WRITABLE. */
export function removeLink(stateDir: string, key: ApprovalKey): void {
  removeFile(linkPath(stateDir, key));
}

/**
 * Why what stands in a folder must not run unseen, or null: somebody else than this user could change it. `target` is a
 * real path.
 */
export function linkProblem(target: string): string | null {
  const me = process.geteuid?.();
  try {
    for (let dir = target; dir !== dirname(dir); dir = dirname(dir)) {
      const { uid, mode } = lstatSync(dir);
      const isOurs = uid === me || (uid === 0 && dir !== target);
      if (me !== undefined && !isOurs) return `${dir} belongs to another user`;
      // In a sticky folder, as /tmp is one, nobody renames what is another's.
      if ((mode & 0o022) !== 0 && ((mode & 0o1000) === 0 || dir === target)) return `others can write ${dir}`;
    }
    for (const { path, stats } of readTree(target, OWN_GIT).nodes) {
      if (me !== undefined && stats.uid !== BigInt(me)) return `${showPath(path)} belongs to another user`;
      if (!stats.isSymbolicLink() && (stats.mode & 0o022n) !== 0n)
        return `others can write ${showPath(path)}`;
    }
    return null;
  } catch (error) {
    return describeError(error);
  }
}

/** An agent that works in a project can change what lies in it: its own guards are not among that. */
export function liesInside(target: string, projectDir: string): boolean {
  return `${target}${sep}`.startsWith(`${projectDir}${sep}`);
}

/** Where a package really stands; null = nowhere. */
export function realDirectory(dir: string): string | null {
  try {
    return realpathSync.native(dir);
  } catch {
    return null;
  }
}

function linksDir(stateDir: string): string {
  return join(stateDir, 'links');
}

function linkPath(stateDir: string, key: ApprovalKey): string {
  return join(linksDir(stateDir), basename(approvalPath('', key)));
}

function isLinkAt(value: unknown, path: string): boolean {
  if (!isJsonObject(value) || value['schema'] !== LINK_SCHEMA) return false;
  const texts = ['qualifiedName', 'root', 'folder', 'target', 'linkedAt'];
  if (!texts.every((key) => typeof value[key] === 'string')) return false;
  return (
    isAbsolute(value['target'] as string) &&
    basename(approvalPath('', value as unknown as ApprovalKey)) === basename(path)
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  } catch {
    return [];
  }
}
