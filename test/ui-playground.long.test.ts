/** `hooks ui`: what hooks decide about a call, and what they would have done to past ones, in a real browser. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from './support/chromium.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { layoutProblems, type OpenPage, openUi, startUi, type UiServer } from './support/ui-page.ts';

let browser: Browser;
let scratch: Scratch;
let server: UiServer;
let opened: OpenPage;
beforeAll(async () => {
  browser = await openBrowser();
}, 300_000);
afterAll(() => browser.close());
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(async () => {
  // A rejected call is a response of 422, which a browser reports.
  const problems = opened.problems.filter((text) => !/status of 422/.test(text));
  await opened.context.close();
  await server.stop();
  scratch.remove();
  expect(problems).toEqual([]);
});

/** Opens a screen of a server of its own; returns the requests that start a command. */
async function open(hash: string): Promise<{ page: Page; commands: string[] }> {
  server = await startUi(scratch);
  opened = await openUi(browser, server, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = opened;
  const commands: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') commands.push(new URL(request.url()).pathname);
  });
  await page.getByText('● live').waitFor();
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  return { page, commands };
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A hook that runs a shell script on PreToolUse, enabled. */
async function enableHook(name: string, script: string, keys = ''): Promise<void> {
  const directory = join(scratch.home, '.hookmd/hooks', name);
  writeText(
    join(directory, 'HOOK.md'),
    `---\nname: ${name}\nprotocol: hookmd\nevents: [PreToolUse]\ncommand: sh ./handler.sh\n${keys}---\n`,
  );
  writeText(join(directory, 'handler.sh'), `#!/bin/sh\n${script}\n`);
  const { exit, stderr } = await runHooks(scratch, ['enable', name, '--yes']);
  expect(exit, stderr).toBe(0);
}

const enable = (...names: string[]) => runHooks(scratch, ['enable', ...names, '--yes']);
const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Command' });
const outcome = (page: Page) => page.locator('.outcome');

async function tryCommand(page: Page, command: string): Promise<void> {
  await field(page).fill(command);
  await field(page).press('Enter');
}

/** Every file below a directory with its size. */
function listing(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => `${path} ${statSync(join(directory, path)).size}`)
    .sort();
}

