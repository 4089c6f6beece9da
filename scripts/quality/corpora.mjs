import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readers } from './readers.mjs';

/** Where the commands run: no such directory exists, so that nothing on this machine changes a decision. */
export const HOME = '/home/hookmd-quality';
export const PROJECT = `${HOME}/app`;

const MAX_LENGTH = 60_000;
const MAX_OUTPUT = 2 ** 31;

/** The commands of all sources by corpus, each text once, in the order of their hashes. */
export function readCorpora(sources, directoryOf) {
  const corpora = new Map();
  for (const source of sources) {
    for (const [corpus, kinds] of Object.entries(source.kinds)) {
      const known = corpora.get(corpus) ?? new Map();
      corpora.set(corpus, known);
      for (const text of readSource(source, kinds, directoryOf(source))) {
        if (!known.has(text)) known.set(text, source.repository);
      }
    }
  }
  return new Map([...corpora].map(([name, texts]) => [name, sortByHash(texts)]));
}

export function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function sortByHash(texts) {
  return [...texts]
    .map(([text, source]) => ({ text, source, hash: hashOf(text) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
}

function readSource(source, kinds, directory) {
  const paths = git(directory, ['ls-tree', '-r', '--name-only', '-z', source.commit]).toString().split('\0');
  return kinds.flatMap((kind) => {
    const { files, read } = readers[kind];
    return readFiles(
      directory,
      source.commit,
      paths.filter((path) => files.test(path)),
    )
      .flatMap((content) => tryRead(read, content))
      .map((text) => place(text, source).trim())
      .filter((text) => text !== '' && !text.startsWith('#') && text.length < MAX_LENGTH);
  });
}

/** A source has files that are not what their name promises. */
function tryRead(read, content) {
  try {
    return read(content).filter((text) => typeof text === 'string');
  } catch {
    return [];
  }
}

/** The command as it would be in the project here: the recorded project, home and temporary directories become these. */
function place(written, { roots = [], homes = [] }) {
  const text = written.replaceAll('/private/tmp/', '/tmp/');
  const inProject = roots.reduce((result, root) => result.replaceAll(new RegExp(root, 'g'), PROJECT), text);
  return homes.reduce((result, home) => result.replaceAll(new RegExp(home, 'g'), HOME), inProject);
}

function readFiles(directory, commit, paths) {
  const input = paths.filter((path) => !path.includes('\n')).map((path) => `${commit}:${path}\n`);
  const output = git(directory, ['cat-file', '--batch'], input.join(''));
  const contents = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const header = output.toString('utf8', at, end).split(' ');
    const size = header.at(-2) === 'blob' ? Number(header.at(-1)) : null;
    if (size !== null) contents.push(output.toString('utf8', end + 1, end + 1 + size));
    at = size === null ? end + 1 : end + 1 + size + 1;
  }
  return contents;
}

function git(directory, words, input = '') {
  const { status, stdout, stderr } = spawnSync('git', [`--git-dir=${directory}`, ...words], {
    input,
    maxBuffer: MAX_OUTPUT,
  });
  if (status !== 0) throw new Error(`git ${words.join(' ')} in ${directory}: ${stderr}`);
  return stdout;
}
