import { cleanLine } from '@hookmd/core/text';
import { parseRecord, type ShippedRecord } from '../mappings/shipped-record.ts';
import { isNext, isWhole, type Link, START } from '../ship/chain.ts';

/** What is wrong with a chain. */
export type ChainProblemKind =
  /** Records between two others are missing. */
  | 'gap'
  /** A record is there twice. */
  | 'repeated'
  /** A record is not what its machine sent, or does not follow from the one before. */
  | 'changed';

export interface ChainProblem {
  readonly kind: ChainProblemKind;
  /** The record behind which it is. */
  readonly after: number;
  readonly records: number;
}

/** One machine in a stream. */
export interface Chain {
  readonly machine: string;
  /** Above 1 where the receiver has removed old records. */
  readonly first: number;
  readonly last: number;
  readonly records: number;
  readonly problems: readonly ChainProblem[];
  /** What the machine reported about its own log. */
  readonly notes: readonly { readonly time: string; readonly note: string; readonly detail: string }[];
}

interface Growing {
  first: number;
  last: Link;
  records: number;
  readonly problems: ChainProblem[];
  readonly notes: Chain['notes'][number][];
}

/** Checks the chain of every machine, line by line in the order of the stream. */
export class ChainCheck {
  readonly #chains = new Map<string, Growing>();
  /** Lines that are no records. */
  unreadable = 0;

  add(line: string): void {
    const record = parseRecord(line);
    if (record === null) {
      this.unreadable += 1;
      return;
    }
    const { machine, sequence, hash, entry } = record;
    const chain = this.#chains.get(machine) ?? begin(record);
    this.#chains.set(machine, chain);
    const problem = problemOf(record, chain.last);
    if (problem !== null) chain.problems.push(problem);
    if (problem?.kind === 'repeated') return;
    chain.records += 1;
    chain.last = { sequence, hash };
    if (entry['schema'] === 'hookmd.note/1') chain.notes.push(noteOf(entry));
  }

  chains(): readonly Chain[] {
    return [...this.#chains]
      .map(([machine, { last, ...chain }]) => ({ machine, ...chain, last: last.sequence }))
      .sort((a, b) => (a.machine < b.machine ? -1 : 1));
  }
}

function begin({ sequence, previous }: ShippedRecord): Growing {
  const last = sequence === 1 ? START : { sequence: sequence - 1, hash: previous };
  return { first: sequence, last, records: 0, problems: [], notes: [] };
}

function problemOf(record: ShippedRecord, last: Link): ChainProblem | null {
  if (isNext(record, last)) return null;
  const after = last.sequence;
  if (record.sequence <= after) return { kind: 'repeated', after, records: 1 };
  const missing = record.sequence - after - 1;
  return missing > 0 && isWhole(record)
    ? { kind: 'gap', after, records: missing }
    : { kind: 'changed', after, records: 1 };
}

function noteOf({ time, note, detail }: ShippedRecord['entry']): Chain['notes'][number] {
  const text = (value: unknown): string => cleanLine(String(value ?? '')).slice(0, 300);
  return { time: text(time), note: text(note), detail: text(detail) };
}
