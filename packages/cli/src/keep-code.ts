import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomic } from '@hookmd/core/internal/state/atomic-file';
import type { LoadedBundle } from './code-cache.ts';
import { type KeptCode, keptCodeFile, readKeptCode } from './kept-code-file.ts';

/** A call that adds less teaches nothing: the length of the same code differs by a few bytes from call to call. */
const NEWS = 1.01;

/**
 * Keeps what V8 made of these bundles, for the next call. Only for their owner: root keeps nothing among a person's
 * files, and where nothing can be written the next call is as slow as this one.
 */
export function keepCode(bundles: readonly LoadedBundle[], way: number): void {
  try {
    for (const bundle of bundles) {
      const { cacheFile, seal, owner } = bundle;
      if (owner !== process.geteuid?.()) continue;
      mkdirSync(dirname(cacheFile), { recursive: true, mode: 0o755 });
      // Synced to the disk before it takes its name: half-written code would be run.
      writeFileAtomic(cacheFile, keptCodeFile(seal, learn(bundle, way)), { mode: 0o644 });
    }
  } catch {
    // A read-only installation.
  }
}

/** Never less than there is by now: another call may have kept more meanwhile, and V8 throws away what was long unused. */
function learn({ script, cacheFile, seal, owner, isRejected }: LoadedBundle, way: number): KeptCode {
  const code = script.createCachedData();
  const kept = isRejected ? undefined : readKeptCode(cacheFile, seal, owner);
  if (kept === undefined) return { lessons: [], code };
  if (code.length > kept.code.length * NEWS) return { lessons: kept.lessons, code };
  return { lessons: [...kept.lessons, way], code: code.length > kept.code.length ? code : kept.code };
}
