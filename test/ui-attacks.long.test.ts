/** Attacks on `hooks ui`: other pages, other names, wrong requests, hostile data, and clients that never end. None may succeed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRecord, makeRun } from '../packages/core/src/event-log/record.fixture.ts';
import { openBrowser } from './support/chromium.ts';
import { leftoverProcesses } from './support/leftover-processes.ts';
import { CLI, cleanEnvironment, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { type Serving, serve } from './support/serve.ts';
import { openUi, startUi, type UiServer } from './support/ui-page.ts';

let scratch: Scratch;
let ui: UiServer;
let others: UiServer[];
beforeEach(async () => {
  scratch = makeScratch();
  ui = await startUi(scratch);
  others = [];
});
afterEach(async () => {
  for (const server of [ui, ...others]) await server.stop();
  scratch.remove();
});

/** One more, which is stopped with the first. */
async function startOther(): Promise<UiServer> {
  const server = await startUi(scratch);
  others.push(server);
  return server;
}

const tokenOf = ({ link }: UiServer): string => new URL(link).hash.slice(1);

/** The header of a session, which uses up the link. */
async function openSession(body = tokenOf(ui)): Promise<Record<string, string> | null> {
  const response = await fetch(`${ui.origin}/api/session`, { method: 'POST', body });
  const { secret } = (await response.json()) as { secret?: string };
  return secret === undefined ? null : { authorization: `Bearer ${secret}` };
}

/** A connection that sent this; never answered errors are its own. */
function open(text: string): Socket {
  const socket = connect(Number(new URL(ui.origin).port), '127.0.0.1', () => socket.write(text));
  return socket.on('error', () => {});
}

