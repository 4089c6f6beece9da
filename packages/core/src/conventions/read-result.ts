import type { HandlerResult } from '../executors/executor.ts';
import type { Answer } from '../protocol/answer.ts';
import { type EventName, eventRow } from '../protocol/events.ts';
import { decodeUtf8, readJsonDocument } from '../protocol/json-document.ts';
import type { FailureCause } from '../protocol/outcome.ts';
import type { Wire } from '../wires/wire.ts';
import type { Convention } from './convention.ts';

/** What a run means in its convention: an answer, or a failure with its cause. */
export type RunReading =
  | { readonly answer: Answer; readonly warnings: readonly string[] }
  | { readonly cause: FailureCause; readonly reason: string };

/**
 * Reads how a handler ended by the table of its convention: exit status, output, plain text.
 *
 * Pure. Source: contracts.md §2, features.md F2 to F12.
 */
export function readResult(
  convention: Convention,
  wire: Wire,
  event: EventName,
  result: HandlerResult,
): RunReading {
  if (result.kind === 'failed') return { cause: result.cause, reason: result.reason };
  const isBlock =
    result.exitCode === convention.blockingExit && !convention.ignoresBlockingExitOn.includes(event);
  if (isBlock) return { answer: blockBy(result.stderr, event), warnings: [] };
  if (result.exitCode === 0) return readOutput(convention, wire, event, result.stdout);
  if (convention.readsAnswerAtAnyExit && startsLikeJson(result.stdout)) {
    return readOutput(convention, wire, event, result.stdout);
  }
  return { cause: 'EXIT', reason: describeExit(result.exitCode, result.stderr, convention) };
}

/** A block by exit status: its reason is standard error, and its meaning that of the event's class. */
function blockBy(stderr: string, event: EventName): Answer {
  const reason = stderr.trim() || 'blocked without a reason';
  const { class: eventClass } = eventRow(event);
  if (eventClass === 'result') return { feedback: reason };
  if (eventClass === 'settle') return { followUps: [reason] };
  return { verdict: 'block', reason };
}

function readOutput(convention: Convention, wire: Wire, event: EventName, stdout: Buffer): RunReading {
  const text = decodeUtf8(stdout);
  if (text === null) return { cause: 'BAD_OUTPUT', reason: 'printed bytes that are not UTF-8' };
  if (text.trim() === '') return { answer: {}, warnings: [] };
  if (convention.plainText !== 'failed' && !startsLikeJson(stdout)) {
    const isContext = convention.plainText.contextOn.includes(event);
    return { answer: isContext ? { context: [text.trim()] } : {}, warnings: [] };
  }
  const document = readJsonDocument(text);
  if ('error' in document)
    return { cause: 'BAD_OUTPUT', reason: `printed no JSON document: ${document.error}` };
  const reading = wire.readAnswer(document.value, event);
  return 'error' in reading ? { cause: 'BAD_OUTPUT', reason: reading.error } : reading;
}

function startsLikeJson(stdout: Buffer): boolean {
  return /^\s*\{/.test(stdout.subarray(0, 256).toString('latin1'));
}

function describeExit(exitCode: number, stderr: string, convention: Convention): string {
  const advice =
    exitCode === 1 && convention.blockingExit !== null
      ? `; in the ${convention.id} convention exit ${convention.blockingExit} blocks`
      : '';
  const said = stderr.trim().split('\n').at(-1) ?? '';
  return `ended with exit status ${exitCode}${advice}${said === '' ? '' : `: ${said}`}`;
}
