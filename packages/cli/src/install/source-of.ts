import type { Source, SourcePrefix } from './sources/source.ts';
import { parseSpec } from './sources/spec.ts';

/** Each is loaded when something comes from it. */
const sources: Readonly<Record<SourcePrefix, () => Promise<Source>>> = {
  file: async () => (await import('./sources/file.ts')).fileSource,
  npm: async () => (await import('./sources/file.ts')).fileSource,
  git: async () => (await import('./sources/file.ts')).fileSource,
  https: async () => (await import('./sources/file.ts')).fileSource,
};

/** Who fetches what a spec names. Throws SPEC_INVALID. */
export function sourceOf(spec: string): Promise<Source> {
  return sources[parseSpec(spec).prefix]();
}
