import { spawnSync } from 'node:child_process';

const LOOPBACK = 'ip link set lo up';
const OWN_ETC = 'mount -t tmpfs etc /mnt && { cp -a /etc/. /mnt || true; } && mount --bind /mnt /etc';

/**
 * Returns the words before a command that leave it only loopback; empty if this machine does not support it. `hasOwnEtc`: the command
 * also changes a copy of `/etc` instead of the machine's.
 */
export function withoutNetwork({ hasOwnEtc = false } = {}) {
  const script = [LOOPBACK, ...(hasOwnEtc ? [OWN_ETC] : []), 'exec "$0" "$@"'].join(' && ');
  const ways = [[], ['--map-root-user']].map((options) => [
    'unshare',
    '--net',
    '--mount',
    ...options,
    'sh',
    '-c',
    script,
  ]);
  return ways.find(([program, ...words]) => spawnSync(program, [...words, 'true']).status === 0) ?? [];
}
