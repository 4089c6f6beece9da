import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type AddressRow, addressRows } from './addresses.ts';

const PLAYER = fileURLToPath(new URL('play-addresses.mjs', import.meta.url));
const CORE = fileURLToPath(new URL('../../packages/core/dist', import.meta.url));
/** A network of its own, in which every address there is leads to this machine. */
const EVERYWHERE =
  'ip link set lo up && ip route add local default dev lo && ip -6 route add local ::/0 dev lo';

interface Played {
  readonly url: string;
  /** The addresses that were connected to. */
  readonly accepted: readonly string[];
  readonly lookUps: number;
  readonly cause: string | null;
  readonly reason: string | null;
}

function play(rows: readonly AddressRow[], network: readonly string[] = []): readonly Played[] {
  const [program = '', ...args] = [...network, process.execPath, PLAYER, CORE];
  const ended = spawnSync(program, args, { input: JSON.stringify(rows), encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(ended.stderr);
  return JSON.parse(ended.stdout);
}

function inNetwork(script: string): readonly string[] {
  return ['unshare', '-rn', 'sh', '-c', `${script} && exec "$@"`, 'network'];
}

const [unshare = '', ...words] = inNetwork(EVERYWHERE);
const hasNetwork = spawnSync(unshare, [...words, 'true']).status === 0;

function wanted({ verdict: decision }: AddressRow): {
  readonly connections: number;
  readonly cause: unknown;
} {
  if (decision === 'asked') return { connections: 1, cause: expect.not.stringMatching('ADDRESS_REFUSED') };
  return { connections: 0, cause: 'ADDRESS_REFUSED' };
}

/** An address as it is compared: IPv6 in its shortest form, IPv4 out of its mapped form. */
function plain(address: string): string {
  const { hostname } = new URL(`http://${address.includes(':') ? `[${address}]` : address}/`);
  const text = hostname.replace(/^\[(.*)\]$/, '$1');
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(text) ?? [];
  if (high === undefined || low === undefined) return text;
  return plain(String(Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)));
}

function compare(rows: readonly AddressRow[], played: readonly Played[]): void {
  expect(played).toHaveLength(rows.length);
  const got = played.map(({ url, accepted, cause }) => ({
    url,
    connections: accepted.length,
    cause: cause ?? '',
  }));
  expect(got).toEqual(rows.map((row) => ({ url: row.url, ...wanted(row) })));
}

describe('of the addresses of services', () => {
  it('there are at least 120, no two alike', () => {
    const keys = addressRows.map(({ url, answers, networks }) => JSON.stringify([url, answers, networks]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(120);
  });

  it('none that is refused is connected to, on this machine as it is', () => {
    const rows = addressRows.filter(({ verdict: decision }) => decision !== 'asked');
    compare(rows, play(rows));
  });

  it('those of this machine get one connection each, however they are written', () => {
    const isHere = ({ url, at, verdict: outcome }: AddressRow): boolean =>
      outcome === 'asked' &&
      (at === undefined ? /localhost:/.test(url) || isLoopback(url) : isLoopback(`http://[${at}]/`));
    const rows = addressRows.filter(isHere);
    expect(rows.length).toBeGreaterThan(30);
    compare(rows, play(rows));
  });

  it.skipIf(!hasNetwork)(
    'each gets the connections it should where every address leads to this machine',
    () => {
      const played = play(addressRows, inNetwork(EVERYWHERE));
      compare(addressRows, played);
      for (const [index, { url, accepted, lookUps }] of played.entries()) {
        const { verdict, at, answers } = addressRows[index] as AddressRow;
        if (answers !== undefined) expect(lookUps, url).toBe(1);
        if (verdict !== 'asked' || /localhost:/.test(url)) continue;
        const host = at ?? new URL(url.replaceAll('PORT', '80')).hostname.replace(/^\[(.*)\]$/, '$1');
        expect(accepted.map(plain), url).toEqual([plain(host)]);
      }
    },
  );
});

function isLoopback(url: string): boolean {
  const address = url.replaceAll('PORT', '80').replace(/^http:\/\/\[([^:\]]+)\]/, 'http://$1');
  return /^(?:127\..*|\[::1\]|\[::ffff:7f.*\])$/.test(new URL(address).hostname);
}
