import { BlockList, isIP, isIPv4 } from 'node:net';
import {
  NAT64_NETWORK,
  NAT64_PREFIX,
  type SpecialRange,
  specialIpv4,
  specialIpv6,
} from './special-addresses.ts';

/** An address that is asked, with its notation as Node knows it. */
export interface JudgedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

interface Refusal {
  readonly list: BlockList;
  readonly why: string;
}

/**
 * Why an IP address may not be connected to, or null.
 *
 * A mapped address (`::ffff:10.0.0.1`) is judged as the IPv4 address in it: `BlockList` sees through it. One behind a translator
 * (`64:ff9b::10.0.0.1`) is too, but is never this machine.
 */
export function judgeAddress(address: string): string | null {
  const version = isIP(address);
  // A zone (`fe80::1%eth0`) names an interface of this machine: nothing public has one.
  if (version === 0 || address.includes('%')) return 'it is no plain IP address';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const isIn = (list: BlockList): boolean => list.check(address, family);
  if (isIn(loopback)) return null;
  const refusal = [...(family === 'ipv4' ? [] : refusedIpv6), ...refusedIpv4].find(({ list }) => isIn(list));
  if (refusal !== undefined) return refusal.why;
  return family === 'ipv4' || isIn(publicIpv6) || isIn(anyIpv4) || isIn(translated)
    ? null
    : 'it is outside of the public IPv6 addresses (2000::/3)';
}

/** True for an address of this machine. */
export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

const loopback = listOf(['127.0.0.0', 8], ['::1', 128]);
const publicIpv6 = listOf(['2000::', 3]);
/** Holds every mapped address too; asked about IPv6 addresses only. */
const anyIpv4 = listOf(['0.0.0.0', 0]);
const translated = listOf([NAT64_NETWORK, NAT64_PREFIX]);

const refusedIpv4 = specialIpv4.map(refusal);
const refusedIpv6 = [
  ...specialIpv6.map(refusal),
  // Loopback too: behind a translator it is another machine, or a way around this table.
  ...[...specialIpv4, ['127.0.0.0', 8, 'loopback'] as const].map(([network, prefix, what]) =>
    refusal([NAT64_NETWORK + network, NAT64_PREFIX + prefix, `${what}, behind a translator`]),
  ),
];

function refusal([network, prefix, what]: SpecialRange): Refusal {
  return { list: listOf([network, prefix]), why: `it lies in ${network}/${prefix}, ${what}` };
}

function listOf(...ranges: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6');
  return list;
}
