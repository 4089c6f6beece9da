import type { Wanted } from './row.ts';

/** What differs between what there is and what is wanted: a sentence for each difference. */
export function differences(name: string, found: unknown, wanted: Wanted): readonly string[] {
  if (wanted instanceof RegExp) {
    const text = typeof found === 'string' ? found : show(found);
    return wanted.test(text) ? [] : [tell(name, found, String(wanted))];
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return [tell(name, found, show(wanted))];
    return wanted.flatMap((one, at) => differences(`${name}[${at}]`, found[at], one));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof found !== 'object' || found === null) return [tell(name, found, show(wanted))];
    const has = found as Readonly<Record<string, unknown>>;
    return Object.entries(wanted).flatMap(([key, one]) => differences(`${name}.${key}`, has[key], one));
  }
  return found === wanted ? [] : [tell(name, found, show(wanted))];
}

function tell(name: string, found: unknown, wanted: string): string {
  return `${name} is ${show(found)}, and should be ${wanted}`;
}

/** As JSON, except for patterns. */
export function show(value: unknown): string {
  const text = JSON.stringify(value, (_, one) => (one instanceof RegExp ? String(one) : one));
  return text ?? 'absent';
}
