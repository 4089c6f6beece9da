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