describe('the playground', () => {
  it('shows a block, what the model reads, and the part that a condition matches', async () => {
    await enable('no-force-push');
    const { page } = await open('#/playground');
    await tryCommand(page, 'cd x && git push -f');
    await outcome(page).getByText('blocked by no-force-push').waitFor();
    expect(await page.locator('mark').allTextContents()).toContain('git push -f');
    const trial = JSON.parse((await runHooks(scratch, ['try', 'cd x && git push -f', '--json'])).stdout);
    const read = await page
      .locator('figure', { hasText: 'The model reads:' })
      .locator('blockquote')
      .textContent();
    expect(read).toBe(trial.decision.reason.replaceAll('`', ''));
    expect(await layoutProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /^Copy hooks try/ }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe("hooks try 'cd x && git push -f'");
  });

  it('shows a question to you, and a changed input before and after', async () => {
    await enableHook('asks', `if grep -q asked; then echo '{"decision":"ask","reason":"Deploy now?"}'; fi`);
    const input = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } } };
    await enableHook(
      'changes',
      `grep -q asked || echo '${JSON.stringify(input)}'`,
      'modify: { PreToolUse: [command] }\n',
    );
    const { page } = await open('#/playground');
    await tryCommand(page, 'ls # asked');
    await outcome(page).getByText('asks you').waitFor();
    await page.locator('figure', { hasText: 'You read:' }).getByText('Deploy now?').waitFor();
    await tryCommand(page, 'ls');
    await outcome(page).getByText('changed command').waitFor();
    expect(await page.locator('del').textContent()).toBe('"ls"');
    expect(await page.locator('ins').textContent()).toBe('"ls -l"');
    expect(await layoutProblems(page)).toEqual([]);
  });

  it('says why a hook did not run', async () => {
    await enable('block-dangerous');
    await enableHook('needs-it', 'exit 0', 'requires:\n  bins: [not-installed-here]\n');
    const { page } = await open('#/playground');
    await tryCommand(page, 'ls');
    const row = result(page).locator('tr', { hasText: 'needs-it' });
    await row.getByText('not-installed-here').waitFor();
  });

  it('blocks a spelling that hides the command, and says where a command cannot be parsed', async () => {
    await enable('block-dangerous', 'no-force-push');
    const { page } = await open('#/playground');
    await tryCommand(page, '$(echo rm) -rf src');
    await outcome(page).getByText('blocked by block-dangerous').waitFor();
    await tryCommand(page, 'ls; rm -rf "');
    await result(page).getByText('applies because the command cannot be fully parsed').waitFor();
    await outcome(page).getByText('blocked by block-dangerous').waitFor();
  });

  it('tries a prompt, a file, and any event with a payload that is an object', async () => {
    const { page, commands } = await open('#/playground');
    const kind = page.getByLabel('The agent wants to');
    await kind.selectOption('Any event');
    await page.getByRole('combobox', { name: 'Event' }).selectOption('PreToolUse');
    const payload = page.getByLabel('Payload, as JSON');
    for (const wrong of ['{"tool_name": ', '[1]']) {
      await payload.fill(wrong);
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('alert').getByText('This payload cannot be sent').waitFor();
    }
    expect(commands).toEqual([]);
    expect(await layoutProblems(page)).toEqual([]);
    await payload.fill('{"tool_name": 3}');
    await payload.press('Control+Enter');
    await page.getByRole('alert').getByText('tool_name').first().waitFor();
    await payload.fill('{"tool_name":"Bash","tool_input":{"command":"ls"}}');
    await payload.press('Control+Enter');
    await outcome(page).getByText('proceeds').waitFor();
    await kind.selectOption('Submit a prompt');
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Deploy it');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('No hook listens to UserPromptSubmit.').waitFor();
    await kind.selectOption('Read a file');
    await page.getByRole('textbox', { name: 'File' }).fill('.env');
    await page.getByRole('textbox', { name: 'File' }).press('Enter');
    await page.getByText('No hook listens to PreToolUse.').waitFor();
  });

  it('shows markup and control characters as text', async () => {
    await enableHook(
      'odd',
      String.raw`printf '{"decision":"block","reason":"<img src=x onerror=alert(1)> \\u001b[31m\\u202ered"}'`,
    );
    const { page } = await open('#/playground');
    const command = 'echo <b>bold</b> \u202e\u001b[2J';
    await page.evaluate(
      `location.hash = '#/playground?' + new URLSearchParams({ do: 'run', value: ${JSON.stringify(command)} })`,
    );
    await page.getByRole('button', { name: 'Try it' }).click();
    await outcome(page).getByText('blocked by odd').waitFor();
    const text = (await result(page).textContent()) ?? '';
    expect(text).toContain('<img src=x onerror=alert(1)>');
    expect(text).toContain('echo <b>bold</b>');
    for (const hidden of ['\u202e', '\u001b']) expect(text).not.toContain(hidden);
    expect(await result(page).locator('img, b').count()).toBe(0);
    await page.getByRole('button', { name: /^Copy/ }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^printf %s '.*\\u202e\\u001b.*' \| hooks try --event PreToolUse$/);
  });

  it('only fills the form from a link, and works with the keyboard alone', async () => {
    await enable('block-dangerous');
    const { page, commands } = await open('#/playground?do=run&value=rm+-rf+%2F');
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe('rm -rf /');
    await page.reload();
    await page.getByText('● live').waitFor();
    expect(await field(page).inputValue()).toBe('rm -rf /');
    expect(commands).toEqual([]);
    for (const key of ['/', 'End', 'x', 'Enter']) await page.keyboard.press(key);
    await outcome(page).getByText('blocked by block-dangerous').waitFor();
    expect(commands).toEqual(['/api/try']);
    expect(new URL(page.url()).hash).toContain('value=rm+-rf+%2Fx');
  });

  it('records nothing', async () => {
    await enable('block-dangerous');
    const { page } = await open('#/playground');
    const before = listing(scratch.state);
    await tryCommand(page, 'rm -rf /');
    await outcome(page).getByText('blocked by').waitFor();
    expect(listing(scratch.state)).toEqual(before);
  });

  it('keeps the last result while the next one is computed', async () => {
    await enableHook('waits', `if grep -q slow; then sleep 5; fi`);
    const { page } = await open('#/playground');
    await tryCommand(page, 'ls');
    await outcome(page).getByText('proceeds').waitFor();
    await tryCommand(page, 'echo slow');
    await page.getByText('Your hooks are running').waitFor();
    expect(await result(page).getAttribute('aria-busy')).toBe('true');
    expect(await outcome(page).textContent()).toBe('proceeds');
  });
});

