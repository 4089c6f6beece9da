import type { ModifySpec } from '../manifest/manifest.ts';
import type { Answer } from '../protocol/answer.ts';
import type { HookEvent } from '../protocol/event.ts';
import { judgeInput } from './input.ts';
import { judgeOutput } from './output.ts';

/** The event after an accepted change, with the names of what changed; or why the change is refused. */
export type ContractVerdict =
  | { readonly event: HookEvent; readonly changed: readonly string[]; readonly removed?: readonly string[] }
  | { readonly violation: string };

interface Clause {
  /** The proposal of this kind in an answer; undefined = none. */
  readonly proposal: (answer: Answer) => unknown;
  /** The grant of this kind; undefined = none, and any proposal is a violation. */
  readonly grant: (spec: ModifySpec) => unknown;
  readonly judge: (
    event: HookEvent,
    answer: Answer,
    spec: ModifySpec,
    merge: 'replace' | 'shallow',
  ) => ContractVerdict;
  readonly name: string;
}

/** A policy is resolved by whoever plans the event; what is left of it here is nothing. */
function inputKeys({ input = [] }: ModifySpec): readonly string[] {
  return input === 'policy' ? [] : input;
}

const accept = (event: HookEvent): ContractVerdict => ({ event, changed: [] });

const clauses: readonly Clause[] = [
  {
    name: 'input',
    proposal: (answer) => answer.input,
    grant: (spec) => spec.input,
    judge: (event, answer, spec, merge) => judgeInput(event, answer.input ?? {}, inputKeys(spec), merge),
  },
  {
    name: 'output',
    proposal: (answer) => answer.output,
    grant: (spec) => spec.output,
    judge: (event, answer, spec) => judgeOutput(event, answer.output ?? null, spec.output ?? 'redact'),
  },
  {
    name: 'messages',
    proposal: (answer) => answer.messages ?? answer.callback,
    grant: (spec) => spec.messages,
    judge: accept,
  },
  { name: 'hint', proposal: (answer) => answer.hint, grant: (spec) => spec.hint, judge: accept },
  { name: 'redact', proposal: (answer) => answer.redact, grant: (spec) => spec.redact, judge: accept },
];

/**
 * Holds the changes of one answer to what the hook may change: accepted as a whole, or refused as a
 * whole with the original kept. Source: architecture.md §3.4.
 */
export function applyContract(
  event: HookEvent,
  answer: Answer,
  spec: ModifySpec | null,
  merge: 'replace' | 'shallow',
): ContractVerdict {
  let current = event;
  const changed: string[] = [];
  const removed: string[] = [];
  for (const clause of clauses) {
    if (clause.proposal(answer) === undefined) continue;
    if (spec === null || clause.grant(spec) === undefined) {
      const harmless =
        clause.name === 'input' || clause.name === 'output' ? isUnchanged(event, answer, clause) : false;
      if (harmless) continue;
      return { violation: `changed the ${clause.name}, may change nothing; declare it under \`modify\`` };
    }
    const verdict = clause.judge(current, answer, spec, merge);
    if ('violation' in verdict) return verdict;
    current = verdict.event;
    changed.push(...verdict.changed);
    removed.push(...(verdict.removed ?? []));
  }
  return { event: current, changed, removed };
}

/** Handing back what one was given is no change, whoever does it. */
function isUnchanged(event: HookEvent, answer: Answer, clause: Clause): boolean {
  const everything: ModifySpec = { input: ['*'], output: 'replace' };
  const verdict = clause.judge(event, answer, everything, 'replace');
  return 'event' in verdict && verdict.changed.length === 0;
}
