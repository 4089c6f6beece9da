import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isErrno } from '@hookmd/core/internal/errors/errno';
import type { Network } from '@hookmd/core/internal/executors/http/client';
import { parse } from 'ini';
import { PackageRejected, unreadable } from '../package-problem.ts';
import type { SourceContext } from './source.ts';

type Environment = SourceContext['environment'];

/** What npm is configured with, as text: the first of variables, the user's file and the machine's file. */
export interface NpmSettings {
  get(key: string): string | null;
}

const MAX_BYTES = 1024 * 1024;
/** The variables of curl and others, where npm has no setting of its own. */
const variables: Readonly<Record<string, readonly string[]>> = {
  proxy: ['HTTP_PROXY', 'http_proxy'],
  'https-proxy': ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'],
  noproxy: ['NO_PROXY', 'no_proxy'],
};

/**
 * Reads the `.npmrc` of the user and of the machine, and no other: that of a project belongs to the repository, which
 * could send a person's token elsewhere with it. Of variables those in capitals count; the small ones npm itself
 * sets in what it starts, out of any `.npmrc`.
 *
 * Throws SOURCE_UNREADABLE where a file is there and cannot be read.
 */
export function readNpmSettings({
  home,
  environment,
}: Pick<SourceContext, 'home' | 'environment'>): NpmSettings {
  const user = readFile(environment.NPM_CONFIG_USERCONFIG ?? join(home, '.npmrc'), environment);
  const prefix = environment.NPM_CONFIG_PREFIX ?? user.get('prefix') ?? dirname(dirname(process.execPath));
  const global = readFile(environment.NPM_CONFIG_GLOBALCONFIG ?? join(prefix, 'etc', 'npmrc'), environment);
  const fromVariable = (key: string): string | undefined =>
    // Never a credential: npm takes none from there either.
    key.startsWith('//') ? undefined : environment[`NPM_CONFIG_${key.toUpperCase().replaceAll('-', '_')}`];
  return { get: (key) => fromVariable(key) ?? user.get(key) ?? global.get(key) ?? null };
}

/** The proxies and certificates that npm would use. */
export function networkOf(settings: NpmSettings, environment: Environment): Network {
  const find = (key: string): string | null => {
    const value =
      settings.get(key) ?? variables[key]?.map((name) => environment[name]).find((one) => one) ?? null;
    return value === null || value === 'null' || value === 'false' || value === '' ? null : value;
  };
  const cafile = settings.get('cafile');
  return {
    httpProxy: find('proxy'),
    httpsProxy: find('https-proxy'),
    noProxy: find('noproxy') ?? '',
    ca:
      cafile === null
        ? (settings.get('ca') ?? '').split('\0').filter((one) => one !== '')
        : [readText(resolve(cafile))],
    checksCertificates: settings.get('strict-ssl') !== 'false',
  };
}

function readFile(path: string, environment: Environment): ReadonlyMap<string, string> {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (isErrno((error as Error).cause, 'ENOENT', 'ENOTDIR')) return new Map();
    throw error;
  }
  const entries = Object.entries(parse(text)).flatMap(([key, value]): [string, string][] => {
    const texts = (Array.isArray(value) ? value : [value])
      .filter((one) => typeof one !== 'object')
      .map(String);
    return texts.length === 0
      ? []
      : [[fill(key, environment), texts.map((one) => fill(one, environment)).join('\0')]];
  });
  return new Map(entries.map(([key, value]) => [key, key === 'ca' ? value.replaceAll('\\n', '\n') : value]));
}

/** `${NAME}`, as npm has it: unknown stays as it is written, with `?` it is empty. */
function fill(text: string, environment: Environment): string {
  return text.replace(
    /(?<!\\)(\\*)\$\{([^${}?]+)(\?)?\}/g,
    (whole, slashes: string, name: string, isOptional?: string) => {
      if (slashes.length % 2 === 1) return whole.slice((slashes.length + 1) / 2);
      return (
        slashes.slice(slashes.length / 2) +
        (environment[name] ?? (isOptional === undefined ? `\${${name}}` : ''))
      );
    },
  );
}

/** A file of the person or the machine: it may be a link. */
function readText(path: string): string {
  try {
    const text = readFileSync(path);
    if (text.length > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    return text.toString('utf8');
  } catch (error) {
    const refused = new PackageRejected(unreadable(path, error));
    refused.cause = error;
    throw refused;
  }
}
