import type { JsonObject } from '../../protocol/json.ts';

/** `${options.NAME}`, and what stands behind it. */
const FROM_OPTION = /^\$\{options\.([A-Za-z_][A-Za-z0-9_]*)\}((?:[/?].*)?)$/;

/** The option that an address begins with, and the rest of it; null = it is written out. */
export function optionOf(url: string): { readonly name: string; readonly rest: string } | null {
  const [, name, rest = ''] = FROM_OPTION.exec(url) ?? [];
  return name === undefined ? null : { name, rest };
}

/** The address with its option filled in; as it is where the option has no value. What comes of it is judged when it is asked. */
export function fillAddress(url: string, options: JsonObject): string {
  const option = optionOf(url);
  const value = option === null ? undefined : options[option.name];
  if (option === null || typeof value !== 'string' || value === '') return url;
  return option.rest === '' ? value : value.replace(/\/+$/, '') + option.rest;
}
