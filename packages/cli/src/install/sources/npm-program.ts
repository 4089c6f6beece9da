import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeError } from '@hookmd/core/errors';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@hookmd/core/events';
import type { Network } from '@hookmd/core/hook-types';
import { cleanLine } from '@hookmd/core/text';
import { runProgram } from '../../programs/run-program.ts';
import { PackageRejected, tooLarge } from '../archive/package-problem.ts';
import { MAX_DOWNLOAD_BYTES, type SourceContext, showUrl, unreachable } from './source.ts';
import { parseWebAddress } from './web-address.ts';

/** Of a package with thousands of versions. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** The tarball is written more than once: to npm's cache, and to where HookMD reads it. */
const MAX_DIRECTORY_BYTES = 4 * MAX_DOWNLOAD_BYTES;
/** npm reads a tarball faster than it writes it, and holds the rest in memory. */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;

/** No project, no cache, no log of the user, and no second program. */
const OPTIONS = [
  ...['--json', '--ignore-scripts', '--no-workspaces', '--no-update-notifier', '--loglevel=error'],
  ...['--logs-max=0', '--fetch-retries=1', '--fetch-retry-mintimeout=500'],
];

/** A call of npm that failed, by its own code. */
export class NpmFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Runs the user's own npm, in an empty directory, so that it reads the `.npmrc` of the user and of the machine and never one
 * of a project, and passes what it prints to `read` while the directory exists. Throws NPM_MISSING, SOURCE_UNREACHABLE,
 * PACKAGE_TOO_LARGE, NpmFailure, or the reason of the signal of the context.
 */
