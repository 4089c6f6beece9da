import { BlockList, isIP, isIPv4 } from 'node:net';

/** A range that is no part of the public internet, and a description for messages. */
type SpecialRange = readonly [network: string, prefix: number, description: string];

/**
 * IPv4: what IANA lists as special, multicast, the old relays of 6to4, and the address by which Azure's hosts are reached.
 *
 * Without 127.0.0.0/8: a hook may call a service on this machine.
 */
const specialIpv4: readonly SpecialRange[] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'a private network'],
  ['100.64.0.0', 10, 'carrier-grade NAT'],
  ['168.63.129.16', 32, 'a service of the cloud'],
  ['169.254.0.0', 16, 'link-local, with the metadata service of clouds'],
  ['172.16.0.0', 12, 'a private network'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'AMT'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'a private network'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

/** IPv6 inside of 2000::/3; of the rest, only ::1 and addresses that map to IPv4 are accepted. */
const specialIpv6: readonly SpecialRange[] = [
  ['2001::', 23, 'protocol assignments, with Teredo'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
];

/** IPv4 behind a translator: `64:ff9b::` and then the address. */
const NAT64_NETWORK = '64:ff9b::';
const NAT64_PREFIX = 96;

/** Where companies have their services. */
const companyNetworks = listOf(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
);

const metadataIpv4 = [
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '192.0.0.192',
];

/** Where clouds give a machine its credentials; also behind a translator. */
const metadataServices = listOf(
  ...[...metadataIpv4, ...['fd00:ec2::23', 'fd00:ec2::254', 'fd20:ce::254']].map(singleNetwork),
  ...metadataIpv4.map((address) => [NAT64_NETWORK + address, 128] as const),
);

/** A range that is rejected, with the reason. */
interface RejectedRange {
  readonly list: BlockList;
  readonly reason: string;
}

/**
 * Why an IP address may not be connected to, or null. `networks`: those that the administrator's policy names, in CIDR
 * notation; a metadata service counts as named only by a network of one address.
 *
 * A mapped address (`::ffff:10.0.0.1`) is checked as the IPv4 address in it: `BlockList` sees through it. So is one behind a
 * translator (`64:ff9b::10.0.0.1`), which is never this machine.
 */
export function findAddressProblem(address: string, networks: readonly string[] = []): string | null {
  const version = isIP(address);
  // A zone (`fe80::1%eth0`) names an interface of this machine: nothing public has one.
  if (version === 0 || address.includes('%')) return 'it is not a plain IP address';
  const family = familyOf(address);
  const isIn = (list: BlockList): boolean => list.check(address, family);
  if (isIn(loopback) || networks.some((network) => isNamed(address, network))) return null;
  const rejected = [...(family === 'ipv4' ? [] : rejectedIpv6), ...rejectedIpv4].find(({ list }) =>
    isIn(list),
  );
  if (rejected !== undefined) return rejected.reason;
  return family === 'ipv4' || isIn(publicIpv6) || isIn(anyIpv4) || isIn(translated)
    ? null
    : 'it is not a public IPv6 address (2000::/3)';
}

function isNamed(address: string, text: string): boolean {
  const network = parseNetwork(text);
  if (network === null) return false;
  const [, longest] = singleNetwork(network.address);
  const isMetadata = metadataServices.check(address, familyOf(address));
  if (isMetadata && network.prefix < longest) return false;
  return listOf([network.address, network.prefix]).check(address, familyOf(address));
}

/** The network that an administrator would name to let hooks reach an address; null = it is none of a company. */
export function networkToName(address: string): string | null {
  if (isIP(address) === 0) return null;
  const isIn = (list: BlockList): boolean => list.check(address, familyOf(address));
  return isIn(companyNetworks) && !isIn(metadataServices) ? singleNetwork(address).join('/') : null;
}

/** The address and the prefix of a network such as `10.20.0.0/16` or `fd12::/16`; null = it is none. */
export function parseNetwork(text: string): { readonly address: string; readonly prefix: number } | null {
  const [, address = '', digits = ''] = /^([0-9A-Fa-f.:]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const prefix = Number(digits);
  const version = isIP(address);
  return version !== 0 && prefix <= (version === 4 ? 32 : 128) ? { address, prefix } : null;
}

/** True for an address of this machine. */
export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, familyOf(address));
}

const loopback = listOf(['127.0.0.0', 8], ['::1', 128]);
const publicIpv6 = listOf(['2000::', 3]);
/** Contains every mapped address too; checked for IPv6 addresses only. */
const anyIpv4 = listOf(['0.0.0.0', 0]);
const translated = listOf([NAT64_NETWORK, NAT64_PREFIX]);

const rejectedIpv4 = specialIpv4.map(rejectedRange);
const rejectedIpv6 = [
  ...specialIpv6.map(rejectedRange),
  // Loopback too: behind a translator it is another machine, or a way around this table.
  ...[...specialIpv4, ['127.0.0.0', 8, 'loopback'] as const].map(([network, prefix, description]) =>
    rejectedRange([
      NAT64_NETWORK + network,
      NAT64_PREFIX + prefix,
      `${description}, through an address translator`,
    ]),
  ),
];

function rejectedRange([network, prefix, description]: SpecialRange): RejectedRange {
  return { list: listOf([network, prefix]), reason: `it lies in ${network}/${prefix}, ${description}` };
}

function listOf(...ranges: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, familyOf(network));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** The network of one address. */
function singleNetwork(address: string): readonly [address: string, prefix: number] {
  return [address, isIPv4(address) ? 32 : 128];
}
