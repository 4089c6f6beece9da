/** `npm run fleet:sim`, small: everything that goes wrong at once, and an independent count at the end. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SIMULATION = fileURLToPath(new URL('../bench/fleet/sim.mjs', import.meta.url));
const isRoot = process.getuid?.() === 0;

it('every event of a fleet is stored once, while servers and shippers are killed and clocks are a day off', async () => {
  const sizes =
    '--machines 20 --events 200 --seconds 12 --kills 3 --shipper-kills 10 --down 2 --seed 7'.split(' ');
  // Only root can make a disk that gets full.
  const full = ['--full', isRoot ? '2' : '0'];
  const { stdout } = await promisify(execFile)(process.execPath, [SIMULATION, ...sizes, ...full]);
  const figures = Object.fromEntries(
    stdout.split('\n').map((line) => [line.slice(0, 60).trim(), line.slice(60)]),
  );
  expect(figures).toMatchObject({
    'events written': '4000',
    'events stored': '4000',
    lost: '0',
    duplicates: '0',
    chains: expect.stringMatching(
      / of 20 machines: every chain is whole(?:, \d+ notes? of machines about their logs)?$/,
    ),
    'shippers that failed': '0',
  });
}, 120_000);
