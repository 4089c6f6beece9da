import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clearHookLog, readHookLog } from './support/hook-log.ts';
import { writeHook } from './support/hook-package.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
let digest: Readonly<Record<'mine' | 'theirs', string>>;

beforeEach(async () => {
  scratch = makeScratch();
  writeHook(scratch, { name: 'mine', does: 'true' }, 'PreToolUse');
  writeHook(scratch, { name: 'theirs', at: 'project' }, 'PreToolUse');
  mkdirSync(join(scratch.dir, 'ci'));
  digest = { mine: await digestOf('mine'), theirs: await digestOf('theirs') };
});
afterEach(() => scratch.remove());

async function digestOf(name: string): Promise<string> {
  const { stdout } = await runHooks(scratch, ['info', name, '--json']);
  return JSON.parse(stdout).digest;
}

const OTHER = `sha256:${'0'.repeat(64)}`;
const lock = (name: string): string =>
  JSON.stringify({ lockfileVersion: 1, packages: { p: { hooks: { theirs: { path: '.', digest: name } } } } });

/** Puts a list where it is asked for, and says the path. */
function writeList(path: string, text: string): string {
  const whole = join(scratch.dir, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

interface Answer {
  readonly says: string;
  readonly of: 'mine' | 'theirs';
  readonly words?: () => readonly string[];
  readonly env?: () => Readonly<Record<string, string>>;
  /** The code of the refusal; none = approved. */
  readonly code?: string;
  readonly exit?: number;
}

const agent = { CLAUDECODE: '1' };
const yes = ['--yes'];

/** Without a terminal: every answer that can be given beforehand, and what it is worth. */
const answers: readonly Answer[] = [
  { says: 'nothing', of: 'mine', code: 'APPROVAL_NEEDED', exit: 2 },
  { says: 'nothing', of: 'theirs', code: 'APPROVAL_NEEDED', exit: 2 },
  { says: '--yes', of: 'mine', words: () => yes },
  { says: '--yes', of: 'theirs', words: () => yes, code: 'APPROVAL_NEEDED', exit: 2 },
  {
    says: '--yes in CI',
    of: 'theirs',
    words: () => yes,
    env: () => ({ CI: '1' }),
    code: 'APPROVAL_NEEDED',
    exit: 2,
  },
  { says: '--yes in CI', of: 'mine', words: () => yes, env: () => ({ CI: '1' }) },
  {
    says: '--digest alone',
    of: 'mine',
    words: () => ['--digest', digest.mine],
    code: 'APPROVAL_NEEDED',
    exit: 2,
  },
  {
    says: '--digest alone',
    of: 'theirs',
    words: () => ['--digest', digest.theirs],
    code: 'APPROVAL_NEEDED',
    exit: 2,
  },
  { says: '--yes --digest', of: 'mine', words: () => [...yes, '--digest', digest.mine] },
  { says: '--yes --digest', of: 'theirs', words: () => [...yes, '--digest', digest.theirs] },
  {
    says: '--yes and another digest',
    of: 'mine',
    words: () => [...yes, '--digest', OTHER],
    code: 'DIGEST_MISMATCH',
    exit: 1,
  },
  {
    says: '--yes and another digest',
    of: 'theirs',
    words: () => [...yes, '--digest', OTHER],
    code: 'DIGEST_MISMATCH',
    exit: 1,
  },
  {
    says: '--yes and several digests',
    of: 'theirs',
    words: () => [...yes, '--digest', OTHER, '--digest', digest.theirs],
  },
  {
    says: '--yes and a lock that names it',
    of: 'theirs',
    words: () => [...yes, '--lock', writeList('ci/hooks.lock', lock(digest.theirs))],
  },
  {
    says: '--yes and a lock that names different content',
    of: 'theirs',
    words: () => [...yes, '--lock', writeList('ci/hooks.lock', lock(OTHER))],
    code: 'DIGEST_MISMATCH',
    exit: 1,
  },
  {
    says: '--yes and a lock of the project',
    of: 'theirs',
    words: () => [...yes, '--lock', writeList('project/.hookmd/hooks.lock', lock(digest.theirs))],
    code: 'TRUST_LIST',
    exit: 2,
  },
  {
    says: '--yes and the variable',
    of: 'theirs',
    words: () => yes,
    env: () => ({ HOOKMD_TRUST_DIGESTS: `${OTHER}, ${digest.theirs}` }),
  },
  {
    says: '--yes and a variable with other digests',
    of: 'theirs',
    words: () => yes,
    env: () => ({ HOOKMD_TRUST_DIGESTS: OTHER }),
    code: 'APPROVAL_NEEDED',
    exit: 2,
  },
  {
    says: '--yes and a variable with other digests',
    of: 'mine',
    words: () => yes,
    env: () => ({ HOOKMD_TRUST_DIGESTS: OTHER }),
  },
  {
    says: 'the variable alone',
    of: 'theirs',
    env: () => ({ HOOKMD_TRUST_DIGESTS: digest.theirs }),
    code: 'APPROVAL_NEEDED',
    exit: 2,
  },
  {
    says: '--yes --digest, called by an agent',
    of: 'mine',
    words: () => [...yes, '--digest', digest.mine],
    env: () => agent,
    code: 'AGENT_CALLS',
    exit: 2,
  },
  {
    says: '--yes and the variable, called by an agent',
    of: 'theirs',
    words: () => yes,
    env: () => ({ ...agent, HOOKMD_TRUST_DIGESTS: digest.theirs }),
    code: 'AGENT_CALLS',
    exit: 2,
  },
];

describe.each(['approve', 'enable'])('`hooks %s` without a terminal', (command) => {
  test.each(answers)('of $of is answered by $says: $code', async ({ of, words, env, code, exit = 0 }) => {
    const ended = await runHooks(scratch, [command, of, '--json', ...(words?.() ?? [])], {
      env: env?.() ?? {},
    });
    const output =
      code === undefined ? { schema: `hookmd.${command}/1` } : { schema: 'hookmd.error/1', code };
    expect(JSON.parse(ended.stdout)).toMatchObject(output);
    expect(ended.exit).toBe(exit);
    const { stdout } = await runHooks(scratch, ['info', of, '--json']);
    expect(JSON.parse(stdout).approvedDigest).toBe(code === undefined ? digest[of] : null);
  });
});

describe('a list of digests', () => {
  const rejected: Readonly<Record<string, () => string>> = {
    'in the project': () => writeList('project/list', digest.theirs),
    'outside by a link alone': () => {
      symlinkSync(writeList('project/list', digest.theirs), join(scratch.dir, 'ci', 'link'));
      return join(scratch.dir, 'ci', 'link');
    },
    'that everybody can write': () => {
      chmodSync(writeList('ci/list', digest.theirs), 0o666);
      return join(scratch.dir, 'ci', 'list');
    },
    'that is a folder': () => join(scratch.dir, 'ci'),
    'that is not there': () => join(scratch.dir, 'ci', 'none'),
    'with a line that is no digest': () => writeList('ci/list', `${digest.theirs}\ntheirs\n`),
    'that is a lock of another version': () => writeList('ci/list', '{"lockfileVersion":2,"packages":{}}'),
    'by a relative path': () => 'list',
  };
  test.each(Object.entries(rejected))('%s is refused, and nothing runs', async (_, make) => {
    const env = { HOOKMD_TRUST_DIGESTS: make() };
    const ended = await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin: '{}', env });
    expect(ended.exit).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ code: 'TRUST_LIST' });
    expect(readHookLog(scratch.log).runs).toEqual([]);
  });

  test('may have comments, names behind the digests and several lines', async () => {
    const list = writeList('ci/list', `# of review 12\n\n${OTHER} old\n${digest.theirs}  theirs\n`);
    linkSync(list, join(scratch.dir, 'ci', 'again'));
    await fires({ HOOKMD_TRUST_DIGESTS: list }, ['theirs']);
  });
});

