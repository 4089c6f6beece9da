import { isAbsolute, join } from 'node:path';
import type { Issue } from '../errors/issue.ts';
import { areTexts } from '../events/json.ts';
import { type RootKind, rootKinds, type Source, sourceOrder } from '../events/source.ts';
import {
  type ApprovalKey,
  listRecords,
  type RecordKind,
  readOne,
  recordPath,
  removeOne,
  writeOne,
} from './records.ts';
import { isDigest, markCopy, storedPath } from './store.ts';

export const APPROVAL_SCHEMA = 'hookmd.approval/1';

/** What the user granted along with the bytes of a package. */
export interface Grants {
  /** Names of the variables it may read. */
  readonly env: readonly string[];
  /** It may let calls run without a prompt. */
  readonly preApprove?: true;
  /** A timeout above `hooks.maxTimeout`. */
  readonly timeoutMs?: number;
}

/** The user's yes to the bytes of a package. */
export interface Approval extends ApprovalKey, Grants {
  readonly schema: typeof APPROVAL_SCHEMA;
  /** Of its hooks directory; none = `packages`, as in records of early versions. */
  readonly kind?: RootKind;
  readonly source: Source;
  readonly digest: string;
  /** The command line with its program pinned to an absolute path; null = nothing is started. */
  readonly argv: readonly string[] | null;
  /** Digest of the handler that was built of it, which is what runs; none = nothing had to be built. */
  readonly built?: string;
  /** The event that a bare executable named at the approval. */
  readonly event?: string;
  /** Only its text was approved: the files that it runs are not pinned. */
  readonly isUnpinned?: true;
  /** ISO time. */
  readonly approvedAt: string;
  /** Version of HookMD that wrote it. */
  readonly version: string;
}

const approvals: RecordKind<Approval> = {
  directory: 'approvals',
  schema: APPROVAL_SCHEMA,
  texts: ['approvedAt', 'version'],
  check: ({ digest, source, env, argv, kind = 'packages', event: output = '', built, ...more }) =>
    isDigest(digest) &&
    (sourceOrder as readonly unknown[]).includes(source) &&
    (rootKinds as readonly unknown[]).includes(kind) &&
    areTexts(env) &&
    typeof output === 'string' &&
    [undefined, true].includes(more['isUnpinned'] as undefined) &&
    [undefined, true].includes(more['preApprove'] as undefined) &&
    (more['timeoutMs'] === undefined || Number.isSafeInteger(more['timeoutMs'])) &&
    (built === undefined || isDigest(built)) &&
    (argv === null || (areTexts(argv) && isAbsolute(argv[0] ?? ''))),
};

/** What an approval grants, without the rest of it. */
export function grantsOf(approval: Approval | null): Grants {
  const { env = [], preApprove, timeoutMs } = approval ?? {};
  return {
    env,
    ...(preApprove === undefined ? {} : { preApprove }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

export function approvalPath(stateDir: string, key: ApprovalKey): string {
  return recordPath(stateDir, approvals, key);
}

/** Null = not approved; `problem` has the reason if a record exists and does not count. */
export function readApproval(
  stateDir: string,
  key: ApprovalKey,
): { approval: Approval | null; problem: Issue | null } {
  const { value, problem } = readOne(stateDir, approvals, approvalPath(stateDir, key));
  return { approval: value, problem };
}

/** Throws STATE_NOT_WRITABLE; the earlier approval then stays. */
export function writeApproval(stateDir: string, approval: Approval): void {
  markDropped(stateDir, approval);
  writeOne(stateDir, approvals, approval);
}

/** False = there was none. Throws STATE_NOT_WRITABLE. */
export function removeApproval(stateDir: string, key: ApprovalKey): boolean {
  markDropped(stateDir, key);
  return removeOne(stateDir, approvals, key);
}

/** The bytes approved so far may be running: `hooks gc` leaves them for an hour. */
function markDropped(stateDir: string, key: ApprovalKey): void {
  const { approval } = readApproval(stateDir, key);
  if (approval === null) return;
  const { digest, built = digest } = approval;
  for (const name of new Set([digest, built])) markCopy(storedPath(join(stateDir, 'store'), name));
}

/** Every approval that counts, by file name, and what does not count. */
export function listApprovals(
  stateDir: string,
  access: { setsAside?: boolean } = {},
): { approvals: Approval[]; issues: Issue[] } {
  const { records, issues } = listRecords(stateDir, approvals, access);
  return { approvals: records, issues };
}
