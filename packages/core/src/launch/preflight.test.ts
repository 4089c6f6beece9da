import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preflight } from './preflight.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
const path = `${folder}/bin:/usr/bin:/bin`;
const at = (name: string): string => join(folder, name);

function write(name: string, content: string, mode = 0o755): string {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
  chmodSync(at(name), mode);
  return at(name);
}

beforeAll(() => {
  write('bin/tool', '#!/bin/sh\n');
  write('good.sh', '#!/bin/sh\necho hi\n');
  write('plain', 'echo no first line\n');
  write('data.txt', 'text', 0o644);
  write('empty.sh', '');
  write('lib.js', 'x', 0o644);
  mkdirSync(at('package'));
  symlinkSync('/nowhere', at('dangling'));
  symlinkSync('good.sh', at('link'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Its code, or null where it may start. */
const check = (...argv: [string, ...string[]]): string | null => {
  const result = preflight(argv, folder, path);
  return result.ok ? null : result.code;
};

describe('the program', () => {
  it.each(['good.sh', 'plain', 'link'])('%s may start', (name) => {
    expect(check(at(name))).toBeNull();
  });

  it.each([
    ['missing', 'PROGRAM_MISSING'],
    ['dangling', 'PROGRAM_MISSING'],
    ['good.sh/below', 'PROGRAM_MISSING'],
    ['package', 'NOT_A_FILE'],
    ['data.txt', 'NOT_EXECUTABLE'],
    ['empty.sh', 'EMPTY'],
  ])('%s may not: %s', (name, code) => {
    expect(check(at(name))).toBe(code);
  });

  it.each(['sh', './good.sh', 'good.sh', ''])('%j may not, because it is no absolute path', (name) => {
    expect(check(name)).toBe('PROGRAM_MISSING');
  });

  it('is not checked where its folder is missing', () => {
    expect(preflight(['/nowhere/x'], at('missing'), path)).toMatchObject({ code: 'CWD_MISSING' });
    expect(preflight(['/bin/sh'], at('data.txt'), path)).toMatchObject({ code: 'CWD_MISSING' });
  });
});

describe('the first line', () => {
  it.each([
    ['#!/bin/sh -e'],
    ['#! /bin/sh'],
    ['#!/usr/bin/env sh'],
    ['#!/usr/bin/env tool'],
    ['#!/usr/bin/env -S sh -e'],
    ['#!/usr/bin/env -S -i A=b sh -e'],
    ['#!/usr/bin/env -S "sh" -e'],
    ['#!/usr/bin/env -iS sh'],
    [`#!${folder}/bin/tool`],
  ])('%s may start', (line) => {
    expect(check(write('script', `${line}\n`))).toBeNull();
  });

  it.each([
    ['#!/bin/sh\r', 'INTERPRETER_CRLF'],
    ['#!/usr/bin/env sh\r', 'INTERPRETER_CRLF'],
    ['#!/nowhere/python3', 'INTERPRETER_MISSING'],
    ['#!/usr', 'INTERPRETER_MISSING'],
    [`#!${folder}/data.txt`, 'INTERPRETER_MISSING'],
    ['#!', 'INTERPRETER_MISSING'],
    ['#!sh', 'INTERPRETER_MISSING'],
    ['#!/nowhere/env sh', 'INTERPRETER_MISSING'],
    ['#!/usr/bin/env no-such-program', 'INTERPRETER_MISSING'],
    ['#!/usr/bin/env -S no-such-program -x', 'INTERPRETER_MISSING'],
    ['#!/usr/bin/env /nowhere/x', 'INTERPRETER_MISSING'],
    ['#!/usr/bin/env ./good.sh', 'INTERPRETER_MISSING'],
  ])('%j may not: %s', (line, code) => {
    expect(check(write('script', `${line}\n`))).toBe(code);
    expect(check(write('script', line))).toBe(code);
  });

  it.runIf(process.platform === 'linux')('with two words for env but no -S may not', () => {
    expect(preflight([write('script', '#!/usr/bin/env sh -e\n')], folder, path)).toEqual({
      ok: false,
      code: 'INTERPRETER_MISSING',
      message: `${at('script')} has the first line "#!/usr/bin/env sh -e": env gets all of it as the name of one program.`,
      remedy: 'Write: #!/usr/bin/env -S sh -e',
    });
  });

  it('is looked up in the PATH given, without its relative elements', () => {
    const script = write('script', '#!/usr/bin/env tool\n');
    expect(preflight([script], folder, 'bin:/usr/bin')).toMatchObject({ code: 'INTERPRETER_MISSING' });
  });
});

describe('the script of an interpreter', () => {
  it('is looked up from the working folder', () => {
    expect(check('/bin/sh', 'data.txt')).toBeNull();
    expect(check('/bin/sh', at('good.sh'))).toBeNull();
    expect(check('/bin/sh', '-e', 'missing.sh')).toBe('SCRIPT_MISSING');
    expect(check('/bin/sh', 'empty.sh')).toBe('EMPTY');
    expect(check('/bin/sh', '-c', 'missing.sh')).toBeNull();
    expect(check('/bin/sh', 'tool')).toBeNull(); // bash and ksh look in PATH too
  });

  it('may lack the suffix that node adds, and may be a folder', () => {
    expect(check(process.execPath, 'lib')).toBeNull();
    expect(check(process.execPath, 'package')).toBeNull();
    expect(check(process.execPath, 'lob')).toBe('SCRIPT_MISSING');
  });
});

describe('the message', () => {
  it.each([
    [
      [at('missing')],
      `${at('missing')} does not exist.`,
      `Restore ${at('missing')}, or correct the command.`,
    ],
    [
      [at('dangling')],
      `${at('dangling')} is a link to something that does not exist.`,
      `Restore ${at('dangling')}, or correct the command.`,
    ],
    [[at('data.txt')], `${at('data.txt')} is not executable.`, `Run \`chmod +x ${at('data.txt')}\`.`],
    [[at('empty.sh')], `${at('empty.sh')} is empty.`, `Restore the content of ${at('empty.sh')}.`],
    [
      ['/bin/sh', 'missing.sh'],
      `${at('missing.sh')}, which /bin/sh is to run, does not exist.`,
      `Restore ${at('missing.sh')}, or correct the command.`,
    ],
  ])('of %j names the cause and what to do', (argv, message, remedy) => {
    expect(preflight(argv as [string], folder, path)).toMatchObject({ message, remedy });
  });
});