async function runNpm<T>(
  args: readonly string[],
  context: SourceContext,
  read: (output: unknown, dir: string) => T,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'hookmd-npm-'));
  try {
    // npm takes the nearest directory with this file for the project: without it, a parent directory.
    writeFileSync(join(dir, 'package.json'), '{}');
    const result = await runProgram({
      program: 'npm',
      args: [...args, ...OPTIONS, `--cache=${join(dir, 'cache')}`],
      cwd: dir,
      environment: context.environment,
      passes: Object.keys(context.environment).filter(isPassed),
      sets: { HOME: context.home, ...certificates(context) },
      timeoutMs: context.timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      fills: { dir, maxBytes: MAX_DIRECTORY_BYTES },
      maxMemoryBytes: MAX_MEMORY_BYTES,
      signal: context.signal,
    });
    if (context.signal?.aborted === true) throw context.signal.reason;
    if (result.end === 'timeout')
      throw unreachable('npm', `it took longer than ${context.timeoutMs / 1000} s`);
    if (result.end === 'missing') throw new PackageRejected({ code: 'NPM_MISSING', parameters: {} });
    if (result.end !== 'exit')
      throw new PackageRejected(tooLarge('is larger than any package, as npm delivers it'));
    const output = parseJson(result.stdout.toString('utf8'));
    if (result.exitCode === 0) return read(output, dir);
    const error = isJsonObject(output) && isJsonObject(output.error) ? output.error : {};
    const summary = textOf(error.summary) || result.stderr.toString('utf8').trim().split('\n')[0] || '';
    throw new NpmFailure(
      textOf(error.code),
      cleanLine(summary).slice(0, 300) || `npm exited with ${result.exitCode}`,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Settings may name any variable for a token. The small ones npm itself sets in what it starts, out of any `.npmrc`; what would
 * make npm or Node run something else is never passed by `runProgram`.
 */
function isPassed(name: string): boolean {
  return !name.startsWith('npm_');
}

/** A company's certificates, which Node reads for npm as it reads them for HookMD. */
function certificates({ environment }: SourceContext): Record<string, string> {
  const path = environment['NODE_EXTRA_CA_CERTS'];
  return path === undefined ? {} : { NODE_EXTRA_CA_CERTS: path };
}

/** What npm is configured with, its variables included; no credentials. Read once for a command of HookMD. */
export function readNpmSettings(context: SourceContext): Promise<JsonObject> {
  const { environment } = context;
  const known = settings.get(environment);
  if (known !== undefined) return known;
  const reading = runNpm(['config', 'list'], context, (output) => (isJsonObject(output) ? output : {}));
  settings.set(environment, reading);
  return reading;
}

const settings = new WeakMap<SourceContext['environment'], Promise<JsonObject>>();

/** The fields of every version that a spec matches; of the package as a whole where the spec names no version. */
export function viewPackage(
  spec: string,
  fields: readonly string[],
  context: SourceContext,
): Promise<readonly JsonObject[]> {
  return runNpm(['view', spec, ...fields], context, (output) =>
    (Array.isArray(output) ? output : [output]).filter(isJsonObject),
  );
}

/**
 * The releases that the registry finds for a text, in its order: text of others. Throws NPM_MISSING, NPM_SEARCH,
 * SOURCE_UNREACHABLE.
 */
export function searchReleases(
  text: string,
  limit: number,
  context: SourceContext,
): Promise<readonly JsonObject[]> {
  // npm would take a word that begins with a dash for an option.
  return runNpm(['search', text.replace(/^-+/, ''), `--searchlimit=${limit}`], context, (output) => {
    if (!Array.isArray(output)) throw new NpmFailure('', 'it returned no list of packages');
    return (output as readonly JsonValue[]).filter(isJsonObject);
  }).catch((error: unknown) => {
    if (!(error instanceof NpmFailure)) throw error;
    throw new PackageRejected({ code: 'NPM_SEARCH', parameters: { detail: showUrl(error.message) } });
  });
}

/** The tarball of a release; npm has checked it against the registry's integrity. */
export function downloadRelease(spec: string, context: SourceContext): Promise<Buffer> {
  return runNpm(['pack', spec], context, (_, dir) => {
    const [file] = readdirSync(dir).filter((name) => name.endsWith('.tgz'));
    if (file === undefined) throw new NpmFailure('', 'npm wrote no tarball');
    const path = join(dir, file);
    if (statSync(path).size > MAX_DOWNLOAD_BYTES)
      throw new PackageRejected(tooLarge(`has more than ${MAX_DOWNLOAD_BYTES >> 20} MB`));
    return readFileSync(path);
  });
}

/** The registry that npm uses for a package, with a `/` at its end. Throws REGISTRY_SETTINGS. */
export function registryOf(name: string, configured: JsonObject): URL {
  const scope = name.startsWith('@') ? `${name.split('/')[0]}:registry` : '';
  const key = textOf(configured[scope]) === '' ? 'registry' : scope;
  const parsed = parseWebAddress(textOf(configured[key]));
  if ('wrong' in parsed)
    throw new PackageRejected({ code: 'REGISTRY_SETTINGS', parameters: { detail: parsed.wrong, key } });
  return new URL(parsed.url.endsWith('/') ? parsed.url : `${parsed.url}/`);
}

/**
 * The proxies and certificates that npm uses, and the variables of curl and others where it has no setting. Without npm, the
 * variables alone.
 */
export async function readNetwork(context: SourceContext): Promise<Network> {
  const configured = await readNpmSettings(context).catch((error: unknown): JsonObject => {
    if (error instanceof PackageRejected && error.code === 'NPM_MISSING') return {};
    throw error instanceof NpmFailure ? unreachable('npm', error.message) : error;
  });
  const { environment } = context;
  const find = (key: string, ...names: readonly string[]): string | null => {
    const variable = names
      .flatMap((name) => [environment[name], environment[name.toLowerCase()]])
      .find(Boolean);
    return textOf(configured[key]) || variable || null;
  };
  const cafile = textOf(configured['cafile']);
  const { ca } = configured;
  return {
    httpProxy: find('proxy', 'HTTP_PROXY'),
    httpsProxy: find('https-proxy', 'HTTPS_PROXY', 'HTTP_PROXY'),
    noProxy: find('noproxy', 'NO_PROXY') ?? '',
    ca:
      cafile === ''
        ? [ca ?? []].flat().filter((jsonValue) => typeof jsonValue === 'string')
        : [readCertificates(cafile)],
    checksCertificates: configured['strict-ssl'] !== false,
  };
}

function readCertificates(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const parameters = { path, detail: describeError(error) };
    throw new PackageRejected({ code: 'SOURCE_UNREADABLE', parameters });
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
