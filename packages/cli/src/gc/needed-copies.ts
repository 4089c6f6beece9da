import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '@hookmd/core/errors';
import { listApprovals } from '@hookmd/core/trust';

const NAME = /[0-9a-f]{64}/g;

/**
 * The copies in the store that something needs, by their names: what is approved in any project and what was built for
 * it, what events read, what runs. Null = that cannot be told, `issues` say why; then nothing may be cleared.
 */
export function neededCopies(stateDir: string): {
  readonly needed: ReadonlySet<string> | null;
  readonly issues: readonly Issue[];
} {
  const { approvals, issues } = listApprovals(stateDir, { setsAside: false });
  if (issues.length > 0) return { needed: null, issues };
  const approved = approvals.flatMap(({ digest, built = digest }) => [digest, built]);
  const texts = [...activeSets(stateDir), ...processes(join(stateDir, 'store'))];
  const named = texts.flatMap((text) => text.match(NAME) ?? []);
  return { needed: new Set([...approved.map((one) => one.slice('sha256:'.length)), ...named]), issues: [] };
}

/** Of every project: what an event reads may lag behind the approvals. */
function activeSets(stateDir: string): readonly string[] {
  const folder = join(stateDir, 'active');
  // What a killed writer left names what it was about to replace.
  const names = namesIn(folder).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) => readQuietly(() => readFileSync(join(folder, name), 'utf8')));
}

/**
 * What processes say of the store in their command lines, environments and folders. Linux only: elsewhere there is the
 * time alone at which a copy was dropped.
 */
function processes(storeRoot: string): readonly string[] {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => [
      ...readQuietly(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')),
      ...readQuietly(() => readFileSync(`/proc/${pid}/environ`, 'latin1')),
      ...readQuietly(() => readlinkSync(`/proc/${pid}/cwd`)),
    ])
    .filter((text) => text.includes(storeRoot));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readQuietly(read: () => string): readonly string[] {
  try {
    return [read()];
  } catch {
    return []; // it ended, or is another user's
  }
}
