import { fillUrl, findAddressProblem, isLoopback, optionOf } from '@hookmd/core/hook-types';
import type { HookStatus } from '@hookmd/core/registry';
import { exactLine } from '@hookmd/core/text';

/** The URL, headers and body of a package that calls a service; empty for other packages. */
export function serviceRows({ record, options }: HookStatus): readonly (readonly [string, string])[] {
  const handler = record.manifest?.handler;
  if (handler?.mode !== 'http') return [];
  const url = fillUrl(handler.url, options?.values ?? {});
  const shape = handler.shape === null ? '' : ` as \`input\` of a policy (${handler.shape})`;
  const headers = Object.keys(handler.headers);
  const rest = headers.length === 0 ? '' : `, with the headers ${headers.join(', ')}`;
  return [
    ['asks', `${exactLine(url)}   (${decisionOn(url)})`],
    ['sends', `the whole event${shape}${exactLine(rest)}`],
  ];
}

/** The address check's result before any request. */
function decisionOn(url: string): string {
  const option = optionOf(url);
  if (option !== null) return `the option ${option.name} has no value yet`;
  if (!URL.canParse(url)) return 'no address';
  const { hostname, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const plain = protocol === 'http:' ? ', as plain text' : '';
  if (isLoopback(host)) return 'this machine';
  if (hostname.startsWith('[') || /^[0-9.]+$/.test(host)) {
    const why = findAddressProblem(host);
    return why === null ? `another machine${plain}` : `never asked: ${why}`;
  }
  return /^localhost\.?$/.test(host) ? 'this machine' : `what it stands for is judged each time${plain}`;
}
