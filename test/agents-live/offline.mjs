import { spawnSync } from 'node:child_process';

const LOOPBACK = ['sh', '-c', 'ip link set lo up && exec "$0" "$@"'];
const ways = [
  ['unshare', '--net', ...LOOPBACK],
  ['unshare', '--map-root-user', '--net', ...LOOPBACK],
];

/** What to put before a command so that it has loopback and no other network; nothing where this machine has no way. */
export function withoutNetwork() {
  return ways.find(([program, ...words]) => spawnSync(program, [...words, 'true']).status === 0) ?? [];
}
