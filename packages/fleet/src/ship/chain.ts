import { sha256 } from '@hookmd/core/system';
import type { ShippedRecord } from '../mappings/shipped-record.ts';

/** Where a chain is: the record that was last added to it. */
export interface Link {
  readonly sequence: number;
  readonly hash: string;
}

/** Before the first record. */
export const START: Link = { sequence: 0, hash: '0'.repeat(64) };

/** More than any line of HookMD: larger or deeper ones would not fit into a message, or into the stack. */
const MAX_LINE_BYTES = 32 * 1024;
const MAX_DEPTH = 100;

/** What stays on the machine: whole inputs of tools, and what hooks printed, which may hold the content of files. */
const staysOfEntry: ReadonlySet<string> = new Set(['input', 'callDigest']);
const staysOfRun: ReadonlySet<string> = new Set(['stdoutHead', 'stderrTail']);

/**
 * The record of one line of the event log, behind `last`. The same line behind the same record always gives the same one, so
 * that a receiver recognizes what it has.
 */
export function makeRecord(machine: string, last: Link, line: string): ShippedRecord {
  const sequence = last.sequence + 1;
  const entry = entryOf(line);
  const hash = hashOf({ machine, sequence, previous: last.hash, entry });
  return { schema: 'hookmd.shipped/1', machine, sequence, previous: last.hash, hash, entry };
}

/** Whether a record follows `last`, and nothing in it was changed. */
export function isNext(record: ShippedRecord, last: Link): boolean {
  return record.sequence === last.sequence + 1 && record.previous === last.hash && isWhole(record);
}

/** Whether nothing in a record was changed. */
export function isWhole(record: ShippedRecord): boolean {
  return hashOf(record) === record.hash;
}

function hashOf({
  machine,
  sequence,
  previous,
  entry,
}: Pick<ShippedRecord, 'machine' | 'sequence' | 'previous' | 'entry'>): string {
  return sha256(`${machine}\n${sequence}\n${previous}\n${JSON.stringify(entry)}`);
}

/** A line as HookMD writes none, such as one that a full disk tore or a user wrote, is sent as its size and digest. */
function entryOf(line: string): ShippedRecord['entry'] {
  let value: unknown;
  try {
    value = Buffer.byteLength(line) > MAX_LINE_BYTES ? null : JSON.parse(line);
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isDeeper(value, MAX_DEPTH))
    return {
      schema: 'hookmd.unreadable/1',
      bytes: Buffer.byteLength(line),
      digest: `sha256:${sha256(line)}`,
    };
  return without(value, staysOfEntry, (key, inner) =>
    key === 'hooks' && Array.isArray(inner) ? inner.map(withoutOutput) : inner,
  );
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function withoutOutput(run: unknown): unknown {
  return typeof run === 'object' && run !== null && !Array.isArray(run) ? without(run, staysOfRun) : run;
}

function without(
  value: object,
  stays: ReadonlySet<string>,
  change: (key: string, inner: unknown) => unknown = (_, inner) => inner,
): Record<string, unknown> {
  const leaves = Object.entries(value).filter(([key]) => !stays.has(key));
  return Object.fromEntries(leaves.map(([key, inner]) => [key, change(key, inner)]));
}
