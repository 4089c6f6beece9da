import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openArchive, writePackage } from '../packages/cli/src/install/archive/unpack.ts';
import { hasPrograms } from './support/programs.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
let from: string;
let file: string;

/** Longer than a header has room for, whole and in one of its parts. */
const LONG = `lib/${'d'.repeat(70)}/${'n'.repeat(120)}.txt`;
const MIDDLE = `lib/${'d'.repeat(70)}/${'m'.repeat(60)}.txt`;

beforeEach(() => {
  scratch = makeScratch();
  from = join(scratch.dir, 'from', 'package');
  file = join(scratch.dir, 'archive.tgz');
  mkdirSync(join(from, 'lib', 'd'.repeat(70)), { recursive: true });
  writeFileSync(join(from, 'HOOK.md'), '---\nevents: [Stop]\ncommand: ./run.sh\n---\n');
  writeFileSync(join(from, 'package.json'), '{"name":"guard","version":"1.0.0","bin":"run.sh"}');
  writeFileSync(join(from, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  for (const path of [LONG, MIDDLE, 'lib/ümläut.txt']) writeFileSync(join(from, path), path);
});
afterEach(() => scratch.remove());

const run = (program: string, words: readonly string[], cwd = join(from, '..')): unknown =>
  execFileSync(program, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });

interface Writer {
  readonly name: string;
  readonly needs: readonly string[];
  readonly write: () => unknown;
}

const python = (format: string): Writer => ({
  name: `tarfile of Python, ${format}`,
  needs: ['python3'],
  write: () =>
    run('python3', [
      '-c',
      `import tarfile\nwith tarfile.open('../archive.tgz', 'w:gz', format=tarfile.${format}) as t: t.add('package')`,
    ]),
});

const gnu = (...options: readonly string[]): Writer => ({
  name: `tar ${options.join(' ')}`,
  needs: ['tar'],
  write: () => run('tar', [...options, '-czf', file, 'package']),
});

const nodeTar = (name: string, options: { portable?: boolean; noPax?: boolean }): Writer => ({
  name: `node-tar, ${name}`,
  needs: [],
  write: () => create({ file, gzip: true, cwd: join(from, '..'), ...options }, ['package']),
});

const writers: readonly Writer[] = [
  { name: 'npm pack', needs: [], write: packWithNpm },
  nodeTar('portable', { portable: true }),
  nodeTar('as it is called', {}),
  gnu(),
  gnu('--format=gnu'),
  gnu('--format=pax'),
  gnu('--owner=somebody:4294967290', '--group=others:4294967290'),
  python('GNU_FORMAT'),
  python('PAX_FORMAT'),
  { name: 'bsdtar', needs: ['bsdtar'], write: () => run('bsdtar', ['-czf', file, 'package']) },
  {
    name: 'cmake -E tar',
    needs: ['cmake'],
    write: () => run('cmake', ['-E', 'tar', 'czf', file, 'package']),
  },
  { name: 'git archive', needs: ['git'], write: archiveWithGit },
];

function packWithNpm(): void {
  const words = ['pack', '--silent', '--pack-destination', scratch.dir, '--ignore-scripts'];
  run('npm', words, from);
  file = join(scratch.dir, 'guard-1.0.0.tgz');
}

function archiveWithGit(): void {
  const as = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    [...as, 'commit', '-qm', 'x'],
  ])
    run('git', words, from);
  run('git', ['archive', '--format=tar.gz', '--prefix=package/', '-o', file, 'HEAD'], from);
}

/** Every file with its bytes, and whether it is executable. */
function contentOf(dir: string): readonly (readonly unknown[])[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.git') && lstatSync(join(dir, path)).isFile())
    .sort()
    .map((path) => [path, lstatSync(join(dir, path)).mode & 0o100, readFileSync(join(dir, path), 'utf8')]);
}

for (const { name, needs, write } of writers) {
  it.skipIf(!hasPrograms(needs))(`what ${name} writes is read as it was`, async () => {
    await write();
    const dir = join(scratch.dir, 'read');
    writePackage(openArchive(readFileSync(file)), dir);
    expect(contentOf(dir)).toEqual(contentOf(from));
  });
}