/** All that the server sends until it closes the connection. */
async function exchange(text: string): Promise<string> {
  let received = '';
  const socket = open(text).on('data', (chunk) => {
    received += chunk;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

function peakMiB(): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${ui.pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Connections of clients that the server has open (Linux). */
function connectionsOf({ origin }: UiServer): number {
  const local = `0100007F:${Number(new URL(origin).port).toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  return rows.filter(([, from, , state]) => from === local && state === '01').length;
}

/** Appends lines to the event log of today. */
function record(...lines: readonly (object | string)[]): string {
  const path = join(scratch.state, 'event-log', `${new Date().toISOString().slice(0, 10)}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const texts = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  appendFileSync(path, texts.join(''));
  return path;
}

const eventOf = (index: number, facts: object = {}): object =>
  makeRecord({
    traceId: index.toString(16).padStart(32, '0'),
    spanId: index.toString(16).padStart(16, '0'),
    time: new Date().toISOString(),
    ...facts,
  });

describe('another page', () => {
  let browser: Browser;
  let other: Serving;
  beforeAll(async () => {
    const args = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--host-resolver-rules=MAP evil.test 127.0.0.1',
    ];
    await (await openBrowser()).close();
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  }, 300_000);
  afterAll(() => browser.close());
  beforeEach(async () => {
    other = await serve(
      {
        '/': { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>other</title><body>' },
      },
      join(scratch.dir, 'requests'),
    );
  });
  afterEach(() => other.stop());

  const loads = (tag: string, set: string): string =>
    `new Promise((end) => { const e = document.createElement('${tag}'); ${set}; e.onload = () => end('loaded'); e.onerror = () => end('refused'); document.body.append(e) })`;
  const opens = (read: string): string =>
    `new Promise((end) => { const w = open(U + '/'); setTimeout(() => { try { w.postMessage({ secret: 1 }, '*'); end(String(${read})) } catch { end('refused') } }, 700) })`;
  const posts = (type: string): string =>
    `new Promise((end) => { const f = document.createElement('form'); f.method = 'post'; f.enctype = '${type}'; f.target = 'x'; f.action = U + '/api/session'; f.innerHTML = '<input name="' + TOKEN + '">'; document.body.append(f); const w = open('about:blank', 'x'); f.submit(); setTimeout(() => { try { end(w.document.body.innerText || 'refused') } catch { end('refused') } }, 700) })`;
  const reads = (path: string, options: string): string =>
    `fetch(U + '${path}', ${options}).then(async (r) => (r.ok ? await r.text() : '') || 'refused', () => 'refused')`;
  /** Each attacker even knows the token and the secret, as U, TOKEN and SECRET. */
  const attacks: Readonly<Record<string, string>> = {
    'reads a document': reads('/', '{}'),
    'reads the icon': loads('img', `e.src = U + '/icon.svg'`),
    'runs the script': loads('script', `e.src = U + '/app.js'`),
    'runs the script as a module': loads('script', `e.type = 'module'; e.src = U + '/app.js'`),
    'uses the style': loads('link', `e.rel = 'stylesheet'; e.href = U + '/style.css'`),
    'fetches hooks': reads('/api/hooks', '{ credentials: "include" }'),
    'fetches hooks with the secret': reads(
      '/api/hooks',
      '{ headers: { authorization: "Bearer " + SECRET } }',
    ),
    'fetches hooks without CORS': reads('/api/hooks', '{ mode: "no-cors" }'),
    'opens a session with the token': reads('/api/session', '{ method: "POST", body: TOKEN }'),
    'opens a session without CORS': reads('/api/session', '{ method: "POST", body: TOKEN, mode: "no-cors" }'),
    'tries a call': reads('/api/try', '{ method: "POST", body: "{}", mode: "no-cors" }'),
    'starts a scan': reads('/api/scan', '{ method: "POST", mode: "no-cors", keepalive: true }'),
    'sends a beacon': `Promise.resolve(navigator.sendBeacon(U + '/api/session', TOKEN)).then(() => 'refused')`,
    'submits a form of text': posts('text/plain'),
    'submits a form': posts('application/x-www-form-urlencoded'),
    'reads the event stream': `new Promise((end) => { const e = new EventSource(U + '/api/events'); e.onopen = () => end('open'); e.onerror = () => end('refused') })`,
    'opens a web socket': `new Promise((end) => { const s = new WebSocket(U.replace('http', 'ws') + '/api/events'); s.onopen = () => end('open'); s.onerror = () => end('refused') })`,
    'opens the page and reads its document': opens('w.document.title'),
    'opens the page and reads its storage': opens(`w.sessionStorage.getItem('hookmd-session')`),
    'opens the page and keeps hold of it': opens(`w.closed ? 'refused' : 'open'`),
  };

  it.each([
    ['another port of 127.0.0.1', ({ url }: Serving) => url],
    ['another name of 127.0.0.1', ({ url }: Serving) => url.replace('127.0.0.1', 'evil.test')],
    ['a file', () => `file://${join(scratch.dir, 'page.html')}`],
  ])('of %s reads nothing, uses up no link, and is shown nothing in a frame', async (_, urlOf) => {
    writeFileSync(join(scratch.dir, 'page.html'), '<!doctype html><title>other</title><body>');
    const unused = await startOther();
    const secret = (await openSession())?.['authorization']?.slice('Bearer '.length);
    const context = await browser.newContext();
    const evil = await context.newPage();
    await evil.goto(urlOf(other));
    const results = await Promise.all(
      Object.entries(attacks).map(async ([name, script]) => {
        const U = script.includes('TOKEN') ? unused.origin : ui.origin;
        const known = JSON.stringify({ U, TOKEN: tokenOf(unused), SECRET: secret });
        return [
          name,
          await evil.evaluate(`(() => { const { U, TOKEN, SECRET } = ${known}; return ${script} })()`),
        ];
      }),
    );
    expect(results).toEqual(Object.keys(attacks).map((name) => [name, 'refused']));

    const framing = await context.newPage();
    await framing.goto(urlOf(other));
    for (const tag of ['iframe src', 'object data', 'embed src']) {
      await framing.setContent(`<${tag}="${ui.origin}/"></${tag.split(' ')[0]}>`);
      const shown = await Promise.all(
        framing
          .frames()
          .slice(1)
          .map((frame) => frame.content().catch(() => '')),
      );
      expect(shown.join(' ')).not.toMatch(/app\.js|hookmd\.error/);
    }

    // Cookies have no port: they reach the server, and change nothing however many there are.
    await evil.evaluate(`for (let i = 0; i < 200; i++) document.cookie = i + '=' + 'a'.repeat(4000)`);
    const page = await context.newPage();
    await page.goto(unused.link);
    await page.getByText('● live').waitFor();
    await context.close();
  });

  it('under another name gets nothing, although the name leads to the server', async () => {
    const page = await browser.newPage();
    for (const name of ['evil.test', 'localhost'])
      for (const path of ['/', '/app.js', '/api/hooks', `/#${tokenOf(ui)}`]) {
        const response = await page.goto(ui.origin.replace('127.0.0.1', name) + path);
        expect([name, path, response?.status()]).toEqual([name, path, 403]);
        expect(await page.content()).toContain('The request comes from another page.');
      }
    await page.close();
    expect(await openSession()).not.toBeNull();
  });

  it('is not reached by what others write into an event: it is text, and cleaned', async () => {
    const hostile =
      '<img src=x onerror=document.title=1><script>document.title=1</script>"\'`&lt;\u202e\u2066\u0007\u001b[31m\u0000\u2028 javascript:alert(1)';
    const inEach = (keys: string): object => Object.fromEntries(keys.split(' ').map((key) => [key, hostile]));
    const run = makeRun('user/a', {
      ...inEach('name qualifiedName source mode phase reason stderrTail stdoutHead digest cause file'),
      ...{ changed: [hostile], warnings: [hostile] },
    });
    const all = {
      ...inEach('agent sessionId eventId event projectDir call reason callDigest'),
      ...{ tool: inEach('kind name'), dropped: [hostile], failedOpen: [hostile], decidedBy: [hostile] },
      hooks: ['success', 'blocking', 'skipped', hostile].map((outcome) => ({ ...run, outcome })),
    };
    const words = ['__proto__', 'constructor', hostile, 'none', 'block'];
    record(
      ...words.map((decision, index) => eventOf(0x1000_0000_0000_0000 + index * 4096, { ...all, decision })),
      ...words.map((word, index) => ({ ...eventOf(index), spanId: word, sessionId: word, agent: word })),
      JSON.stringify(eventOf(9)).replace('{', '{"__proto__":{"isPolluted":true},'),
      '{"schema":"hookmd.trace/1","hooks":',
      'null',
      eventOf(10, { time: 'never' }),
    );
    const { page, context, problems } = await openUi(browser, ui);
    await page.getByText('11 events').first().waitFor();
    const seen = async (): Promise<unknown> =>
      page.evaluate(
        `[document.title, 'isPolluted' in {}, document.querySelectorAll('img, body script').length, [...document.querySelectorAll('body *')].filter((e) => e.children.length === 0 && /[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]/.test(e.textContent)).map((e) => e.outerHTML.slice(0, 40))]`,
      );
    expect(await seen()).toEqual(['HookMD', false, 0, []]);
    for (let row = 0; row < 11; row += 1) {
      await page.locator(`[data-row="${row}"]`).click();
      if ((await page.locator('.detail').count()) > 0)
        await page.locator('#json, .problem').first().waitFor({ state: 'attached' });
      expect(await seen()).toEqual(['HookMD', false, 0, []]);
    }
    for (const screen of ['hooks', 'agents', 'playground', 'history', 'live'])
      await page.goto(`${ui.origin}/#/${screen}?__proto__=${hostile}&text=${hostile}`);
    expect(await seen()).toEqual(['HookMD', false, 0, []]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('an event that cannot be shown leaves the others and says where to look', async () => {
  const browser = await openBrowser();
  const run = { ...makeRun('user/a', {}), reason: 5 };
  record(eventOf(1, { call: 'true', hooks: [run] }), eventOf(2, { call: 'false' }));
  const { page, problems } = await openUi(browser, ui);
  await page.locator('.row').nth(1).click();
  await page.getByText('This part cannot be shown').waitFor();
  await page.locator('.row').first().click();
  await page.locator('#json').waitFor({ state: 'attached' });
  expect(await page.getByText('This part cannot be shown').count()).toBe(0);
  expect(problems).toEqual([]);
  await browser.close();
});

describe('a request', () => {
  const OWN = '127.0.0.1:PORT';
  /** What it is, the status it gets, its method and path, the header `Host` and those behind it, its body. */
  type Row = readonly [title: string, status: number | null, line: string, host?: string, body?: string];
  const rows: readonly Row[] = [
    ['of another name', 403, 'GET /api/agents', 'evil.test:PORT'],
    ['of localhost', 403, 'GET /api/agents', 'localhost:PORT'],
    ['of IPv6', 403, 'GET /api/agents', '[::1]:PORT'],
    ['without the port', 403, 'GET /api/agents', '127.0.0.1'],
    ['with a dot behind the name', 403, 'GET /api/agents', '127.0.0.1.:PORT'],
    ['with another spelling of the address', 403, 'GET /api/agents', '0X7F.1:PORT'],
    ['with a user before the name', 403, 'GET /api/agents', 'evil@127.0.0.1:PORT'],
    ['with two names', 403, 'GET /api/agents', `${OWN}\r\nHost: evil.test`],
    ['with an empty name', 403, 'GET /api/agents', ''],
    ['from another page', 403, 'GET /api/agents', `${OWN}\r\nOrigin: http://127.0.0.1:1`],
    ['from no page', 403, 'GET /api/agents', `${OWN}\r\nOrigin: null`],
    ['from another site', 403, 'GET /api/agents', `${OWN}\r\nSec-Fetch-Site: same-site`],
    ['to another server', 404, 'GET http://evil.test/api/agents'],
    ['with two slashes', 404, 'GET //api/agents'],
    ['with dots', 404, 'GET /api/../api/agents'],
    ['with encoded dots', 404, 'GET /x/%2e%2e/api/agents'],
    ['below a file', 404, 'GET /app.js/../../etc/passwd'],
    ['of a name of the language', 404, 'GET /__proto__'],
    ['that is no URL', 404, 'GET //['],
    ['that is too long', 431, `GET /${'a'.repeat(2 ** 20)}`],
    ['with PUT', 404, 'PUT /api/agents'],
    ['with DELETE', 404, 'DELETE /api/agents'],
    ['with OPTIONS', 404, 'OPTIONS /api/agents'],
    ['with HEAD', 404, 'HEAD /api/agents'],
    ['with TRACE', 404, 'TRACE /api/agents'],
    ['for a tunnel', null, 'CONNECT evil.test:80'],
    ['for another protocol', 404, 'GET /x', `${OWN}\r\nUpgrade: websocket`],
    ['with an option as id', 400, 'GET /api/trace?id=--state=/x'],
    ['with help as id', 400, 'GET /api/trace?id=-h'],
    ['with a path as id', 400, 'GET /api/trace?id=../../x'],
    ['with an option as agent', 400, 'GET /api/doctor?agent=--fix'],
    ['with a name of the language as agent', 400, 'GET /api/doctor?agent=__proto__'],
    ['with an unknown event', 400, 'POST /api/try', OWN, '{"event":"--fix","payload":{}}'],
    ['with a payload that is none', 400, 'POST /api/try', OWN, '{"event":"Stop","payload":[]}'],
    ['with a body over 1 MB', 413, 'POST /api/try', OWN, 'a'.repeat(2 ** 21)],
  ];
  for (const [title, status, line, host = OWN, body = ''] of rows)
    it(`${title} gets ${status} and no data, although it has a session`, async () => {
      const headers = (await openSession()) ?? {};
      const names = `Host: ${host.replace('PORT', new URL(ui.origin).port)}\r\nConnection: close`;
      const own = `Authorization: ${headers['authorization']}\r\nContent-Length: ${body.length}`;
      const reply = await exchange(`${line} HTTP/1.1\r\n${names}\r\n${own}\r\n\r\n${body}`);
      expect(/^HTTP\/1.1 (\d+)/.exec(reply)?.[1]).toBe(status?.toString());
      expect(reply).not.toContain('hookmd.agents');
      expect((await fetch(`${ui.origin}/api/nothing`, { headers })).status).toBe(404);
    });
});

describe('a session', () => {
  it('is opened by the token of the link only, once, and of many at the same time by one', async () => {
    const other = await startOther();
    const token = tokenOf(ui);
    const wrong = [
      '',
      ' ',
      token.slice(1),
      `${token}a`,
      token.toLowerCase(),
      `${token}\n`,
      'a'.repeat(2 ** 20),
      '__proto__',
      tokenOf(other),
    ];
    for (const text of wrong) expect([text, await openSession(text)]).toEqual([text, null]);
    const opened = await Promise.all(Array.from({ length: 20 }, () => openSession()));
    expect(opened.filter((session) => session !== null)).toHaveLength(1);
    expect(await openSession()).toBeNull();
  });

  it('is recognized by its secret in the header only', async () => {
    const other = await startOther();
    const secret = (await openSession())?.['authorization']?.slice(7) ?? '';
    const foreign = tokenOf(other);
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${secret.slice(1)}`,
      `bearer ${secret}`,
      `Basic ${secret}`,
      `Bearer ${secret} x`,
      `Bearer ${tokenOf(ui)}`,
      `Bearer ${foreign}`,
    ];
    const requests = [
      ...headers.map((authorization) => ['', { authorization }] as const),
      [`?authorization=Bearer%20${secret}&secret=${secret}`, { cookie: `hookmd-session=${secret}` }] as const,
    ];
    for (const path of ['hooks', 'agents', 'events', 'doctor', 'trace', 'nothing'])
      for (const [query, own] of requests) {
        const { status } = await fetch(`${ui.origin}/api/${path}${query}`, { headers: own });
        expect([path, own, status]).toEqual([path, own, 401]);
      }
  });

  it('of a link that is opened in the tab of a used one starts there', async () => {
    const browser = await openBrowser();
    const { page } = await openUi(browser, { link: `${ui.origin}/#used`, origin: ui.origin });
    await page.getByText('This link was used').waitFor();
    await page.goto(ui.link);
    await page.getByText('● live').waitFor();
    expect(page.url()).not.toContain(tokenOf(ui));
    await browser.close();
  });
});

it('changes no file, whatever the page asks for', async () => {
  record(eventOf(0x1234_5678));
  await runHooks(scratch, ['enable', 'block-dangerous', '--yes']);
  const headers = (await openSession()) ?? {};
  const list = (): unknown =>
    [scratch.home, scratch.project].flatMap((dir) =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => [name, statSync(join(dir, name)).size, statSync(join(dir, name)).mtimeMs]),
    );
  const before = list();
  const call = { event: 'PreToolUse', payload: { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } } };
  const requests: readonly (readonly [string, RequestInit?])[] = [
    ['hooks'],
    ['agents'],
    ['doctor?agent=claude-code'],
    ['doctor?agent=codex'],
    [`trace?id=${(0x1234_5678).toString(16).padStart(16, '0')}`],
    ['try', { method: 'POST', body: JSON.stringify(call) }],
    ['scan', { method: 'POST' }],
  ];
  for (const [path, init] of requests) {
    const { status } = await fetch(`${ui.origin}/api/${path}`, { ...init, headers });
    expect([path, [200, 422].includes(status)]).toEqual([path, true]);
  }
  expect(list()).toEqual(before);
});

it('reads no histories for an agent that starts it, as `hooks scan` does', async () => {
  const env = cleanEnvironment(scratch, { CLAUDECODE: '1' });
  const child = spawn(process.execPath, [CLI, 'ui', '--json'], { cwd: scratch.project, env });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { link } = JSON.parse(line.toString('utf8')) as { link: string };
  ui = { ...ui, link, origin: new URL(link).origin, stop: ui.stop };
  const headers = (await openSession()) ?? {};
  const response = await fetch(`${ui.origin}/api/scan`, { method: 'POST', headers });
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'AGENT_CALLS' }]);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

describe('a command of the page', () => {
  /** Enough calls for a scan of many seconds. */
  async function startScan(controller: AbortController): Promise<void> {
    const dir = join(scratch.home, '.claude/projects/-x');
    mkdirSync(dir, { recursive: true });
    const content = [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'rm -rf /tmp/x' } }];
    const call = {
      type: 'assistant',
      sessionId: 's',
      timestamp: new Date(),
      cwd: '/x',
      message: { content },
    };
    writeFileSync(join(dir, 's.jsonl'), `${JSON.stringify(call)}\n`.repeat(200_000));
    const headers = (await openSession()) ?? {};
    const { signal } = controller;
    void fetch(`${ui.origin}/api/events`, { headers }).catch(() => {});
    void fetch(`${ui.origin}/api/scan`, { method: 'POST', headers, signal }).catch(() => {});
    await vi.waitFor(() => expect(childrenOf(ui.pid)).not.toBe(''), 5000);
  }
  const childrenOf = (pid: number): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');

  it('ends with the server', async () => {
    await startScan(new AbortController());
    await ui.stop();
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  });

  it('ends with its page', async () => {
    const controller = new AbortController();
    await startScan(controller);
    controller.abort();
    await vi.waitFor(() => expect(childrenOf(ui.pid)).toBe(''), 5000);
  });
});

describe('a client that does not end', () => {
  it('keeps nobody out, and is disconnected', async () => {
    const head = `POST /api/session HTTP/1.1\r\nHost: ${new URL(ui.origin).host}\r\n`;
    const slow = [
      open(''),
      open(head),
      open(`${head}Content-Length: 9\r\n\r\n`),
      open('GET / HTTP/1.1\r\nX: '),
    ];
    const trickle = setInterval(() => slow.at(-1)?.write('x'), 500);
    expect((await fetch(ui.origin)).status).toBe(200);
    await Promise.all(
      slow.map((socket) => socket.closed || new Promise((resolve) => socket.resume().once('close', resolve))),
    );
    clearInterval(trickle);
  }, 20_000);

  it('has no effect a moment later, even a thousand times', async () => {
    const many = Array.from({ length: 1000 }, () => open('GET / HTTP/1.1\r\n'));
    await vi.waitFor(async () => expect((await fetch(ui.origin)).status).toBe(200), {
      timeout: 15_000,
      interval: 100,
    });
    for (const socket of many) socket.destroy();
    expect(peakMiB()).toBeLessThan(200);
  }, 20_000);

  it('takes no events, and makes the server no larger', async () => {
    const session = await openSession();
    const events = open(
      `GET /api/events HTTP/1.1\r\nHost: ${new URL(ui.origin).host}\r\nAuthorization: ${session?.['authorization']}\r\n\r\n`,
    );
    await once(events, 'readable');
    const before = peakMiB();
    const lines = Array.from({ length: 500 }, (_, index) => eventOf(index, { reason: 'x'.repeat(10_000) }));
    const writing = setInterval(() => record(...lines), 100);
    await vi
      .waitFor(() => expect(connectionsOf(ui)).toBe(0), { timeout: 20_000, interval: 200 })
      .finally(() => clearInterval(writing));
    expect(peakMiB() - before).toBeLessThan(100);
    events.destroy();
  }, 30_000);
});

describe('an event log', () => {
  it('of 100,000 lines, some of them torn, is sent up to the newest 10,000, while others are served', async () => {
    record(
      ...Array.from({ length: 100_000 }, (_, index) =>
        index % 10 === 0 ? '{"schema":"hookmd.tr' : eventOf(index),
      ),
    );
    const headers = (await openSession()) ?? {};
    const response = await fetch(`${ui.origin}/api/events`, { headers });
    let received = '';
    for await (const chunk of response.body ?? []) {
      received += Buffer.from(chunk).toString('utf8');
      if (received.includes('event: ready')) break;
    }
    expect(received.match(/^event: past$/gm)).toHaveLength(10_000);
    expect(peakMiB()).toBeLessThan(250);
  });

  it('that is made, replaced and deleted is followed, and a link, pipe or directory in its place is not', async () => {
    const headers = (await openSession()) ?? {};
    const response = await fetch(`${ui.origin}/api/events`, { headers });
    let received = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) received += Buffer.from(chunk).toString('utf8');
    })().catch(() => {});
    const arrives = (text: string): Promise<void> => vi.waitFor(() => expect(received).toContain(text), 5000);
    const path = record(eventOf(1, { sessionId: 'made' }));
    await arrives('made');
    rmSync(dirname(path), { recursive: true });
    record(eventOf(2, { sessionId: 'replaced' }));
    await arrives('replaced');
    writeFileSync(
      join(scratch.dir, 'elsewhere'),
      `${JSON.stringify(eventOf(3, { sessionId: 'elsewhere' }))}\n`,
    );
    for (const replace of [
      () => symlinkSync(join(scratch.dir, 'elsewhere'), path),
      () => spawnSync('mkfifo', [path]),
      () => mkdirSync(path),
      () => writeFileSync(dirname(path), 'no directory'),
    ]) {
      rmSync(path, { recursive: true, force: true });
      if (replace.toString().includes('dirname')) rmSync(dirname(path), { recursive: true });
      replace();
      expect((await fetch(ui.origin)).status).toBe(200);
    }
    rmSync(dirname(path));
    record(eventOf(4, { sessionId: 'again' }));
    await arrives('again');
    expect(received).not.toContain('elsewhere');
    await ui.stop();
    await reading;
  });
});
