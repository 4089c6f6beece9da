import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeHook, writeText } from '../support/hook-package.ts';
import { type Ended, runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

async function inScratch(test: (scratch: Scratch) => Promise<void>): Promise<void> {
  const scratch = makeScratch();
  try {
    await test(scratch);
  } finally {
    scratch.remove();
  }
}

/** No stack trace, no bug: a person is told what is wrong. */
function expectClean({ stdout, stderr, exit }: Ended): void {
  expect(stdout + stderr).not.toMatch(/\n\s+at \S+ \(/);
  expect(stdout + stderr).not.toContain('INTERNAL');
  expect(exit).not.toBe(3);
}

const manifests: readonly (readonly [string, string | Buffer, string])[] = [
  ['is empty', '', 'MANIFEST_NO_FRONT_MATTER'],
  ['is binary', Buffer.from([0, 255, 254, 1, 2, 3]), 'MANIFEST_NOT_TEXT'],
  ['has 10 MB', `---\nname: x\n${'#'.repeat(10 * 1024 * 1024)}\n---\n`, 'MANIFEST_TOO_LARGE'],
  ['is deeply nested', `---\nmetadata: ${'['.repeat(2000)}${']'.repeat(2000)}\n---\n`, 'MANIFEST_TOO_DEEP'],
  ['is full of aliases', `---\na: &a [1,1]\nb: &b [*a,*a]\nc: [*b,*b]\n---\n`, 'MANIFEST_YAML'],
  ['begins with ---js', '---js\n({})\n---\n', 'MANIFEST_NO_FRONT_MATTER'],
  ['has a key twice', '---\nname: a\nname: b\nevents: [Stop]\ncommand: ./h.sh\n---\n', 'MANIFEST_YAML'],
  ['has a wrong type', '---\nevents: { a: 1 }\ncommand: ./h.sh\n---\n', 'MANIFEST_TYPE'],
  ['has no end', '---\nevents: [Stop]\n', 'MANIFEST_UNCLOSED'],
  ['has a typo in its event', '---\nevents: [PreToolUs]\ncommand: ./h.sh\n---\n', 'MANIFEST_UNKNOWN_EVENT'],
];

describe.concurrent('a manifest that', () => {
  it.each(manifests)('%s is said with its code, and the good package beside it runs', (_, text, code) =>
    inScratch(async (scratch) => {
      writeHook(scratch, { name: 'good', exits: 2, stderr: 'no' }, 'PreToolUse');
      const bad = join(scratch.home, '.hookmd/hooks/bad');
      mkdirSync(bad, { recursive: true });
      writeFileSync(join(bad, 'HOOK.md'), text);
      const check = await runHooks(scratch, ['check', '--json']);
      expectClean(check);
      expect(check.exit).toBe(1);
      const { issues } = JSON.parse(check.stdout) as {
        issues: { code: string; path: string; remedy: string }[];
      };
      expect(issues.filter((issue) => issue.path.endsWith('bad/HOOK.md')).map((item) => item.code)).toContain(
        code,
      );
      for (const entry of issues) expect(entry.remedy).not.toBe('');
      const run = await runHooks(scratch, ['run', 'PreToolUse', '--json', '--dangerously-trust-all'], {
        stdin: '{"tool_name":"Bash","tool_input":{"command":"ls"}}',
      });
      expectClean(run);
      expect(JSON.parse(run.stdout)).toMatchObject({ decision: 'block', decidedBy: ['user/good'] });
    }),
  );

  it('has several problems shows them all at once, with lines', () =>
    inScratch(async (scratch) => {
      const text = '---\nevents: [PreToolUs]\ntimeout: never\npriority: high\ncomand: ./h.sh\n---\n';
      writeText(join(scratch.home, '.hookmd/hooks/bad/HOOK.md'), { text });
      const check = await runHooks(scratch, ['check', '--json']);
      const { issues } = JSON.parse(check.stdout) as {
        issues: { line?: number; message: string; remedy: string }[];
      };
      expect(issues.map((element) => element.line)).toEqual(expect.arrayContaining([2, 3, 4, 5]));
      expect(JSON.stringify(issues)).toContain('Did you mean \\"PreToolUse\\"');
      expect(JSON.stringify(issues)).toContain('Write `command`.');
    }));
});

const payloads: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['is no JSON', 'hello', /not one JSON object/],
  ['is an array', '[1]', /is a list/],
  ['is two documents', '{} {}', /not one JSON object/],
  ['has 16 MB', JSON.stringify({ a: 'x'.repeat(16 * 1024 * 1024) }), /more than 12 MiB/],
  ['is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /not UTF-8/],
  ['has no tool name', '{"tool_input":{}}', /`tool_name` is missing/],
  ['has a wrong type', '{"tool_name":"Bash","tool_input":"ls"}', /tool_input/],
  ['contradicts the event', '{"hook_event_name":"Stop","tool_name":"Bash"}', /names the event/],
];

describe.concurrent('a payload that', () => {
  it.each(payloads)('%s is refused with exit 2', (_, stdin, message) =>
    inScratch(async (scratch) => {
      const run = await runHooks(scratch, ['run', 'PreToolUse'], { stdin });
      expectClean(run);
      expect(run).toMatchObject({ exit: 2, stdout: '' });
      expect(run.stderr).toMatch(message);
    }),
  );

  it.each(payloads.slice(0, 5))(
    '%s is answered natively under an agent, as neither block nor allow',
    (_, stdin) =>
      inScratch(async (scratch) => {
        const run = await runHooks(scratch, ['run', 'PreToolUse', '--agent', 'claude-code'], { stdin });
        expectClean(run);
        expect(run.exit).toBe(0);
        expect(JSON.parse(run.stdout)).toEqual({
          systemMessage: expect.stringContaining('HookMD could not handle this event'),
        });
      }),
  );

  it('nobody can read under an agent is a refusal where a guard must agree', () =>
    inScratch(async (scratch) => {
      writeHook(scratch, { name: 'must-agree', front: { onFailure: 'block' } }, 'PreToolUse');
      expect((await runHooks(scratch, ['enable', 'must-agree', '--yes'])).exit).toBe(0);
      const run = await runHooks(scratch, ['run', 'PreToolUse', '--agent', 'claude-code'], {
        stdin: 'garbage',
      });
      expect(JSON.parse(run.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
      expect(run.exit).toBe(0);
    }));

  it.each([
    ['Claude Code names no event', {}],
    ['Claude Code names an event that nobody knows', { hook_event_name: 'PreToolUseAgain' }],
    ['Cursor names an event that nobody knows', { hook_event_name: 'beforeAnything', cursor_version: '3' }],
    ['VS Code names no event that anybody knows', { hookEventName: 'BeforeAnything', sessionId: 's' }],
  ])('of which %s is a refusal where a guard must agree', (_, payload) =>
    inScratch(async (scratch) => {
      writeHook(scratch, { name: 'must-agree', front: { onFailure: 'block' } }, 'PreToolUse');
      expect((await runHooks(scratch, ['enable', 'must-agree', '--yes'])).exit).toBe(0);
      const stdin = JSON.stringify({ ...payload, tool_name: 'Bash', tool_input: { command: 'ls' } });
      const run = await runHooks(scratch, ['run', '--agent', 'claude-code'], { stdin });
      expect(JSON.parse(run.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
      expect(run.exit).toBe(0);
    }),
  );

  it.each(['--root', '--project', '--settings'])(
    'a folder or file that is not there, named by %s under an agent, is a refusal where a guard must agree, else none',
    (option) =>
      inScratch(async (scratch) => {
        writeHook(scratch, { name: 'must-agree', front: { onFailure: 'block' } }, 'PreToolUse');
        expect((await runHooks(scratch, ['enable', 'must-agree', '--yes'])).exit).toBe(0);
        const requested = async (event: string): Promise<unknown> => {
          const words = ['run', '--agent', 'claude-code', '--home', scratch.home, option, '/nowhere'];
          const stdin = JSON.stringify({ hook_event_name: event, session_id: 's', tool_name: 'Bash' });
          const { stdout, exit } = await runHooks(scratch, words, { stdin, bare: true });
          expect(exit).toBe(0);
          return JSON.parse(stdout);
        };
        expect(await requested('PreToolUse')).toMatchObject({
          hookSpecificOutput: { permissionDecision: 'deny' },
        });
        expect(await requested('UserPromptSubmit')).toEqual({
          systemMessage: expect.stringContaining('/nowhere'),
        });
      }),
  );
});

describe.concurrent('a call with', () => {
  it.each([
    ['an unknown command', ['lst'], 'COMMAND_NOT_FOUND', 'Did you mean "list"'],
    ['an unknown option', ['list', '--jsn'], 'USAGE', 'Did you mean `--json`'],
    ['an unknown hook', ['info', 'nothing'], 'HOOK_NOT_FOUND', 'hooks list --all'],
    ['an unknown event', ['run', 'PreToolUs'], 'EVENT_NOT_FOUND', 'Did you mean "PreToolUse"'],
    ['an unknown agent', ['run', 'Stop', '--agent', 'claude'], 'AGENT_NOT_FOUND', 'claude-code'],
    ['an option without its value', ['list', '--state'], 'USAGE', '--state'],
    ['a state that is none', ['list', '--state', 'redy'], 'USAGE', 'Did you mean "ready"'],
    ['no name', ['enable'], 'USAGE', '<...names>'],
    ['too many words', ['trace', 'a', 'b'], 'USAGE', 'does not take "b"'],
    ['an unknown trace', ['trace', 'ffff'], 'TRACE_NOT_FOUND', '--last'],
  ])('%s is told what to do instead', (_, words, code, remedy) =>
    inScratch(async (scratch) => {
      const ended = await runHooks(scratch, words);
      expectClean(ended);
      expect([1, 2]).toContain(ended.exit);
      expect(ended.stdout).toBe('');
      expect(ended.stderr).toContain(code);
      expect(ended.stderr).toContain(remedy);
      const json = await runHooks(scratch, [...words, '--json']);
      if (!words.includes('--agent'))
        expect(JSON.parse(json.stdout)).toMatchObject({ schema: 'hookmd.error/1', code });
    }),
  );
});

describe.concurrent('state that', () => {
  it.each(['active/_.json', 'approvals', 'enablement/user/_'])(
    'is damaged at %s loses no guard silently',
    (location) =>
      inScratch(async (scratch) => {
        writeHook(scratch, { name: 'guard', exits: 2, stderr: 'no' }, 'PreToolUse');
        await runHooks(scratch, ['enable', 'guard', '--yes']);
        const path = join(scratch.state, location);
        const file = location.endsWith('.json')
          ? path
          : join(path, readdirSync(path).find((name) => name.endsWith('.json')) ?? '');
        writeFileSync(file, '{"schema":"hookmd.act');
        const list = await runHooks(scratch, ['list', '--json']);
        expectClean(list);
        const { hooks, issues } = JSON.parse(list.stdout) as {
          hooks: { state: string }[];
          issues: { code: string }[];
        };
        const run = await runHooks(scratch, ['run', 'PreToolUse', '--json'], {
          stdin: '{"tool_name":"Bash","tool_input":{"command":"ls"}}',
        });
        expectClean(run);
        const { decision } = JSON.parse(run.stdout) as { decision: string };
        // A lost approval means not approved, and is said; everything else is rebuilt.
        if (location === 'approvals')
          expect([hooks[0]?.state, issues.map((issue) => issue.code)]).toEqual([
            'unapproved',
            ['STATE_CORRUPT'],
          ]);
        else expect(decision).toBe('block');
      }),
  );

  it('cannot be read as a root leaves the other roots alone', () =>
    inScratch(async (scratch) => {
      writeHook(scratch, { name: 'guard', exits: 2, stderr: 'no' }, 'PreToolUse');
      writeText(join(scratch.project, '.hookmd/hooks'), { text: 'a file in its place' });
      const list = await runHooks(scratch, ['list', '--all']);
      expectClean(list);
      expect(list.exit).toBe(0);
      expect(list.stdout).toContain('guard');
      expect(list.stderr).toContain('ROOT_UNREADABLE');
    }));

  it('is read-only keeps guarding and says why a change failed', () =>
    inScratch(async (scratch) => {
      writeHook(scratch, { name: 'guard', exits: 2, stderr: 'no' }, 'PreToolUse');
      await runHooks(scratch, ['enable', 'guard', '--yes']);
      // Root may write everywhere: a file in the place of a folder is what stops it too.
      writeText(join(scratch.dir, 'file'), { text: '' });
      const stdin = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
      const disable = await runHooks(scratch, [
        'disable',
        'guard',
        '--state',
        join(scratch.dir, 'file/state'),
      ]);
      expectClean(disable);
      expect(disable).toMatchObject({ exit: 1, stdout: '' });
      expect(disable.stderr).toContain('STATE_NOT_WRITABLE');
      chmodSync(scratch.state, 0o555);
      const run = await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin });
      chmodSync(scratch.state, 0o755);
      expect(JSON.parse(run.stdout)).toMatchObject({ decision: 'block' });
    }));
});
