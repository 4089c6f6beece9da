import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, HookError, isErrno } from '@hookmd/core/errors';
import { isPackageName, parseManifest } from '@hookmd/core/manifest';
import { type Policy, parseConfig, parsePolicy } from '@hookmd/core/settings';
import { namesIn } from '@hookmd/core/system';
import { packPackage } from './archive.ts';

/** A file of a release. */
export interface SourceFile {
  /** Without the ring: `policy.yaml`, `packages/deny-rm/<digest>.tgz`. */
  readonly path: string;
  read(): Buffer;
}

/** What a directory of sources has for a release. */
export interface Sources {
  readonly files: readonly SourceFile[];
  readonly policy: Policy;
  /** Digests by the names of the packages. */
  readonly packages: ReadonlyMap<string, string>;
}

const MAX_FILE_BYTES = 1024 * 1024;

/** What a path of a release may be. Both sides read it: what is not here is neither published nor placed. */
export const releasePaths: Readonly<Record<'policy' | 'config' | 'attach' | 'package', RegExp>> = {
  policy: /^policy\.yaml$/,
  config: /^config\.yaml$/,
  attach: /^attach\/([a-z][a-z0-9-]{0,63})\.json$/,
  package: /^packages\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})\/([0-9a-f]{64})\.tgz$/,
};

/** Reads and checks everything that a release would have. Throws RELEASE_SOURCES, with every problem. */
export function readSources(dir: string): Sources {
  const problems: string[] = [];
  const files: SourceFile[] = [];
  const packages = new Map<string, string>();
  const add = (path: string): Buffer | null => {
    const bytes = readSource(join(dir, path), problems);
    if (bytes !== null) files.push({ path, read: () => bytes });
    return bytes;
  };
  const policyBytes = add('policy.yaml');
  if (policyBytes === null && problems.length === 0) problems.push('policy.yaml is missing.');
  const { policy, issues } = parsePolicy(policyBytes ?? Buffer.alloc(0), 'policy.yaml');
  problems.push(...issues.map(({ line, message }) => `policy.yaml:${line ?? 1}: ${message}`));
  const config = add('config.yaml');
  if (config !== null)
    problems.push(
      ...parseConfig(config, { path: 'config.yaml', scope: 'managed' }).issues.map(
        ({ line, message }) => `config.yaml:${line ?? 1}: ${message}`,
      ),
    );
  for (const name of namesIn(join(dir, 'attach')).toSorted()) {
    const path = `attach/${name}`;
    if (!releasePaths.attach.test(path)) problems.push(`${path} is not named \`attach/AGENT.json\`.`);
    else if (!isJson(add(path))) problems.push(`${path} is not JSON.`);
  }
  for (const name of namesIn(join(dir, 'packages')).toSorted()) {
    try {
      if (!isPackageName(name)) throw new Error('It has no name of a package.');
      const { digest, paths, pack } = packPackage(join(dir, 'packages', name));
      problems.push(...findManifestProblems(dir, name, paths));
      packages.set(name, digest);
      files.push({ path: `packages/${name}/${digest.slice('sha256:'.length)}.tgz`, read: pack });
    } catch (error) {
      problems.push(`packages/${name}: ${describeError(error)}`);
    }
  }
  // Nothing is blocked where releases are made: that sentence is for a machine.
  const found = problems.map((problem) => problem.replace(/ Until this is fixed, .*$/, ''));
  if (problems.length > 0) throw new HookError('RELEASE_SOURCES', { dir, problems: found.join(' ') });
  return { files, policy, packages };
}

function findManifestProblems(dir: string, name: string, paths: readonly string[]): readonly string[] {
  const path = `packages/${name}/HOOK.md`;
  const manifest = readFileSync(join(dir, path));
  const { manifest: parsed, issues } = parseManifest(manifest, { path, directoryName: name, files: paths });
  const errors = issues.filter(({ severity }) => severity === 'error');
  const program = parsed?.handler.mode === 'command' ? firstWord(parsed.handler.command) : '';
  return [
    ...errors.map(({ line, message }) => `${path}:${line ?? 1}: ${message}`),
    ...(program.startsWith('./') ? findProgramProblems(join(dir, 'packages', name, program), program) : []),
  ];
}

function firstWord(command: string | readonly string[]): string {
  return (typeof command === 'string' ? command.trim().split(/\s/) : command)[0] ?? '';
}

/** A machine could not start it, and would block where the hook is to block on failure. */
function findProgramProblems(path: string, program: string): readonly string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [`The command ${program} is not in the package: there is no ${path}.`];
  return (stats.mode & 0o100) === 0
    ? [`The command ${program} is not executable: run \`chmod +x ${path}\`.`]
    : [];
}

function readSource(path: string, problems: string[]): Buffer | null {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES)
      throw new Error(`it is not a regular file of at most ${MAX_FILE_BYTES >> 20} MB`);
    return readFileSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) problems.push(`${path} cannot be read: ${describeError(error)}.`);
    return null;
  }
}

function isJson(bytes: Buffer | null): boolean {
  try {
    return bytes === null || JSON.parse(bytes.toString('utf8')) !== undefined;
  } catch {
    return false;
  }
}
