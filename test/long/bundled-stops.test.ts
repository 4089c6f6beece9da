import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

const scratch = makeScratch();
afterAll(() => scratch.remove());

interface Stopped {
  readonly outcome: string;
  readonly followUps: readonly string[];
  readonly [key: string]: unknown;
}

/** Fires one event in a project of its own, with the wish of one bundled package. */
async function fire(
  name: string,
  event: string,
  payload: object,
  project: string,
  env = {},
): Promise<Stopped> {
  const words = ['run', event, '--json', '--only', name, '--home', scratch.home, '--project', project];
  const stdin = JSON.stringify({ cwd: project, ...payload });
  const { stdout, stderr } = await runHooks(scratch, words, { stdin, env, cwd: project, bare: true });
  if (stdout === '') throw new Error(stderr);
  const decision = JSON.parse(stdout);
  return { ...decision, ...decision.hooks.find((hook: { name: string }) => hook.name === name) };
}

describe('the address that notify-slack posts to', () => {
  const evaluate = async (address: string, hosts: readonly string[] = []): Promise<boolean> => {
    const module = new URL('../../hooks/notify-slack/address.mjs', import.meta.url).href;
    const { readAddress } = await import(module);
    return 'url' in readAddress(address, hosts);
  };

  it.each([
    'https://hooks.slack.com/services/T/B/x',
    'https://hooks.slack-gov.com/services/T/B/x',
    'http://127.0.0.1:8080/x',
    'http://[::1]:8080/x',
  ])('may be %s', async (address) => {
    expect(await evaluate(address)).toBe(true);
  });

  it.each([
    '',
    'hooks.slack.com/services/x',
    'http://hooks.slack.com/services/x',
    'https://hooks.slack.com:8443/services/x',
    'https://hooks.slack.com.example.com/services/x',
    'https://hooks.slack.com@example.com/services/x',
    'https://example.com/hooks.slack.com',
    'http://10.0.0.1/x',
    'http://127.0.0.1.example.com/x',
    'file:///etc/passwd',
  ])('is not %j', async (address) => {
    expect(await evaluate(address)).toBe(false);
  });

  it('may be of a host that the options name, by https', async () => {
    expect(await evaluate('https://chat.example.com/hooks/x', ['chat.example.com'])).toBe(true);
    expect(await evaluate('http://chat.example.com/hooks/x', ['chat.example.com'])).toBe(false);
  });
});

describe('notify-slack', () => {
  const SECRET = 'AKIAIOSFODNN7EXAMPLE';
  const received: { readonly path: string; readonly body: { readonly text: string } }[] = [];
  let status = 200;
  let server: Server;
  let address = '';

  beforeAll(async () => {
    await runHooks(scratch, ['enable', 'notify-slack', '--yes']);
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push({ path: request.url ?? '', body: JSON.parse(body) });
        response.writeHead(status, { location: `${address}/elsewhere` }).end('ok');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/B0/key`;
  });

  afterEach(() => {
    received.length = 0;
    status = 200;
  });

  afterAll(() => server.close());

  const post = (event: string, payload: object): Promise<Stopped> =>
    fire('notify-slack', event, { session_id: '0123456789', ...payload }, scratch.project, {
      SLACK_WEBHOOK_URL: address,
    });

  it('posts project, session and the first line of the last message', async () => {
    const { outcome } = await post('Stop', { last_assistant_message: '\n\n All tests pass. \nMore.' });
    expect(outcome).toBe('success');
    expect(received.map(({ body }) => body)).toEqual([
      { text: 'project · session 01234567 · stopped: All tests pass.' },
    ]);
  });

  it('posts what a notification says', async () => {
    await post('Notification', { message: 'waits for a permission' });
    expect(received[0]?.body.text).toBe('project · session 01234567 · needs you: waits for a permission');
  });

  it('sends no secret, no mention and no more than one short line', async () => {
    await post('Stop', { last_assistant_message: `<!channel> & key ${SECRET} ${'x'.repeat(500)}` });
    const { text = '' } = received[0]?.body ?? {};
    expect(text).toContain('stopped: &lt;!channel&gt; &amp; key [redacted] xxx');
    expect(text).not.toContain(SECRET);
    expect(text.length).toBeLessThan(280);
  });

  it.each([302, 404, 500])(
    'fails without the address where the answer is %i, and follows nothing',
    async (code) => {
      status = code;
      const { outcome, decision, hooks } = await post('Stop', { last_assistant_message: 'x' });
      expect([outcome, decision]).toEqual(['non_blocking_error', 'none']);
      expect(received).toHaveLength(1);
      expect(JSON.stringify(hooks)).not.toContain('services');
      const { stdout } = await runHooks(scratch, ['trace', '--last', '--json']);
      expect(stdout).toContain(`${code}`);
      expect(stdout).not.toContain('services');
    },
  );
});

describe('lint-on-stop', () => {
  beforeAll(() => runHooks(scratch, ['enable', 'lint-on-stop', '--yes']));

  const makeProject = (lint: string): string => {
    const project = mkdtempSync(join(scratch.dir, 'project-'));
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, scripts: { lint } }));
    writeFileSync(join(project, 'a.txt'), 'one');
    return project;
  };
  const git = (cwd: string, ...words: readonly string[]): string => {
    const user = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
    const { status, stdout, stderr } = spawnSync('git', [...user, ...words], { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  const stop = (project: string, session = project): Promise<Stopped> =>
    fire('lint-on-stop', 'Stop', { session_id: session, stop_hook_active: false }, project);
  const runs = (log: string): number => readFileSync(log, 'utf8').length;

  it.each([true, false])('sends back once for each change (git: %s)', async (hasGit) => {
    const log = join(scratch.dir, `ran-${hasGit}`);
    const project = makeProject(`printf x >> ${log}; echo bad; exit 1`);
    if (hasGit) git(project, 'init', '-q');
    expect((await stop(project)).followUps).toEqual([expect.stringMatching(/fails \(exit 1\)[\s\S]*bad$/)]);
    expect((await stop(project)).followUps).toEqual([]);
    expect(runs(log)).toBe(1);
    appendFileSync(join(project, 'a.txt'), ' two');
    expect((await stop(project)).followUps).toHaveLength(1);
    expect((await stop(project, 'another session')).followUps).toHaveLength(1);
    expect(runs(log)).toBe(3);
  });

  it('takes a commit for no change, and leaves the repository as it is', async () => {
    const project = makeProject('exit 1');
    git(project, 'init', '-q');
    expect((await stop(project)).followUps).toHaveLength(1);
    expect(git(project, 'status', '--porcelain')).toBe('?? a.txt\n?? package.json\n');
    expect(git(project, 'count-objects')).toMatch(/^0 objects/);
    git(project, 'add', '--all');
    git(project, 'commit', '-q', '-m', 'x');
    expect((await stop(project)).followUps).toEqual([]);
  });

  it('shows the first lines only, without colours', async () => {
    const project = makeProject("printf '\\033[31m'; seq 100; exit 2");
    const { followUps } = await stop(project);
    const lines = followUps[0]?.split('\n') ?? [];
    expect(lines.slice(2, 4)).toEqual(['1', '2']);
    expect(lines.at(-1)).toBe('… and 60 more lines');
  });
});
