import { type Issue, issue } from '@hookmd/core/errors';
import {
  fillUrl,
  findAddressProblem,
  isLoopback,
  networkToName,
  optionOf,
  variablesOf,
} from '@hookmd/core/hook-types';
import type { HookStatus } from '@hookmd/core/registry';
import { exactLine } from '@hookmd/core/text';
import { placeOfKey } from '../lints/lint.ts';

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

/** The service of an HTTP hook with its URL filled in; null = another hook type. */
function serviceOf({ record: { manifest }, options, privateNetworks }: HookStatus) {
  if (manifest?.handler.mode !== 'http') return null;
  const url = fillUrl(manifest.handler.url, options?.values ?? {});
  return { manifest, handler: manifest.handler, url, target: targetOf(url, privateNetworks) };
}

/** The machine that a URL leads to; null = it is no URL. */
function targetOf(url: string, privateNetworks: HookStatus['privateNetworks']) {
  if (!URL.canParse(url)) return null;
  const { hostname, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isLiteral = hostname.startsWith('[') || /^[0-9.]+$/.test(hostname);
  return {
    host,
    isLiteral,
    isUnencrypted: protocol === 'http:',
    isHere: isLoopback(host) || /^localhost\.?$/.test(host),
    problem: isLiteral ? findAddressProblem(host, privateNetworks) : null,
  };
}

/** Where an HTTP hook sends the event, and what; empty for other hooks. */
export function serviceRows(status: HookStatus): readonly (readonly [string, string])[] {
  const service = serviceOf(status);
  if (service === null) return [];
  const { handler, url, target } = service;
  const shape = handler.shape === null ? '' : ` as \`input\` of a policy (${handler.shape})`;
  const headers = Object.keys(handler.headers);
  const rest = headers.length === 0 ? '' : `, with the headers ${headers.join(', ')}`;
  return [
    ['asks', `${exactLine(url)}   (${describeTarget(url, target)})`],
    ['sends', `the whole event${shape}${exactLine(rest)}`],
  ];
}

function describeTarget(url: string, target: ReturnType<typeof targetOf>): string {
  const option = optionOf(url);
  if (option !== null) return `the option ${option.name} has no value yet`;
  if (target === null) return 'no URL';
  if (target.isHere) return 'this machine';
  if (target.problem !== null) return `not allowed: ${target.problem}`;
  const plain = target.isUnencrypted ? ', unencrypted' : '';
  return `${target.isLiteral ? 'another machine' : 'its addresses are checked each time'}${plain}`;
}

/** How a service of the company becomes reachable. */
export function allowNetwork(network: string): string {
  return `For a service of your company, ask the administrator to add \`privateNetworks: ["${network}"]\` to the policy.`;
}

/** Why the service of an HTTP hook is never called, or gets what its author does not expect. */
export function serviceIssues(
  status: HookStatus,
  environment: Readonly<Record<string, string | undefined>>,
): readonly Issue[] {
  const service = serviceOf(status);
  if (service === null) return [];
  const { manifest, handler, target } = service;
  const linted = { record: status.record, manifest };
  const location = placeOfKey(linted, 'url');
  const issues: Issue[] = [];
  if (target !== null && target.problem !== null) {
    const network = networkToName(target.host);
    const exception = network === null ? '' : ` ${allowNetwork(network)}`;
    const facts = { host: target.host, detail: target.problem, exception };
    issues.push(issue('HTTP_ADDRESS_DENIED', facts, location));
  } else if (target?.isUnencrypted && !target.isHere)
    issues.push(issue('HTTP_UNENCRYPTED', { host: target.host }, location));
  // They may be granted when it is enabled; the manifest should still name them.
  const named = [...manifest.env, ...manifest.requires.env];
  for (const name of new Set(Object.values(handler.headers).flatMap(variablesOf)))
    if (!named.includes(name))
      issues.push(issue('HTTP_VARIABLE_UNNAMED', { name }, placeOfKey(linted, 'headers')));
  const proxies = PROXY_VARIABLES.filter((name) => environment[name]);
  if (!target?.isHere && proxies.length > 0)
    issues.push(issue('HTTP_PROXY_UNUSED', { names: proxies.join(', ') }, location));
  return issues;
}
