/** `hooks ui`: events as they come, in a real browser. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser } from './support/chromium.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { layoutProblems, openUi, startUi, type UiServer } from './support/ui-page.ts';

let browser: Browser;
let scratch: Scratch;
let ui: UiServer;
beforeAll(async () => {
  browser = await openBrowser();
}, 300_000);
afterAll(() => browser.close());
beforeEach(async () => {
  scratch = makeScratch();
  ui = await startUi(scratch);
});
afterEach(async () => {
  await ui.stop();
  scratch.remove();
});

async function call(command: string): Promise<void> {
  const payload = { session_id: 's', tool_name: 'Bash', tool_input: { command } };
  await runHooks(scratch, ['run', 'PreToolUse'], { stdin: JSON.stringify(payload) });
}

it('shows an event as it comes', async () => {
  await runHooks(scratch, ['enable', 'block-dangerous', '--yes']);
  const { page, context, problems } = await openUi(browser, ui);
  await page.getByText('No event yet').waitFor();
  await call('rm -rf /');
  await page.getByText('blocked by block-dangerous').waitFor();
  expect(await layoutProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
