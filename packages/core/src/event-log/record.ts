import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, isErrno } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { Decision, DecisionValue } from '../events/decision.ts';
import type { HookEvent, ToolKind } from '../events/event.ts';
import type { EventName } from '../events/events.ts';
import type { HookRun, ModelCost } from '../events/outcome.ts';
import { cleanText } from '../events/text.ts';
import { makeDirectory } from '../state/files.ts';
import type { RecordedCall } from './call-text.ts';
import type { TraceIds } from './ids.ts';

export const TRACE_SCHEMA = 'hookmd.trace/1';

/** Of one line with its newline. */
export const MAX_LINE_BYTES: number = 16 * 1024;
const MAX_TEXT_BYTES = 1024;
const MAX_SENTENCES = 20;
const MAX_BACKGROUND_WARNINGS = 5;
/** Printable ASCII with single blanks inside. */
const PLAIN_LINE = /^[!-~]*(?: [!-~]+)*$/;

/** One dispatch in the event log: names, digests, changed keys and capped reasons; of the payload what the user has recorded. */
export interface EventLogRecord extends TraceIds {
  readonly schema: typeof TRACE_SCHEMA;
  /** ISO time. */
  readonly time: string;
  readonly event: EventName;
  readonly eventId: string;
  readonly sessionId: string;
  readonly agent: string;
  readonly projectDir: string;
  readonly tool: { readonly kind: ToolKind; readonly name: string } | null;
  /** What the event is about in one line, such as the command, without secrets. Absent = nothing, or not recorded. */
  readonly call?: string;
  /** The input of the tool as JSON, without secrets. Absent = none, or not recorded. */
  readonly input?: string;
  /** Of a tool call that did not proceed: identifies exactly this call. Absent = it proceeded, or is not recorded. */
  readonly callDigest?: string;
  readonly decision: DecisionValue;
  readonly reason: string | null;
  /** Qualified names of the hooks that made the decision. Absent = none did, or an earlier version recorded it. */
  readonly decidedBy?: readonly string[];
  /** The agent wanted to stop and continues: the `hooks` that send it back have the reason. Absent = it does not. */
  readonly sentBack?: true;
  /** The agent was stopped altogether, by those of `hooks` that halt. Absent = it was not. */
  readonly halted?: true;
  /** Every hook of the event, whether it ran or not, in plan order. */
  readonly hooks: readonly HookRun[];
  readonly dropped: readonly string[];
  readonly failedOpen: readonly string[];
  /** Sum over all hooks; null if no model was called. */
  readonly cost: ModelCost | null;
  readonly durationMs: number;
  /** The line would have been too long: standard errors, then reasons, then rows were left out. */
  readonly truncated?: true;
  /** Rows that were left out of `hooks`. */
  readonly hooksLeftOut?: number;
}

/** Makes the record of a dispatch; it fits into one line. */
export function traceRecord(
  decision: Decision,
  event: HookEvent,
  ids: TraceIds,
  projectDir: string = event.project_dir,
  call: RecordedCall = {},
  now: Date = new Date(),
): EventLogRecord {
  const { traceId, spanId, parentSpanId } = ids;
  return fitIntoLine({
    schema: TRACE_SCHEMA,
    traceId,
    spanId,
    parentSpanId,
    time: now.toISOString(),
    event: decision.event,
    eventId: cap(decision.eventId, 128),
    sessionId: cap(event.session_id, 128),
    agent: cap(event.agent.name, 128),
    projectDir: cap(projectDir),
    tool: event.tool === undefined ? null : { kind: event.tool.kind, name: cap(event.tool_name ?? '', 256) },
    ...call,
    decision: decision.decision,
    reason: capOrNull(decision.reason),
    ...(decision.decidedBy.length > 0 ? { decidedBy: capAll(decision.decidedBy) } : {}),
    ...(decision.decision === 'none' && decision.followUps.length > 0 ? { sentBack: true } : {}),
    ...(decision.halt === null ? {} : { halted: true }),
    hooks: decision.hooks.map(capRun),
    dropped: capAll(decision.dropped),
    failedOpen: capAll(decision.failedOpen),
    cost: sumOf(decision.hooks),
    durationMs: roundMs(decision.durationMs),
  });
}

