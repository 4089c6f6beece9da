import { type ApprovalKey, listRecords, type RecordKind, removeOne, writeOne } from './records.ts';
import { isDigest } from './store.ts';

const REJECTION_SCHEMA = 'hookmd.refusal/1';

/** Bytes of a bare executable that the user wanted to approve and that did not name their event. */
export interface Rejection extends ApprovalKey {
  readonly schema: typeof REJECTION_SCHEMA;
  readonly digest: string;
  /** What it did instead, as the end of a sentence. */
  readonly detail: string;
}

const rejections: RecordKind<Rejection> = {
  directory: 'refusals',
  schema: REJECTION_SCHEMA,
  texts: ['detail'],
  check: ({ digest }) => isDigest(digest),
};

/** Only the output of `list` and `check` depends on it: where it cannot be written, nothing is lost. */
export function writeRejection(stateDir: string, key: ApprovalKey, digest: string, detail: string): void {
  const { qualifiedName, root, directory } = key;
  try {
    const rejection: Rejection = {
      schema: REJECTION_SCHEMA,
      qualifiedName,
      root,
      directory,
      digest,
      detail,
    };
    writeOne(stateDir, rejections, rejection, { isMemory: true });
  } catch {
    // The command that wanted the approval prints the reason in any case.
  }
}

/** Throws STATE_NOT_WRITABLE. */
export function removeRejection(stateDir: string, key: ApprovalKey): void {
  removeOne(stateDir, rejections, key);
}

/** Every rejection that can be read. */
export function listRejections(stateDir: string): readonly Rejection[] {
  return listRecords(stateDir, rejections, { setsAside: false }).records;
}
