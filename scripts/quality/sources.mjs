import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** The git directories of the sources: those in `given`, or fetched into `cache` at the commit of the table. */
export function openSources(sources, { given, cache }) {
  return new Map(
    sources.map((source) => [
      source,
      given === undefined ? fetchSource(source, cache) : findSource(source, given),
    ]),
  );
}

/** A directory OWNER+NAME is a git directory, or has one below `repo` or `.git`. */
function findSource({ repository }, folder) {
  const directory = path.join(folder, repository.replace('/', '+'));
  const found = ['repo', '.git', '']
    .map((name) => path.join(directory, name))
    .find((each) => existsSync(path.join(each, 'HEAD')));
  if (found === undefined)
    throw new Error(`${directory} is no git directory. Clone https://github.com/${repository} there.`);
  return found;
}

/** Fetches one commit and none of its history. */
function fetchSource({ repository, commit }, cache) {
  const directory = path.join(cache, repository.replace('/', '+'));
  const git = (...words) =>
    execFileSync('git', [`--git-dir=${directory}`, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(path.join(directory, 'HEAD'))) {
    mkdirSync(directory, { recursive: true });
    git('init', '--quiet', '--bare');
  }
  try {
    execFileSync('git', [`--git-dir=${directory}`, 'cat-file', '-e', `${commit}^{tree}`], {
      stdio: 'ignore',
    });
  } catch {
    process.stderr.write(`quality: fetching ${repository} …\n`);
    git('fetch', '--quiet', '--depth', '1', `https://github.com/${repository}`, commit);
  }
  return directory;
}
