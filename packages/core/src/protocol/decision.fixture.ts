import { DECISION_SCHEMA, type Decision } from './decision.ts';

/** What no hook had anything to say to. */
export const silentDecision: Decision = {
  schema: DECISION_SCHEMA,
  traceId: '',
  event: 'PreToolUse',
  eventId: '',
  decision: 'none',
  reason: null,
  decidedBy: [],
  input: null,
  output: null,
  changed: [],
  context: [],
  feedback: [],
  followUps: [],
  messages: null,
  hints: [],
  tools: null,
  callback: null,
  halt: null,
  userMessages: [],
  suppressOutput: false,
  hooks: [],
  dropped: [],
  failedOpen: [],
  durationMs: 0,
};
