/** `hooks ui`: the screen of all hooks. Its numbers are those of `hooks list --json` and `hooks log --json`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser } from './support/chromium.ts';
import { type HookSpec, writeHook } from './support/hook-package.ts';
import { runHooks } from './support/run-hooks.ts';
import { bashCall, enableHooks } from './support/runtime.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { layoutProblems, type OpenPage, openUi, startUi, type UiServer } from './support/ui-page.ts';

const MARKUP = '<img src=x onerror="console.log(1)">';
const HOOKS: readonly HookSpec[] = [
  { name: 'guard', exits: 2, stderr: 'not here', front: { if: 'shell(rm *)', description: 'Blocks rm' } },
  { name: 'slow', does: 'sleep 1.1' },
  { name: 'fails', exits: 3, stderr: `\u001b[31m${MARKUP}\u202e` },
  { name: 'lacks', front: { requires: { bins: ['no-such-program'] } } },
];

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
  await runHooks(scratch, ['run', 'PreToolUse'], { stdin: JSON.stringify(bashCall(scratch, command)) });
}

async function openHooks(): Promise<OpenPage> {
  const opened = await openUi(browser, ui);
  await opened.page.getByRole('link', { name: 'Hooks' }).click();
  return opened;
}

const rowOf = (page: Page, name: string): Locator =>
  page.locator('tr.hook').filter({ has: page.getByRole('button', { name, exact: true }) });
const namesIn = (page: Page): Promise<readonly string[]> => page.locator('tr.hook .open').allTextContents();

/** The screen scrolls in itself, and must do so only downwards. */
async function expectNoOverhang(page: Page): Promise<void> {
  for (const width of [380, 760, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = await page.evaluate(
      "const { scrollWidth, clientWidth } = document.querySelector('main'); scrollWidth - clientWidth",
    );
    expect([width, overhang]).toEqual([width, 0]);
  }
}

/** Runs, blocked, failed. */
const numbersIn = async (row: Locator): Promise<readonly string[]> =>
  (await row.locator('td.number').allTextContents()).slice(0, 3);

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly source: string;
}

interface Logged {
  readonly hooks: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly durationMs: number | null;
  }[];
}

