import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FailureCause } from '../../events/outcome.ts';
import type { HttpSpec } from '../../events/service-spec.ts';
import { startTimer } from '../../process/clock.ts';
import { CappedOutput } from '../../process/supervise.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import type { ExecutorRequest, HandlerResult } from '../executor.ts';
import { type HttpResponse, type LookUp, ServiceFailure, sendRequest } from './client.ts';
import { readResultOf, writeInput } from './opa.ts';
import { fillVariables, findUrlProblem } from './service-url.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Calls a service: one POST of the event, one response, within one timeout over everything. Never rejects.
 *
 * Messages name the service by its URL in the manifest, never by the value of a variable or a response.
 */
export async function callService(request: ExecutorRequest, lookUp?: LookUp): Promise<HandlerResult> {
  const { service, signal, timeoutMs } = request;
  if (service?.mode !== 'http') return failed('NOT_RUNNABLE', 'it has no URL');
  if (signal.aborted) return failed('ABORTED', 'canceled');
  const stop = new AbortController();
  let settle = (_: HandlerResult): void => {};
  const stopped = new Promise<HandlerResult>((resolve) => {
    settle = resolve;
  });
  const onAbort = (): void => settle(failed('ABORTED', 'canceled'));
  const onTimeout = (): void => settle(failed('TIMEOUT', `no result within ${timeoutMs} ms`));
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = startTimer(timeoutMs, onTimeout);
  // A look-up cannot be canceled: a late one is left to end by itself.
  const result = await Promise.race([exchange(service, request, lookUp, stop.signal), stopped]);
  stop.abort();
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  return result;
}

async function exchange(
  service: HttpSpec,
  { stdin, environment, traceparent, privateNetworks = [] }: ExecutorRequest,
  lookUp: LookUp | undefined,
  signal: AbortSignal,
): Promise<HandlerResult> {
  const origin = URL.canParse(service.url) ? new URL(service.url).origin : 'the service';
  try {
    const headers = {
      ...(traceparent === undefined ? {} : { traceparent }),
      ...headersOf(service, environment),
    };
    const body = service.shape === 'opa' ? writeInput(stdin) : stdin;
    const call = {
      method: 'POST' as const,
      url: urlOf(service),
      headers,
      body,
      signal,
      rejectsPrivateAddresses: true,
      privateNetworks,
      ...(lookUp === undefined ? {} : { lookUp }),
    };
    return await sendRequest(call, async (response) => {
      const output = await outputOf(response);
      return service.shape === 'opa' ? readResultOf(output) : ended(output);
    });
  } catch (error) {
    const { cause, message } = error instanceof ServiceFailure ? error : describeFailure(error);
    return failed(cause, `${origin}: ${message}`);
  }
}

function urlOf({ url }: HttpSpec): URL {
  // `${options.NAME}`, where the option has no value.
  if (url.startsWith('${')) throw new ServiceFailure('NOT_RUNNABLE', `${url} has no value`);
  const detail = findUrlProblem(url);
  if (detail !== null) throw new ServiceFailure('ADDRESS_REFUSED', `it is not allowed: ${detail}`);
  return new URL(url);
}

function headersOf(
  { headers }: HttpSpec,
  environment: ExecutorRequest['environment'],
): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => {
    const filled = fillVariables(value, environment);
    if ('unset' in filled) {
      const detail = `the variable ${filled.unset} of its header ${name} is not set or not allowed`;
      throw new ServiceFailure('NOT_RUNNABLE', detail);
    }
    if (/[^\t\x20-\x7e\x80-\xff]/.test(filled.text)) {
      throw new ServiceFailure(
        'NOT_RUNNABLE',
        `a variable of its header ${name} has characters that a header cannot have`,
      );
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

/** The body of a successful response. A content type other than JSON or plain text is rejected. */
async function outputOf(response: HttpResponse): Promise<Buffer> {
  const { status, header } = response;
  if (status >= 300 && status < 400) {
    throw new ServiceFailure('STATUS', `responded with status ${status}, and redirects are not followed`);
  }
  if (status < 200 || status >= 300) throw new ServiceFailure('STATUS', `responded with status ${status}`);
  const body = await readBody(response);
  const type = header('content-type').split(';')[0]?.trim().toLowerCase() ?? '';
  const isRead = type === '' || type === 'text/plain' || /^[\w.+-]+\/(?:[\w.+-]+\+)?json$/.test(type);
  if (body.length === 0 || isRead) return body;
  throw new ServiceFailure('BAD_OUTPUT', 'the content-type of its response is not JSON');
}

function ended(stdout: Buffer): HandlerResult {
  return { kind: 'ended', exitCode: 0, stdout, stderr: '' };
}

function failed(cause: Extract<HandlerResult, { kind: 'failed' }>['cause'], reason: string): HandlerResult {
  return { kind: 'failed', cause, reason, exitCode: null, stderr: '' };
}

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** The body, decompressed, at most 1 MiB; it is decompressed piece by piece, so that no more is ever in memory. */
async function readBody({ header, body }: HttpResponse): Promise<Buffer> {
  const output = new CappedOutput(MAX_BODY_BYTES);
  let isTooLong = false;
  const keep = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      isTooLong ||= !output.append(chunk);
      if (isTooLong) return;
    }
  };
  try {
    const decode = decoderOf(header('content-encoding').trim().toLowerCase());
    await (decode === null ? pipeline(body, keep) : pipeline(body, decode(), keep));
  } catch (error) {
    // The streams report a body that was not read to its end as one that ended too soon.
    if (!isTooLong) throw error;
  }
  if (isTooLong) throw new ServiceFailure('OUTPUT_LIMIT', 'its response is larger than 1 MiB');
  return Buffer.from(output.bytes());
}

function decoderOf(coding: string): (typeof decoders)[keyof typeof decoders] | null {
  if (coding === '' || coding === 'identity') return null;
  if (Object.hasOwn(decoders, coding)) return decoders[coding as keyof typeof decoders];
  throw new ServiceFailure('BAD_OUTPUT', 'its response has an encoding that was not requested');
}

/** The first matching meaning of an error's code; its message could hold more than a record may. */
const meanings: readonly (readonly [code: RegExp, cause: FailureCause, message: string])[] = [
  [/^ECONNREFUSED$/, 'NO_CONNECTION', 'nothing listens there'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'NO_CONNECTION', 'the connection broke'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'NO_CONNECTION', 'no connection came about in time'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/, 'NO_CONNECTION', 'there is no way to it'],
  [/^(?:CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/, 'NO_CONNECTION', 'TLS failed'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'OUTPUT_LIMIT', 'the header of its response is too long'],
  [/^(?:HPE_|HTTPParserError|UND_ERR_RES)/, 'BAD_OUTPUT', 'its response is not HTTP'],
  [/^(?:Z_|ERR_BROTLI|ERR__)/, 'BAD_OUTPUT', 'its response cannot be decompressed'],
];

function describeFailure(error: unknown): Pick<ServiceFailure, 'cause' | 'message'> {
  const code = codeOf(error);
  const [, cause, meaning] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  if (cause === undefined) return { cause: 'NO_CONNECTION', message: `it could not be reached (${code})` };
  return { cause, message: `${meaning} (${code})` };
}

/** An error of the HTTP parser may have no code; its name is enough. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
