import type { Permit } from './events.ts';

/** What a hook declares it may change on one event. */
export interface ModifySpec {
  /** Keys of the tool input; one dotted level; `*` = all; `policy` = those that `allow.modify` of the configuration lists. */
  readonly input?: readonly string[] | 'policy';
  readonly output?: 'replace' | 'redact';
  readonly hint?: true;
  readonly redact?: true;
  readonly messages?: true;
  readonly tools?: true;
}

/** What the host must be able to honor. */
export type Need = 'block' | 'modify-input' | 'modify-output' | 'context' | 'follow-up' | 'compact';

/** The permit of the host for each need. */
export const needPermit: Readonly<Record<Need, Permit>> = {
  block: 'block',
  'modify-input': 'input',
  'modify-output': 'output',
  context: 'context',
  'follow-up': 'followUp',
  compact: 'replace',
};
