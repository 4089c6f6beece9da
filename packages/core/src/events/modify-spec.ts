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
