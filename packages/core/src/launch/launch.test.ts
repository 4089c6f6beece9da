import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Probe } from '../process/hostile.fixture.ts';
import { runProcess } from '../process/process.ts';
import { resolveLaunch } from './launch.ts';

const folder = mkdtempSync(join(tmpdir(), 'launch-'));
const bin = join(folder, 'bin');
const options = { packageDir: folder, path: `:.:bin:${bin}` };

function write(file: string, content: string): string {
  writeFileSync(file, content);
  chmodSync(file, 0o755);
  return file;
}

beforeAll(() => {
  mkdirSync(bin);
  write(join(bin, 'prog'), '#!/bin/sh\necho prog "$@"\n'); // a shim, as pyenv has them
  write(join(bin, 'shim'), '#!/usr/bin/env prog\n');
});

afterAll(() => rmSync(folder, { recursive: true }));

const resolve = (...argv: [string, ...string[]]): readonly string[] | string => {
  const launch = resolveLaunch(argv, options);
  return launch.ok ? launch.argv : launch.code;
};
const handler = (firstLine: string): string => write(join(folder, 'handler'), `${firstLine}\n`);
const prog = ['/bin/sh', join(bin, 'prog')];

describe('resolveLaunch', () => {
  it('makes a bare word absolute, by the absolute folders of PATH only', () => {
    expect(resolveLaunch(['sh', '-c', 'x'], { ...options, path: '.:/bin' })).toEqual({
      ok: true,
      argv: ['/bin/sh', '-c', 'x'],
    });
    expect(resolveLaunch(['prog'], { packageDir: folder, path: ':.:bin' })).toMatchObject({
      code: 'PROGRAM_MISSING',
    });
    expect(resolve('')).toBe('PROGRAM_MISSING');
  });

  it('takes a relative path from the package and pins its interpreter', () => {
    handler('#!/bin/sh');
    expect(resolve('./handler', 'a')).toEqual(['/bin/sh', join(folder, 'handler'), 'a']);
  });

  it.each([
    ['#!/usr/bin/env prog', prog],
    ['#!/usr/bin/env prog -x -y', [...prog, '-x', '-y']],
    ['#!/usr/bin/env -S prog -x', [...prog, '-x']],
    ['#!/usr/bin/env -Sprog -x', [...prog, '-x']],
    ['#!/usr/bin/env -S -i A=b prog', ['/usr/bin/env', '-i', 'A=b', join(bin, 'prog')]],
    ['#!/usr/bin/env shim', [...prog, join(bin, 'shim')]],
    ['#!/bin/sh', ['/bin/sh']],
    ['#!  /bin/sh -e  ', ['/bin/sh', '-e']],
  ])('pins %s', (firstLine, expected) => {
    const script = handler(firstLine);
    expect(resolve(script, 'a', '$b')).toEqual([...expected, script, 'a', '$b']);
  });

  it.runIf(process.platform === 'linux')('keeps the words of the first line together, as Linux does', () => {
    const script = handler('#!/bin/sh -e -u');
    expect(resolve(script)).toEqual(['/bin/sh', '-e -u', script]);
  });

  it('pins what env is to look up in a command', () => {
    expect(resolve('/usr/bin/env', 'A=b', 'prog', 'x')).toEqual([
      '/usr/bin/env',
      'A=b',
      join(bin, 'prog'),
      'x',
    ]);
    expect(resolve('/usr/bin/env', '--unknown', 'prog')).toEqual(['/usr/bin/env', '--unknown', 'prog']);
  });

  it('leaves programs and scripts without a first line as they are', () => {
    expect(resolve(process.execPath, 'x.js')).toEqual([process.execPath, 'x.js']);
    const script = handler('echo plain');
    expect(resolve(script)).toEqual([script]);
  });

  it.each([
    ['#!/usr/bin/env no-such', 'INTERPRETER_MISSING'],
    ['#!/usr/bin/env prog\r', 'INTERPRETER_CRLF'],
    ['#!/nowhere/x', 'INTERPRETER_MISSING'],
  ])('refuses %j: %s', (firstLine, code) => {
    expect(resolve(handler(firstLine))).toBe(code);
  });

  it('refuses a script that is its own interpreter', () => {
    const script = join(folder, 'handler');
    handler(`#!${script}`);
    expect(resolve(script)).toBe('INTERPRETER_MISSING');
  });

  it('gives a command line that a PATH of the event cannot turn', async () => {
    const probe = new Probe();
    const script = handler('#!/usr/bin/env prog');
    const launch = resolveLaunch([script, 'a b'], options);
    const decoy = probe.write('prog', '#!/bin/sh\necho decoy\n');
    const request = probe.request('', { env: { PATH: join(decoy, '..') } });
    const result = await runProcess({ ...request, argv: launch.ok ? launch.argv : ['/nowhere'] });
    expect(result.stdout.toString()).toBe(`prog ${script} a b\n`);
    rmSync(probe.folder, { recursive: true });
  });
});
