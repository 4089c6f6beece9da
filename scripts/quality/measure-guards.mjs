import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readClaims } from './claims.mjs';
import { readCorpora } from './corpora.mjs';
import { loadGuards } from './guards.mjs';
import { openJudgements } from './judgements.mjs';
import { measureClaims, measureCorpus } from './measure.mjs';
import { openPeers, samplePeer } from './peers.mjs';
import { CORPORA, peerRate, writeReport } from './report.mjs';
import { openSources } from './sources.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(os.homedir(), '.cache/hookmd/corpora');
const readJson = (name) => JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8'));
const say = (text) => process.stderr.write(`quality: ${text}\n`);

const { values } = parseArgs({
  options: {
    sources: { type: 'string' },
    peers: { type: 'string' },
    hooks: { type: 'string', default: path.join(root, 'hooks') },
    output: { type: 'string', default: path.join(root, 'hooks/QUALITY.md') },
  },
});

const sources = readJson('sources.json');
const directories = openSources(sources, { given: values.sources, cache });
const corpora = readCorpora(sources, (source) => directories.get(source));
const guards = await loadGuards(pathToFileURL(`${path.resolve(values.hooks)}/`));
const judge = openJudgements(readJson('judged.json'));
const claims = readClaims(path.join(root, 'test/corpora/dangerous.txt'));

const measured = new Map(guards.map((guard) => [guard.name, measureGuard(guard)]));
const shellGuards = guards.filter(({ name }) => name !== 'protect-paths');
const isStopped = ({ text }, by = guards) => by.some(({ evaluate }) => evaluate(text) !== null);
const shellClaims = claims.filter(({ guard }) => guard !== 'protect-paths');

writeFileSync(
  values.output,
  writeReport({
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: values.hooks,
      encoding: 'utf8',
    }).trim(),
    node: process.versions.node,
    guards,
    measured,
    families: measureClaims(guards, claims),
    incidents: readJson('incidents.json').map((incident) => ({
      ...incident,
      blockedBy: guards.filter(({ evaluate }) => evaluate(incident.text) !== null).map(({ name }) => name),
    })),
    peerLists: { blocks: countStopped('peer-blocks'), allows: countStopped('peer-allows') },
    ours: [...CORPORA.map(({ name }) => name), 'claims'].map((title) =>
      peerRate(title, {
        total: commandsOf(title).length,
        stopped: commandsOf(title).filter((one) => isStopped(one, shellGuards)).length,
      }),
    ),
    peers: values.peers === undefined ? [] : await measurePeers(values.peers),
    licenses: new Map(sources.map(({ repository, license }) => [repository, license])),
    sources,
  }),
);
say(`wrote ${path.relative(process.cwd(), values.output)}`);

function measureGuard(guard) {
  return new Map(
    CORPORA.map(({ name }) => {
      say(`${guard.name} on ${name}`);
      return [name, measureCorpus(guard, corpora.get(name), judge)];
    }),
  );
}

function commandsOf(title) {
  return title === 'claims' ? shellClaims : corpora.get(title);
}

function countStopped(corpus) {
  const commands = corpora.get(corpus);
  return { total: commands.length, blocked: commands.filter((one) => isStopped(one)).length };
}

async function measurePeers(folder) {
  const { peers, close } = await openPeers(folder);
  try {
    return peers.map((peer) => {
      const titles = [...CORPORA.map(({ name }) => name), 'claims'];
      const results = titles.map((title) => {
        say(`${peer.package} on ${title}`);
        return [title, samplePeer(peer, commandsOf(title))];
      });
      return {
        name: peer.package,
        version: peer.version,
        samples: peer.samples,
        results: Object.fromEntries(results),
      };
    });
  } finally {
    close();
  }
}
