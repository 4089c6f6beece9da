import { type Issue, issue } from '@hookmd/core/errors';
import type { HttpSpec } from '@hookmd/core/events';
import { fillUrl, findAddressProblem, isLoopback, variablesOf } from '@hookmd/core/hook-types';
import type { HookStatus } from '@hookmd/core/registry';
import { type Linted, placeOfKey } from './lint.ts';

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Problems in how a package calls its service: each request would be rejected, or does something that its author may not
 * expect.
 */
export function serviceIssues({ record, options }: HookStatus, environment: Environment): readonly Issue[] {
  const { manifest } = record;
  if (manifest === null || manifest.handler.mode !== 'http') return [];
  const linted: Linted = { record, manifest };
  const spec = manifest.handler;
  const url = fillUrl(spec.url, options?.values ?? {});
  return [
    ...(URL.canParse(url) ? addressIssues(url, linted) : []),
    ...variableIssues(spec, linted),
    ...(isHere(url) ? [] : proxyIssues(environment, linted)),
  ];
}

function addressIssues(url: string, linted: Linted): readonly Issue[] {
  const { protocol, hostname } = new URL(url);
  const location = placeOfKey(linted, 'url');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isLiteral = hostname.startsWith('[') || /^[0-9.]+$/.test(hostname);
  const detail = isLiteral ? findAddressProblem(host) : null;
  if (detail !== null) return [issue('HTTP_ADDRESS_DENIED', { host, detail }, location)];
  return protocol === 'http:' && !isHere(url) ? [issue('HTTP_UNENCRYPTED', { host }, location)] : [];
}

/** No proxy is used. */
function isHere(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')) || /^localhost\.?$/.test(hostname);
}

/** They may be granted when it is enabled; the manifest should list them for its readers. */
function variableIssues({ headers }: HttpSpec, linted: Linted): readonly Issue[] {
  const { env, requires } = linted.manifest;
  const named = new Set([...env, ...requires.env]);
  const unnamed = [...new Set(Object.values(headers).flatMap(variablesOf))].filter(
    (name) => !named.has(name),
  );
  return unnamed.map((name) => issue('HTTP_VARIABLE_UNNAMED', { name }, placeOfKey(linted, 'headers')));
}

function proxyIssues(environment: Environment, linted: Linted): readonly Issue[] {
  const names = PROXY_VARIABLES.filter((name) => environment[name]);
  return names.length === 0
    ? []
    : [issue('HTTP_PROXY_UNUSED', { names: names.join(', ') }, placeOfKey(linted, 'url'))];
}
