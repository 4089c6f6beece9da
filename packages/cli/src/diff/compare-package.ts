import { join } from 'node:path';
import { definitionKinds, type HookStatus } from '@hookmd/core/registry';
import { readContent, storedPath, toContent } from '@hookmd/core/trust';
import { compareFiles, type FileChange } from './compare-files.ts';
import { compareManifests, type FactChange } from './compare-manifests.ts';
import { readFiles } from './read-files.ts';

/** The differences from the approved version. */
export interface PackageDifference {
  /** Of the approved bytes; null = there are none, or their copy is damaged: then all is new. */
  readonly approved: string | null;
  /** Of the bytes that `files` is about; null = they cannot be approved. */
  readonly now: string | null;
  /** What it does otherwise; empty where one of the two has no valid manifest. */
  readonly manifest: readonly FactChange[];
  readonly files: readonly FileChange[];
  /** Why the bytes that stand there now cannot be approved, a sentence each. */
  readonly problems: readonly string[];
}

/**
 * Compares the current content of the hooks directory with the approved copy; reads, never runs. A vanished package has no
 * files.
 */
export async function compareWithApproved(
  { record, approval }: HookStatus,
  stateDir: string,
): Promise<PackageDifference> {
  const reader = await definitionKinds[record.root.kind].load();
  const after = readFiles((sink) => {
    try {
      return reader.content(record, sink);
    } catch {
      return { files: [], digest: null, issues: [] }; // it is gone
    }
  });
  const dir = approval === null ? null : storedPath(join(stateDir, 'store'), approval.digest);
  const before = dir === null ? null : readFiles((sink) => toContent(dir, readContent(dir, sink)));
  const isIntact = approval !== null && before?.content.digest === approval.digest;
  const old = dir === null || !isIntact ? null : (await reader.readStored(dir, approval)).manifest;
  return {
    approved: isIntact ? approval.digest : null,
    now: after.content.digest,
    manifest:
      old === null || record.manifest === null || record.isVanished
        ? []
        : compareManifests(old, record.manifest),
    files: compareFiles(isIntact && before !== null ? before.files : new Map(), after.files),
    problems: record.isVanished ? [] : after.content.issues.map(({ message }) => message),
  };
}
