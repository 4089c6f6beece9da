import type { HttpSpec } from '../../protocol/service-spec.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import type { ExecutorRequest, HandlerResult } from '../executor.ts';
import { checkAddress } from './address-text.ts';
import { describeBreak } from './describe-break.ts';
import { findAddresses, type LookUp, lookUp } from './find-addresses.ts';
import { readResultOf, writeInput } from './opa.ts';
import { type Posted, post } from './post.ts';
import { readBody } from './read-body.ts';
import { ServiceFailure } from './service-failure.ts';
import { fillVariables } from './variables.ts';

/** Longer ones overflow Node's timers and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Asks a service: one POST of the event, one answer, within one limit of time over everything. Never rejects.
 *
 * Texts name the service by what its manifest says, never by what a variable or an answer holds.
 */
export async function askService(request: ExecutorRequest, find: LookUp = lookUp): Promise<HandlerResult> {
  const { service, signal, timeoutMs } = request;
  if (service?.mode !== 'http') return failed('NOT_RUNNABLE', 'it has no address');
  if (signal.aborted) return failed('ABORTED', 'cancelled');
  const stop = new AbortController();
  let settle = (_: HandlerResult): void => {};
  const stopped = new Promise<HandlerResult>((resolve) => {
    settle = resolve;
  });
  const onAbort = (): void => settle(failed('ABORTED', 'cancelled'));
  const onLate = (): void => settle(failed('TIMEOUT', `no answer within ${timeoutMs} ms`));
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(onLate, Math.min(timeoutMs, LONGEST_TIMER_MS));
  // A look-up cannot be called off: what is late is left behind, and ends without being heard.
  const result = await Promise.race([exchange(service, request, find, stop.signal), stopped]);
  stop.abort();
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  return result;
}

async function exchange(
  service: HttpSpec,
  { stdin, environment, traceparent }: ExecutorRequest,
  find: LookUp,
  signal: AbortSignal,
): Promise<HandlerResult> {
  const origin = URL.canParse(service.url) ? new URL(service.url).origin : 'the service';
  try {
    const headers = {
      ...(traceparent === undefined ? {} : { traceparent }),
      ...headersOf(service, environment),
    };
    const url = addressOf(service);
    const addresses = await findAddresses(url.hostname, find);
    if (signal.aborted) return failed('ABORTED', 'cancelled');
    const body = service.shape === 'opa' ? writeInput(stdin) : stdin;
    return await post({ url, addresses, headers, body, signal }, async (posted) => {
      const answer = await answerOf(posted);
      return service.shape === 'opa' ? readResultOf(answer) : ended(answer);
    });
  } catch (error) {
    const { cause, message } = error instanceof ServiceFailure ? error : describeBreak(error);
    return failed(cause, `${origin}: ${message}`);
  }
}

function addressOf({ url }: HttpSpec): URL {
  // `${options.NAME}`, where the option has no value.
  if (url.startsWith('${')) throw new ServiceFailure('NOT_RUNNABLE', `${url} has no value`);
  const detail = checkAddress(url);
  if (detail !== null) throw new ServiceFailure('ADDRESS_REFUSED', `it is not asked: ${detail}`);
  return new URL(url);
}

function headersOf(
  { headers }: HttpSpec,
  environment: ExecutorRequest['environment'],
): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => {
    const filled = fillVariables(value, environment);
    if ('unset' in filled) {
      const detail = `the variable ${filled.unset} of its header ${name} is not set, or nobody granted it`;
      throw new ServiceFailure('NOT_RUNNABLE', detail);
    }
    if (/[^\t\x20-\x7e\x80-\xff]/.test(filled.text)) {
      throw new ServiceFailure('NOT_RUNNABLE', `a variable of its header ${name} holds what no header can`);
    }
    return [name.toLowerCase(), filled.text] as const;
  });
  return {
    'user-agent': `hookmd/${HOOKMD_VERSION}`,
    ...Object.fromEntries(given),
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'gzip',
  };
}

/** The body of an answer that counts. What is no JSON by its own word is text for the convention, or nothing at all. */
async function answerOf(posted: Posted): Promise<Buffer> {
  const { status, header } = posted;
  if (status >= 300 && status < 400) {
    throw new ServiceFailure('STATUS', `answered with status ${status}, and redirects are not followed`);
  }
  if (status < 200 || status >= 300) throw new ServiceFailure('STATUS', `answered with status ${status}`);
  const body = await readBody(posted);
  const type = header('content-type').split(';')[0]?.trim().toLowerCase() ?? '';
  const isRead = type === '' || type === 'text/plain' || /^[\w.+-]+\/(?:[\w.+-]+\+)?json$/.test(type);
  if (body.length === 0 || isRead) return body;
  throw new ServiceFailure('BAD_OUTPUT', 'its answer is no JSON by its own content-type');
}

function ended(stdout: Buffer): HandlerResult {
  return { kind: 'ended', exitCode: 0, stdout, stderr: '' };
}

function failed(cause: Extract<HandlerResult, { kind: 'failed' }>['cause'], reason: string): HandlerResult {
  return { kind: 'failed', cause, reason, exitCode: null, stderr: '' };
}
