/**
 * Runs real agents against a scripted model: `npm run test:agents [-- [--write | --managed] [AGENT …]]`. Without a name, it runs all nine.
 *
 * It installs them from the npm registry into a cache outside of the repository (`HOOKMD_AGENTS`, default `~/.cache/hookmd/agents`; all of
 * them take 2.5 GB), attaches each with `hooks attach` in a new home and project, and checks the files and the requests to the model. It
 * exits with 1 if a result differs from the row of the agent, or if no agent could run. `--write` writes the results to `docs/agents.md`.
 * `--managed` attaches them with `hooks attach --managed`, in a copy of `/etc`.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { integrations, registrations } from '@hookmd/agents';
import { removeScratch } from '../../examples/session/scratch.mjs';
import { agents } from './agents.mjs';
import { claims } from './claims.mjs';
import { cacheFolder, installAgent, installNode } from './install.mjs';
import { withoutNetwork } from './offline.mjs';
import { outcomeOf, outcomes } from './outcome.mjs';
import { agentsPage, agentsTable, remarks, resultIn } from './page.mjs';

const PAGE = path.resolve(import.meta.dirname, '../../docs/agents.md');

const words = process.argv.slice(2);
const isManaged = words.includes('--managed');
const isWriting = words.includes('--write');
const wanted = words.filter((word) => !['--write', '--managed'].includes(word));
const unknown = wanted.filter((word) => !agents.some(({ name }) => name === word));
if (unknown.length > 0 || (isManaged && isWriting)) {
  const names = [...new Set(agents.map(({ name }) => name))].join(' ');
  console.error(`Usage: npm run test:agents [-- [--write | --managed] [AGENT …]]. Agents: ${names}.`);
  process.exit(2);
}

// With the first of these, every Node that is started here takes nearly three times as long to start.
for (const name of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']) delete process.env[name];

const results = [];
const installed = [];
const cache = cacheFolder();
const node = installNode(cache) ?? process.execPath;
const chosen = agents
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .filter(({ name }) => !isManaged || registrations[name].managed !== undefined);
for (const agent of chosen) {
  process.stderr.write(`${agent.package} …\n`);
  const { problem, ...installation } = installAgent(agent, cache, node);
  if (problem === null) installed.push({ title: agent.title, node, isManaged, ...installation });
  else results.push({ agent, skipped: problem });
}
const before = withoutNetwork({ hasOwnEtc: isManaged });
if (isManaged && before.length === 0)
  throw new Error('This machine does not support a copy of /etc (unshare --mount).');
await perform(before, installed, (seen) => {
  const agent = agents.find(({ title }) => title === seen.title);
  results.push(resultOf(agent, seen));
});
for (const { title } of installed) {
  const agent = agents.find((one) => one.title === title);
  if (results.every((one) => one.agent !== agent))
    results.push({ agent, problem: 'it returned no result', isFine: false });
}

results.sort((a, b) => agents.indexOf(a.agent) - agents.indexOf(b.agent));
console.log(agentsTable(results));
const isOffline = before.length > 0;
for (const line of remarks(results, isOffline)) console.log(`\n${line}`);
const isPlayed = results.some(({ skipped }) => skipped === undefined);
if (isWriting && isPlayed) writePage();
process.exitCode = isPlayed && results.every(({ isFine }) => isFine !== false) ? 0 : 1;

/** Runs all agents in one child process, which can be without a network although this process installs from it. */
function perform([...prefix], installations, hear) {
  const script = path.join(import.meta.dirname, 'perform.mjs');
  const [program, ...rest] = [...prefix, process.execPath, script, JSON.stringify(installations)];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  createInterface({ input: child.stdout }).on('line', (line) => hear(JSON.parse(line)));
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
}

/** Keeps the earlier results of agents that did not run now. */
function writePage() {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  const all = agents.map((agent) => results.find((one) => one.agent === agent) ?? resultIn(page, agent));
  if (all.includes(null))
    throw new Error('Run all agents: the page has results for other versions or claims.');
  writeFileSync(PAGE, agentsPage(all, isOffline));
}

/** Compares what was seen with the row of the agent. If all is as expected, removes the files of the run. */
function resultOf(agent, { seen, dir, seconds, problem }) {
  process.stderr.write(`${agent.title} ${seconds} s\n`);
  if (problem !== undefined) return { agent, problem, isFine: false };
  const date = new Date().toISOString().slice(0, 10);
  const { honours } = integrations[agent.name];
  const cells = claims.map((claim) => outcomeOf(claim, agent, seen[claim.id], honours));
  const isFine = cells.every((cell) => outcomes[cell].isFine);
  if (isFine) removeScratch(dir);
  return { agent, date, cells, isFine, dir: isFine ? undefined : dir };
}
