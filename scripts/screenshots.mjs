/**
 * Takes the screenshots of the guide and the README: `npm run screenshots`, with Debian's Chromium. `--keep` prints the home of the
 * example and the link of its page, and leaves them running.
 *
 * The example is real: hooks and events of two agents in a home of their own, shown by the `hooks ui` that was built.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const CHROMIUM = '/usr/bin/chromium';
const SIZE = { width: 1200, height: 700 };
const root = path.join(import.meta.dirname, '..');
const images =
  process.argv[2] && !process.argv[2].startsWith('-') ? process.argv[2] : path.join(root, 'docs', 'images');
const base = mkdtempSync(path.join(tmpdir(), 'hookmd-screenshots-'));
const home = path.join(base, 'ada');
const project = path.join(home, 'app');
const bin = path.join(home, 'bin');
const env = { PATH: [bin, process.env.PATH].join(path.delimiter), HOME: home, LANG: 'C.UTF-8' };
const cli = path.join(root, 'packages', 'cli', 'dist', 'hooks.cjs');

const BUNDLED = ['block-dangerous', 'no-force-push', 'protect-paths', 'redact-secrets', 'clamp-timeout'];
/** A hook of the user: its front matter, and its script. */
const HOOKS = {
  'type-check': ['events: [PostToolUse]\nmatcher: Edit|Write\ntimeout: 5', 'sleep 1.$(($$ % 7)); exit 0'],
  'ticket-in-commit': ['events: [PreToolUse]\nif: shell(git commit*)', 'cat > /dev/null; exit 0'],
  'no-publish': [
    'events: [PreToolUse]\nif: shell(npm publish*)',
    'echo "publish in CI, not from here" >&2; exit 2',
  ],
  'notify-desk': ['events: [Stop]', 'echo "curl: (7) Failed to connect to desk port 8080" >&2; exit 7'],
  'scan-image': ['events: [PreToolUse]\nif: shell(docker push*)\nrequires: { bins: [trivy] }', 'trivy'],
};
const UNAPPROVED = { 'team-policy': ['events: [PreToolUse]', 'exit 0'] };

/** A call of a tool, and whether the tool runs after it. */
const CALLS = [
  ['Bash', { command: 'npm test' }],
  ['Read', { file_path: 'src/server.ts' }],
  ['Edit', { file_path: 'src/server.ts', old_string: 'a', new_string: 'b' }],
  ['Bash', { command: 'git status --short' }],
  ['Bash', { command: 'cd web && rm -rf src' }],
  ['Bash', { command: 'npm run build', timeout: 600_000 }],
  ['Write', { file_path: '.env', content: 'TOKEN=1' }],
  ['Edit', { file_path: 'src/routes.ts', old_string: 'a', new_string: 'b' }],
  ['Bash', { command: 'git commit -am "Add routes"' }],
  ['Bash', { command: 'git push --force origin main' }],
  ['Bash', { command: 'docker push registry.example/app' }],
  ['Bash', { command: 'npm publish' }],
];

function hooks(words, { stdin = '', agent } = {}) {
  const place = agent === undefined ? [] : ['--home', home];
  return spawnSync(process.execPath, [cli, ...words, ...place], {
    cwd: project,
    env,
    input: stdin,
    encoding: 'utf8',
  });
}

