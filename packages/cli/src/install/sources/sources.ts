import type { Source, SourcePrefix } from './source.ts';
import { parseSpec } from './spec.ts';

/** Each is a bundle of its own: a folder needs no client of the registry, and loading one takes longer than copying it. */
const sources: Readonly<Record<SourcePrefix, () => Promise<Source>>> = {
  npm: async () => (await import('./npm.ts')).npmSource,
  git: async () => (await import('./git.ts')).gitSource,
  https: async () => (await import('./https.ts')).httpsSource,
  file: async () => (await import('./file.ts')).fileSource,
};

/** Who fetches what a spec names; loaded when it is asked. Throws SPEC_INVALID. */
export function sourceOf(spec: string): Source {
  const { prefix } = parseSpec(spec);
  return {
    prefix,
    resolve: async (...given) => (await sources[prefix]()).resolve(...given),
    fetch: async (...given) => (await sources[prefix]()).fetch(...given),
  };
}
