import { describeError } from '../../errors/hook-error.ts';
import type { FailureCause } from '../../events/outcome.ts';
import type { ExecutorRequest, HandlerResult } from '../executor.ts';
import { type AnswerForm, answerForm } from './answer-form.ts';
import { type Frame, makeFrame } from './frame.ts';
import { Meter } from './meter.ts';
import type { ModelCall, ModelReply } from './model-caller.ts';
import type { ModelTask } from './model-task.ts';

/** Of one reply, thoughts included. */
const MAX_OUTPUT_TOKENS = 4_096;
/** Cutting it would let its author hide the rest, so a longer one is not asked about. */
const MAX_PAYLOAD_BYTES = 256 * 1024;
/** Longer ones overflow Node's timers and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One run of a model hook, while it lasts. */
export interface ModelRun {
  readonly task: ModelTask;
  readonly form: AnswerForm;
  readonly frame: Frame;
  /** The event as data in its frame. */
  readonly payload: string;
  readonly signal: AbortSignal;
  readonly meter: Meter;
  /** One turn, counted. Rejects with what the provider said. */
  ask(call: Pick<ModelCall, 'instructions' | 'messages' | 'tools' | 'answerSchema'>): Promise<ModelReply>;
}

/** What a model answered with, or why nothing of what it said counts. */
export type ModelEnd =
  | Pick<Extract<HandlerResult, { kind: 'answered' }>, 'answer'>
  | { readonly cause: FailureCause; readonly reason: string };

/** Runs a model hook within its time. Never throws, and never waits for a provider that does not let go. */
export async function runModel(
  request: ExecutorRequest,
  work: (run: ModelRun) => Promise<ModelEnd>,
): Promise<HandlerResult> {
  const { models, modelTask: task, stdin, timeoutMs, signal } = request;
  const meter = new Meter();
  const finish = (end: ModelEnd): HandlerResult =>
    'answer' in end
      ? { kind: 'answered', answer: end.answer, exitCode: null, stderr: '', cost: meter.cost }
      : { kind: 'failed', ...end, exitCode: null, stderr: '', cost: meter.cost };
  if (signal.aborted) return finish({ cause: 'ABORTED', reason: 'cancelled' });
  if (models === undefined || task === undefined)
    return finish({ cause: 'NOT_RUNNABLE', reason: 'nobody here can ask a model' });
  if (stdin.length > MAX_PAYLOAD_BYTES) {
    const reason = `the event has ${stdin.length} bytes, more than the ${MAX_PAYLOAD_BYTES} that a model is asked about`;
    return finish({ cause: 'PAYLOAD_LIMIT', reason });
  }
  const stop = new AbortController();
  const frame = makeFrame();
  const run: ModelRun = {
    task,
    form: answerForm(task),
    frame,
    payload: frame.wrap(`The event ${task.event}`, stdin.toString('utf8')),
    signal: stop.signal,
    meter,
    ask: async (call) => {
      meter.begin();
      const apiKey = models.environment[task.model.apiKeyEnv ?? ''] ?? null;
      const reply = await models.call({
        ...call,
        model: task.model,
        apiKey,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        signal: stop.signal,
      });
      meter.add(reply, JSON.stringify([call.instructions, call.messages]).length);
      return reply;
    },
  };
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  const stopped = new Promise<ModelEnd>((resolve) => {
    const late = { cause: 'TIMEOUT', reason: `no answer within ${timeoutMs} ms` } as const;
    timer = setTimeout(() => resolve(late), Math.min(timeoutMs, LONGEST_TIMER_MS));
    onAbort = () => resolve({ cause: 'ABORTED', reason: 'cancelled' });
    signal.addEventListener('abort', onAbort, { once: true });
  });
  const end = await Promise.race([settle(work(run)), stopped]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  stop.abort(new Error('nobody waits for it any more'));
  return finish(end);
}

/** What the author asks for. Claude's hooks have a place for the event in their text; here it never stands among instructions. */
export function ruleOf(prompt: string): string {
  return prompt.trim().replaceAll('$ARGUMENTS', '(the event, given as data)');
}

async function settle(end: Promise<ModelEnd>): Promise<ModelEnd> {
  try {
    return await end;
  } catch (error) {
    return { cause: 'MODEL', reason: describeError(error) };
  }
}
