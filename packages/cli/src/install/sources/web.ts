import { basename } from 'node:path';
import { describeError } from '@hookmd/core/errors';
import { type HttpResponse, type Network, sendRequest } from '@hookmd/core/hook-types';
import { PackageRejected, tooLarge } from '../archive/package-problem.ts';
import { readNetwork } from './npm-program.ts';
import {
  type Content,
  type Facts,
  MAX_DOWNLOAD_BYTES,
  type Resolved,
  type Source,
  type SourceContext,
  showUrl,
  unreachable,
} from './source.ts';
import type { HttpsSpec } from './spec.ts';
import { isLoopback, parseWebAddress } from './web-address.ts';

/** A tarball at an address. No credentials are ever sent; its integrity is what came the first time. */
export const httpsSource: Source = { resolve: resolveHttps, fetch: fetchHttps };

async function resolveHttps({ url }: HttpsSpec): Promise<Facts> {
  return { resolved: url };
}

async function fetchHttps({ url }: HttpsSpec, _: Resolved, context: SourceContext): Promise<Content> {
  const { status, body } = await download(url, context);
  if (status !== 200) throw unreachable(url, `it returned ${status}`, 'Check the URL.');
  return { found: body, subject: showUrl(url), cameFrom: basename(new URL(url).pathname) };
}

interface Downloaded {
  readonly status: number;
  readonly body: Buffer;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** The response to one GET, limited in size and time. Throws SOURCE_UNREACHABLE, PACKAGE_TOO_LARGE, or the reason of the signal. */
async function download(url: string, context: SourceContext): Promise<Downloaded> {
  const { timeoutMs, signal } = context;
  const network = await readNetwork(context);
  const deadline = AbortSignal.timeout(timeoutMs);
  const limits = {
    ...context,
    signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
  };
  try {
    return await followRedirects(url, network, limits);
  } catch (error) {
    if (error instanceof PackageRejected) throw error;
    if (signal?.aborted === true) throw signal.reason;
    throw unreachable(
      url,
      deadline.aborted ? `it took longer than ${timeoutMs / 1000} s` : describeError(error),
    );
  }
}

type Limits = Pick<SourceContext, 'onProgress'> & { readonly signal: AbortSignal };

async function followRedirects(text: string, network: Network, limits: Limits): Promise<Downloaded> {
  const first = new URL(text);
  let url = first;
  for (let count = 0; count <= MAX_REDIRECTS; count++) {
    const response = await get(url, network, limits, url.origin !== first.origin);
    if ('body' in response) return response;
    url = redirectTarget(url, response.location, text);
  }
  throw unreachable(text, `it redirects more than ${MAX_REDIRECTS} times`);
}

/** A redirect never leaves or reaches this machine, and never changes the protocol. */
function redirectTarget(from: URL, location: string, url: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  const parsed = to === null ? { wrong: 'it is not a URL' } : parseWebAddress(to.href);
  if (to === null || 'wrong' in parsed) throw unreachable(url, 'it redirects to a URL that is not allowed');
  if (to.protocol !== from.protocol || isLoopback(to) !== isLoopback(from))
    throw unreachable(url, `it redirects to ${to.origin}, which HookMD does not follow`);
  return to;
}

async function get(
  url: URL,
  network: Network,
  { signal, onProgress }: Limits,
  isElsewhere: boolean,
): Promise<Downloaded | { readonly location: string }> {
  const request = {
    method: 'GET' as const,
    url,
    headers: {},
    signal,
    // You name the first host; a server must not choose one of your network.
    rejectsPrivateAddresses: isElsewhere,
    // This machine is never reached through a proxy.
    network: isLoopback(url) ? { ...network, httpProxy: null, httpsProxy: null } : network,
  };
  return sendRequest(request, async (response) => {
    const location = response.header('location');
    if (REDIRECTS.includes(response.status) && location !== '') return { location };
    return { status: response.status, body: await readBody(response, onProgress) };
  });
}

async function readBody({ header, body }: HttpResponse, onProgress: Limits['onProgress']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const total = Number(header('content-length') || Number.NaN);
  let done = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    done += chunk.length;
    if (done > MAX_DOWNLOAD_BYTES)
      throw new PackageRejected(tooLarge(`has more than ${MAX_DOWNLOAD_BYTES >> 20} MB`));
    chunks.push(chunk);
    onProgress?.(done, Number.isFinite(total) ? total : null);
  }
  return Buffer.concat(chunks);
}
