/** Installs agents from the npm registry into a cache outside of the repository. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Several agents need a newer Node than this project does. */
const NODE = `node-${process.platform}-${process.arch}`;
const NODE_VERSION = '24.21.0';
const INSTALL_MS = 600_000;

export function cacheFolder({ HOOKMD_AGENTS, XDG_CACHE_HOME } = process.env) {
  if (HOOKMD_AGENTS) return path.resolve(HOOKMD_AGENTS);
  return path.join(XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'hookmd', 'agents');
}

/** Installs the newer Node and returns its path; null = the registry has none for this machine, and agents run with the current Node. */
export function installNode(cache) {
  const { folder, problem } = install('node', `${NODE}@${NODE_VERSION}`, cache, process.execPath);
  return problem === null ? path.join(folder, 'node_modules', NODE, 'bin', 'node') : null;
}

/** Installs an agent and its package `besides`. `problem` = why that failed, or null. */
export function installAgent({ name, package: wanted, besides }, cache, node) {
  const agent = install(name, wanted, cache, node);
  if (agent.problem !== null || besides === undefined) return { ...agent, besides: null };
  const other = install(`${name}-besides`, besides, cache, node);
  return { ...agent, besides: other.folder, problem: other.problem };
}

/** Skips what is installed already. Writes the marker last, so that an interrupted installation is repeated. */
function install(name, wanted, cache, node) {
  const folder = path.join(cache, name);
  const marker = path.join(folder, 'installed');
  if (existsSync(marker) && readFileSync(marker, 'utf8').trim() === wanted) return { folder, problem: null };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const words = ['install', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', wanted];
  const { status, error, stderr } = spawnSync('npm', words, {
    cwd: folder,
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: INSTALL_MS,
  });
  if (status !== 0) return { folder, problem: reasonOf(error, stderr) };
  writeFileSync(marker, `${wanted}\n`);
  return { folder, problem: null };
}

function reasonOf(error, stderr) {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/i, '').trim());
  const isSentence = (line) => line !== '' && !/^(code|syscall|errno|address|port) /.test(line);
  return error?.message ?? lines.find(isSentence) ?? 'npm printed no reason';
}