/** Makes the record of asynchronous runs; one run fits into one line. */
export function backgroundRecord(
  event: EventName,
  runs: readonly HookRun[],
  { traceId, spanId, parentSpanId }: TraceIds,
  projectDir: string,
  now: Date = new Date(),
): BackgroundRecord {
  const hooks = runs
    .map(capRun)
    .map((run) => ({ ...run, warnings: run.warnings.slice(0, MAX_BACKGROUND_WARNINGS) }));
  const time = now.toISOString();
  return {
    schema: BACKGROUND_SCHEMA,
    traceId,
    spanId,
    parentSpanId,
    time,
    event,
    projectDir: cap(projectDir),
    hooks,
  };
}

function sumOf(runs: readonly HookRun[]): ModelCost | null {
  const costs = runs.map(({ cost }) => cost).filter((cost) => cost !== null);
  if (costs.length === 0) return null;
  const sum = (pick: (cost: ModelCost) => number): number => costs.reduce((all, cost) => all + pick(cost), 0);
  return {
    inputTokens: sum((cost) => cost.inputTokens),
    outputTokens: sum((cost) => cost.outputTokens),
    turns: sum((cost) => cost.turns),
  };
}

/** Field by field, so that internal fields of a run stay out of the event log. */
function capRun(run: HookRun): HookRun {
  return {
    name: cap(run.name, 256),
    qualifiedName: cap(run.qualifiedName, 256),
    source: cap(run.source, 64),
    phase: run.phase,
    mode: cap(run.mode, 64),
    ...(run.file === undefined ? {} : { file: cap(run.file, 256) }),
    ...(run.enforcement === undefined ? {} : { enforcement: run.enforcement }),
    outcome: run.outcome,
    cause: run.cause === null ? null : cap(run.cause, 64),
    reason: capOrNull(run.reason),
    changed: run.changed.slice(0, MAX_SENTENCES).map((key) => cap(key, 128)),
    ...(run.decides === undefined ? {} : { decides: run.decides }),
    ...(run.sendsBack ? { sendsBack: true } : {}),
    ...(run.halts ? { halts: true } : {}),
    ...(run.allowed ? { allowed: true } : {}),
    ...(run.workaroundOf === undefined ? {} : { workaroundOf: cap(run.workaroundOf, 64) }),
    exitCode: run.exitCode,
    startMs: run.startMs === null ? null : roundMs(run.startMs),
    durationMs: run.durationMs === null ? null : roundMs(run.durationMs),
    digest: run.digest,
    stderrTail: run.stderrTail === null ? null : capTail(run.stderrTail),
    ...(run.stdoutHead === undefined ? {} : { stdoutHead: capHead(run.stdoutHead) }),
    ...(run.hasChanged ? { hasChanged: true } : {}),
    warnings: capAll(run.warnings),
    cost: run.cost,
  };
}

/** Cuts what is missed least, one step after the other, until the line is short enough. */
function fitIntoLine(whole: EventLogRecord): EventLogRecord {
  if (isShortEnough(whole)) return whole;
  const steps: ((record: EventLogRecord) => EventLogRecord)[] = [
    ({ input: _, ...record }) => record,
    (record) => ({ ...record, hooks: record.hooks.map(withoutOutput) }),
    (record) => ({ ...record, hooks: record.hooks.map(cutReasons), dropped: capAll(record.dropped, 100) }),
    (record) => ({ ...record, hooks: record.hooks.map((run) => ({ ...run, reason: null, changed: [] })) }),
    (record) => leaveOut(record, (run) => run.outcome !== 'skipped'),
    (record) => ({
      ...record,
      dropped: record.dropped.slice(0, 5),
      failedOpen: capAll(record.failedOpen.slice(0, 5), 100),
    }),
    (record) => leaveOut(record, (_, index) => index < 5),
  ];
  let record: EventLogRecord = { ...whole, truncated: true };
  for (const step of steps) {
    record = step(record);
    if (isShortEnough(record)) break;
  }
  return record;
}

function withoutOutput({ stdoutHead: _, ...run }: HookRun): HookRun {
  return { ...run, stderrTail: null };
}

function cutReasons(run: HookRun): HookRun {
  return { ...run, reason: run.reason === null ? null : cap(run.reason, 100), warnings: [] };
}

