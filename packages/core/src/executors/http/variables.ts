import type { ServiceSpec } from '../../protocol/service-spec.ts';

/** `${NAME}` in a header. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** Shorter values are left in texts for people: hiding every "core" would tell more than it protects. */
const SHORTEST_SECRET = 8;

/** The names a text asks for. */
export function variablesOf(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map(([, name = '']) => name);
}

/** The text with its variables filled in, or the first name that has no value. */
export function fillVariables(
  text: string,
  environment: Readonly<Record<string, string>>,
): { readonly text: string } | { readonly unset: string } {
  const unset = variablesOf(text).find((name) => ownValue(name, environment) === '');
  if (unset !== undefined) return { unset };
  return { text: text.replace(VARIABLE, (_, name: string) => ownValue(name, environment)) };
}

/** True for what begins as a variable and is none: it would be sent as it stands. */
export function hasBrokenVariable(text: string): boolean {
  return text.replace(VARIABLE, '').includes('${');
}

/** Values that are sent to a service and stand in no record, whatever it answers. */
export function secretsOf(
  service: ServiceSpec | undefined,
  environment: Readonly<Record<string, string>>,
): readonly string[] {
  if (service?.mode !== 'http') return [];
  return Object.values(service.headers)
    .flatMap(variablesOf)
    .map((name) => ownValue(name, environment))
    .filter((value) => value.length >= SHORTEST_SECRET);
}

/** A name such as `constructor` must not find what every object has. */
function ownValue(name: string, environment: Readonly<Record<string, string>>): string {
  return Object.hasOwn(environment, name) ? (environment[name] ?? '') : '';
}
