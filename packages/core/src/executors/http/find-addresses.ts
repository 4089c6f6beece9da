import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { type JudgedAddress, judgeAddress } from './judge-address.ts';
import { ServiceFailure } from './service-failure.ts';

/** All addresses of a name, as the system knows them. The one seam of the guard: tests put other names behind it. */
export type LookUp = (name: string) => Promise<readonly { readonly address: string }[]>;

export const lookUp: LookUp = (name) => lookup(name, { all: true });

/**
 * The addresses that a host stands for, every one of them judged: a literal by itself, a name by one look-up. One that may not
 * be asked refuses them all, or a name could be public for the guard and private for the connection.
 *
 * Throws ServiceFailure.
 */
export async function findAddresses(host: string, find: LookUp): Promise<readonly JudgedAddress[]> {
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0) return [judged(literal, literal)];
  let found: Awaited<ReturnType<LookUp>>;
  try {
    found = await find(host);
  } catch (error) {
    throw new ServiceFailure('NO_CONNECTION', `${host} has no address${codeOf(error)}`);
  }
  if (found.length === 0) throw new ServiceFailure('NO_CONNECTION', `${host} has no address`);
  return found.map(({ address }) => judged(address, `${host}, which stands for ${address}`));
}

function judged(address: string, shown: string): JudgedAddress {
  const why = judgeAddress(address);
  if (why !== null) throw new ServiceFailure('ADDRESS_REFUSED', `${shown} is not asked: ${why}`);
  return { address, family: isIPv6(address) ? 6 : 4 };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? ` (${code})` : '';
}
