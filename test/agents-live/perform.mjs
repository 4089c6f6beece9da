/** Runs the agents in its argument, one after another, and prints one line of JSON for each. `run.mjs` starts it without a network. */
import { inspect } from 'node:util';
import { agents } from './agents.mjs';
import { playAgent } from './play.mjs';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

for (const { title, ...installation } of JSON.parse(process.argv[2])) {
  const beganAt = performance.now();
  const result = await playAgent(
    agents.find((agent) => agent.title === title),
    installation,
  ).catch((error) => ({ problem: inspect(error) }));
  const seconds = Math.round((performance.now() - beganAt) / 1000);
  console.log(JSON.stringify({ title, seconds, ...result }));
}
