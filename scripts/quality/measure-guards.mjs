import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readClaims } from './claims.mjs';
import { readCorpora } from './corpora.mjs';
import { loadGuards } from './guards.mjs';
import { openLabels } from './labels.mjs';
import { measureClaims, measureCorpus, summarizeGuard } from './measure.mjs';
import { openPeers, takeEvenly } from './peers.mjs';
import { CORPORA, writeReport } from './report.mjs';
import { openSources } from './sources.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(os.homedir(), '.cache/hookmd/corpora');
const readJson = (name) => JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8'));
const print = (text) => process.stderr.write(`quality: ${text}\n`);

const { values } = parseArgs({
  options: {
    sources: { type: 'string' },
    peers: { type: 'string' },
    hooks: { type: 'string', default: path.join(root, 'hooks') },
    output: { type: 'string', default: path.join(root, 'hooks/QUALITY.md') },
    baseline: { type: 'boolean', default: false },
  },
});

const sources = readJson('sources.json');
const directories = openSources(sources, { given: values.sources, cache });
const corpora = readCorpora(sources, (source) => directories.get(source));
const guards = await loadGuards(pathToFileURL(`${path.resolve(values.hooks)}/`));
const labelOf = openLabels(readJson('labels.json'));
const claims = readClaims(path.join(root, 'test/corpora/dangerous.txt'));

const shellGuards = guards.filter(({ name }) => name !== 'protect-paths');
const shellClaims = claims.filter(({ guard }) => guard !== 'protect-paths');

const measured = new Map(guards.map((guard) => [guard.name, measureGuard(guard)]));
const families = measureClaims(guards, claims);
const now = {
  commit: readCommit(values.hooks),
  date: new Date().toISOString().slice(0, 10),
  guards: Object.fromEntries(guards.map(({ name }) => [name, summarize(name)])),
};
if (values.baseline) writeJson('baseline.json', now);

writeFileSync(
  values.output,
  writeReport({
    now,
    baseline: readJson('baseline.json'),
    node: process.versions.node,
    guards,
    measured,
    families,
    incidents: readJson('incidents.json').map((incident) => ({
      ...incident,
      blockedBy: guards.filter(({ evaluate }) => evaluate(incident.text) !== null).map(({ name }) => name),
    })),
    peerLists: { blocks: countStopped('peer-blocks'), allows: countStopped('peer-allows') },
    peers: values.peers === undefined ? [] : await measurePeers(values.peers),
    licenses: new Map(sources.map(({ repository, license }) => [repository, license])),
    sources,
  }),
);
print(`wrote ${path.relative(process.cwd(), values.output)}`);

function writeJson(name, value) {
  writeFileSync(path.join(import.meta.dirname, name), `${JSON.stringify(value, null, 2)}\n`);
}

/** Of the corpora that the target for false blocks is about. */
function summarize(name) {
  const everyday = CORPORA.filter(({ isEveryday }) => isEveryday).map((corpus) =>
    measured.get(name).get(corpus.name),
  );
  return summarizeGuard(
    everyday,
    families.filter(({ guard }) => guard === name),
  );
}

function readCommit(cwd) {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd, encoding: 'utf8' }).trim();
}

function measureGuard(guard) {
  return new Map(
    CORPORA.map(({ name }) => {
      print(`${guard.name} on ${name}`);
      return [name, measureCorpus(guard, corpora.get(name), labelOf)];
    }),
  );
}

function countStopped(corpus) {
  const commands = corpora.get(corpus);
  return { total: commands.length, stopped: commands.filter(isStoppedBy(guards)).length };
}

function isStoppedBy(some) {
  return ({ text }) => some.some(({ evaluate }) => evaluate(text) !== null);
}

async function measurePeers(folder) {
  const { peers, close } = await openPeers(folder);
  const lists = new Map([...CORPORA.map(({ name }) => [name, corpora.get(name)]), ['claims', shellClaims]]);
  try {
    return peers.map((peer) => ({
      ...peer,
      results: [...lists].map(([title, commands]) => measurePeer(peer, title, commands)),
    }));
  } finally {
    close();
  }
}

/** What a peer and HookMD's two guards of commands stop of the same commands. */
function measurePeer(peer, title, commands) {
  print(`${peer.package} on ${title}`);
  const taken = takeEvenly(commands, peer.samples);
  return {
    title,
    total: taken.length,
    theirs: taken.filter(({ text }) => peer.evaluate(text)).length,
    ours: taken.filter(isStoppedBy(shellGuards)).length,
  };
}