function leaveOut(record: EventLogRecord, keeps: (run: HookRun, index: number) => boolean): EventLogRecord {
  const hooks = record.hooks.filter(keeps);
  return { ...record, hooks, hooksLeftOut: (record.hooksLeftOut ?? 0) + record.hooks.length - hooks.length };
}

function isShortEnough(record: EventLogRecord): boolean {
  return Buffer.byteLength(JSON.stringify(record)) < MAX_LINE_BYTES;
}

function capAll(texts: readonly string[], maxBytes: number = MAX_TEXT_BYTES): string[] {
  return texts.slice(0, MAX_SENTENCES).map((text) => cap(text, maxBytes));
}

function capOrNull(text: string | null): string | null {
  return text === null ? null : cap(text);
}

/** A name or a path as records hold it, to be compared with theirs. */
export function asRecorded(text: string): string {
  return cap(text);
}

/** One line of clean text; the end is cut off. */
function cap(text: string, maxBytes: number = MAX_TEXT_BYTES): string {
  // Nearly every text: as it should be already, a byte a character.
  if (text.length <= maxBytes && PLAIN_LINE.test(text)) return text;
  const line = cleanText(text).replace(/\s+/g, ' ');
  const bytes = Buffer.from(line);
  if (bytes.length <= maxBytes) return line;
  return `${bytes.subarray(0, characterStart(bytes, maxBytes - 3)).toString('utf8')}…`;
}

/** The beginning of clean text, with its lines. */
function capHead(text: string): string {
  const bytes = Buffer.from(cleanText(text));
  return bytes.subarray(0, characterStart(bytes, MAX_TEXT_BYTES)).toString('utf8');
}

/** Clean text with its lines; the start is cut off, because the last words of a failure matter most. */
function capTail(text: string): string {
  const bytes = Buffer.from(cleanText(text.slice(-2 * MAX_TEXT_BYTES)));
  if (bytes.length <= MAX_TEXT_BYTES) return bytes.toString('utf8');
  return bytes.subarray(characterStart(bytes, bytes.length - MAX_TEXT_BYTES + 3)).toString('utf8');
}

/** The beginning of the character in which a byte lies: never half a character. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}

export const BACKGROUND_SCHEMA = 'hookmd.late/1';

/** The results of asynchronous hooks, in the event log after the record of their dispatch, with its ids. They have no effect. */
export interface BackgroundRecord extends TraceIds {
  readonly schema: typeof BACKGROUND_SCHEMA;
  /** ISO time. */
  readonly time: string;
  readonly event: EventName;
  readonly projectDir: string;
  /** `startMs` counts from the beginning of the dispatch. */
  readonly hooks: readonly HookRun[];
}

/** The schema of an `AllowRecord`. */
export const ALLOW_SCHEMA = 'hookmd.allow/1';

/** The user let a blocked call through, in the event log with the ids of the block. */
export interface AllowRecord extends TraceIds {
  readonly schema: typeof ALLOW_SCHEMA;
  /** ISO time. */
  readonly time: string;
  readonly event: EventName;
  readonly projectDir: string;
  /** The name of the user. */
  readonly by: string;
  readonly use: 'once' | 'timed';
  readonly forMs: number;
  /** None ran. */
  readonly hooks: readonly [];
}

const FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Appends one line to the event log of the day (UTC) with exactly one write, so that the lines of many processes never mix.
 * Survives the end of the process, not a power cut.
 *
 * Never throws: a decision does not wait for its record. Returns EVENT_LOG_NOT_WRITABLE.
 */
export function appendRecord(
  eventLogDir: string,
  record: { readonly schema: string; readonly traceId: string },
  now: Date,
): Issue | null {
  try {
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
    const file = openDay(eventLogDir, `${now.toISOString().slice(0, 10)}.jsonl`);
    try {
      if (!fstatSync(file).isFile()) throw new Error('it is not a regular file');
      const written = writeSync(file, bytes);
      if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
      return null;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const parameters = { detail: describeError(error), path: eventLogDir };
    return issue('EVENT_LOG_NOT_WRITABLE', parameters, { path: eventLogDir });
  }
}

function openDay(eventLogDir: string, name: string): number {
  const path = join(eventLogDir, name);
  try {
    return openSync(path, FLAGS, 0o600);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    makeDirectory(eventLogDir);
    return openSync(path, FLAGS, 0o600);
  }
}
