import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeShell } from './shell.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('the shell of a plugin', () => {
  it.each<[string, unknown, string]>([
    ['a value with signs of the shell', 'a\'b $HOME; `rm` "x"\n*', 'a\'b $HOME; `rm` "x"\n*|'],
    ['nothing', '', '|'],
    ['a list', ['a b', 2], 'a b|2|'],
    ['shell text', { raw: '$((1 + 1)) x' }, '2|x|'],
  ])('gives a command %s as its words', async (_, value, printed) => {
    expect(await makeShell(dir)`printf '%s|' ${value}`.text()).toBe(printed);
  });

  it('rejects what is no word', () => {
    expect(() => makeShell(dir)`cat < ${new Date()}`).toThrow('only strings, numbers and lists');
  });

  it('throws when a command fails, with its output, unless it must not', async () => {
    const $ = makeShell(dir);
    const failing = $`echo out; echo err >&2; exit 3`;
    const output = { exitCode: 3, stdout: Buffer.from('out\n'), stderr: Buffer.from('err\n') };
    await expect(failing.quiet()).rejects.toMatchObject({ message: 'Failed with exit code 3', ...output });
    await expect($`exit 4`.nothrow()).resolves.toMatchObject({ exitCode: 4 });
    expect(await $`exit 4`.catch(() => 'caught')).toBe('caught');
  });

  it('reads JSON and lines, in a directory and with variables of the command or of all', async () => {
    const $ = makeShell(dir);
    expect(await $`echo '{"a":[1]}'`.json()).toEqual({ a: [1] });
    const lines: string[] = [];
    for await (const line of $`printf 'a\nb\n'`.lines()) lines.push(line);
    expect(lines).toEqual(['a', 'b']);
    expect((await $`pwd; echo $WHO`.cwd('/').env({ WHO: 'me' }).quiet()).text()).toBe('/\nme\n');
    $.cwd('/').nothrow();
    expect(await $`pwd; exit 1`.text()).toBe('/\n');
  });

  it('starts a command once, and when it is waited for', async () => {
    const $ = makeShell(dir);
    const file = join(dir, 'runs');
    const command = $`echo x >>${file}`;
    const before = await $`cat ${file}`.nothrow().text();
    await command;
    await command.quiet();
    expect([before, readFileSync(file, 'utf8')]).toEqual(['', 'x\n']);
  });
});