function writeHook(name, [front, script]) {
  const directory = path.join(home, '.hookmd', 'hooks', name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    path.join(directory, 'HOOK.md'),
    `---\n${front}\ncommand: ./hook.sh\nprotocol: hookmd\n---\n`,
  );
  writeFileSync(path.join(directory, 'hook.sh'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(directory, 'hook.sh'), 0o755);
}

/** Sends an event as the agent does. */
function send(agent, session, event, fields) {
  const payload = {
    session_id: session,
    hook_event_name: event,
    cwd: project,
    transcript_path: '',
    ...fields,
  };
  return hooks(['run', '--agent', agent], { stdin: JSON.stringify(payload), agent }).stdout;
}

function playSession(agent, session, calls) {
  send(agent, session, 'SessionStart', { source: 'startup' });
  for (const [tool, input] of calls) {
    const call = { tool_name: tool, tool_input: input };
    const reply = send(agent, session, 'PreToolUse', call);
    if (tool !== 'Bash' && !reply.includes('deny'))
      send(agent, session, 'PostToolUse', { ...call, tool_response: {} });
  }
  send(agent, session, 'Stop', {});
}

/** Sessions of Claude Code for a scan. */
function writeHistory() {
  const directory = path.join(home, '.claude', 'projects', '-ada-app');
  mkdirSync(directory, { recursive: true });
  const lines = Array.from({ length: 40 }, (_, round) =>
    CALLS.map(([name, input], index) =>
      JSON.stringify({
        type: 'assistant',
        sessionId: `past-${round}`,
        cwd: project,
        timestamp: new Date(Date.now() - (round + 1) * 12 * 3_600_000 + index * 60_000).toISOString(),
        message: { role: 'assistant', content: [{ type: 'tool_use', id: `${round}-${index}`, name, input }] },
      }),
    ).filter((_, index) => round % 8 === 0 || index < 4),
  );
  writeFileSync(path.join(directory, 'past.jsonl'), `${lines.flat().join('\n')}\n`);
}

function makeExample() {
  for (const directory of [path.join(project, '.git'), bin]) mkdirSync(directory, { recursive: true });
  // The agents are only looked for.
  for (const agent of ['claude', 'codex']) writeFileSync(path.join(bin, agent), '', { mode: 0o755 });
  for (const [name, hook] of Object.entries({ ...HOOKS, ...UNAPPROVED })) writeHook(name, hook);
  hooks(['enable', ...BUNDLED, ...Object.keys(HOOKS), '--yes']);
  for (const agent of ['claude-code', 'codex']) hooks(['attach', agent, '--yes']);
  writeHistory();
  playSession('claude-code', '7c1f0b92-4a55', CALLS);
  playSession('codex', '019a6c44-f3d0', CALLS.slice(0, 6));
  playSession('claude-code', 'b2e97f31-0d18', CALLS.slice(3));
}

async function serve() {
  const server = spawn(process.execPath, [cli, 'ui', '--json'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(server.stdout, 'data');
  return { server, link: JSON.parse(line).link };
}

/** What each picture shows: the screen, and what is done on it before. */
const SHOTS = {
  'ui-live': ['#/live', async (page) => page.locator('nav .count').nth(1).waitFor()],
  'ui-event': [
    '#/live?text=rm',
    async (page) => {
      await page.getByText('blocked by block-dangerous').first().click();
      await page.getByText('Hooks that ran').waitFor();
    },
  ],
  'ui-hooks': ['#/hooks', async (page) => page.getByText('notify-desk').first().waitFor()],
  'ui-agents': ['#/agents', async (page) => page.locator('section[aria-label=codex] .chain').waitFor()],
  'ui-playground': [
    '#/playground',
    async (page) => {
      await page.locator('[data-filter]').first().fill('cd web && git push --force origin main');
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.locator('mark').first().waitFor();
    },
  ],
  'ui-history': [
    '#/history',
    async (page) => {
      await page.getByRole('button', { name: /^Scan/ }).first().click();
      await page
        .getByText(/would have/)
        .first()
        .waitFor({ timeout: 60_000 });
    },
  ],
};

async function takeShots(link) {
  const { chromium } = createRequire(path.join(root, 'test', 'package.json'))('playwright-core');
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  await page.goto(link);
  await page.locator('.row').first().waitFor();
  for (const [name, [hash, prepare]] of Object.entries(SHOTS)) {
    await page.evaluate((value) => {
      location.hash = value;
    }, hash);
    await prepare(page);
    await page.screenshot({ path: path.join(images, `${name}.png`), animations: 'disabled' });
  }
  await browser.close();
}

if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: apt-get install chromium`);
makeExample();
const { server, link } = await serve();
if (process.argv.includes('--keep')) {
  console.log(`${home}\n${link}`);
} else {
  try {
    await takeShots(link);
  } finally {
    server.kill();
    hooks(['daemon', '--stop']);
    rmSync(base, { recursive: true, force: true });
  }
}
