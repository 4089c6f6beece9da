import { spawn } from 'node:child_process';
import { once } from 'node:events';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { CLI, cleanEnvironment } from './run-hooks.ts';
import type { Scratch } from './scratch.ts';

/** A running `hooks ui`. */
export interface UiServer {
  /** The link that it printed; it opens one page. */
  readonly link: string;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts `hooks ui` in a scratch place; the caller stops it. */
export async function startUi(scratch: Scratch, words: readonly string[] = []): Promise<UiServer> {
  const places = ['--home', scratch.home, '--project', scratch.project];
  const child = spawn(process.execPath, [CLI, 'ui', ...words, ...places, '--json'], {
    cwd: scratch.project,
    env: cleanEnvironment(scratch, {}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { link } = JSON.parse(line.toString('utf8')) as { link: string };
  return {
    link,
    origin: new URL(link).origin,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A page of `hooks ui`, and what it did that it must not: messages in its console, and requests to other servers. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: readonly string[];
}

/** Opens a link in a context of its own, which the caller closes. */
export async function openUi(
  browser: Browser,
  { link, origin }: Pick<UiServer, 'link' | 'origin'>,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const problems: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) problems.push(`request: ${request.url()}`);
  });
  const page = await context.newPage();
  page.on('console', (message) => problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  await page.goto(link);
  return { page, context, problems };
}

/** Violations of accessibility rules and overflow of the present screen, in both themes, narrow and wide. */
export async function layoutProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [380, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overhang = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (overhang !== 0) problems.push(`${overhang} px too wide at ${width}`);
      const { violations } = (await page.evaluate(`${axe.source};axe.run()`)) as axe.AxeResults;
      problems.push(
        ...violations.map(
          ({ id, nodes }) => `${colorScheme} ${width} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
        ),
      );
    }
  }
  return problems;
}
