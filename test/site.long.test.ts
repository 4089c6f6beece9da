import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandPages, eventPages } from './guards/reference-pages.ts';
import { openBrowser } from './support/chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = mkdtempSync(join(tmpdir(), 'hookmd-site-'));
/** Screenshots go there, for a reader of the test; without it none are taken. */
const screenshots = process.env.SITE_SCREENSHOTS;

/** A page of every kind. */
const SAMPLE = [
  '/index.html',
  '/start/quickstart.html',
  '/start/how-it-works.html',
  '/reference/events/pre-tool-use.html',
  '/reference/commands/run.html',
  '/reference/errors.html',
  '/cookbook/block-force-pushes.html',
  '/troubleshoot/a-hook-does-not-run.html',
  '/hooks/block-dangerous.html',
  '/agents.html',
  '/manifest.html',
  '/guides/write-a-hook.html',
];
const WIDTHS = [380, 1440];

let output = '';
let server: Server;
let browser: Browser;
let origin = '';

beforeAll(async () => {
  [browser, output] = await Promise.all([openBrowser(), buildSite()]);
  server = serveSite();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}, 600_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(site, { recursive: true, force: true });
});

describe('the site', () => {
  it('builds without a warning', () => {
    expect(output).not.toMatch(/warn|\(!\)|not loaded|dead link/i);
  });

  it('has a page for each command and each event', async () => {
    const files = Object.keys({ ...(await commandPages()), ...eventPages() });
    expect(files.length).toBeGreaterThan(50);
    const missing = files.filter(
      (file) => !existsSync(join(site, 'reference', file.replace('.md', '.html'))),
    );
    expect(missing).toEqual([]);
  });

  it('has links that lead to a page, an anchor or a file', () => {
    expect(brokenLinks()).toEqual([]);
  });

  it.each([
    ['the sidebar', 'start/quickstart.html'],
    ['llms.txt', 'llms.txt'],
    ['llms-full.txt', 'llms-full.txt'],
  ])('lists every page in %s', (_, file) => {
    const text = readFileSync(join(site, file), 'utf8');
    const listed = new Set([...text.matchAll(/["( ]\/([\w./-]+\.html)/g)].map(([, page]) => page));
    // The logo leads to the start page, and a table lists the decision records.
    const expected = pages().filter((page) => !/^(?:404|index)\.html$|^decisions\//.test(page));
    expect(expected.length).toBeGreaterThan(100);
    expect(expected.filter((page) => !listed.has(page))).toEqual([]);
  });

  it('links every bundled hook on the start page', () => {
    const start = readFileSync(join(site, 'index.html'), 'utf8');
    const hooks = readdirSync(join(root, 'hooks')).filter((name) =>
      existsSync(join(root, 'hooks', name, 'HOOK.md')),
    );
    expect(hooks.length).toBeGreaterThan(10);
    expect(hooks.filter((name) => !start.includes(`"/hooks/${name}.html"`))).toEqual([]);
  });

  it('has a recording without scripts, fonts or addresses, small enough for a README', () => {
    const svg = readFileSync(join(root, 'docs/images/session.svg'), 'utf8');
    expect(svg.length).toBeLessThan(150_000);
    expect(svg).not.toMatch(/<script|<foreignObject|@font-face|@import|(?<!xmlns(?::xlink)?=")https?:/);
  });

  it.each(['failing', 'onFailure', 'ARCHIVE_TWIN'])('finds a page about %s', async (words) => {
    const { page, context } = await openPage('light');
    await page.goto(`${origin}/index.html`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill(words);
    const result = page.locator('.VPLocalSearchBox .result').first();
    await result.waitFor();
    expect(await violationsIn(page, '.VPLocalSearchBox')).toEqual([]);
    await result.click();
    await page.waitForURL((url) => url.pathname !== '/index.html');
    const found = async (): Promise<string> => (await page.locator('main').textContent()) ?? '';
    await expect.poll(async () => (await found()).toLowerCase()).toContain(words.toLowerCase());
    await context.close();
  });

  it.each(['light', 'dark'] as const)(
    'is readable and accessible in %s, and loads nothing from elsewhere',
    async (theme) => {
      const { page, context, requests } = await openPage(theme);
      const problems: string[] = [];
      for (const path of SAMPLE) problems.push(...(await problemsOf(page, path, theme)));
      expect(problems).toEqual([]);
      expect(requests.length).toBeGreaterThan(SAMPLE.length);
      expect(requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([]);
      await context.close();
    },
  );
});

async function buildSite(): Promise<string> {
  const vitepress = join(root, 'docs/node_modules/.bin/vitepress');
  const { stdout, stderr } = await promisify(execFile)(vitepress, ['build', 'docs', '--outDir', site], {
    cwd: root,
    maxBuffer: 10_000_000,
  });
  return stdout + stderr;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

function serveSite(): Server {
  return createServer((request, response) => {
    const file = join(site, posix.normalize(new URL(request.url ?? '/', 'http://site').pathname));
    if (!existsSync(file)) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' })
        .end(readFileSync(file));
  });
}

async function openPage(
  colorScheme: 'light' | 'dark',
): Promise<{ page: Page; context: BrowserContext; requests: readonly string[] }> {
  // No transitions: what is checked and shown is how a page comes to rest.
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  return { page: await context.newPage(), context, requests };
}

/** What is wrong with a page, at each width: it scrolls sideways, has the wrong theme, or axe-core reports something. */
async function problemsOf(page: Page, path: string, theme: 'light' | 'dark'): Promise<readonly string[]> {
  const problems: string[] = [];
  const response = await page.goto(origin + path);
  if (response?.status() !== 200) return [`${path}: ${response?.status()}`];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const isDark = await page.evaluate(`document.documentElement.classList.contains('dark')`);
    const overhang = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (isDark !== (theme === 'dark')) problems.push(`${path}: not ${theme}`);
    if (overhang !== 0) problems.push(`${path} at ${width}: ${overhang} px too wide`);
    if (screenshots !== undefined)
      await page.screenshot({
        path: join(screenshots, `${path.slice(1).replaceAll('/', '-')}-${width}-${theme}.png`),
      });
    // Each theme at one width: axe-core takes a second for a page, and most of what it finds is the same at both.
    if (width !== (theme === 'light' ? 1440 : 380)) continue;
    // The frame is the same on every page: one of them is checked as a whole.
    const part = path === SAMPLE[1] ? 'html' : '#VPContent';
    problems.push(
      ...(await violationsIn(page, part)).map((violation) => `${path} at ${width}: ${violation}`),
    );
  }
  return problems;
}

/** What axe-core reports about a part of the page: the rule, and the elements. */
async function violationsIn(page: Page, part: string): Promise<readonly string[]> {
  const { violations } = (await page.evaluate(
    `${axe.source};axe.run('${part}', { resultTypes: ['violations'] })`,
  )) as axe.AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The built pages, as paths in the site. */
function pages(): readonly string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
}

function brokenLinks(): readonly string[] {
  const texts = new Map(pages().map((page) => [`/${page}`, readFileSync(join(site, page), 'utf8')]));
  const anchors = new Map(
    [...texts].map(([page, html]) => [
      page,
      new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const isThere = (path: string, anchor: string): boolean =>
    anchor === '' ? existsSync(join(site, path)) : (anchors.get(path)?.has(anchor) ?? false);
  return [...texts].flatMap(([page, html]) =>
    [...new Set([...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link))]
      .filter((link) => !/^(?:https?|data|mailto):/.test(link))
      .map((link) => new URL(link.replaceAll('&amp;', '&'), `http://site${page}`))
      .map(({ pathname, hash }) => [decodeURIComponent(pathname), decodeURIComponent(hash.slice(1))] as const)
      .filter(([path, anchor]) => !isThere(path === '/' ? '/index.html' : path, anchor))
      .map(([path, anchor]) => `${page} → ${path}#${anchor}`),
  );
}
