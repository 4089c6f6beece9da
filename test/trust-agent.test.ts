/** `hooks attach codex --trust-agent`, with a program that answers as Codex 0.169.0 does and writes the same file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
let bin: string;
let config: string;
beforeEach(() => {
  scratch = makeScratch();
  bin = join(scratch.dir, 'bin');
  config = join(scratch.home, '.codex/config.toml');
  mkdirSync(bin);
  mkdirSync(dirname(config));
  writeFileSync(config, 'model = "x" # mine\n');
  writeFileSync(join(bin, 'codex'), codex(), { mode: 0o755 });
});
afterEach(() => scratch.remove());

/** Lists the hooks of its file, one of them somebody else's, and keeps hashes in lines of its own. */
function codex(refuses = ''): string {
  return `#!${process.execPath}
const fs = require('fs'), path = require('path');
const home = process.env.CODEX_HOME, config = path.join(home, 'config.toml'), source = path.join(home, 'hooks.json');
if (process.argv[2] !== 'app-server') process.exit(9);
const lines = () => fs.readFileSync(config, 'utf8').split('\\n');
const listed = () => Object.entries(JSON.parse(fs.readFileSync(source, 'utf8')).hooks).flatMap(([event, groups]) =>
  groups.map(({ hooks: [{ command }] }, at) => {
    const key = source + ':' + event + ':' + at + ':0';
    const trusted = lines().includes(key + '=sha256:' + command.length);
    return { key, command, currentHash: 'sha256:' + command.length, trustStatus: trusted ? 'trusted' : 'unapproved', sourcePath: source };
  }));
const calls = {
  initialize: () => ({}),
  'hooks/list': () => ({ data: [{ hooks: listed() }] }),
  'config/batchWrite': ({ edits }) => {
    for (const { keyPath, value } of edits) {
      if (keyPath === 'hooks.state') fs.appendFileSync(config, Object.entries(value).map(([key, { trusted_hash: hash }]) => key + '=' + hash + '\\n').join(''));
      else fs.writeFileSync(config, lines().filter((line) => !line.startsWith(JSON.parse(keyPath.slice(12)) + '=')).join('\\n'));
    }
    return {};
  },
};
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  console.log(JSON.stringify({ method: 'a/notification' }));
  console.log(JSON.stringify(method === '${refuses}' ? { id, error: { message: 'not today' } } : { id, result: calls[method](params) }));
});
`;
}

const hooks = (...words: readonly string[]): Promise<Ended> =>
  runHooks(scratch, words, { env: { PATH: bin } });
const json = async (...words: readonly string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await hooks(...words, '--yes', '--json')).stdout);
const text = (): string => readFileSync(config, 'utf8');

it('nothing is started and nothing trusted without it', async () => {
  expect(await json('attach', 'codex')).toMatchObject({
    reviewed: null,
    needs: [{ isReview: true, isMet: false }],
  });
  expect(text()).toBe('model = "x" # mine\n');
});

it('all of our hooks are trusted and nobody else’s, once, and detaching restores what was', async () => {
  const file = join(scratch.home, '.codex/hooks.json');
  const before = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}';
  writeFileSync(file, before);
  expect(await json('attach', 'codex', '--trust-agent')).toMatchObject({ reviewed: 11, needs: [] });
  expect(text().match(/sha256/g)).toHaveLength(11);
  expect(text()).not.toContain(':Stop:0:0');
  expect(await json('attach', 'codex', '--trust-agent')).toMatchObject({ changed: false, reviewed: 0 });
  expect(await json('detach', 'codex')).toMatchObject({ changed: true, reviewStays: null });
  expect(text()).toBe('model = "x" # mine\n');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

it('what Codex wrote there since stays, and our trust goes by its own calls', async () => {
  await json('attach', 'codex', '--trust-agent');
  writeFileSync(config, `${text()}projects = 1\n`);
  expect(await json('detach', 'codex')).toMatchObject({ reviewStays: null });
  expect(text()).toBe('model = "x" # mine\nprojects = 1\n');
});

it('a detach that cannot tell it says what stays', async () => {
  await json('attach', 'codex', '--trust-agent');
  writeFileSync(config, `${text()}projects = 1\n`);
  writeFileSync(join(bin, 'codex'), codex('hooks/list'));
  expect(await json('detach', 'codex')).toMatchObject({ reviewStays: 'it rejected hooks/list: not today' });
  expect(existsSync(join(scratch.home, '.codex/hooks.json'))).toBe(false);
});

it('a Codex that refuses leaves it attached, and is said to', async () => {
  writeFileSync(join(bin, 'codex'), codex('config/batchWrite'));
  const output = await json('attach', 'codex', '--trust-agent');
  expect(output).toMatchObject({ code: 'ATTACH_REVIEW' });
  expect(output['message']).toContain(
    'it rejected config/batchWrite: not today. It is attached all the same.',
  );
  await json('detach', 'codex');
  expect(text()).toBe('model = "x" # mine\n');
});

it('a `codex` of the project is not started', async () => {
  writeFileSync(join(scratch.project, 'codex'), codex(), { mode: 0o755 });
  const { stdout } = await runHooks(scratch, ['attach', 'codex', '--trust-agent', '--yes', '--json'], {
    env: { PATH: `${scratch.project}:.` },
  });
  expect(JSON.parse(stdout)).toMatchObject({ code: 'ATTACH_REVIEW' });
  expect(existsSync(join(scratch.home, '.codex/hooks.json'))).toBe(false);
});
