import type { JsonObject } from '../../events/json.ts';
import type { ServiceSpec } from '../../events/service-spec.ts';

/** Names under which a cloud hands out credentials, alone or as the end of a longer name. */
const METADATA_NAMES = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.azure.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
];
/** `${options.NAME}`, and the rest of the URL. */
const FROM_OPTION = /^\$\{options\.([A-Za-z_][A-Za-z0-9_]*)\}((?:[/?].*)?)$/;
/** `${NAME}` in a header. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** Shorter values are not redacted: hiding every "core" would reveal more than it protects. */
const SHORTEST_SECRET = 8;

/** Why a URL can never be called, or null. Pure; the IP address of its host is checked when the hook runs. */
export function findUrlProblem(text: string): string | null {
  if (/[\\\s]/.test(text)) return 'it contains a backslash or a space';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'it does not begin with `http://` or `https://`';
  if (!URL.canParse(text)) return 'it is not a URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'it contains a user name or a password';
  // `http://@host` has neither, and yet is written to look like another host.
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return 'it contains an `@` before its host';
  if (url.port === '0') return 'nothing listens on port 0';
  return isMetadataName(url.hostname) ? 'it names the metadata service of a cloud' : null;
}

function isMetadataName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  return METADATA_NAMES.some((value) => name === value || name.endsWith(`.${value}`));
}

/** The option that a URL begins with, and the rest of it; null = it begins with no option. */
export function optionOf(url: string): { readonly name: string; readonly rest: string } | null {
  const [, name, rest = ''] = FROM_OPTION.exec(url) ?? [];
  return name === undefined ? null : { name, rest };
}

/** The URL with its option filled in; unchanged if the option has no value. The result is checked when the hook runs. */
export function fillUrl(url: string, options: JsonObject): string {
  const option = optionOf(url);
  const value = option === null ? undefined : options[option.name];
  if (option === null || typeof value !== 'string' || value === '') return url;
  return option.rest === '' ? value : value.replace(/\/+$/, '') + option.rest;
}

/** The names of the variables in a text. */
export function variablesOf(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map(([, name = '']) => name);
}

/** The text with its variables filled in, or the first name that has no value. */
export function fillVariables(
  text: string,
  environment: Readonly<Record<string, string>>,
): { readonly text: string } | { readonly unset: string } {
  const unset = variablesOf(text).find((name) => variableValue(name, environment) === '');
  if (unset !== undefined) return { unset };
  return { text: text.replace(VARIABLE, (_, name: string) => variableValue(name, environment)) };
}

/** True for an incomplete variable: it would be sent literally. */
export function hasBrokenVariable(text: string): boolean {
  return text.replace(VARIABLE, '').includes('${');
}

/** Values that are sent to a service and must be in no record, whatever the service returns. */
export function secretsOf(
  service: ServiceSpec | undefined,
  environment: Readonly<Record<string, string>>,
): readonly string[] {
  if (service?.mode !== 'http') return [];
  return Object.values(service.headers)
    .flatMap(variablesOf)
    .map((name) => variableValue(name, environment))
    .filter((value) => value.length >= SHORTEST_SECRET);
}

/** A name such as `constructor` must not find what every object has. */
function variableValue(name: string, environment: Readonly<Record<string, string>>): string {
  return Object.hasOwn(environment, name) ? (environment[name] ?? '') : '';
}
