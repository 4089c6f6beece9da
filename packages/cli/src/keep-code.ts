import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomic } from '@hookmd/core/internal/state/atomic-file';
import type { LoadedBundle } from './code-cache.ts';

/**
 * Keeps what V8 made of these bundles, for the next call. Only for their owner: root keeps nothing among a person's
 * files, and where nothing can be written the next call is as slow as this one.
 */
export function keepCode(bundles: readonly LoadedBundle[]): void {
  try {
    for (const { script, cacheFile, seal, owner, calls } of bundles) {
      if (owner !== process.geteuid?.()) continue;
      const head = Buffer.concat([seal, Buffer.from(new Float64Array([calls + 1]).buffer)]);
      mkdirSync(dirname(cacheFile), { recursive: true, mode: 0o755 });
      // Synced to the disk before it takes its name: half-written code would be run.
      writeFileAtomic(cacheFile, Buffer.concat([head, script.createCachedData()]), { mode: 0o644 });
    }
  } catch {
    // A read-only installation.
  }
}
