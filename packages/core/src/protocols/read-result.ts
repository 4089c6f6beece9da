import type { HookEvent } from '../events/event.ts';
import { type EventName, eventRow } from '../events/events.ts';
import type { HookOutput } from '../events/hook-output.ts';
import {
  decodeUtf8,
  findJsonObject,
  isJsonObject,
  type JsonValue,
  parseJson,
  readJsonDocument,
} from '../events/json.ts';
import type { FailureCause } from '../events/outcome.ts';
import { errorLine, isUncaughtError } from '../events/text.ts';
import type { HandlerResult } from '../executors/executor.ts';
import type { Format } from './format.ts';
import type { Protocol } from './protocol.ts';
import { findScriptError, type StartedHandler } from './script-error.ts';

/** The meaning of a run in its protocol: an output, or a failure with its cause. */
export type RunReading =
  | { readonly output: HookOutput; readonly warnings: readonly string[] }
  | { readonly cause: FailureCause; readonly reason: string };

/** What a run was about: how its output is to be read. */
export interface RunSubject {
  readonly protocol: Protocol;
  readonly format: Format;
  /** As the hook read it. */
  readonly event: HookEvent;
  /** The event in the words of the hook. */
  readonly name: string;
  readonly handler: StartedHandler;
}

/** What is wrong with an output, and by which rules. */
function badOutput({ id }: Protocol, problem: string): RunReading {
  return { cause: 'BAD_OUTPUT', reason: `${problem}, in the ${id} protocol` };
}

/** Reads the end of a handler by the rows of its protocol: exit code, output, plain text (F2 to F12). Pure. */
export function readResult(subject: RunSubject, result: HandlerResult): RunReading {
  const { protocol, event } = subject;
  const { hook_event_name: name } = event;
  const failureBlocks = protocol.failureBlocksOn.includes(name);
  if (result.kind === 'failed')
    return failureBlocks && result.cause === 'SIGNAL'
      ? blockBy(subject, result.reason)
      : { cause: result.cause, reason: result.reason };
  if (result.kind === 'answered') return { output: result.output, warnings: [] };
  if (result.exitCode === 0) {
    const reading = readOutput(subject, result.stdout);
    return result.isFromCode === true ? rejectEmpty(protocol, reading) : reading;
  }
  const isBlock = result.exitCode === protocol.blockingExit && !protocol.ignoresBlockingExitOn.includes(name);
  // What it printed may be a decision.
  const hasPrinted = result.stdout.toString('utf8').trim() !== '';
  const found = hasPrinted ? null : findScriptError(subject.handler, result, isBlock || failureBlocks);
  const mistake = found === null ? null : `${found.file}:${found.line} ${found.problem}`;
  if (mistake !== null && !failureBlocks) return { cause: 'SCRIPT_ERROR', reason: mistake };
  if (isBlock || failureBlocks) {
    const reason =
      (mistake ?? result.stderr.trim()) || (isBlock ? '' : `exited with code ${result.exitCode}`);
    return blockBy(subject, reason, result.stdout);
  }
  if (protocol.readsOutputAtAnyExit && startsLikeJson(result.stdout.toString('latin1', 0, 256))) {
    return readOutput(subject, result.stdout);
  }
  return { cause: 'EXIT', reason: describeExit(result.exitCode, result.stderr, subject) };
}

/**
 * For a function of the embedding program: no decision is `undefined`, so a returned value that nothing of could be read is an
 * error.
 */
function rejectEmpty(protocol: Protocol, reading: RunReading): RunReading {
  if ('cause' in reading || reading.warnings.length === 0 || Object.keys(reading.output).length > 0)
    return reading;
  return badOutput(protocol, `returned no result (${reading.warnings.join('; ')})`);
}

/** A block by the end of a run: its reason is standard error, or how it ended. */
function blockBy(subject: RunSubject, reason: string, stdout: Buffer = Buffer.alloc(0)): RunReading {
  const { protocol, event } = subject;
  if (protocol.blockingOutput === undefined) return blockBeside(subject, reason, stdout);
  const text = withoutProgress(protocol, stdout.toString('utf8')).trim();
  const document = readJsonDocument(text);
  const printed = 'value' in document && isJsonObject(document.value) ? document.value : {};
  return readDocument(subject, protocol.blockingOutput({ event, reason, stdout: text, printed }));
}

/** A block beside JSON, where the protocol reads both: nothing in the JSON lifts the block. */
function blockBeside(subject: RunSubject, reason: string, stdout: Buffer): RunReading {
  const block = blockOf(reason, subject.event.hook_event_name);
  const isBoth = subject.protocol.readsOutputAtAnyExit && startsLikeJson(stdout.toString('latin1', 0, 256));
  const reading = isBoth ? readOutput(subject, stdout) : null;
  if (reading === null || 'cause' in reading) return { output: block, warnings: [] };
  const { output, warnings } = reading;
  if (block.decision === undefined) return { output: { ...block, ...output }, warnings };
  const why = output.decision === 'block' ? (output.reason ?? block.reason) : block.reason;
  const { reason: _, ...rest } = output;
  return {
    output: { ...rest, decision: 'block', ...(why === undefined ? {} : { reason: why }) },
    warnings,
  };
}

