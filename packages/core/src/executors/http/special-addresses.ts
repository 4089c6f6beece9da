/** A range that is no part of the public internet, and what it is, for people. */
export type SpecialRange = readonly [network: string, prefix: number, what: string];

/**
 * IPv4: what IANA lists as special, multicast, the old relays of 6to4, and the address by which Azure's hosts are reached.
 *
 * Without 127.0.0.0/8: a service on this machine may be asked.
 */
export const specialIpv4: readonly SpecialRange[] = [
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

/** IPv6 inside of 2000::/3; of the rest only ::1 and what stands for an IPv4 address is anything but refused. */
export const specialIpv6: readonly SpecialRange[] = [
  ['2001::', 23, 'protocol assignments, with Teredo'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
];

/** IPv4 behind a translator: `64:ff9b::` and then the address. */
export const NAT64_NETWORK = '64:ff9b::';
export const NAT64_PREFIX = 96;
