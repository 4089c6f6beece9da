import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('../../packages/cli/dist/hooks.cjs', import.meta.url));
const hasStrace = spawnSync('strace', ['-V']).status === 0;
const dir = mkdtempSync(join(tmpdir(), 'hookmd-strace-'));
const hooks = join(dir, 'home/.hookmd/hooks');
const canary = join(dir, 'canary');

/** Each tries to run something, or to stop us, while it is only read. */
const hostile: Readonly<Record<string, string>> = {
  'fence-js': `---js\nrequire("fs").writeFileSync(${JSON.stringify(canary)}, "x")\n---\n`,
  'fence-javascript': `---javascript\nrequire("fs").writeFileSync(${JSON.stringify(canary)}, "x")\n---\n`,
  'fence-blank-js': `--- js\nrequire("fs").writeFileSync(${JSON.stringify(canary)}, "x")\n---\n`,
  'tag-function': '---\nname: !!js/function "function(){}"\nevents: [PreToolUse]\ncommand: ./h.sh\n---\n',
  'substitution-in-command': `---\nevents: [PreToolUse]\ncommand: "$(touch ${canary})"\n---\n`,
  'substitution-in-condition': `---\nevents: [PreToolUse]\nif: "Bash($(touch ${canary}))"\ncommand: ./h.sh\n---\n`,
  'pattern-without-end': '---\nevents: [PreToolUse]\nmatcher: "(a+)+$"\ncommand: ./h.sh\n---\n',
  'kodelet-type-query': '---\nevents: [before_tool_call]\ncommand: ./h.sh\n---\n',
  'openclaw-handler': '---\nname: x\nmetadata: { openclaw: { events: ["command:new"] } }\n---\n',
  'needs-programs':
    '---\nevents: [PreToolUse]\nrequires: { bins: [git, no-such-program], node: ">=1" }\ncommand: [git, status]\n---\n',
  'terminal-escapes':
    '---\nname: fine\ndescription: "\\e[2J\\e]0;owned\\a\\u202Egnihton"\nevents: [Stop]\ncommand: ./h.sh\n---\n',
};

beforeAll(() => {
  for (const [name, manifest] of Object.entries(hostile)) {
    mkdirSync(join(hooks, name), { recursive: true });
    writeFileSync(join(hooks, name, 'HOOK.md'), manifest);
    writeFileSync(join(hooks, name, 'h.sh'), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    writeFileSync(
      join(hooks, name, 'handler.ts'),
      `require('fs').writeFileSync(${JSON.stringify(canary)}, 'x')`,
    );
  }
  symlinkSync('/etc', join(hooks, 'link-out'));
  mkdirSync(join(hooks, 'fifo'));
  execFileSync('mkfifo', [join(hooks, 'fifo/HOOK.md')]);
  mkdirSync(join(dir, 'project/.git'), { recursive: true });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What `check` starts: shells that read a script with `-n`, and the builder of typed handlers. Neither runs what it reads. */
const READERS =
  /execve\("[^"]*\/(?:sh|dash|bash)", \["[^"]*", (?:"-O", "extglob", )?"-n", |\/bin\/esbuild", \[/;

const calls = [
  ['list', '--all'],
  ['list', '--json'],
  ['info', 'needs-programs'],
  ['doctor'],
  ['events'],
  ['events', 'PreToolUse', '--schema'],
];

describe('reading', () => {
  it.skipIf(!hasStrace).each(calls)('hooks %s %s starts no process and opens no socket', (...words) => {
    expect(traceCalls(words)).toEqual([]);
  });

  it.skipIf(!hasStrace)('hooks check starts only what reads scripts, and opens no socket', () => {
    const started = traceCalls(['check']);
    expect(started.some((line) => line.includes('"-n"'))).toBe(true);
    expect(started.filter((line) => !READERS.test(line))).toEqual([]);
  });

  /** The processes that a command starts, and its sockets; without itself. */
  function traceCalls(words: readonly string[]): readonly string[] {
    const log = join(dir, 'strace.log');
    const places = ['--home', join(dir, 'home'), '--project', join(dir, 'project')];
    const traced = [
      '-f',
      '-qq',
      '-e',
      'trace=execve,execveat,socket,connect,fork,vfork',
      '-o',
      log,
      process.execPath,
      CLI,
      ...words,
      ...places,
    ];
    const { stdout, stderr } = spawnSync('strace', traced, {
      encoding: 'utf8',
      timeout: 30_000,
      env: { PATH: process.env['PATH'] },
    });
    const calls = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/exited with|--- SIG|resumed/.test(line));
    const own = calls.filter((line) => line.includes(process.execPath));
    expect(own.filter((line) => line.includes('execve'))).toHaveLength(1);
    expect(stdout.length).toBeGreaterThan(0);
    expect(stdout + stderr).not.toMatch(/\n\s+at /);
    return calls.filter((line) => !own.includes(line));
  }

  it('hostile packages leaves the canary alone and says what is wrong', () => {
    const places = ['--home', join(dir, 'home'), '--project', join(dir, 'project')];
    const { stdout, status } = spawnSync(process.execPath, [CLI, 'check', '--json', ...places], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect(status).toBe(1);
    expect(spawnSync('test', ['-e', canary]).status).toBe(1);
    const codes = (JSON.parse(stdout) as { issues: { path: string; code: string }[] }).issues.map(
      ({ path, code }) => `${path.split('/').at(-2)} ${code}`,
    );
    expect(codes).toContain('fence-js MANIFEST_NO_FRONT_MATTER');
    expect(codes).toContain('fifo MANIFEST_UNREADABLE');
  });

  it('shows no control character of a package', () => {
    const places = ['--home', join(dir, 'home'), '--project', join(dir, 'project')];
    for (const words of [['list'], ['info', 'fine'], ['check']]) {
      const { stdout, stderr } = spawnSync(process.execPath, [CLI, ...words, ...places], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
      });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });
});