/** What is left of the output without the lines that report progress. */
function withoutProgress({ hasProgress }: Protocol, printed: string): string {
  if (!hasProgress) return printed;
  const isProgress = (line: string): boolean => {
    const value = parseJson(line);
    return isJsonObject(value) && value['type'] === 'progress';
  };
  return printed
    .split('\n')
    .filter((line) => !isProgress(line))
    .join('\n');
}

/** What a block means depends on the kind of event. */
function blockOf(reason: string, event: EventName): HookOutput {
  const { kind: eventKind } = eventRow(event);
  if (eventKind === 'after') return { feedback: reason || 'blocked without a reason' };
  if (eventKind === 'stop') return { followUps: [reason || 'blocked without a reason'] };
  return { decision: 'block', ...(reason === '' ? {} : { reason }) };
}

function readOutput(subject: RunSubject, stdout: Buffer): RunReading {
  const { protocol, event } = subject;
  const printed = decodeUtf8(stdout);
  if (printed === null) return badOutput(protocol, 'printed invalid UTF-8');
  const ofHook = withoutProgress(protocol, printed);
  const text = protocol.detaches ? ofHook.slice(findAsyncOutput(ofHook)?.end ?? 0) : ofHook;
  if (text.trim() === '') return { output: {}, warnings: [] };
  const { plainText } = protocol;
  if (typeof plainText === 'object' && 'contextOn' in plainText && !startsLikeJson(text)) {
    const isContext = plainText.contextOn.includes(event.hook_event_name);
    return { output: isContext ? { context: [text.trim()] } : {}, warnings: [] };
  }
  const key = typeof plainText === 'object' && 'findsKey' in plainText ? plainText.findsKey : null;
  const document = key === null ? readJsonDocument(text) : findJsonObject(text, key);
  if (!('error' in document)) return readDocument(subject, document.value);
  if (typeof plainText === 'object' && 'failedOn' in plainText && !plainText.failedOn.includes(subject.name))
    return { output: {}, warnings: [] };
  if (plainText === 'shown') return { output: { userMessages: [text.trim()] }, warnings: [] };
  if (key !== null) return badOutput(protocol, `printed ${document.error}`);
  return startsLikeJson(text)
    ? badOutput(protocol, `printed invalid JSON: ${document.error}`)
    : { cause: 'BAD_OUTPUT', reason: describeText(protocol, text.trim()) };
}

function readDocument({ protocol, format, event, name }: RunSubject, document: JsonValue): RunReading {
  const reading = format.readOutput(document, event, name);
  if ('error' in reading) return badOutput(protocol, reading.error);
  return {
    output: reading.output,
    warnings: reading.warnings.map((warning) => `${protocol.id}: ${warning}`),
  };
}

const MAX_EXCERPT = 60;

/** With the beginning of the text, which is clearer than what a JSON parser expected there. */
function describeText({ id }: Protocol, text: string): string {
  const [line = ''] = text.split('\n', 1);
  const excerpt = line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT)}…` : line;
  return `its output must be JSON in the ${id} protocol, but begins with "${excerpt}"`;
}

function startsLikeJson(text: string): boolean {
  return /^\s*\{/.test(text.slice(0, 256));
}

/** Exit codes 1 and 2 block in one protocol or another, so their author may mean that; not where the program crashed. */
function describeExit(exitCode: number, stderr: string, { protocol, name }: RunSubject): string {
  const output = errorLine(stderr);
  const isIgnored = exitCode === protocol.blockingExit ? `, but exit ${exitCode} not at ${name}` : '';
  const advice =
    (exitCode === 1 || exitCode === 2) && !isUncaughtError(output)
      ? `; in the ${protocol.id} protocol ${protocol.blocksBy}${isIgnored}`
      : '';
  return `exited with code ${exitCode}${output === '' ? '' : `: ${output}`}${advice}`;
}

/** Output that declares itself asynchronous later than this is ignored. */
const MAX_ASYNC_PREFIX = 4096;
const MAX_BRACES = 64;

/** The output `{"async": true}`, by which a handler continues in the background. */
interface AsyncOutput {
  /** Where it ends in the text. */
  readonly end: number;
  /** Null = not stated. */
  readonly timeoutMs: number | null;
}

/** Reads it from the standard output of a handler that may still run; null = not there (yet). */
export function asyncOutputOf(stdout: Buffer): AsyncOutput | null {
  return findAsyncOutput(stdout.toString('utf8', 0, MAX_ASYNC_PREFIX));
}

/** Finds it at the start of a text that may continue after it (K-2); null = not there (yet). */
function findAsyncOutput(printed: string): AsyncOutput | null {
  const text = printed.slice(0, MAX_ASYNC_PREFIX);
  if (!/^\s*\{/.test(text) || !text.includes('"async"')) return null;
  let index = -1;
  for (let braces = 0; braces < MAX_BRACES; braces += 1) {
    index = text.indexOf('}', index + 1);
    if (index < 0) return null;
    const output = parseJson(text.slice(0, index + 1));
    if (!isJsonObject(output)) continue;
    if (output['async'] !== true) return null;
    const seconds = output['asyncTimeout'];
    const isTime = typeof seconds === 'number' && seconds > 0;
    return { end: index + 1, timeoutMs: isTime ? Math.ceil(seconds * 1000) : null };
  }
  return null;
}