const payloadText = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

/** Fires one event and says what it wrote on standard error. */
async function fires(env: Readonly<Record<string, string>>, ran: readonly string[]): Promise<string> {
  clearHookLog(scratch.log);

  const { exit, stderr } = await runHooks(scratch, ['run', 'PreToolUse', '--json'], {
    stdin: payloadText,
    env,
  });
  expect(exit).toBe(0);
  expect(readHookLog(scratch.log).runs.map(({ name }) => name)).toEqual(ran);
  return stderr;
}

describe('HOOKMD_TRUST_DIGESTS', () => {
  test('lets bytes run in the call it is given to, and records nothing', async () => {
    expect(await fires({ HOOKMD_TRUST_DIGESTS: digest.theirs }, ['theirs'])).toBe('');
    await fires({}, []);
    const { stdout } = await runHooks(scratch, ['info', 'theirs', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'unapproved', approvedDigest: null });
  });

  test('names bytes: one more, and they do not run, and that is said', async () => {
    writeFileSync(join(scratch.project, '.hookmd/hooks/theirs/log.sh'), '\n', { flag: 'a' });
    const output = await fires({ HOOKMD_TRUST_DIGESTS: digest.theirs }, []);
    expect(output).toMatch(
      /^warning: Hooks of this project were skipped.*: project\/theirs\. .*In CI, set HOOKMD_TRUST_DIGESTS to the digests/,
    );
  });

  test('stands before what was approved earlier', async () => {
    await runHooks(scratch, ['enable', 'theirs', '--yes', '--digest', digest.theirs]);
    writeFileSync(join(scratch.project, '.hookmd/hooks/theirs/handler.sh'), 'echo new >&2; exit 2\n', {
      flag: 'a',
    });
    const payload = { stdin: payloadText, env: { HOOKMD_TRUST_DIGESTS: await digestOf('theirs') } };
    expect(
      JSON.parse((await runHooks(scratch, ['run', 'PreToolUse', '--json'], payload)).stdout),
    ).toMatchObject({
      decision: 'block',
    });
    await fires({}, ['theirs']);
  });

  test('is not read under `--agent`', async () => {
    const env = { HOOKMD_TRUST_DIGESTS: digest.theirs };
    const payload =
      '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}';
    const { stdout } = await runHooks(scratch, ['run', '--agent', 'claude-code'], { stdin: payload, env });
    expect(stdout).toMatch(/Not approved, so they do not run: .*theirs/);
    expect(readHookLog(scratch.log).runs).toEqual([]);
  });

  test('does not switch on what somebody switched off', async () => {
    await runHooks(scratch, ['disable', 'theirs']);
    await fires({ HOOKMD_TRUST_DIGESTS: digest.theirs }, []);
  });
});

test('in CI a hook of the project that nobody approved is not left out in silence', async () => {
  expect(await fires({ CI: 'true' }, [])).toContain('project/theirs');
});

test('one question answered by no leaves all of them as they were', async () => {
  const words = ['approve', 'mine', 'theirs', '--yes', '--json'];
  expect((await runHooks(scratch, words)).exit).toBe(2);
  const { stdout } = await runHooks(scratch, ['info', 'mine', '--json']);
  expect(JSON.parse(stdout).approvedDigest).toBeNull();
});
