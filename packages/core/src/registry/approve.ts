import { join } from 'node:path';
import type { Places } from '../discovery/places.ts';
import { HookError } from '../errors/hook-error.ts';
import { type Approval, writeApproval } from '../trust/approval.ts';
import { HOOKMD_VERSION } from '../version.ts';
import { buildLaunch } from './build-launch.ts';
import { definitionKinds } from './definition-kinds.ts';
import { isUsable, type PackageRecord } from './inventory.ts';

export interface ApprovalRequest {
  readonly record: PackageRecord;
  /** The digest that a person saw. Other bytes are not approved, whatever the root holds by now. */
  readonly digest: string;
  /** Variables granted beyond those of the manifest. */
  readonly env: readonly string[];
  /** Where bare program names are looked up, once. */
  readonly path: string;
  readonly now: Date;
}

/**
 * Copies a package into the store and records the approval of exactly those bytes.
 *
 * Throws DIGEST_MISMATCH where the root no longer holds what was seen, HOOK_INVALID where it cannot
 * be approved, STATE_NOT_WRITABLE. Nothing of the package is run.
 */
export async function approvePackage(places: Places, request: ApprovalRequest): Promise<Approval> {
  const { record, digest } = request;
  if (!isUsable(record) || record.digest === null) {
    throw new HookError('HOOK_INVALID', { name: record.name, action: 'approved' }, { exitCode: 1 });
  }
  const reader = await definitionKinds[record.root.kind].load();
  const stored = reader.store(record, join(places.stateDir, 'store'));
  const reading = await reader.readStored(stored.path, record);
  if (stored.digest !== digest || reading.manifest === null) {
    throw new HookError(
      'DIGEST_MISMATCH',
      { name: record.name, found: stored.digest, given: digest },
      { exitCode: 1 },
    );
  }
  const launch = buildLaunch(reading.manifest, {
    packageDir: stored.path,
    files: reading.files,
    path: request.path,
  });
  const approval: Approval = {
    schema: 'hookmd.approval/1',
    kind: record.root.kind,
    qualifiedName: record.qualifiedName,
    source: record.root.source,
    root: record.root.realDir,
    folder: record.folder,
    digest,
    argv: launch?.ok ? launch.argv : null,
    env: request.env,
    approvedAt: request.now.toISOString(),
    version: HOOKMD_VERSION,
  };
  writeApproval(places.stateDir, approval);
  return approval;
}
