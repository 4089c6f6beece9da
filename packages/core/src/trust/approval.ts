import { readdirSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { describeError, isErrno } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { isJsonObject } from '../events/json.ts';
import { type RootKind, rootKinds, type Source, sourceOrder } from '../events/source.ts';
import { removeFile, writeFileAtomic } from '../state/files.ts';
import { encodeFileName, quickHash } from '../state/hash.ts';
import { ownershipProblem, readRecord } from '../state/record-file.ts';
import { isDigest, markCopy, storedPath } from './store.ts';

export const APPROVAL_SCHEMA = 'hookmd.approval/1';

/** Which package an approval is for. */
export interface ApprovalKey {
  /** `project/x`, `user/x`. */
  readonly qualifiedName: string;
  /** Real path of the hook root: the same project is the same one through every link. */
  readonly root: string;
  /** Folder of the package in the root. */
  readonly folder: string;
}

/** A person's yes to these bytes, with what was granted along with it. */
export interface Approval extends ApprovalKey {
  readonly schema: typeof APPROVAL_SCHEMA;
  /** Of its root; none = `packages`, as all were once. */
  readonly kind?: RootKind;
  readonly source: Source;
  readonly digest: string;
  /** Names of the variables it may read. */
  readonly env: readonly string[];
  /** The command line with its program pinned to an absolute path; null = nothing is started. */
  readonly argv: readonly string[] | null;
  /** Digest of what was built of its handler: that is what runs; none = nothing had to be built. */
  readonly built?: string;
  /** What it said when it was asked at the approval; only where its kind asks. */
  readonly answer?: string;
  /** ISO time. */
  readonly approvedAt: string;
  /** Version of HookMD that wrote it. */
  readonly version: string;
}

export function approvalPath(stateDir: string, key: ApprovalKey): string {
  const place = quickHash(`${key.root}\0${key.folder}`);
  return join(stateDir, 'approvals', `${encodeFileName(key.qualifiedName)}-${place}.json`);
}

/** Null = not approved; `problem` says why where there is a record that does not count. */
export function readApproval(
  stateDir: string,
  key: ApprovalKey,
): { approval: Approval | null; problem: Issue | null } {
  const path = approvalPath(stateDir, key);
  const { value, problem } = readRecord(path, (record) => isApprovalFor(record, path));
  const distrust = value === null ? problem : ownershipProblem(stateDir);
  return { approval: distrust === null ? value : null, problem: distrust };
}

/** Throws STATE_NOT_WRITABLE; the earlier approval then stands. */
export function writeApproval(stateDir: string, approval: Approval): void {
  markDropped(stateDir, approval);
  writeFileAtomic(approvalPath(stateDir, approval), JSON.stringify(approval));
}

/** False = there was none. Throws STATE_NOT_WRITABLE. */
export function removeApproval(stateDir: string, key: ApprovalKey): boolean {
  markDropped(stateDir, key);
  return removeFile(approvalPath(stateDir, key));
}

/** What was approved so far may run at this very moment: whoever clears the store leaves it for a while. */
function markDropped(stateDir: string, key: ApprovalKey): void {
  const { approval } = readApproval(stateDir, key);
  if (approval === null) return;
  const { digest, built = digest } = approval;
  for (const one of new Set([digest, built])) markCopy(storedPath(join(stateDir, 'store'), one));
}

/** Every approval that counts, by file name, and what does not count. */
export function listApprovals(
  stateDir: string,
  access: { setsAside?: boolean } = {},
): { approvals: Approval[]; issues: Issue[] } {
  const folder = join(stateDir, 'approvals');
  const distrust = ownershipProblem(stateDir);
  if (distrust !== null) return { approvals: [], issues: [distrust] };
  const approvals: Approval[] = [];
  const issues: Issue[] = [];
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    for (const name of names.sort()) {
      const path = join(folder, name);
      const { value, problem } = readRecord(path, (record) => isApprovalFor(record, path), access);
      if (value !== null) approvals.push(value);
      if (problem !== null) issues.push(problem);
    }
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) {
      issues.push(issue('STATE_IGNORED', { detail: describeError(error), path: folder }, { path: folder }));
    }
  }
  return { approvals, issues };
}

/** A record under the name of another package would approve what nobody looked at. */
function isApprovalFor(value: unknown, path: string): value is Approval {
  return isApproval(value) && basename(approvalPath('', value)) === basename(path);
}

function isApproval(value: unknown): value is Approval {
  if (!isJsonObject(value) || value.schema !== APPROVAL_SCHEMA) return false;
  const texts = ['qualifiedName', 'root', 'folder', 'approvedAt', 'version'];
  const { env, argv, kind = 'packages', answer = '', built } = value;
  return (
    texts.every((key) => typeof value[key] === 'string') &&
    isDigest(value.digest) &&
    sourceOrder.some((source) => source === value.source) &&
    rootKinds.some((one) => one === kind) &&
    isTexts(env) &&
    typeof answer === 'string' &&
    (built === undefined || isDigest(built)) &&
    (argv === null || (isTexts(argv) && isAbsolute(argv[0] ?? '')))
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
