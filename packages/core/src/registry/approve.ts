import { join } from 'node:path';
import type { Places } from '../discovery/places.ts';
import { HookError } from '../errors/hook-error.ts';
import { quoteWord } from '../events/text.ts';
import type { Launch } from '../launch/launch.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Approval, Grants } from '../trust/approval.ts';
import { removeRejection, writeRejection } from '../trust/rejection.ts';
import { HOOKMD_VERSION } from '../version.ts';
import { buildLaunch } from './build-launch.ts';
import {
  type BuiltHandler,
  describeProblems,
  type HandlerBuilder,
  type HandlerPlace,
  prepareHandler,
} from './built-handler.ts';
import { definitionKinds } from './inventory/definition-kinds.ts';
import { executableEvents } from './inventory/executable-events.ts';
import { isUsable, type PackageRecord } from './inventory/inventory.ts';
import { type DefinitionReader, unpinnedIssues } from './inventory/package-reading.ts';

export interface ApprovalRequest {
  readonly record: PackageRecord;
  /** The current approval; the event of an executable is reused for the same content. */
  readonly known: Approval | null;
  /** The digest that the user saw. Other content is not approved, whatever the directory has by now. */
  readonly digest: string;
  /** The user accepted a command whose files HookMD cannot pin. */
  readonly acceptsUnpinned?: boolean;
  /** Granted beyond what the manifest has. */
  readonly grants: Grants;
  /** Its PATH is where bare program names are looked up, once. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For a handler that did not come built. */
  readonly build: HandlerBuilder;
  readonly now: Date;
}

/**
 * Copies a package into the store and makes the approval of exactly that content, for `writeApproval` to record.
 *
 * Nothing of a package runs; a bare executable runs from the copy to print its event. Not below the lock: that may take
 * seconds. Throws DIGEST_MISMATCH if the directory has changed, HOOK_INVALID if it cannot be approved, APPROVAL_UNPINNED if
 * only its text can be, HANDLER_NOT_BUILT, EXECUTABLE_OUTPUT and EXECUTABLE_NOT_RUNNABLE if it prints no event,
 * STATE_NOT_WRITABLE.
 */
export async function prepareApproval(places: Places, request: ApprovalRequest): Promise<Approval> {
  const { record, digest, environment } = request;
  if (!isUsable(record) || record.digest === null) {
    throw new HookError('HOOK_INVALID', { name: record.name, action: 'approved' }, { exitCode: 1 });
  }
  const isUnpinned = unpinnedIssues(record).length > 0;
  if (isUnpinned && request.acceptsUnpinned !== true) throw unpinnedError(record);
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
    path: environment['PATH'] ?? '',
    mustStartAlone: definitionKinds[record.root.kind].isInvoked,
  });
  const built = await builtHandler(request, reading.manifest, {
    packageDir: stored.path,
    storeRoot: join(places.stateDir, 'store'),
    build: request.build,
  });
  const output =
    reader.readEvents === undefined
      ? null
      : await outputOf(places, request, stored.path, launch, reader.readEvents);
  return {
    schema: 'hookmd.approval/1',
    kind: record.root.kind,
    qualifiedName: record.qualifiedName,
    source: record.root.source,
    root: record.root.realDir,
    directory: record.directory,
    digest,
    argv: launch?.ok ? launch.argv : (built?.argv ?? null),
    ...(built === null || built.built === null ? {} : { built: built.built }),
    ...request.grants,
    ...(output === null ? {} : { event: output }),
    ...(isUnpinned ? { isUnpinned } : {}),
    approvedAt: request.now.toISOString(),
    version: HOOKMD_VERSION,
  };
}

/** APPROVAL_UNPINNED, with what cannot be pinned. */
export function unpinnedError(record: PackageRecord): HookError {
  const [first] = unpinnedIssues(record);
  const parameters = { name: quoteWord(record.name), detail: first?.message ?? '' };
  return new HookError('APPROVAL_UNPINNED', parameters, { exitCode: 1 });
}

async function builtHandler(
  { record }: ApprovalRequest,
  manifest: Omit<Manifest, 'body'>,
  location: HandlerPlace,
): Promise<BuiltHandler | null> {
  const built = await prepareHandler(manifest, location);
  if (built === null || 'argv' in built) return built;
  const detail = describeProblems(built.problems);
  throw new HookError('HANDLER_NOT_BUILT', { name: record.name, detail }, { exitCode: 1 });
}

async function outputOf(
  places: Places,
  { record, known, digest, grants, environment }: ApprovalRequest,
  dir: string,
  launch: Launch | null,
  prompt: NonNullable<DefinitionReader['readEvents']>,
): Promise<string> {
  if (known?.digest === digest && known.event !== undefined) return known.event;
  const { name, qualifiedName, root, directory } = record;
  if (launch === null || !launch.ok) {
    const detail = launch?.message ?? 'it has nothing to run.';
    throw new HookError(
      'EXECUTABLE_NOT_RUNNABLE',
      { name, detail, fix: launch?.remedy ?? '' },
      { exitCode: 1 },
    );
  }
  const output = await prompt({
    name,
    source: root.source,
    argv: launch.argv,
    dir,
    projectDir: places.projectDir,
    environment,
    grantedEnv: grants.env,
  });
  const key = { qualifiedName, root: root.realDir, directory };
  if ('event' in output) {
    removeRejection(places.stateDir, key);
    return output.event;
  }
  const { detail } = output;
  writeRejection(places.stateDir, key, digest, detail);
  const parameters = { name, detail, file: quoteWord(name), events: executableEvents.join(', ') };
  throw new HookError('EXECUTABLE_OUTPUT', parameters, { exitCode: 1 });
}
