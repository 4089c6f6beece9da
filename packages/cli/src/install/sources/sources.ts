import { fileSource } from './file.ts';
import { gitSource } from './git.ts';
import { httpsSource } from './https.ts';
import { npmSource } from './npm.ts';
import type { Source, SourcePrefix } from './source.ts';
import { parseSpec } from './spec.ts';

const sources: Readonly<Record<SourcePrefix, Source>> = {
  npm: npmSource,
  git: gitSource,
  https: httpsSource,
  file: fileSource,
};

/** Who fetches what a spec names. Throws SPEC_INVALID. */
export function sourceOf(spec: string): Source {
  return sources[parseSpec(spec).prefix];
}