it('shows each hook with its state and its numbers', async () => {
  await enableHooks(scratch, HOOKS.slice(0, 3));
  await enableHooks(scratch, HOOKS.slice(3)).catch(() => null);
  writeHook(
    scratch,
    { name: 'new', at: 'project', front: { description: `${MARKUP}\u001b[31m\u202e` } },
    'PreToolUse',
  );
  writeHook(scratch, { name: MARKUP, front: { nonsense: 1 } }, 'PreToolUse');
  for (const command of ['ls', 'rm x', 'ls', 'rm y', 'ls']) await call(command);
  const { page, context, problems } = await openHooks();
  await rowOf(page, 'guard').waitFor();

  // What needs attention is first.
  expect((await namesIn(page)).slice(0, 6)).toEqual(['fails', MARKUP, 'lacks', 'new', 'guard', 'slow']);
  const list = await runHooks(scratch, ['list', '--all', '--json']);
  const all: readonly Listed[] = JSON.parse(list.stdout).hooks;
  const listed = all.filter(({ source }) => source !== 'builtin');
  for (const { name, state } of listed)
    expect([name, await rowOf(page, name).locator('.is').textContent()]).toEqual([name, state]);
  const { total, counts } = countStates(listed);
  expect(await page.locator('.summary').textContent()).toContain(`${total} hooks · ${counts}`);
  await page.getByText('Numbers: the last 5 events, since').waitFor();

  // The numbers are those of the event log.
  const { stdout } = await runHooks(scratch, ['log', '--json']);
  const events = stdout
    .trim()
    .split('\n')
    .map((line): Logged => JSON.parse(line));
  for (const name of ['guard', 'slow', 'fails']) {
    // A guard that blocks cancels the others: such a run has no result.
    const runs = events
      .flatMap(({ hooks }) => hooks)
      .filter((run) => run.name === name && !['skipped', 'canceled'].includes(run.outcome));
    const of = (outcome: string): string => `${runs.filter((run) => run.outcome === outcome).length}`;
    const row = rowOf(page, name);
    await expect
      .poll(() => numbersIn(row))
      .toEqual([`${runs.length}`, of('blocking'), of('non_blocking_error')]);
    const times = runs.map(({ durationMs }) => durationMs ?? 0).sort((a, b) => a - b);
    const p95 = times.at(-1) ?? 0;
    const text =
      p95 >= 999.5 ? `${(p95 / 1000).toFixed(1)} s` : `${p95 < 10 ? p95.toFixed(1) : Math.round(p95)} ms`;
    expect(await row.locator('[data-label=p95]').textContent()).toBe(name === 'slow' ? `slow ${text}` : text);
    await row
      .getByRole('img', { name: new RegExp(`^the last ${runs.length} runs took .* to ${text}$`) })
      .waitFor();
  }

  // Everything that a row opens, in both themes and widths.
  for (const name of ['fails', MARKUP, 'lacks', 'new', 'guard', 'slow'])
    await page.getByRole('button', { name, exact: true }).click();
  const detailsOf = (name: string): Locator => page.getByRole('region', { name, exact: true });
  await detailsOf('fails').getByText('Why failing: its last').waitFor();
  await detailsOf('fails').getByText(`exited with code 3: ${MARKUP}`).waitFor();
  await detailsOf('fails').getByRole('button', { name: 'Copy hooks info fails' }).waitFor();
  await detailsOf('lacks').getByText('Why ineligible: no-such-program is not on your PATH').waitFor();
  await detailsOf('lacks').getByText('Install no-such-program.').waitFor();
  await detailsOf('new').getByText(MARKUP).waitFor();
  await detailsOf('new').getByRole('button', { name: 'Copy hooks enable new' }).waitFor();
  await detailsOf('guard').getByText('shell(rm *)').waitFor();
  await detailsOf('slow').getByText('Why slow: 1 of 20 runs takes 1.').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what the page must not show
  expect(await page.locator('body').textContent()).not.toMatch(/[\u001b\u202e]/);
  expect(await layoutProblems(page)).toEqual([]);
  await expectNoOverhang(page);

  await detailsOf('guard').getByRole('link', { name: 'Its events' }).click();
  await page.getByText('2 of 5 events').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('sorts, filters and opens rows with the keyboard alone, and keeps the filter in the link', async () => {
  await enableHooks(scratch, HOOKS.slice(0, 3));
  for (const command of ['ls', 'rm x']) await call(command);
  const { page, context, problems } = await openHooks();
  await rowOf(page, 'slow').waitFor();

  const p95 = page.getByRole('columnheader', { name: 'p95' });
  await page.getByRole('link', { name: '15 disabled' }).waitFor();
  await p95.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await namesIn(page))[0]).toBe('slow');
  expect(await p95.getAttribute('aria-sort')).toBe('descending');
  await page.keyboard.press('Enter');
  expect(await p95.getAttribute('aria-sort')).toBe('ascending');
  // What never ran is last in both directions.
  expect((await namesIn(page))[2]).toBe('slow');

  await page.keyboard.press('/');
  await page.keyboard.type('pretooluse ready');
  await expect.poll(() => namesIn(page)).toEqual(['guard', 'slow']);
  expect(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('text')).toBe('pretooluse ready');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'slow' }).waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'guard' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'guard' }).waitFor({ state: 'detached' });

  // A link to one hook opens it.
  await page.goto(`${ui.origin}/#/hooks?text=slow`);
  await page.reload();
  await page.getByRole('region', { name: 'slow' }).waitFor();
  expect(await namesIn(page)).toEqual(['slow']);
  await page.getByLabel('Filter').fill('nothing like it');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await rowOf(page, 'block-dangerous').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('shows a hook as failing as soon as it fails', async () => {
  await enableHooks(scratch, [{ name: 'flaky', does: '[ ! -e "$LOG/broken" ] || exit 3' }]);
  const { page, context, problems } = await openHooks();
  const state = rowOf(page, 'flaky').locator('.is');
  await call('ls');
  await expect.poll(() => numbersIn(rowOf(page, 'flaky'))).toEqual(['1', '0', '0']);
  expect(await state.textContent()).toBe('ready');
  writeFileSync(join(scratch.log, 'broken'), '');
  await call('ls');
  await expect.poll(() => state.textContent(), { timeout: 20_000 }).toBe('failing');
  expect(await numbersIn(rowOf(page, 'flaky'))).toEqual(['2', '0', '1']);
  expect(problems).toEqual([]);
  await context.close();
});

it('with no hook, the screen says how to enable one', async () => {
  const { page, context, problems } = await openHooks();
  await page.getByRole('heading', { name: 'No hook yet' }).waitFor();
  await page.getByRole('button', { name: 'Copy hooks enable block-dangerous' }).waitFor();
  expect(await layoutProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

/** As `hooks list` counts them: without what is a part of HookMD. */
function countStates(listed: readonly Listed[]): { readonly total: number; readonly counts: string } {
  const order = ['failing', 'invalid', 'ineligible', 'unapproved', 'ready', 'disabled'];
  const counts = order.map((state) => `${listed.filter((hook) => hook.state === state).length} ${state}`);
  return { total: listed.length, counts: counts.join(' · ') };
}
