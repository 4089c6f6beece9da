import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '@hookmd/core/errors';
import { listApprovals } from '@hookmd/core/trust';

const NAME = /[0-9a-f]{64}/g;

/**
 * Names of the copies in the store that are needed: by approvals of any project, hook indexes and running processes.
 * Null = that cannot be determined, `issues` have the reasons; then no copy may be removed.
 */
export function neededCopies(stateDir: string): {
  readonly needed: ReadonlySet<string> | null;
  readonly issues: readonly Issue[];
} {
  const { approvals, issues } = listApprovals(stateDir, { setsAside: false });
  if (issues.length > 0) return { needed: null, issues };
  const approved = approvals.flatMap(({ digest, built = digest }) => [digest, built]);
  const texts = [...readHookIndexes(stateDir), ...processes(join(stateDir, 'store'))];
  const named = texts.flatMap((text) => text.match(NAME) ?? []);
  return { needed: new Set([...approved.map((name) => name.slice('sha256:'.length)), ...named]), issues: [] };
}

/** Of every project: a hook index may be older than the approvals. */
function readHookIndexes(stateDir: string): readonly string[] {
  const directory = join(stateDir, 'active');
  // The temporary file of a killed writer names the copies that it was about to replace.
  const names = namesIn(directory).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) => readQuietly(() => readFileSync(join(directory, name), 'utf8')));
}

/**
 * Paths of the store in the command lines, environments and working directories of processes. Linux only: elsewhere only the
 * time at which a copy was dropped protects it.
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

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function readQuietly(read: () => string): readonly string[] {
  try {
    return [read()];
  } catch {
    return []; // the process ended, or is another user's
  }
}
