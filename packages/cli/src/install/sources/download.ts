import { describeError } from '@hookmd/core/internal/errors/hook-error';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import { PackageRejected, tooLarge } from '../package-problem.ts';
import { unreachable } from './unreachable.ts';
import { isLoopback, parseWebAddress } from './web-address.ts';

/** How this machine reaches others, as npm and the environment of the person say it. */
export interface Network {
  readonly httpProxy: string | null;
  readonly httpsProxy: string | null;
  /** Hosts that are asked without a proxy, joined by commas. */
  readonly noProxy: string;
  /** Certificates in place of those that Node knows. */
  readonly ca: readonly string[];
  /** False only where a person's own npm settings say so. */
  readonly checksCertificates: boolean;
}

export interface Download {
  readonly url: string;
  readonly network: Network;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** Limits all of it. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** `same-origin`, or `elsewhere`: without `headers` then, and never to this machine nor to http. */
  readonly follows: 'same-origin' | 'elsewhere';
  readonly onProgress?: ((done: number, total: number | null) => void) | undefined;
}

export interface Downloaded {
  readonly status: number;
  readonly body: Buffer;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * The whole answer to one GET, held to size and time. What `headers` hold, credentials too, goes to the origin of `url`
 * and nowhere else. Throws SOURCE_UNREACHABLE, PACKAGE_TOO_LARGE, or the reason of the signal.
 */
export async function download(wanted: Download): Promise<Downloaded> {
  const deadline = AbortSignal.timeout(wanted.timeoutMs);
  const signal = wanted.signal === undefined ? deadline : AbortSignal.any([deadline, wanted.signal]);
  try {
    return await follow(wanted, signal);
  } catch (error) {
    if (error instanceof PackageRejected) throw error;
    if (wanted.signal?.aborted === true) throw wanted.signal.reason;
    const detail = deadline.aborted
      ? `it took longer than ${wanted.timeoutMs / 1000} s`
      : describeError(error);
    throw unreachable(wanted.url, detail);
  }
}

async function follow(wanted: Download, signal: AbortSignal): Promise<Downloaded> {
  const first = new URL(wanted.url);
  let url = first;
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const answer = await get(url, url.origin === first.origin ? wanted.headers : {}, wanted, signal);
    if ('body' in answer) return answer;
    url = nextAddress(url, answer.location, wanted);
  }
  throw unreachable(wanted.url, `it sends on more than ${MOST_REDIRECTS} times`);
}

function nextAddress(from: URL, location: string, { url, follows }: Download): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  const parsed = to === null ? { wrong: 'it is no address' } : parseWebAddress(to.href);
  if (to === null || 'wrong' in parsed)
    throw unreachable(url, 'it sends on to an address that may not be asked');
  if (to.origin === from.origin) return to;
  const isFine =
    follows === 'elsewhere' && to.protocol === from.protocol && isLoopback(to) === isLoopback(from);
  if (!isFine) throw unreachable(url, `it sends on to ${to.origin}, which is not asked in its place`);
  return to;
}

async function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { network, maxBytes, onProgress }: Download,
  signal: AbortSignal,
): Promise<Downloaded | { readonly location: string }> {
  const dispatcher = dispatcherFor(url, network);
  try {
    const path = `${url.pathname}${url.search}`;
    const options = {
      origin: url.origin,
      path,
      method: 'GET' as const,
      headers: { ...headers },
      signal,
      reset: true,
    };
    const answer = await request.call(dispatcher, options);
    const { location } = answer.headers;
    if (REDIRECTS.includes(answer.statusCode) && typeof location === 'string') return { location };
    return { status: answer.statusCode, body: await readBody(answer, maxBytes, onProgress) };
  } finally {
    dispatcher.destroy().catch(() => {}); // nobody waits for the rest of it
  }
}

async function readBody(
  { headers, body }: Awaited<ReturnType<typeof request>>,
  maxBytes: number,
  onProgress: Download['onProgress'],
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const total = Number(headers['content-length'] ?? Number.NaN);
  let done = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    done += chunk.length;
    if (done > maxBytes) throw new PackageRejected(tooLarge(`has more than ${maxBytes >> 20} MB`));
    chunks.push(chunk);
    onProgress?.(done, Number.isFinite(total) ? total : null);
  }
  return Buffer.concat(chunks);
}

type Dispatcher = Agent | EnvHttpProxyAgent;

/** One for each request: nothing is kept open. This machine is never asked through a proxy. */
function dispatcherFor(url: URL, network: Network): Dispatcher {
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const connect = {
    timeout: 0,
    rejectUnauthorized: network.checksCertificates,
    ...(network.ca.length === 0 ? {} : { ca: [...network.ca] }),
  };
  if (isLoopback(url)) return new Agent({ ...limits, connect });
  const { httpProxy, httpsProxy, noProxy } = network;
  // Empty: absent, and the variables of the process are not asked in its place.
  return new EnvHttpProxyAgent({
    ...limits,
    connect,
    requestTls: connect,
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy,
  });
}
