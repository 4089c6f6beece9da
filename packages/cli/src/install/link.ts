import { lstatSync, realpathSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeError, HookError, hasErrors } from '@hookmd/core/errors';
import { changeState } from '@hookmd/core/hook-index';
import { isPackageName } from '@hookmd/core/manifest';
import { definitionKinds, type Inventory } from '@hookmd/core/registry';
import { makeDirectory, type Places, randomHex } from '@hookmd/core/system';
import { cleanLine, counted, quoteWord } from '@hookmd/core/text';
import { liesInside, linkProblem, listLinks, OWN_GIT, removeLink, writeLink } from '@hookmd/core/trust';

import type { ExitCode } from '../command-line/command.ts';
import type { Context } from '../command-line/context.ts';
import { wrapUnder } from '../ui/output.ts';
import { policySpec, rejectSource } from './fetch-package.ts';
import { parseSpec } from './sources/spec.ts';
import { confirm } from './view.ts';

type Environment = Context['environment'];

/** A package that runs from its author's directory. */
interface LinkedPackage {
  readonly name: string;
  readonly qualifiedName: string;
  /** Of the link, in `~/.hookmd/hooks`. */
  readonly path: string;
  /** The author's directory, by its real path. */
  readonly target: string;
}

/**
 * `install --link`: makes directories of the user run as they are. Throws LINK_SPEC for a spec that is no path,
 * SOURCE_DENIED, INSTALL_UNANSWERED, INSTALL_DECLINED, and what `planLink` throws.
 */
export async function installLinks(
  context: Context,
  seen: Inventory,
  specs: readonly string[],
): Promise<ExitCode> {
  const { options, environment, isJson, out, err, words } = context;
  const { places } = seen;
  const isDry = options.has('dry-run');
  const planned: LinkedPackage[] = [];
  for (const spec of specs) planned.push(await planLink(places, directoryOf(context, seen, spec)));
  const to = isDry ? out : err;
  const warning = 'The files in that directory run as you at each event, without approval.';
  for (const { qualifiedName, target } of isJson ? [] : planned) {
    to.line(`${to.paint('bold', cleanLine(qualifiedName))}  is to run from ${cleanLine(target)}`);
    to.line(wrapUnder(`  ${warning}`, to.width, '  '));
  }
  if (!isDry) {
    const directories = counted(planned.length, 'directory');
    const command = `install --link ${words.map(quoteWord).join(' ')}`;
    const question = `Run the files in ${directories}, now and after every change?`;
    await confirm(context, { command, subject: directories, question });
    for (const { target } of planned) await linkPackage(places, environment, target);
  }
  if (isJson) context.print({ schema: 'hookmd.install/1', dryRun: isDry, packages: [], linked: planned });
  for (const { name, qualifiedName } of isJson || isDry ? [] : planned) {
    out.line(`${cleanLine(qualifiedName)}  ${out.paint('green', 'linked')}`);
    const call = err.paint('cyan', `hooks remove ${quoteWord(name)}`);
    err.line(wrapUnder(`It runs from the next event on. To take the link away:  ${call}`, err.width, '  '));
  }
  return 0;
}

function directoryOf({ cwd }: Context, seen: Inventory, spec: string): string {
  if (parseSpec(spec).prefix !== 'file') throw new HookError('LINK_SPEC', { spec });
  const path = policySpec(spec, cwd, seen.places.home).slice('file:'.length);
  // The sources of a policy are of bytes that stay; a linked directory changes.
  rejectSource(seen, seen.policy.policy.sources === null ? spec : `link:${path}`);
  return path;
}

/**
 * What linking a directory would do; changes nothing. Throws LINK_IMPOSSIBLE if another user or the agent of this project could
 * change what runs, if it is no valid package (with all issues), and if its name is taken.
 */
async function planLink({ userDir, projectDir }: Places, dir: string): Promise<LinkedPackage> {
  const target = realDirectoryOf(dir);
  const problem = linkProblem(target);
  if (problem !== null)
    throw reject(dir, problem, 'Link a directory that you own and that others cannot write to.');
  if (liesInside(target, projectDir)) {
    const detail = 'it lies inside this project, whose agent could change it';
    throw reject(dir, detail, 'Run it from a directory outside that project.');
  }
  const root = { kind: 'packages', source: 'user', dir: target, realDir: target } as const;
  const located = definitionKinds.packages.locate(root, basename(target));
  const reader = await definitionKinds.packages.load();
  const reading = await reader.read({ ...located, dir: target, path: target, leavesOut: OWN_GIT });
  const { manifest, issues } = reading;
  if (manifest === null || hasErrors(issues))
    throw Object.assign(reject(dir, 'it has errors', 'Fix them, then try again.'), { issues });
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
 * Makes a link in `~/.hookmd/hooks`, and a record that the user meant it. The record comes first: a link alone is a package like
 * any other, which runs nothing before it is approved. Throws as `planLink`, and STATE_NOT_WRITABLE.
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
    const linkedAt = new Date().toISOString();
    writeLink(places.stateDir, { qualifiedName, root, directory: name, target, linkedAt });
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

/** The links that `guard` or `user/guard` names, also of directories that are gone. */
export function linksNamed(
  { stateDir }: Places,
  words: readonly string[],
): readonly { readonly name: string; readonly target: string; readonly words: readonly string[] }[] {
  return listLinks(stateDir)
    .map(({ directory, qualifiedName, target }) => ({
      name: directory,
      target,
      words: [directory, qualifiedName],
    }))
    .filter((link) => link.words.some((word) => words.includes(word)));
}

/** Removes a link and its record; the author's directory stays. False = there is no link of that name. */
export async function unlinkPackage(
  places: Places,
  environment: Environment,
  name: string,
): Promise<boolean> {
  const link = listLinks(places.stateDir).find(({ directory }) => directory === name);
  if (link === undefined) return false;
  await changeState(places, environment, async () => {
    const path = join(link.root, link.directory);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(path);
    removeLink(places.stateDir, link);
  });
  return true;
}

function realDirectoryOf(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch (error) {
    throw reject(dir, describeError(error), 'Name the directory of a package.');
  }
}

function reject(path: string, detail: string, fix: string): HookError {
  return new HookError('LINK_IMPOSSIBLE', { path, detail, fix }, { exitCode: 1 });
}
