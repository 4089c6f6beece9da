import { readFileSync } from 'node:fs';
import type { Location } from '@hookmd/core/errors';
import { isToolEvent } from '@hookmd/core/events';
import type { Manifest } from '@hookmd/core/manifest';
import type { HookStatus } from '@hookmd/core/registry';

/** A package whose manifest could be read. */
export interface Linted {
  readonly manifest: Omit<Manifest, 'body'>;
  readonly record: HookStatus['record'];
}

/** Whether it runs for tool calls, so that `matcher` and `if` apply. */
export function concernsTools({ manifest }: Linted): boolean {
  return manifest.events.some(({ events }) => events.some(isToolEvent));
}

const MAX_BYTES = 64 * 1024;

/** The location of a key in the front matter; without a line if the key is written in an unusual way. */
export function placeOfKey({ record }: Linted, key: string): Location {
  const path = record.manifestPath;
  if (record.root.kind !== 'packages') return { path };
  const at = frontMatterOf(path).findIndex((line) =>
    [`${key}:`, `"${key}":`, `'${key}':`].some((start) => line.startsWith(start)),
  );
  return at < 0 ? { path } : { path, line: at + 1 };
}

/** Its lines from the first `---` to the one that ends it. */
function frontMatterOf(path: string): readonly string[] {
  try {
    const lines = readFileSync(path, 'utf8').slice(0, MAX_BYTES).split(/\r?\n/);
    const end = lines.indexOf('---', 1);
    return end < 0 ? lines : lines.slice(0, end);
  } catch {
    return [];
  }
}
