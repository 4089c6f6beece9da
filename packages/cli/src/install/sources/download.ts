import { describeError } from '@hookmd/core/internal/errors/hook-error';
import { type HttpResponse, type Network, sendRequest } from '@hookmd/core/internal/executors/http/client';
import { PackageRejected, tooLarge } from '../package-problem.ts';
import { unreachable } from './unreachable.ts';
import { isLoopback, parseWebAddress } from './web-address.ts';

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
    const isElsewhere = url.origin !== first.origin;
    const answer = await get(url, isElsewhere ? {} : wanted.headers, wanted, { signal, isElsewhere });
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
  { signal, isElsewhere }: { readonly signal: AbortSignal; readonly isElsewhere: boolean },
): Promise<Downloaded | { readonly location: string }> {
  const request = {
    method: 'GET' as const,
    url,
    headers,
    signal,
    // You name the first address; a server must not choose one of your network.
    rejectsPrivateAddresses: isElsewhere,
    // This machine is never reached through a proxy.
    ...(isLoopback(url) ? { network: { ...network, httpProxy: null, httpsProxy: null } } : { network }),
  };
  return sendRequest(request, async (response) => {
    const location = response.header('location');
    if (REDIRECTS.includes(response.status) && location !== '') return { location };
    return { status: response.status, body: await readBody(response, maxBytes, onProgress) };
  });
}

async function readBody(
  { header, body }: HttpResponse,
  maxBytes: number,
  onProgress: Download['onProgress'],
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const total = Number(header('content-length') || Number.NaN);
  let done = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    done += chunk.length;
    if (done > maxBytes) throw new PackageRejected(tooLarge(`has more than ${maxBytes >> 20} MB`));
    chunks.push(chunk);
    onProgress?.(done, Number.isFinite(total) ? total : null);
  }
  return Buffer.concat(chunks);
}
