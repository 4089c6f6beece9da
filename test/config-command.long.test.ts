import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeHook, writeText } from './support/hook-package.ts';
import { type Call, type Ended, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

/** `hooks config`, as a person calls it. What becomes of single texts stands in packages/core/src/config. */

async function inScratch(test: (scratch: Scratch, config: Config) => Promise<void>): Promise<void> {
  const scratch = makeScratch();
  try {
    await test(scratch, (words, call) => runHooks(scratch, ['config', ...words], call));
  } finally {
    scratch.remove();
  }
}

type Config = (words: readonly string[], call?: Call) => Promise<Ended>;

const userFile = (scratch: Scratch): string => join(scratch.home, '.hookmd/config.yaml');
const projectFile = (scratch: Scratch): string => join(scratch.project, '.hookmd/config.yaml');
const textOf = (path: string): string => readFileSync(path, 'utf8');

describe.concurrent('hooks config get', () => {
  it('shows what holds and whose file says it', () =>
    inScratch(async (scratch, config) => {
      writeText(userFile(scratch), { text: 'hooks: { concurrency: 2 }\n' });
      const { stdout, exit } = await config(['get']);
      expect(stdout).toMatch(
        /^SETTING +VALUE +FROM\n[\s\S]*hooks\.concurrency +2 +user\n[\s\S]*hooks\.maxTimeout +120s +default/,
      );
      expect(exit).toBe(0);
      expect((await config([])).stdout).toBe(stdout);
    }));

  it('gives one value alone on standard output, and where it comes from beside it', () =>
    inScratch(async (_, config) => {
      expect(await config(['get', 'eventLog.maxBytes'])).toMatchObject({
        stdout: '200MB\n',
        stderr: 'from default\n',
        exit: 0,
      });
    }));

  it('says all problems of the files, and what holds all the same', () =>
    inScratch(async (scratch, config) => {
      writeText(userFile(scratch), { text: 'hooks: { concurrency: 0, enabled: maybe }\n' });
      const { stdout, stderr } = await config(['get', 'hooks.concurrency']);
      expect(stdout).toBe('4\n');
      expect(stderr).toMatch(/1:23 {2}CONFIG_VALUE[\s\S]*1:35 {2}CONFIG_VALUE/);
    }));

  it.each([
    [['get', 'hooks.concurency'], 2, /SETTING_NOT_FOUND[\s\S]*Did you mean "hooks.concurrency"/],
    [['get', 'package.x.mode'], 1, /SETTING_NOT_SET[\s\S]*hooks config set package.x.mode VALUE/],
    [['get', 'a..b'], 2, /USAGE[\s\S]*double quotes/],
    [['get', 'hooks', 'more'], 2, /USAGE/],
    [['get', '--scope', 'user'], 2, /USAGE[\s\S]*--scope/],
    [['gett'], 2, /USAGE[\s\S]*Did you mean "get"/],
    [['path', 'hooks'], 2, /USAGE/],
  ])('%j is exit %i and says why', (words, exit, message) =>
    inScratch(async (_, config) => {
      const ended = await config(words);
      expect(ended).toMatchObject({ exit, stdout: '' });
      expect(ended.stderr).toMatch(message);
    }),
  );
});

describe.concurrent('hooks config path', () => {
  it('prints one path alone, or all files and whether they are there', () =>
    inScratch(async (scratch, config) => {
      writeText(userFile(scratch), { text: '' });
      expect((await config(['path', '--scope', 'user'])).stdout).toBe(`${userFile(scratch)}\n`);
      expect((await config(['path'])).stdout).toMatch(
        /^managed .*\nuser .*config\.yaml\nproject .*not there\n$/,
      );
      expect(JSON.parse((await config(['path', '--json'])).stdout)).toMatchObject({
        schema: 'hookmd.config/1',
        files: [{ scope: 'managed' }, { scope: 'user', exists: true }, { scope: 'project', exists: false }],
      });
    }));
});

describe.concurrent('hooks config set', () => {
  it('makes a file for its owner alone, and keeps the mode of one that is there', () =>
    inScratch(async (scratch, config) => {
      await config(['set', 'hooks.concurrency', '2']);
      expect(statSync(userFile(scratch)).mode & 0o777).toBe(0o600);
      chmodSync(userFile(scratch), 0o640);
      await config(['set', 'hooks.concurrency', '3']);
      expect(statSync(userFile(scratch)).mode & 0o777).toBe(0o640);
      expect(textOf(userFile(scratch))).toBe('hooks:\n  concurrency: 3\n');
      expect(readdirSync(join(scratch.home, '.hookmd'))).toEqual(['config.yaml']);
    }));

  it('edits a linked file where it stands', () =>
    inScratch(async (scratch, config) => {
      const target = join(scratch.dir, 'dotfiles/hookmd.yaml');
      writeText(target, { text: '# mine\nhooks: { concurrency: 1 }  # slow\n' });
      mkdirSync(join(scratch.home, '.hookmd'));
      symlinkSync('../../dotfiles/hookmd.yaml', userFile(scratch));
      expect((await config(['set', 'hooks.concurrency', '2'])).exit).toBe(0);
      expect(lstatSync(userFile(scratch)).isSymbolicLink()).toBe(true);
      expect(textOf(target)).toBe('# mine\nhooks: { concurrency: 2 } # slow\n');
    }));

  it('does not follow a repository out of the project', () =>
    inScratch(async (scratch, config) => {
      mkdirSync(join(scratch.project, '.hookmd'));
      mkdirSync(join(scratch.home, '.hookmd'));
      symlinkSync(userFile(scratch), projectFile(scratch));
      const { exit, stderr } = await config(['set', 'package.x.options.a', '1', '--scope', 'project']);
      expect([exit, stderr]).toEqual([1, expect.stringMatching(/CONFIG_LINK_LEAVES_PROJECT/)]);
      expect(existsSync(userFile(scratch))).toBe(false);
    }));

  it.each(['/dev/zero', '/dev'])(
    'is refused by a file that leads to %s, and others say it at once',
    (target) =>
      inScratch(async (scratch, config) => {
        mkdirSync(join(scratch.project, '.hookmd'));
        symlinkSync(target, projectFile(scratch));
        expect((await config(['set', 'hooks.concurrency', '2'])).exit).toBe(0);
        const { stdout } = await runHooks(scratch, ['list', '--json']);
        expect(JSON.parse(stdout).issues).toMatchObject([
          { code: 'CONFIG_UNREADABLE', path: projectFile(scratch) },
        ]);
      }),
  );

  it('writes nothing into a file with problems, and tells them all with their places', () =>
    inScratch(async (scratch, config) => {
      const text = 'hooks: { enabled: 5 }\nnonsense: 1\n';
      writeText(userFile(scratch), { text });
      const { exit, stderr, stdout } = await config(['set', 'hooks.concurrency', '2']);
      expect([exit, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /:1:19 {2}CONFIG_VALUE[\s\S]*:2:1 {2}CONFIG_UNKNOWN_KEY[\s\S]*Nothing was changed/,
      );
      expect(textOf(userFile(scratch))).toBe(text);
      const json = await config(['set', 'hooks.concurrency', '2', '--json']);
      expect(JSON.parse(json.stdout)).toMatchObject({ changed: false, issues: [{ line: 1 }, { line: 2 }] });
    }));

  it('writes nothing that is wrong, and says what is right', () =>
    inScratch(async (scratch, config) => {
      const { exit, stderr } = await config(['set', 'hooks.maxTimeout', '10m']);
      expect([exit, stderr]).toEqual([
        2,
        expect.stringMatching(/must be a time up to 120s[\s\S]*Nothing was changed/),
      ]);
      expect((await config(['set', 'hooks.enabled', 'false', '--scope', 'project'])).stderr).toMatch(
        /CONFIG_NOT_FOR_PROJECT[\s\S]*a repository would switch off/,
      );
      expect([existsSync(userFile(scratch)), existsSync(projectFile(scratch))]).toEqual([false, false]);
    }));

  it('takes a secret from standard input and shows it nowhere', () =>
    inScratch(async (scratch, config) => {
      const key = 'package.notify.env.TOKEN';
      const set = await config(['set', key, '-'], { stdin: 'hunter2 secret: #\n' });
      const rest = await Promise.all(
        [['get'], ['get', key], ['get', '--json'], ['set', key, '12345']].map((item) => config(item)),
      );
      for (const { stdout, stderr } of [set, ...rest]) expect(stdout + stderr).not.toMatch(/hunter2|12345/);
      expect(set.stdout).toMatch(/^package\.notify\.env\.TOKEN {2}set {2}user /);
      expect(textOf(userFile(scratch))).toContain('TOKEN: "12345"');
    }));

  it('says nothing of a broken file that may be a secret', () =>
    inScratch(async (scratch, config) => {
      const texts = [
        'package: { a: { env: { T: 123456 } } }',
        'package: { a: { env: s3cret123456 } }',
        'package:\n  a:\n    env:\n      T: |s3cret123456\n',
        'package:\n  a:\n    env:\n      T: "s3cret123456" s3cret123456\n',
        'models: { m: { provider: google, model: m, apiKeyEnv: s3cret-123456 } }',
        'package:\n  a:\n    env:\n  s3cret123456\n',
      ];
      for (const text of texts) {
        writeText(userFile(scratch), { text });
        const ended = await config(['set', 'hooks.concurrency', '2']);
        expect(ended.exit, text).toBe(2);
        expect(ended.stderr, text).not.toContain('123456');
      }
    }));

  it('takes a setting away, and says where there was none', () =>
    inScratch(async (scratch, config) => {
      await config(['set', 'package."my.hook".mode', 'warn']);
      expect((await config(['set', 'package."my.hook".mode', '--unset'])).stdout).toMatch(/not set {2}user/);
      expect(textOf(userFile(scratch))).toBe('');
      const again = await config(['set', 'package."my.hook".mode', '--unset', '--json']);
      expect(JSON.parse(again.stdout)).toMatchObject({ changed: false, value: null });
    }));

  it('warns of what is set and has no effect', () =>
    inScratch(async (scratch, config) => {
      writeHook(scratch, { name: 'notify', exits: 0 }, 'Stop');
      expect((await config(['set', 'package.notfy.mode', 'warn'])).stderr).toMatch(
        /There is no hook "notfy" here\. Did you mean "notify"\?/,
      );
      expect((await config(['set', 'package.notify.mode', 'warn'])).stderr).toBe('');
    }));

  it.each([
    [['set'], /needs a key/],
    [['set', 'hooks.concurrency'], /needs a value[\s\S]*hooks config set hooks.concurrency VALUE/],
    [['set', 'package.x.env.T'], /needs a value[\s\S]*standard input/],
    [['set', 'hooks.concurrency', '2', '--unset'], /exclude each other/],
    [['set', 'hooks', '{}'], /contains several settings[\s\S]*hooks\.concurrency/],
    [['set', 'hooks.concurrency', '2', '3'], /does not take "3"/],
    [['set', 'hooks.concurrency', '2', '--scope', 'managed'], /cannot be "managed"/],
  ])('%j is a mistake in the call', (words, message) =>
    inScratch(async (_, config) => {
      const { exit, stderr } = await config(words);
      expect([exit, stderr]).toEqual([2, expect.stringMatching(/^USAGE/)]);
      expect(stderr).toMatch(message);
    }),
  );

  it('refuses an agent; looking does not', () =>
    inScratch(async (scratch, config) => {
      const agent: Call = { env: { CLAUDECODE: '1' } };
      const { exit, stderr } = await config(['set', 'hooks.enabled', 'false'], agent);
      expect([exit, stderr]).toEqual([
        2,
        expect.stringMatching(/AGENT_CALLS {2}Only you may run `hooks config set`/),
      ]);
      expect(existsSync(userFile(scratch))).toBe(false);
      expect((await config(['--scope', 'user', 'set', 'hooks.enabled', 'false'], agent)).exit).toBe(2);
      expect((await config(['get', 'hooks.enabled'], agent)).exit).toBe(0);
      expect((await config(['path'], agent)).exit).toBe(0);
    }));

  it('holds in every project from its next event on, wherever it was called', () =>
    inScratch(async (scratch, config) => {
      await runHooks(scratch, ['enable', 'clamp-timeout', '--yes']);
      const stdin = '{"tool_name":"Bash","tool_input":{"command":"ls","timeout":999999999}}';
      const changed = async (): Promise<unknown> =>
        JSON.parse((await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin })).stdout).changed;
      expect(await changed()).toEqual(['timeout']);
      const elsewhere = join(scratch.dir, 'elsewhere');
      mkdirSync(join(elsewhere, '.git'), { recursive: true });
      const places = ['--home', scratch.home, '--project', elsewhere];
      await config(['set', 'allow.modify.Bash', '[command]', ...places], { bare: true, cwd: elsewhere });
      expect(await changed()).toEqual([]);
    }));

  it('by several at once loses nothing', () =>
    inScratch(async (scratch, config) => {
      const names = ['a', 'b', 'c', 'd'];
      const ended = await Promise.all(names.map((name) => config(['set', `package.${name}.mode`, 'warn'])));
      expect(ended.map(({ exit }) => exit)).toEqual([0, 0, 0, 0]);
      for (const name of names) expect(textOf(userFile(scratch))).toContain(`  ${name}:\n    mode: warn\n`);
    }));
});

describe.concurrent('in the home directory', () => {
  it('the file of the user is no file of a project', () =>
    inScratch(async (scratch, config) => {
      writeText(userFile(scratch), { text: 'hooks: { concurrency: 2 }\n' });
      writeFileSync(join(scratch.home, 'note'), '');
      const bare: Call = { bare: true, cwd: scratch.home };
      const { stdout } = await runHooks(scratch, ['list', '--json'], bare);
      expect(JSON.parse(stdout).issues).toEqual([]);
      expect((await config(['get', 'hooks.concurrency'], bare)).stdout).toBe('2\n');
      expect((await config(['set', 'package.x.options.a', '1', '--scope', 'project'], bare)).stderr).toMatch(
        /home directory is not a project/,
      );
    }));
});