function call(command: string): object {
  return {
    type: 'assistant',
    timestamp: new Date(Date.now() - 3_600_000).toISOString(),
    sessionId: 's',
    cwd: '/gone/project',
    message: {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `toolu_${command}`, name: 'Bash', input: { command } }],
    },
  };
}

function claudeSession(...commands: readonly string[]): void {
  const lines = commands.map((command) => JSON.stringify(call(command)));
  writeText(join(scratch.home, '.claude/projects/-project/a.jsonl'), `${lines.join('\n')}\nno json\n`);
}

describe('the history', () => {
  it('shows what `hooks scan` finds, and the same as a page', async () => {
    claudeSession('ls', 'rm -rf lib', 'git push -f', 'rm -rf "<script>alert(1)</script>"', 'pwd');
    const { page, commands } = await open('#/history');
    await page.getByText('What would hooks have done?').waitFor();
    expect(await layoutProblems(page)).toEqual([]);
    expect(commands).toEqual([]);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Of 5 calls/ }).waitFor({ timeout: 60_000 });
    const { stdout } = await runHooks(scratch, ['scan', '--json', '--html', 'scan.html']);
    const { hooks } = JSON.parse(stdout) as { hooks: readonly Record<string, number & string>[] };
    const shown = await page
      .locator('.counts tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].slice(0, 6).map((cell) => cell.textContent)),
      );
    expect(shown).toEqual(
      hooks.map(({ name, ran, blocked, prompted, changed, failed }) =>
        [name, ran, blocked, prompted, changed, failed].map(String),
      ),
    );
    expect(hooks[0]).toMatchObject({ name: 'block-dangerous', blocked: 3 });
    await page.locator('pre').getByText('rm -rf "<script>').waitFor();
    await page.getByText('1 problem with histories').click();
    expect(await layoutProblems(page)).toEqual([]);
    await page.keyboard.press('4');
    await page.keyboard.press('5');
    await page.getByRole('heading', { name: /^Of 5 calls/ }).waitFor();
    const headline = (await page.locator('h1', { hasText: 'Of 5' }).textContent()) ?? '';
    const html = readFileSync(join(scratch.project, 'scan.html'), 'utf8');
    const file = await opened.context.newPage();
    await file.setContent(html);
    expect(await file.locator('h1').textContent()).toBe(headline);
    expect(await layoutProblems(file)).toEqual([]);
    expect(html).not.toMatch(/<script|src=|href=/);
  });

  it('says where it looked on a machine without histories', async () => {
    const { page } = await open('#/history');
    await page.getByRole('button', { name: 'Scan the last 30 days' }).click();
    await page.getByRole('alert').getByText('No agent on this machine has a history').waitFor();
    await page.getByRole('button', { name: /^Copy hooks scan --since/ }).waitFor();
    expect(await layoutProblems(page)).toEqual([]);
  });

  it('stops a scan', async () => {
    claudeSession(...Array.from({ length: 20_000 }, (_, index) => `rm -rf ${index}`));
    const { page } = await open('#/history');
    await page.getByRole('button', { name: 'Scan the last 30 days' }).click();
    await page.getByText(/Reading histories .*: [1-9]\d* s/).waitFor();
    const isScan = (pid: string): boolean => childrenOf(server.pid).includes(pid);
    const [child = ''] = childrenOf(server.pid);
    expect(isScan(child)).toBe(true);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
    await expect.poll(() => isScan(child), { timeout: 10_000 }).toBe(false);
  });
});

function childrenOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}
