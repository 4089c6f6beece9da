import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { redactJson } from '../../hooks/redact-secrets/redact.ts';
import { Guards, ordinaryScript } from '../support/guard-speed.ts';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';
import { slowestTexts, slowTexts } from '../support/slow-texts.ts';

/** No text makes a guard hang or fail: it answers within 50 ms for 64 KiB, and blocks what it cannot check by then. */

const LENGTH = 65_536;
const shellGuards = ['block-dangerous', 'git-safety', 'infra-safety', 'no-force-push', 'protect-paths'];
const scratch = makeScratch();
let guards: Guards;
let project: string;

beforeAll(async () => {
  project = mkdtempSync(join(scratch.dir, 'slow-'));
  mkdirSync(join(project, '.git'));
  mkdirSync(join(project, 'a/b'), { recursive: true });
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/work\n');
  guards = await Guards.open(shellGuards, { project, home: scratch.home });
});
afterAll(async () => {
  await guards.close();
  scratch.remove();
});

function textOf(title: string): string {
  const text = slowTexts[title]?.(LENGTH) ?? '';
  expect(text.length).toBeGreaterThan(LENGTH / 2);
  return text;
}

function reasonOf(output: unknown): string | null {
  if (typeof output === 'string') return output;
  return (output as { reason: string } | null)?.reason ?? null;
}

/** Another program on the machine interrupts a try; it does not interrupt all of twenty. */
function isEverWithin(limitMs: number, run: () => unknown): boolean {
  return Array.from({ length: 20 }).some(() => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt < limitMs;
  });
}

async function judgeWith(name: string, event: object): Promise<unknown> {
  const file = join(import.meta.dirname, '../../hooks', name, 'evaluate.mjs');
  const { evaluateEvent } = await import(pathToFileURL(file).href);
  return evaluateEvent(event, {});
}

const tooLong = (name: string): string =>
  `This command is too long or too nested for ${name} to check. Split it into smaller commands.`;

describe.each(shellGuards)('%s', (name) => {
  it.each(Object.keys(slowTexts))('answers in time: %s', async (title) => {
    expect(await guards.evaluate(name, textOf(title))).toMatchObject({ isFast: true });
  });

  it('answers in time of 64 KiB of an ordinary script', async () => {
    expect(await guards.evaluate(name, ordinaryScript(LENGTH))).toMatchObject({ isFast: true });
  });
});

describe('redact-secrets', () => {
  it.each(slowestTexts)('answers in time: %s', (title) => {
    const text = textOf(title);
    expect(isEverWithin(50, () => redactJson({ stdout: text }))).toBe(true);
  });
});

describe.each(shellGuards)('%s evaluates', (name) => {
  const line = 'export const value = "a {b, c} $d"; // see ./docs/a.md\n';
  const body = line.repeat(262_144 / line.length);
  const json = JSON.stringify(Array(200).fill({ a: 1, b: 2 }));
  it.each([
    ['64 KiB of an ordinary script', ordinaryScript(LENGTH)],
    ['a heredoc of 256 KiB', `cat > src/a.ts <<'E'\n${body}E\nnpm test\n`],
    ['an unquoted heredoc of 256 KiB', `cat > src/a.ts <<E\n${body}E\nnpm test\n`],
    ['links to 300 files', `ln -s ${Array.from({ length: 300 }, (_, n) => `data/f${n}`).join(' ')} a/b`],
    ['a commit with JSON in its message', `git -c a.b=c commit -m '${json}'`],
    ['a request with JSON in it', `http :8080/x items:='${json}'`],
    ['a loop that prints JSON', `for f in a b; do echo '${json}' > "$f"; done`],
    ['a long word for a program that is not known', `tool --token=${'aB3x'.repeat(4_000)}`],
  ])('%s', async (_, command) => {
    expect((await guards.evaluate(name, command)).answer).toBeNull();
  });
});

