/** `hooks ui`: the way of an event from each agent to the hooks, whole and broken. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launcherPath } from '../packages/cli/src/launcher/launcher-command.ts';
import { openBrowser } from './support/chromium.ts';
import { readEventLog } from './support/event-log.ts';
import { endProcesses } from './support/leftover-processes.ts';
import { hasPrograms } from './support/programs.ts';
import { runHooks } from './support/run-hooks.ts';
import { bashCall, enableHooks, fireEvent } from './support/runtime.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { layoutProblems, type OpenPage, openUi, startUi, type UiServer } from './support/ui-page.ts';
import { writeFiles } from './support/write-files.ts';

let browser: Browser;
let scratch: Scratch;
let ui: UiServer;
beforeAll(async () => {
  browser = await openBrowser();
}, 300_000);
afterAll(() => browser.close());
beforeEach(async () => {
  scratch = makeScratch();
  await enableHooks(scratch, [{ name: 'guard' }]);
  ui = await startUi(scratch);
});
afterEach(async () => {
  await ui.stop();
  await endProcesses(scratch.dir);
  scratch.remove();
});

async function attach(agent: string): Promise<void> {
  expect((await runHooks(scratch, ['attach', agent, '--yes'])).exit).toBe(0);
}

async function openAgents(): Promise<OpenPage> {
  const opened = await openUi(browser, ui);
  await opened.page.getByRole('link', { name: 'Agents' }).click();
  return opened;
}

const agentIn = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Each link with its mark's word: `settings ok`. */
async function linksOf(agent: Locator): Promise<readonly string[]> {
  await agent.locator('.chain').waitFor();
  return (await agent.locator('.link-head').all().then(textsOf)).slice(1);
}

function textsOf(heads: readonly Locator[]): Promise<readonly string[]> {
  return Promise.all(
    heads.map(async (head) => (await head.locator('strong, .state').allTextContents()).join(' ')),
  );
}

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

const settingsPath = (): string => join(scratch.home, '.claude', 'settings.json');
const WHOLE = [
  'settings ok',
  'review ok',
  'launcher ok',
  'daemon ok',
  'test event ok',
  'hooks ok',
  'last event ok',
];

describe.runIf(hasPrograms(['cc']))('the screen of agents', () => {
  it('says of each agent in one line whether it is connected', async () => {
    await attach('claude-code');
    await attach('codex');
    mkdirSync(join(scratch.home, '.gemini'));
    const { page, context, problems } = await openAgents();
    const claude = agentIn(page, 'claude-code');
    expect(await linksOf(claude)).toEqual([...WHOLE.slice(0, -1), 'last event note']);
    await claude.getByText('attached, no event yet').waitFor();
    const before = readEventLog(scratch.state).length;
    await fireEvent(scratch, bashCall(scratch, 'ls'));
    await claude
      .getByRole('heading', { name: /connected, last event (just now|\d+ seconds ago) checked/ })
      .waitFor();
    expect([before, readEventLog(scratch.state).length]).toEqual([0, 1]);

    const codex = agentIn(page, 'codex');
    await codex.getByText('not connected: it skips the hooks of HookMD').waitFor();
    expect(await linksOf(codex)).toContain('review broken');
    await codex.getByText('Start codex, type /hooks').waitFor();
    await agentIn(page, 'gemini-cli').getByText('installed, not attached').waitFor();
    await page.getByRole('button', { name: 'Copy hooks attach gemini-cli' }).waitFor();
    await page.getByText('Not installed: copilot, qwen-code, cline, opencode, pi, openclaw').waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'agent' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/live?agent=claude-code');
    await page.goBack();
    await agentIn(page, 'codex').locator('.chain').waitFor();
    expect(await layoutProblems(page)).toEqual([]);
    await expectNoOverhang(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  const breaks: readonly {
    readonly name: string;
    readonly breaks: () => void;
    readonly links: readonly string[];
    readonly status: string;
    /** What the box of the broken link has. */
    readonly fix: string;
    readonly command?: string;
  }[] = [
    {
      name: 'the launcher is gone',
      breaks: () => rmSync(launcherPath({ stateDir: scratch.state })),
      links: ['settings ok', 'review ok', 'launcher broken', 'daemon ok', 'test event not reached'],
      status: 'not connected: its launcher does not start',
      fix: 'does not exist',
      command: 'hooks daemon --launcher',
    },
    {
      name: 'the settings are no JSON',
      breaks: () => writeFileSync(settingsPath(), '{"hooks": '),
      links: [
        'settings broken',
        'review not reached',
        'launcher not reached',
        'daemon ok',
        'test event not reached',
      ],
      status: 'not connected: its settings do not start HookMD',
      fix: 'Fix the file',
    },
    {
      name: 'hooks are disabled in the settings',
      breaks: () => {
        const settings = JSON.parse(readFileSync(settingsPath(), 'utf8'));
        writeFileSync(settingsPath(), JSON.stringify({ ...settings, disableAllHooks: true }));
      },
      links: ['settings broken', 'review ok', 'launcher ok', 'daemon ok', 'test event ok'],
      status: 'not connected: its settings do not start HookMD',
      fix: 'Remove disableAllHooks from',
    },
  ];

  it.each(breaks)(
    'shows the broken link and its fix: $name',
    async ({ breaks: damage, links, status, fix, command }) => {
      await attach('claude-code');
      await fireEvent(scratch, bashCall(scratch, 'ls'));
      const { page, context, problems } = await openAgents();
      const claude = agentIn(page, 'claude-code');
      await claude.getByText('connected', { exact: true }).waitFor();
      expect(await linksOf(claude)).toEqual(WHOLE);

      damage();
      await page.getByRole('button', { name: 'Check again' }).click();
      await claude.getByText(status).waitFor();
      expect((await linksOf(claude)).slice(0, links.length)).toEqual(links);
      const broken = claude.locator('.chain > .wrong');
      expect(await broken.count()).toBe(1);
      await broken.getByText(fix).waitFor();
      if (command !== undefined) await broken.getByRole('button', { name: `Copy ${command}` }).waitFor();
      // What is wrong differs from what is whole by more than its color: in its word, and by a border.
      expect(
        await broken.evaluate('getComputedStyle(document.querySelector(".chain > .wrong")).borderRightWidth'),
      ).toBe('2px');
      expect(await layoutProblems(page)).toEqual([]);

      if (command !== undefined) {
        expect((await runHooks(scratch, command.split(' ').slice(1))).exit).toBe(0);
        await page.getByRole('button', { name: 'Check again' }).click();
        await claude.getByText('connected', { exact: true }).waitFor();
        expect(await linksOf(claude)).toEqual(WHOLE);
      }
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('keeps the path of a project as text', async () => {
    await attach('claude-code');
    const project = join(scratch.dir, '<img src=x onerror=console.log(1)>\u202e');
    writeFiles(project, { '.git/HEAD': '', '.claude/settings.json': '{"disableAllHooks": true}' });
    const other = await startUi({ ...scratch, project });
    const { page, context, problems } = await openUi(browser, other);
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByText(`Remove disableAllHooks from ${project.replace('\u202e', '')}/.claude`).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('body').textContent()).not.toMatch(/\u202e/);
    expect(problems).toEqual([]);
    await context.close();
    await other.stop();
  });
});

it('with no agent, the screen says how to attach one', async () => {
  const { page, context, problems } = await openAgents();
  await page.getByRole('heading', { name: 'No agent found' }).waitFor();
  await page.getByRole('button', { name: 'Copy hooks attach claude-code' }).waitFor();
  expect(await layoutProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
