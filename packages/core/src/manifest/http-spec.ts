import type { HttpSpec } from '../events/service-spec.ts';
import { findUrlProblem, hasBrokenVariable, optionOf } from '../executors/http/service-url.ts';
import { quote } from './describe-value.ts';
import type { IssueList } from './issue-list.ts';
import { manifestKeys, type RawManifest } from './keys.ts';

/** Headers that say how the message is sent: they are ours. */
const OUR_HEADERS: ReadonlySet<string> = new Set(
  'host connection content-length content-type content-encoding transfer-encoding accept accept-encoding keep-alive te trailer upgrade expect'.split(
    ' ',
  ),
);

/** Reads the address and the headers of a service. Null after an error. */
export function readHttp(raw: Partial<RawManifest>, issues: IssueList): HttpSpec | null {
  const { url = '', headers = {} } = raw;
  const detail = checkUrl(url, raw.options);
  if (detail !== null) issues.add('URL_INVALID', { found: quote(url), detail }, ['url']);
  let isFine = detail === null;
  for (const [name, value] of Object.entries(headers)) {
    const wrong = checkHeader(name, value);
    if (wrong === null) continue;
    isFine = false;
    const { example } = manifestKeys.headers;
    const found = quote(`${name}: ${value}`);
    issues.add('MANIFEST_VALUE', { key: 'headers', found, detail: wrong, example }, ['headers', name]);
  }
  return isFine ? { mode: 'http', url, headers, shape: raw.shape ?? null } : null;
}

function checkUrl(url: string, options: RawManifest['options'] | undefined): string | null {
  if (!url.includes('${')) return findUrlProblem(url);
  const option = optionOf(url);
  if (option === null || option.rest.includes('${')) {
    return `only an option can stand in it, and only at its beginning: \`\${options.address}/path\``;
  }
  const properties = options?.['properties'];
  const isDeclared =
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, option.name);
  if (!isDeclared) return `\`options\` has no property \`${option.name}\``;
  return findUrlProblem(`http://localhost${option.rest}`);
}

function checkHeader(name: string, value: string): string | null {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    return 'it is not an HTTP header';
  }
  if (OUR_HEADERS.has(name.toLowerCase())) return 'it belongs to how the message is sent';
  return hasBrokenVariable(value) ? `a variable is written \`\${NAME}\`` : null;
}
