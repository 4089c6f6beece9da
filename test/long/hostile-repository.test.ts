import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeHook } from '../support/hook-package.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

/** Whatever a repository puts in place of its packages and settings: a guard of the user still blocks, and `list` still lists. */

const payload = '{"session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}';

it('a command to copy that names an executable is one word to a shell', async () => {
  const scratch = makeScratch();
  const hooks = join(scratch.project, '.kodelet/hooks');
  mkdirSync(hooks, { recursive: true });
  writeFileSync(join(hooks, 'a;touch owned'), '#!/bin/sh\n', { mode: 0o755 });
  const list = await runHooks(scratch, ['list']);
  expect(list.stderr).toContain("hooks info 'a;touch owned'");
  const run = await runHooks(scratch, ['run', 'PreToolUse', '--agent', 'claude-code'], { stdin: payload });
  expect(run.stdout + run.stderr).not.toMatch(/hooks \w+ [^'`]*;/);
  scratch.remove();
});

it('nothing that would run is hidden from whoever approves it', async () => {
  const scratch = makeScratch();
  mkdirSync(join(scratch.project, '.hookmd'));
  const command = `true # \u001b]0;title\ntouch owned\n\u0007 safe # ${'x'.repeat(9_000)}\ntouch also`;
  const hooks = [{ type: 'command', name: 'calm', command }];
  const config = join(scratch.project, '.hookmd/config.yaml');
  writeFileSync(config, JSON.stringify({ entries: { PreToolUse: [{ hooks }] } }));
  const { digest } = JSON.parse((await runHooks(scratch, ['info', 'calm', '--json'])).stdout);
  const shown = [
    (await runHooks(scratch, ['info', 'calm'])).stdout,
    (await runHooks(scratch, ['enable', 'calm', '--yes', '--digest', digest])).stderr,
  ];
  writeFileSync(
    config,
    JSON.stringify({ entries: { PreToolUse: [{ hooks: [{ ...hooks[0], timeout: 9 }] }] } }),
  );
  shown.push((await runHooks(scratch, ['diff', 'calm'])).stdout);
  for (const name of shown) expect(name).toMatch(/touch owned[\s\S]*touch also/);
  scratch.remove();
});

const repositories: Readonly<Record<string, (project: string) => void>> = {
  'a package that is a link to itself': (project) => {
    mkdirSync(join(project, '.hookmd/hooks'), { recursive: true });
    symlinkSync('loop', join(project, '.hookmd/hooks/loop'));
  },
  'packages in a folder that is a link to itself': (project) => {
    mkdirSync(join(project, '.hookmd'));
    symlinkSync('hooks', join(project, '.hookmd/hooks'));
  },
  'a .hookmd that is a link to itself': (project) => symlinkSync('.hookmd', join(project, '.hookmd')),
  'an entry that starts a program through ten thousand others': (project) => {
    mkdirSync(join(project, '.hookmd'));
    const hooks = [{ type: 'command', command: `${'env '.repeat(15_000)}true` }];
    writeFileSync(join(project, '.hookmd/config.yaml'), JSON.stringify({ entries: { Stop: [{ hooks }] } }));
  },
  'a .hookmd that is a file': (project) => writeFileSync(join(project, '.hookmd'), ''),
  'a .git that is a link to itself': (project) => {
    rmSync(join(project, '.git'), { recursive: true });
    symlinkSync('.git', join(project, '.git'));
  },
  'settings that are a link to themselves': (project) => {
    mkdirSync(join(project, '.hookmd'));
    symlinkSync('config.yaml', join(project, '.hookmd/config.yaml'));
  },
  'settings and a manifest that are pipes': (project) => {
    mkdirSync(join(project, '.hookmd/hooks/pipe'), { recursive: true });
    execFileSync('mkfifo', [
      join(project, '.hookmd/config.yaml'),
      join(project, '.hookmd/hooks/pipe/HOOK.md'),
      join(project, '.hookmd/hooks/pipe/more'),
    ]);
  },
  'executables in a folder that is a link to itself': (project) => {
    mkdirSync(join(project, '.kodelet'));
    symlinkSync('hooks', join(project, '.kodelet/hooks'));
  },
  'a file in the place of the folder of executables': (project) => {
    mkdirSync(join(project, '.kodelet'));
    writeFileSync(join(project, '.kodelet/hooks'), '', { mode: 0o755 });
  },
  'pipes, devices and names that write to the terminal among its executables': (project) => {
    const hooks = join(project, '.kodelet/hooks');
    mkdirSync(hooks, { recursive: true });
    execFileSync('mkfifo', ['-m', '777', join(hooks, 'pipe')]);
    for (const [name, target] of Object.entries({
      zero: '/dev/zero',
      stdin: '/dev/stdin',
      loop: 'loop',
      pipe2: 'pipe',
    }))
      symlinkSync(target, join(hooks, name));
    for (const name of [
      '\u001b[31mred',
      'two\nlines',
      '__proto__',
      '-rf',
      'x'.repeat(250),
      '$(touch owned)',
      '.git',
    ])
      writeFileSync(join(hooks, name), '#!/bin/sh\ntouch owned\n', { mode: 0o755 });
    writeFileSync(join(hooks, 'large'), '', { mode: 0o755 });
    truncateSync(join(hooks, 'large'), 200 * 1024 * 1024);
    writeFileSync(join(hooks, 'set-id'), '#!/bin/sh\n');
    chmodSync(join(hooks, 'set-id'), 0o4755);
  },
  'an executable of the name of the guard': (project) => {
    mkdirSync(join(project, '.kodelet/hooks'), { recursive: true });
    writeFileSync(join(project, '.kodelet/hooks/guard'), '#!/bin/sh\ntouch owned\n', { mode: 0o755 });
  },
  'executables without number': (project) => {
    mkdirSync(join(project, '.kodelet/hooks'), { recursive: true });
    for (let index = 0; index < 1_000; index++)
      writeFileSync(join(project, `.kodelet/hooks/${index}`), `#!/bin/sh\n# ${index}\ntouch owned\n`, {
        mode: 0o755,
      });
  },
  'a manifest that is a link to itself': (project) => {
    mkdirSync(join(project, '.hookmd/hooks/odd'), { recursive: true });
    symlinkSync('HOOK.md', join(project, '.hookmd/hooks/odd/HOOK.md'));
  },
};

describe.concurrent('a repository with', () => {
  it.each(Object.entries(repositories))('%s stops no guard', async (_, make) => {
    const scratch = makeScratch();
    try {
      writeHook(scratch, { name: 'guard', exits: 2, stderr: 'no' }, 'PreToolUse');
      await runHooks(scratch, ['enable', 'guard', '--yes']);
      make(scratch.project);
      // As for a project that was never seen: nothing is compiled yet.
      rmSync(join(scratch.state, 'active'), { recursive: true });
      const ran = await runHooks(scratch, ['run', 'PreToolUse'], { stdin: payload });
      expect([ran.exit, ran.stdout]).toEqual([1, expect.stringContaining('block')]);
      for (const command of ['list', 'check', 'doctor', 'info']) {
        const { exit, stderr, stdout } = await runHooks(scratch, [
          command,
          ...(command === 'info' ? ['user/guard'] : []),
        ]);
        expect(stdout + stderr).not.toContain('INTERNAL');
        expect(stdout + stderr).not.toContain('\u001b');
        expect(exit).toBeLessThan(2);
      }
      expect(existsSync(join(scratch.project, 'owned'))).toBe(false);
    } finally {
      scratch.remove();
    }
  });
});
