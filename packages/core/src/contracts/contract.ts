import type { Answer } from '../events/answer.ts';
import type { HookEvent } from '../events/event.ts';
import type { ModifySpec } from '../manifest/manifest.ts';
import type { ContractVerdict } from './contract-verdict.ts';
import { judgeInput } from './judge-input.ts';
import { judgeOutput } from './judge-output.ts';
import { judgeHint, judgeKeyRedaction } from './messages.ts';
import { judgeTools } from './tools.ts';

/** What a manifest says of its changes as a whole. */
export interface ContractTerms {
  readonly merge: 'replace' | 'shallow';
  /** Keys that `redact` may name; none = the usual names of secrets. */
  readonly redactKeys: readonly string[];
  /** Which keys of the input it may change is for the configuration to say, not for its manifest. */
  readonly inputByPolicy?: boolean;
}

interface Clause {
  /** The proposal of this kind in an answer; undefined = none. */
  readonly proposal: (answer: Answer) => unknown;
  /** The grant of this kind; undefined = none, and any proposal is a violation. */
  readonly grant: (spec: ModifySpec) => unknown;
  readonly judge: (
    event: HookEvent,
    answer: Answer,
    spec: ModifySpec,
    terms: ContractTerms,
  ) => ContractVerdict;
  readonly name: string;
  /** An answer may hold it as it was: handing back what one was given is no change, whoever does it. */
  readonly isWhole?: true;
}

/** A policy is resolved by whoever plans the event; what is left of it here is nothing. */
function inputKeys({ input = [] }: ModifySpec): readonly string[] {
  return input === 'policy' ? [] : input;
}

/** Of several replacements the first one counts: that is for the merge to say. */
const accept = (event: HookEvent): ContractVerdict => ({ event, changed: [] });

const clauses: readonly Clause[] = [
  {
    name: 'input',
    isWhole: true,
    proposal: (answer) => answer.input,
    grant: (spec) => spec.input,
    judge: (event, answer, spec, { merge }) => judgeInput(event, answer.input ?? {}, inputKeys(spec), merge),
  },
  {
    name: 'output',
    isWhole: true,
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
  // Before the hint: what a hook appends itself is not what it redacts.
  {
    name: 'redaction',
    proposal: (answer) => answer.redact,
    grant: (spec) => spec.redact,
    judge: (event, answer, _, { redactKeys }) => judgeKeyRedaction(event, answer.redact ?? [], redactKeys),
  },
  {
    name: 'hint',
    proposal: (answer) => answer.hint,
    grant: (spec) => spec.hint,
    judge: (event, answer) => judgeHint(event, answer.hint ?? ''),
  },
  {
    name: 'tools',
    isWhole: true,
    proposal: (answer) => answer.tools,
    grant: (spec) => spec.tools,
    judge: (event, answer) => judgeTools(event, answer.tools ?? []),
  },
];

/**
 * Holds the changes of one answer to what the hook may change: accepted as a whole, or refused as a
 * whole with the original kept. Source: architecture.md §3.4.
 */
export function applyContract(
  event: HookEvent,
  answer: Answer,
  spec: ModifySpec | null,
  terms: ContractTerms,
): ContractVerdict {
  let current = event;
  const changed: string[] = [];
  const removed: string[] = [];
  for (const clause of clauses) {
    if (clause.proposal(answer) === undefined) continue;
    if (spec === null || clause.grant(spec) === undefined) {
      if (clause.isWhole && isUnchanged(event, answer, clause)) continue;
      const may = Object.keys(spec ?? {}).join(', ') || 'nothing';
      const remedy =
        clause.name === 'input' && terms.inputByPolicy
          ? 'list its keys under `allow.modify` in your config.yaml'
          : 'declare it under `modify`';
      return { violation: `changed the ${clause.name}, may change ${may}; ${remedy}` };
    }
    const verdict = clause.judge(current, answer, spec, terms);
    if ('violation' in verdict) return verdict;
    current = verdict.event;
    changed.push(...verdict.changed);
    removed.push(...(verdict.removed ?? []));
  }
  return { event: current, changed, removed };
}

function isUnchanged(event: HookEvent, answer: Answer, clause: Clause): boolean {
  const everything: ModifySpec = { input: ['*'], output: 'replace' };
  const verdict = clause.judge(event, answer, everything, { merge: 'replace', redactKeys: [] });
  return 'event' in verdict && verdict.changed.length === 0;
}
