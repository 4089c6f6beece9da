import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrors, type Issue } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import { changeState } from '@hookmd/core/hook-index';
import type { Places } from '@hookmd/core/manifest';
import { type PackageRecord, prepareApproval, writeEnablement } from '@hookmd/core/registry';
import { makeDirectory } from '@hookmd/core/system';
import { writeApproval } from '@hookmd/core/trust';
import { buildHandler } from '../../handlers/build-handler.ts';

/** Places in a temporary folder, where one package is approved and enabled, and nothing else exists. */
export interface TestBed {
  readonly places: Places;
  readonly qualifiedName: string;
  /** Of its settings, such as options that its schema refuses. */
  readonly issues: readonly Issue[];
}

/**
 * Makes a place for the cases of a package below `dir`: approval, store and active set as `hooks enable`
 * makes them, so that the cases run exactly the bytes and the command line that would run after it.
 *
 * Nobody's settings, records or other hooks take part. Throws HOOK_INVALID, DIGEST_MISMATCH,
 * PACKAGE_UNAPPROVABLE, STATE_NOT_WRITABLE.
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
      // What was chosen to be tested, perhaps because it is approved: not what somebody wrote there since.
      const digest = seen ?? '';
      qualifiedName = record.qualifiedName;
      const request = {
        record,
        known: null,
        digest,
        env: [],
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

/** The settings of a person: the one way by which options reach a package, and by which a model has a name. */
function settingsFor(name: string, manifest: PackageRecord['manifest'], options: JsonObject): JsonObject {
  const handler = manifest?.handler;
  const isModel = handler?.mode === 'prompt' || handler?.mode === 'agent';
  // Its address is never asked: the case has the answers.
  const scripted = { provider: 'openai-compatible', model: 'scripted', baseURL: 'http://127.0.0.1:9' };
  return {
    ...(Object.keys(options).length === 0 ? {} : { package: { [name]: { options } } }),
    ...(isModel ? { models: { [handler.model ?? 'small']: scripted } } : {}),
  };
}

/** A state folder of a case's own: breakers, sessions, data and event log begin empty for each. */
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

/** Where it keeps the rights of its source; managed and session packages have those of a person's own. */
function rootFor(source: PackageRecord['root']['source'], places: Places): string {
  if (source === 'project') return join(places.projectDir, '.hookmd', 'hooks');
  if (source === 'bundled' && places.bundledDir !== null) return places.bundledDir;
  return join(places.userDir, 'hooks');
}
