import { CLI } from '../support/run-hooks.ts';
import type { Scratch } from '../support/scratch.ts';

/** Fills `<home>`, `<project>`, `<digest NAME>` … in every text of some data; patterns stay as they are. */
export function fillPlaces<T>(data: T, scratch: Scratch, digests: ReadonlyMap<string, string>): T {
  if (typeof data === 'string') return fillText(data, scratch, digests) as T;
  if (Array.isArray(data)) return data.map((item) => fillPlaces(item, scratch, digests)) as T;
  if (typeof data !== 'object' || data === null || data instanceof RegExp) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, fillPlaces(value, scratch, digests)]),
  ) as T;
}

/** The hooks whose digest some data speaks of. */
export function namedDigests(data: unknown): readonly string[] {
  return [...(JSON.stringify(data) ?? '').matchAll(/<digest ([^>]+)>/g)].map(([, name = '']) => name);
}

function fillText(text: string, scratch: Scratch, digests: ReadonlyMap<string, string>): string {
  if (!text.includes('<')) return text;
  return text
    .replace(
      /<(home|project|root|log|state)>/g,
      (_, name: 'home' | 'project' | 'root' | 'log' | 'state') => scratch[name],
    )
    .replaceAll('<scratch>', scratch.dir)
    .replaceAll('<cli>', CLI)
    .replaceAll('<service>', scratch.service ?? '<service>')
    .replaceAll('<port>', scratch.service === undefined ? '<port>' : new URL(scratch.service).port)
    .replace(/<digest ([^>]+)>/g, (all, name: string) => digests.get(name) ?? all);
}
