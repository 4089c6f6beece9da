/**
 * Many machines in one process, so that a simulation has room for 1,000: `node shippers.mjs FOLDER URL FROM TO` runs
 * `hooks fleet ship` for each of them, with everything that the command does. It ends at SIGTERM.
 */
import { setMaxListeners } from 'node:events';
import { stateDir } from './events.mjs';

const { action } = await import(new URL('../../packages/fleet/dist/ship/action.js', import.meta.url));
const [folder, url, from, to] = process.argv.slice(2);
const ending = new AbortController();
setMaxListeners(0, ending.signal);
process.once('SIGTERM', () => ending.abort());

const results = await Promise.allSettled(
  Array.from({ length: Number(to) - Number(from) }, (_, index) => ship(Number(from) + index)),
);
const failed = results.filter(({ status }) => status === 'rejected');
for (const { reason } of failed) console.error(`FAILED ${reason.message}`);
process.exit(failed.length > 0 ? 1 : 0);

function ship(machine) {
  const state = stateDir(folder, machine);
  const places = { home: state, state };
  return action.run({
    words: [],
    text: (name) => places[name],
    texts: (name) => (name === 'nats' ? [url] : []),
    has: () => false,
    isJson: false,
    // Without `hooks` on it: the state of agents is not what is simulated.
    environment: { PATH: '' },
    cwd: state,
    signal: ending.signal,
    out: () => {},
    err: (line) => console.error(`${machine} ${line}`),
    print: () => {},
  });
}