describe.each(shellGuards)('%s blocks, and says what to do,', (name) => {
  it.each([
    ['a text too long to read', `echo ${'a '.repeat(160_000)}; rm -rf ~; git push -f`],
    ['commands too nested to read', `${'$('.repeat(40)}rm -rf ~; git push -f${')'.repeat(40)}`],
    ['too many commands', `${'a;'.repeat(6_000)}rm -rf ~; git push -f`],
  ])('%s', async (_, command) => {
    expect(reasonOf((await guards.evaluate(name, command)).answer)).toBe(tooLong(name));
  });
});

describe('nothing hides behind a limit of work', () => {
  it.each([
    ['protect-paths', 'a word in braces', `touch {${'x,'.repeat(2_000)}~/.bashrc}`],
    ['protect-paths', 'many braces', `touch ${'{a,b}'.repeat(12)} ~/.bashrc`],
    ['protect-paths', 'a path longer than any', `touch ${'a/../'.repeat(2_000)}.git/config`],
    ['no-force-push', 'a word in braces', `git push {${'x,'.repeat(2_000)}--force}`],
  ])('of %s: %s', async (name, _, command) => {
    expect(reasonOf((await guards.evaluate(name, command)).answer)).toBe(tooLong(name));
  });

  it('of block-dangerous: two hundred words for npx', async () => {
    const { answer: output } = await guards.evaluate('block-dangerous', `npx ${'x '.repeat(200)}rm -rf src`);
    expect(output).toMatch(/^recursive delete/);
  });

  it('of protect-paths: a call that edits more files than can be checked', async () => {
    const paths = Array.from({ length: 20_000 }, (_, index) => `f${index}`);
    const places = { cwd: project, project_dir: project };
    expect(await judgeWith('protect-paths', { tool: { kind: 'edit', paths }, ...places })).toEqual({
      decision: 'block',
      reason: 'This call is too long or too nested for protect-paths to check. Split it into smaller calls.',
    });
  });
});

describe('a guard that fails while it evaluates blocks, and says so', () => {
  it.each([
    ['block-dangerous', 'rm -rf a/b'],
    ['no-force-push', 'cd a && git push --force-with-lease'],
    ['protect-paths', 'touch a'],
  ])('%s', async (name, command) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    // Not even a text: no agent sends this, and any exception takes the same way.
    const output = await judgeWith(name, { tool: { kind: 'shell', command }, cwd: 7, project_dir: project });
    expect(reasonOf(output)).toBe(
      `${name} failed while it checked this command (TypeError), so the command is blocked. Write it in a simpler form, or split it into smaller commands.`,
    );
    expect(logged).toHaveBeenCalledWith(expect.any(TypeError));
    logged.mockRestore();
  });
});

describe('through `hooks run`', () => {
  beforeAll(async () => {
    const { exit, stderr } = await runHooks(scratch, ['enable', ...shellGuards, '--yes']);
    expect(exit, stderr).toBe(0);
  });

  it.each([
    ['protect-paths', 'ln -s with many words'],
    ['protect-paths', 'interpreters on stdin'],
    ['protect-paths', 'cd behind cd'],
    ['protect-paths', 'a path of many parts that is written'],
    ['protect-paths', 'a temporary file of many X'],
    ['block-dangerous', 'mv of numbered names'],
    ['block-dangerous', 'names of users'],
    ['no-force-push', 'git with many -c'],
  ])('%s decides: %s', async (name, title) => {
    const words = ['run', 'PreToolUse', '--json', '--only', name];
    const stdin = JSON.stringify({ tool_name: 'Bash', tool_input: { command: textOf(title) } });
    const { stdout, stderr } = await runHooks(scratch, words, { stdin });
    if (stdout === '') throw new Error(stderr);
    const { decision, reason, hooks } = JSON.parse(stdout);
    const ran = hooks.find((hook: { readonly name: string }) => hook.name === name);
    expect(ran).toMatchObject({ exitCode: 0, cause: null });
    expect(ran.durationMs).toBeLessThan(4_000);
    expect([null, tooLong(name)]).toContain(reason);
    expect(decision).toBe(reason === null ? 'none' : 'block');
  });
});
