import { type EntryFacts, type Level, leftOver, readFacts, recordUid } from './entry.ts';
import type { ShippedRecord } from './shipped-record.ts';

const CLASS_UID = 6003;
const CLASS_NAME = 'API Activity';

type Pair = readonly [id: number, caption: string];

const severities: Readonly<Record<Level, Pair>> = {
  info: [1, 'Informational'],
  warn: [2, 'Low'],
  error: [3, 'Medium'],
};

/** What became of the event: what HookMD did, and the result. */
type Outcome = readonly [actionId: number, action: string, dispositionId: number, disposition: string];

const outcomes: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['block', [2, 'Denied', 2, 'Blocked']],
  ['halted', [2, 'Denied', 2, 'Blocked']],
  ['allow', [1, 'Allowed', 1, 'Allowed']],
  ['approved', [1, 'Allowed', 8, 'Approved']],
  ['ask', [99, 'Prompted the user', 99, 'Prompted the user']],
  ['sentBack', [99, 'Sent back', 99, 'Sent back']],
]);

/** HookMD decided nothing, and the call proceeded. */
const observed: Outcome = [3, 'Observed', 17, 'Logged'];

/** By the kind of the tool. A kind without a row can do anything. */
const activities: ReadonlyMap<string | undefined, Pair> = new Map([
  ['read', [2, 'Read']],
  ['search', [2, 'Read']],
  ['edit', [3, 'Update']],
  ['write', [3, 'Update']],
]);

/**
 * Makes an event of OCSF 1.7.0: API Activity, in which an agent calls a tool, with the profiles host, security_control and trace.
 *
 * Version 1.7.0 has no class for agents. What it has no place for is in `unmapped`.
 */
export function toOcsf(record: ShippedRecord): object {
  const { entry, machine, sequence, previous, hash } = record;
  const facts = readFacts(entry);
  const { timeMs = 0, durationMs } = facts;
  const [activityId, activity] = activities.get(facts.toolKind) ?? [99, 'Other'];
  const [severityId, severity] = severities[facts.level];
  const [actionId, action, dispositionId, disposition] = outcomes.get(facts.outcome) ?? observed;
  const [policy] = facts.decidedBy;
  return {
    category_uid: 6,
    category_name: 'Application Activity',
    class_uid: CLASS_UID,
    class_name: CLASS_NAME,
    activity_id: activityId,
    activity_name: activityId === 99 ? (facts.event ?? activity) : activity,
    type_uid: CLASS_UID * 100 + activityId,
    type_name: `${CLASS_NAME}: ${activity}`,
    severity_id: severityId,
    severity,
    time: timeMs,
    ...(durationMs === undefined ? {} : { duration: Math.round(durationMs) }),
    message: facts.message,
    ...(facts.reason === undefined ? {} : { status_detail: facts.reason }),
    ...(facts.errorType === undefined ? {} : { status_code: facts.errorType }),
    metadata: {
      version: '1.7.0',
      product: { name: 'HookMD', vendor_name: 'HookMD' },
      profiles: ['host', 'security_control', 'trace'],
      uid: recordUid(record),
      sequence,
      log_name: 'event log',
      log_version: facts.schema,
      event_code: facts.event,
      original_time: facts.time,
      original_event_uid: facts.eventId,
      is_truncated: facts.truncated,
    },
    actor: {
      app_name: facts.agent ?? 'unknown',
      ...(facts.sessionId === undefined ? {} : { session: { uid: facts.sessionId } }),
      ...(facts.by === undefined ? {} : { user: { name: facts.by } }),
    },
    api: { operation: facts.toolName ?? facts.event ?? 'unknown' },
    src_endpoint: { uid: machine },
    device: { uid: machine, type_id: 0, type: 'Unknown' },
    action_id: actionId,
    action,
    disposition_id: dispositionId,
    disposition,
    is_alert: facts.level !== 'info',
    ...(policy === undefined ? {} : { policy: { name: policy, is_applied: true } }),
    ...(facts.traceId === undefined ? {} : { trace: toTrace(facts) }),
    unmapped: { previous, hash, entry: leftOver(entry, facts, placed) },
  };
}

const placed = [
  ...(['schema', 'time', 'event', 'eventId', 'sessionId', 'agent', 'by', 'traceId', 'spanId'] as const),
  ...(['reason', 'durationMs', 'truncated'] as const),
];

/** A span has to have times, as the event has: 0 if it cannot be read. */
function toTrace({ traceId, spanId, parentSpanId, timeMs = 0, durationMs = 0 }: EntryFacts): object {
  if (spanId === undefined) return { uid: traceId };
  const times = { start_time: timeMs - Math.round(durationMs), end_time: timeMs };
  return { uid: traceId, span: { uid: spanId, parent_uid: parentSpanId, ...times } };
}
