import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasErrors, type Issue } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import { changeState } from '@hookmd/core/hook-index';
import { type PackageRecord, prepareApproval, writeEnablement } from '@hookmd/core/registry';
import { makeDirectory, type Places } from '@hookmd/core/system';
import { writeApproval } from '@hookmd/core/trust';
import { buildHandler } from '../../handlers/build-handler.ts';

/** Places in a temporary directory, where one package is approved and enabled, and nothing else exists. */
export interface TestBed {
  readonly places: Places;
  readonly qualifiedName: string;
  /** Problems of its settings, such as options that do not fit its schema. */
  readonly issues: readonly Issue[];
}

/**
 * Makes a directory tree for the cases of a package below `dir`: approval, store and hook index as `hooks enable` makes them,
 * so that the cases run exactly the content and the command line that would run after it.
 *
 * No user settings, records or other hooks apply. Throws HOOK_INVALID, DIGEST_MISMATCH, PACKAGE_UNAPPROVABLE,
 * STATE_NOT_WRITABLE.
 */
export async function makeTestBed(
  dir: string,
  { root, directory, dir: packageDir, name, digest: seen, manifest }: PackageRecord,
  options: JsonObject,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<TestBed> {
  const places = placesBelow(dir);
  const hooksDir = rootFor(root.source, places);
  for (const value of [hooksDir, places.userDir, places.stateDir]) makeDirectory(value);
  symlinkSync(packageDir, join(hooksDir, directory));
  writeFileSync(join(places.userDir, 'config.yaml'), JSON.stringify(settingsFor(name, manifest, options)));
  let qualifiedName = '';
  const after = await changeState(places, environment, async ({ statuses }) => {
    for (const { record } of statuses) {
      // The content that was chosen to be tested, not a later version of it.
      const digest = seen ?? '';
      qualifiedName = record.qualifiedName;
      const request = {
        record,
        known: null,
        digest,
        grants: { env: [] },
        environment,
        build: buildHandler,
        now: new Date(),
      };
      writeApproval(places.stateDir, await prepareApproval(places, request));
      const projectDir = record.root.source === 'project' ? places.projectDir : null;
      writeEnablement(places.stateDir, qualifiedName, projectDir, { enabled: true, digest });
    }
  });
  return { places, qualifiedName, issues: after.issues.filter((issue) => hasErrors([issue])) };
}

/** User settings, which are the only way to set options and model names. */
function settingsFor(name: string, manifest: PackageRecord['manifest'], options: JsonObject): JsonObject {
  const handler = manifest?.handler;
  const isModel = handler?.mode === 'prompt' || handler?.mode === 'agent';
  // No request is sent to its URL: the case has the responses.
  const scripted = { provider: 'openai-compatible', model: 'scripted', baseURL: 'http://127.0.0.1:9' };
  return {
    ...(Object.keys(options).length === 0 ? {} : { package: { [name]: { options } } }),
    ...(isModel ? { models: { [handler.model ?? 'small']: scripted } } : {}),
  };
}

/** A state directory for each case: breakers, sessions, data and event log begin empty. */
export function placesOfCase({ places }: TestBed, stateDir: string): Places {
  cpSync(join(places.stateDir, 'active'), join(stateDir, 'active'), { recursive: true });
  return { ...places, stateDir };
}

function placesBelow(dir: string): Places {
  const home = join(dir, 'home');
  return {
    home,
    userDir: join(home, '.hookmd'),
    stateDir: join(dir, 'state'),
    projectDir: join(dir, 'project'),
    managedDir: join(dir, 'managed'),
    bundledDir: join(dir, 'bundled'),
    searched: null,
    sessionRoots: [],
    sessionSettings: [],
    skills: [],
  };
}

/** A source with the same permissions; managed and session packages have those of user packages. */
function rootFor(source: PackageRecord['root']['source'], places: Places): string {
  if (source === 'project') return join(places.projectDir, '.hookmd', 'hooks');
  if (source === 'bundled' && places.bundledDir !== null) return places.bundledDir;
  return join(places.userDir, 'hooks');
}

/** Gives `work` a new temporary directory, and removes it afterwards. */
export async function withScratch<T>(prefix: string, work: (dir: string) => Promise<T>): Promise<T> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  try {
    return await work(dir);
  } finally {
    removeDirectory(dir);
  }
}

/** Removes a temporary directory whatever a handler did to the permissions in it. Never throws. */
export function removeDirectory(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    openAndRemove(path);
  }
}

function openAndRemove(path: string): void {
  try {
    if (!lstatSync(path).isDirectory()) {
      unlinkSync(path);
      return;
    }
    chmodSync(path, 0o700);
    for (const name of readdirSync(path)) openAndRemove(join(path, name));
    rmdirSync(path);
  } catch {
    // It does not exist, or belongs to another user.
  }
}
