/**
 * Records the history of a real agent: `npm run record:history -- [--keep] AGENT`.
 *
 * Plays sessions with the agent as `run.mjs` does, and writes the files of its history and the payloads that it sent to HookMD meanwhile to
 * `packages/agents/src/AGENT/recorded-history`. `--keep` keeps the home of the agent.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { histories, integrations } from '@hookmd/agents';
import { removeScratch } from '../../examples/session/scratch.mjs';
import { agents } from './agents.mjs';
import { cacheFolder, installAgent, installNode } from './install.mjs';
import { startModel } from './model/server.mjs';
import { withoutNetwork } from './offline.mjs';
import { props } from './scenes.mjs';
import { sessionsOf } from './sessions.mjs';
import { endLeftovers, hooks, makeStage, runAgent } from './stage.mjs';

const HOOKS = path.join(import.meta.dirname, 'hooks');
const ENABLED = ['block-dangerous', 'changes-touch'];
const RECORDED = new Set(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure']);
const [MAX_TEXT, KEPT_TEXT, LONG_LINE, MAX_ITEMS] = [250, 40, 1_500, 2];

const [name, isInside, isKept] = [
  process.argv.at(-1),
  ...['--inside', '--keep'].map((word) => process.argv.includes(word)),
];
const RECORDED_IN = path.resolve(import.meta.dirname, `../../packages/agents/src/${name}/recorded-history`);
const rows = agents.filter((one) => one.name === name);
if (rows.length === 0) {
  console.error('Usage: npm run record:history -- [--keep] AGENT');
  process.exit(2);
}
const cache = cacheFolder();
const node = installNode(cache) ?? process.execPath;
const { problem, ...installation } = installAgent(rows[0], cache, node);
if (problem !== null) throw new Error(problem);
if (isInside) {
  rmSync(RECORDED_IN, { recursive: true, force: true });
  for (const agent of rows) await record(agent);
} else {
  const [program, ...words] = [...withoutNetwork(), process.execPath, import.meta.filename, '--inside'];
  for (const variable of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']) delete process.env[variable];
  process.exitCode = spawnSync(program, [...words, ...process.argv.slice(2)], { stdio: 'inherit' }).status;
}

async function record(agent) {
  const model = await startModel();
  const stage = makeStage(agent, { ...installation, node, model });
  console.error(stage.dir);
  try {
    for (const words of agent.beforehand?.(stage) ?? []) await runAgent(stage, words, 'beforehand');
    for (const hook of readdirSync(HOOKS))
      cpSync(path.join(HOOKS, hook), path.join(stage.home, '.hookmd/hooks', hook), { recursive: true });
    hooks(stage, ['attach', name, '--yes', ...(agent.attachWords ?? [])]);
    hooks(stage, ['enable', ...ENABLED, '--yes']);
    const payloads = keepPayloads(stage);
    for (const session of sessionsOf(agent, stage)) await play(stage, model, session);
    write(agent, stage, payloads);
  } finally {
    endLeftovers(stage);
    model.close();
    if (!isKept) removeScratch(stage.dir);
  }
}

async function play(stage, model, { title, words, calls, before, ...options }) {
  if (before !== undefined) spawnSync(node, before(stage), { stdio: 'inherit' });
  for (const [file, text] of Object.entries(props)) {
    const at = path.join(stage.project, file);
    if (text === null) rmSync(at, { recursive: true, force: true });
    else mkdirSync(path.dirname(at), { recursive: true });
    if (text !== null) writeFileSync(at, text);
  }
  const requests = model.play(calls, options);
  const ending = await runAgent(stage, words, title);
  writeFileSync(
    path.join(stage.dir, 'output', `${title}.requests`),
    requests.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  console.error(
    `${title}: ${ending}, ${requests.filter(({ isCall }) => isCall).length} calls of ${requests.length} requests`,
  );
  endLeftovers(stage);
}

/** Puts a script in the place of the launcher that also stores each payload, in the order of their arrival. Returns its directory. */
function keepPayloads({ dir, home }) {
  const folder = path.join(dir, 'payloads');
  const launcher = path.join(home, '.local/state/hookmd/bin/hooks-fire');
  mkdirSync(folder);
  renameSync(launcher, `${launcher}-kept`);
  const script = `#!/bin/sh
file=${folder}/$(date +%s%N)-$$.$2
cat > "$file"
exec ${launcher}-kept "$@" < "$file"
`;
  writeFileSync(launcher, script);
  chmodSync(launcher, 0o755);
  return folder;
}

function write(agent, stage, payloads) {
  // Without a reader, `--keep` shows what the agent writes.
  if (histories[name] === undefined) return;
  const { directory, isSession } = histories[name];
  const from = path.join(stage.home, directory.slice(2));
  const files = readdirSync(from, { recursive: true });
  for (const file of files.filter((one) => isSession(one) || agent.beside?.test(one))) {
    const at = path.join(RECORDED_IN, 'sessions', scrub(file, stage));
    mkdirSync(path.dirname(at), { recursive: true });
    const bytes = readFileSync(path.join(from, file));
    if (agent.isBinary) writeFileSync(`${at}.gz`, gzipSync(bytes, { level: 9 }));
    else if (agent.isWhole) writeFileSync(at, shorten(scrub(bytes.toString(), stage), Infinity));
    else
      writeFileSync(
        at,
        mapLines(bytes.toString(), (line) => shorten(scrub(line, stage))),
      );
  }
  const sent = readdirSync(payloads)
    .sort()
    .flatMap((file) => {
      const event = integrations[name].eventOf(path.extname(file).slice(1));
      const payload = JSON.parse(readFileSync(path.join(payloads, file), 'utf8'));
      return RECORDED.has(event) ? [`${JSON.stringify({ event, payload })}\n`] : [];
    });
  const text = agent.isBinary
    ? sent.join('')
    : mapLines(sent.join(''), (line) => shorten(scrub(line, stage)));
  appendFileSync(path.join(RECORDED_IN, 'payloads.jsonl'), text);
}

function mapLines(text, change) {
  return text.split('\n').map(change).join('\n');
}

/** Replaces the places of this machine. */
function scrub(text, { dir, home, project }) {
  return text
    .replaceAll(hashOf(project), hashOf('/project'))
    .replaceAll(project, '/project')
    .replaceAll(home, '/home/somebody')
    .replaceAll(dir, '/scratch')
    .replaceAll(dir.replace(/[^a-zA-Z0-9]/g, '-'), '');
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** Keeps the start of the agent's own texts, such as its instructions for the model: they are longer than any of the session. */
function shorten(line, longLine = LONG_LINE) {
  if (!line.startsWith('{')) return line;
  return JSON.stringify(JSON.parse(line), (_, value) => {
    if (typeof value === 'string' && value.length > MAX_TEXT) return `${value.slice(0, KEPT_TEXT)}…`;
    return Array.isArray(value) && line.length > longLine ? value.slice(0, MAX_ITEMS) : value;
  });
}
