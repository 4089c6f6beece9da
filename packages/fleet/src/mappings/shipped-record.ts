/** What is sent for one line of an event log. */
export interface ShippedRecord {
  readonly schema: 'hookmd.shipped/1';
  /** Id of the machine and user whose log it is. */
  readonly machine: string;
  /** Counts from 1 without a gap. */
  readonly sequence: number;
  /** Hash of the record before; 64 zeros for the first. */
  readonly previous: string;
  /** sha256 in hex over machine, sequence, previous and entry. */
  readonly hash: string;
  /** The line of the event log without what never leaves the machine; its `schema` names its kind. */
  readonly entry: Readonly<Record<string, unknown>>;
}

/** One line of a message; null = it is no record. */
export function parseRecord(line: string): ShippedRecord | null {
  let value: Partial<ShippedRecord> | null;
  try {
    value = JSON.parse(line) as Partial<ShippedRecord> | null;
  } catch {
    return null;
  }
  const isRecord =
    value?.schema === 'hookmd.shipped/1' &&
    typeof value.machine === 'string' &&
    /^[0-9a-f]{32}$/.test(value.machine) &&
    Number.isSafeInteger(value.sequence) &&
    typeof value.previous === 'string' &&
    typeof value.hash === 'string' &&
    typeof value.entry === 'object' &&
    value.entry !== null;
  return isRecord ? (value as ShippedRecord) : null;
}
