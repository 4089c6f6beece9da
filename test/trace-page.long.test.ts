/** `hooks trace --html`: the page of an event, in a real browser. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from './support/chromium.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

const MAX_BYTES = 150_000;

let browser: Browser;
let scratch: Scratch;
beforeAll(async () => {
  browser = await openBrowser();
}, 300_000);
afterAll(() => browser.close());
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

function writeHook(name: string, script: string, front = ''): void {
  const directory = join(scratch.home, '.hookmd/hooks', name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'HOOK.md'), `---\nevents: [PreToolUse]\ncommand: ./hook.sh\n${front}---\n`);
  writeFileSync(join(directory, 'hook.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

async function block(command: string): Promise<void> {
  writeHook('guard', 'echo "not <b>this</b> one" >&2; exit 2', 'onFailure: block\n');
  writeHook('crash', `printf '%b' 'one\\\\n<script>document.title="owned"</script>\\\\033[2J' >&2; exit 3`);
  writeHook('picky', 'exit 0', 'matcher: Write\n');
  writeHook('needs', 'exit 0', 'requires: { bins: [no-such-program] }\n');
  await runHooks(scratch, ['enable', 'guard', 'crash', 'picky', 'needs', '--yes']);
  const payload = { session_id: 's', tool_name: 'Bash', tool_input: { command } };
  await runHooks(scratch, ['run', 'PreToolUse'], { stdin: JSON.stringify(payload) });
}

interface Shown {
  readonly text: string;
  readonly json: string | null;
  readonly title: string;
  readonly requests: readonly string[];
  readonly problems: readonly string[];
}

/** Opens the page of the last event in both themes, from narrow to wide. */
async function show(): Promise<Shown> {
  const { exit, stderr } = await runHooks(scratch, ['trace', '--html', 'trace.html']);
  expect([exit, stderr]).toEqual([0, 'The page is in trace.html.\n']);
  const path = join(scratch.project, 'trace.html');
  expect(statSync(path).size).toBeLessThanOrEqual(MAX_BYTES);
  const problems: string[] = [];
  const requests: string[] = [];
  const shown = { text: '', json: null as string | null, title: '' };
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme });
    context.on('request', (request) => requests.push(request.url()));
    const page = await context.newPage();
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(pathToFileURL(path).href);
    for (const details of await page.locator('details').all()) {
      await details.locator('summary').focus();
      await page.keyboard.press('Enter');
    }
    for (const width of [380, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overhang = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (overhang !== 0) problems.push(`${overhang} px too wide at ${width}`);
      // The policy of the page lets no script of the page run; that of the test is not of the page.
      const { violations } = (await page.evaluate(`${axe.source};axe.run()`)) as axe.AxeResults;
      problems.push(
        ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      );
    }
    shown.text = (await page.locator('body').textContent()) ?? '';
    shown.json =
      (await page.locator('#json').count()) === 0 ? null : await page.locator('#json').textContent();
    shown.title = await page.title();
    await context.close();
  }
  expect(readdirSync(dirname(path))).toEqual(['.git', 'trace.html']);
  return { ...shown, requests: requests.filter((url) => url !== pathToFileURL(path).href), problems };
}

describe('the page of an event', () => {
  it('has the facts of `hooks trace --json`, whatever markup is in them, and loads nothing', async () => {
    await block('echo "<img src=x onerror=alert(1)>" && rm -rf src');
    const { text, json, title, requests, problems } = await show();
    const trace = JSON.parse((await runHooks(scratch, ['trace', '--json'])).stdout) as { hooks: object[] };
    expect(JSON.parse(json ?? '')).toEqual(trace);
    expect(trace.hooks).toHaveLength(4);
    for (const part of [
      'not <b>this</b> one',
      '<img src=x onerror=alert(1)>',
      '<script>document.title="owned"</script>',
      'no-such-program is not on your PATH',
      'exit code',
    ])
      expect(text).toContain(part);
    expect(title).toBe('PreToolUse shell: blocked by guard');
    expect([requests, problems]).toEqual([[], []]);
  });

  it('stays small and shows the decision whatever a record has', async () => {
    await block('true');
    const log = join(scratch.state, 'event-log');
    const [day = ''] = readdirSync(log);
    const line = readFileSync(join(log, day), 'utf8').trim().split('\n').at(-1) ?? '';
    const record = JSON.parse(line) as { hooks: { name: string }[]; reason: string };
    const [run] = record.hooks;
    const hostile = '<"&\'>'.repeat(150);
    record.hooks = Array.from({ length: 12 }, (_, index) => ({
      ...run,
      ...{ name: `<i>${index}`, reason: hostile, stderrTail: hostile, warnings: [hostile] },
    })) as typeof record.hooks;
    appendFileSync(join(log, day), `${JSON.stringify({ ...record, hooksLeftOut: 4990 })}\n`);
    const late = { ...record, schema: 'hookmd.late/1', hooks: record.hooks.slice(0, 1) };
    appendFileSync(join(log, day), `${JSON.stringify(late)}\n`.repeat(60));
    const { text, requests, problems } = await show();
    expect(text).toContain('4990 more are not in the record');
    expect(text).toContain('<i>11');
    expect([requests, problems]).toEqual([[], []]);
  });

  it('stays small after a payload of 10 MB that 5,000 hooks did not run on', async () => {
    for (let index = 0; index < 5000; index += 1) writeHook(`idle-${index}`, 'exit 0');
    await block(`echo ${'<b>\u0007&"'.repeat(840_000)}`);
    const trace = JSON.parse((await runHooks(scratch, ['trace', '--json'])).stdout) as {
      hooks: object[];
      hooksLeftOut: number;
    };
    expect(trace.hooks.length + trace.hooksLeftOut).toBe(5004);
    const { text, requests, problems } = await show();
    expect(text).toContain(`${trace.hooksLeftOut} more are not in the record`);
    expect(text).toContain('blocked by guard');
    expect([requests, problems]).toEqual([[], []]);
  });

  it('shows its JSON without characters that change what one reads, and the same to a program', async () => {
    await block('true');
    const log = join(scratch.state, 'event-log');
    const [day = ''] = readdirSync(log);
    const line = readFileSync(join(log, day), 'utf8').trim().split('\n').at(-1) ?? '';
    const input = '{"command":"a\u202eb\u{e0041}\u0085"}';
    appendFileSync(join(log, day), `${JSON.stringify({ ...JSON.parse(line), input })}\n`);
    const { json, text } = await show();
    expect(text).not.toMatch(/[\u0085\p{Cf}]/u);
    expect(JSON.parse(json ?? '')).toMatchObject({ input });
  });

  it('says why it cannot be written', async () => {
    await block('true');
    const { exit, stderr } = await runHooks(scratch, ['trace', '--html', 'no/such/place.html']);
    expect([exit, stderr]).toEqual([
      2,
      expect.stringMatching(/^USAGE {2}`--html` cannot write no\/such\/place\.html: /),
    ]);
  });
});
