import { lstatSync, realpathSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeError, HookError, hasErrors } from '@hookmd/core/errors';
import { changeState } from '@hookmd/core/hook-index';
import { isPackageName, type Places } from '@hookmd/core/manifest';
import { definitionKinds, type PackageReading } from '@hookmd/core/registry';
import { makeDirectory, randomHex } from '@hookmd/core/system';
import { liesInside, linkProblem, listLinks, OWN_GIT, removeLink, writeLink } from '@hookmd/core/trust';

type Environment = Readonly<Record<string, string | undefined>>;

/** A package that runs from its author's folder. */
export interface LinkedPackage {
  readonly name: string;
  readonly qualifiedName: string;
  /** Of the link, in `~/.hookmd/hooks`. */
  readonly path: string;
  /** The author's folder, by its real path. */
  readonly target: string;
}

/**
 * What linking a folder would come to, for the plan that a person sees; changes nothing. Throws LINK_IMPOSSIBLE where
 * somebody else could change what runs (another user, the agent of this project), where it is no valid package (with all
 * issues), and where its name is taken.
 */
export async function planLink({ userDir, projectDir }: Places, dir: string): Promise<LinkedPackage> {
  const target = realDirectoryOf(dir);
  const problem = linkProblem(target);
  const own = 'Link a folder of your own that nobody else can write.';
  if (problem !== null) throw reject(dir, problem, own);
  if (liesInside(target, projectDir)) {
    const detail = 'it lies inside this project, whose agent could change it';
    throw reject(dir, detail, 'Call it from a folder outside of that project.');
  }
  const { manifest, issues } = await readDirectory(target);
  if (manifest === null || hasErrors(issues)) {
    const error = reject(dir, 'it has errors', 'Mend them, then try again.');
    throw Object.assign(error, { issues });
  }
  const { name } = manifest;
  if (!isPackageName(name))
    throw reject(dir, `"${name}" is no name of a package`, 'Name it in its manifest.');
  const path = join(userDir, 'hooks', name);
  const isTaken =
    lstatSync(path, { throwIfNoEntry: false }) !== undefined && realDirectoryOf(path) !== target;
  if (isTaken)
    throw reject(dir, `there is another package at ${path}`, `Run \`hooks remove ${name}\` first.`);
  return { name, qualifiedName: `user/${name}`, path, target };
}

/**
 * Runs a folder of the user as it is at the moment of each event, without approval of what changes: a link in
 * `~/.hookmd/hooks`, and a record that it is meant. The record comes first: a link alone is a package like any other, which
 * runs nothing before it is approved. Throws as `planLink`, and STATE_NOT_WRITABLE.
 */
export async function linkPackage(
  places: Places,
  environment: Environment,
  dir: string,
): Promise<LinkedPackage> {
  const planned = await planLink(places, dir);
  await changeState(places, environment, async () => {
    const { qualifiedName, name, path, target } = planned;
    makeDirectory(join(places.userDir, 'hooks'));
    const root = realpathSync.native(join(places.userDir, 'hooks'));
    writeLink(places.stateDir, {
      qualifiedName,
      root,
      folder: name,
      target,
      linkedAt: new Date().toISOString(),
    });
    const staged = join(root, `.link-${randomHex(6)}`);
    try {
      symlinkSync(target, staged);
      renameSync(staged, path);
    } finally {
      rmSync(staged, { force: true });
    }
  });
  return planned;
}

/** The links that are meant by `guard` or `user/guard`; also of folders that are gone. */
export function linksNamed(
  { stateDir }: Places,
  words: readonly string[],
): readonly { readonly name: string; readonly words: readonly string[] }[] {
  return listLinks(stateDir)
    .map(({ folder, qualifiedName }) => ({ name: folder, words: [folder, qualifiedName] }))
    .filter((one) => one.words.some((word) => words.includes(word)));
}

/** Takes the link away, and the record of it; the author's folder stays as it is. False = there is none of that name. */
export async function unlinkPackage(
  places: Places,
  environment: Environment,
  name: string,
): Promise<boolean> {
  const link = listLinks(places.stateDir).find(({ folder }) => folder === name);
  if (link === undefined) return false;
  await changeState(places, environment, async () => {
    const path = join(link.root, link.folder);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(path);
    removeLink(places.stateDir, link);
  });
  return true;
}

function readDirectory(target: string): Promise<PackageReading> {
  const folder = basename(target);
  const root = { kind: 'packages', source: 'user', dir: target, realDir: target } as const;
  const one = {
    ...definitionKinds.packages.locate(root, folder),
    dir: target,
    path: target,
    leavesOut: OWN_GIT,
  };
  return definitionKinds.packages.load().then((reader) => reader.read(one));
}

function realDirectoryOf(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch (error) {
    throw reject(dir, describeError(error), 'Name the folder of a package.');
  }
}

function reject(path: string, detail: string, fix: string): HookError {
  return new HookError('LINK_IMPOSSIBLE', { path, detail, fix }, { exitCode: 1 });
}
