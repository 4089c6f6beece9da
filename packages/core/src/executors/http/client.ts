import { lookup } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { FailureCause } from '../../events/outcome.ts';
import { findAddressProblem } from './private-addresses.ts';

/** TLS included: a service that accepts no connection in that time does not respond either. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Returns all addresses of a name. Tests replace it. */
export type LookUp = (name: string) => Promise<readonly { readonly address: string }[]>;

const systemLookUp: LookUp = (name) => lookup(name, { all: true });

/** A request that failed, or a response that does not count. `message` holds no value of a variable. */
export class ServiceFailure extends Error {
  override readonly cause: FailureCause;

  constructor(cause: FailureCause, message: string) {
    super(message);
    this.cause = cause;
  }
}

/** How this machine reaches others; default: directly, with the certificates that Node knows. */
export interface Network {
  readonly httpProxy: string | null;
  readonly httpsProxy: string | null;
  /** Hosts that are reached without a proxy, joined by commas. */
  readonly noProxy: string;
  /** Certificates in place of those that Node knows. */
  readonly ca: readonly string[];
  /** False only if the user's own npm settings disable it. */
  readonly checksCertificates: boolean;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The only limit of time once the connection is made. */
  readonly signal: AbortSignal;
  /** Connects to public addresses and this machine only. Does not hold for a proxy, which looks names up itself. */
  readonly rejectsPrivateAddresses: boolean;
  /** Networks in CIDR notation that are reached nevertheless. */
  readonly privateNetworks?: readonly string[];
  readonly network?: Network;
  readonly lookUp?: LookUp;
}

/** An HTTP response whose body has not been read yet. */
export interface HttpResponse {
  readonly status: number;
  /** Several values joined by commas; empty if there is none. */
  readonly header: (name: string) => string;
  readonly body: Readable;
}

/**
 * Sends one request over a connection of its own, and passes the response to `read` while the connection is open. Follows
 * no redirect. Throws ServiceFailure for a rejected address, and the errors of undici.
 */
export async function sendRequest<T>(
  request: HttpRequest,
  read: (response: HttpResponse) => Promise<T>,
): Promise<T> {
  const { method, url, headers, body = null, signal } = request;
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0 && request.rejectsPrivateAddresses)
    checkAddress(literal, literal, request.privateNetworks);
  const dispatcher = dispatcherFor(request);
  try {
    const path = `${url.pathname}${url.search}`;
    const options = { origin: url.origin, path, method, headers: { ...headers }, body, signal, reset: true };
    const response = await dispatcher.request(options);
    const header = (name: string): string => [response.headers[name] ?? ''].flat().join(', ');
    return await read({ status: response.statusCode, header, body: response.body });
  } finally {
    dispatcher.destroy().catch(() => {}); // the rest of the response is not needed
  }
}

function dispatcherFor(request: HttpRequest): Dispatcher {
  const { rejectsPrivateAddresses, privateNetworks, network, lookUp = systemLookUp } = request;
  const connect = {
    timeout: CONNECT_TIMEOUT_MS,
    maxCachedSessions: 0,
    // Also with NODE_TLS_REJECT_UNAUTHORIZED: a repository can set it through an agent's settings.
    rejectUnauthorized: network?.checksCertificates ?? true,
    ...(network === undefined || network.ca.length === 0 ? {} : { ca: [...network.ca] }),
    ...(rejectsPrivateAddresses ? { lookup: checkedLookUp(lookUp, privateNetworks) } : {}),
  };
  const options = { headersTimeout: 0, bodyTimeout: 0, connect };
  if (network === undefined) return new Agent(options);
  // Empty: no proxy, and the variables of this process are not read in its place.
  const { httpProxy, httpsProxy, noProxy } = network;
  const proxies = { httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy };
  return new EnvHttpProxyAgent({ ...options, ...proxies, requestTls: connect });
}

/** The connection goes to an address that was checked: there is no second look-up that could return another one. */
function checkedLookUp(lookUp: LookUp, privateNetworks: HttpRequest['privateNetworks']): LookupFunction {
  return (name, { all }, callback) => {
    resolveChecked(name, lookUp, privateNetworks).then(
      (addresses) => {
        const [first] = addresses;
        if (all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

/** One address that is rejected rejects all: a name could be public for the check and private for the connection. */
async function resolveChecked(
  name: string,
  lookUp: LookUp,
  privateNetworks: HttpRequest['privateNetworks'],
): Promise<{ address: string; family: number }[]> {
  const found = await lookUp(name).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ServiceFailure('NO_CONNECTION', `${name} has no address${code}`);
  });
  if (found.length === 0) throw new ServiceFailure('NO_CONNECTION', `${name} has no address`);
  return found.map(({ address }) => {
    checkAddress(address, `${name}, which resolves to ${address}`, privateNetworks);
    return { address, family: isIPv6(address) ? 6 : 4 };
  });
}

function checkAddress(address: string, shown: string, privateNetworks: HttpRequest['privateNetworks']): void {
  const problem = findAddressProblem(address, privateNetworks);
  if (problem !== null) throw new ServiceFailure('ADDRESS_REFUSED', `${shown} is not allowed: ${problem}`);
}
