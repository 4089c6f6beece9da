import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch } from './support/scratch.ts';

/** Whatever a repository puts in place of its packages and settings: a guard of the user still blocks, and `list` still lists. */

const payload = '{"session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}';

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
          ...(command === 'info' ? ['guard'] : []),
        ]);
        expect(stdout + stderr).not.toContain('INTERNAL');
        expect(exit).toBeLessThan(2);
      }
    } finally {
      scratch.remove();
    }
  });
});
