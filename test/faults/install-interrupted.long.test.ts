import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installLeftovers, writeInstallable } from '../support/installable.ts';
import { type Ended, runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

let scratch: Scratch;
let server: Server;
let address: string;
let answer: (response: ServerResponse) => void;
let tarball: Buffer;

beforeEach(async () => {
  scratch = makeScratch();
  const from = writeInstallable(scratch, { version: '1.0.0' });
  execFileSync('tar', ['-czf', join(scratch.dir, 'guard.tgz'), '-C', join(from, '..'), 'guard']);
  tarball = readFileSync(join(scratch.dir, 'guard.tgz'));
  server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  scratch.remove();
});

const leftovers = (): readonly string[] => installLeftovers(scratch, join(scratch.home, '.hookmd'));

/** Calls `hooks`, and sends it a signal once it waits for an answer that does not come, or for the rest of one. */
async function interrupted(
  words: readonly string[],
  { signal = 'SIGINT', begins = false }: { signal?: NodeJS.Signals; begins?: boolean } = {},
): Promise<Ended> {
  let pid = 0;
  answer = (response) => {
    if (begins) response.writeHead(200, { 'content-length': '1000000' }).write('x'.repeat(1_000));
    process.kill(pid, signal);
  };
  return runHooks(scratch, words, { started: (started) => (pid = started) });
}

describe('a person who interrupts a download', () => {
  it.each([
    ['Ctrl-C before an answer', 'SIGINT', false],
    ['Ctrl-C in the middle of one', 'SIGINT', true],
    ['the end of the terminal', 'SIGHUP', false],
    ['a request to end', 'SIGTERM', false],
  ] as const)('is obeyed at once, and nothing is left: %s', async (_, signal, begins) => {
    const ended = await interrupted(['install', `${address}/guard.tgz`, '--yes'], { signal, begins });
    expect(ended).toMatchObject({ exit: 130, signal: null });
    expect(ended.stderr).toContain(
      `INSTALL_INTERRUPTED  You interrupted the download of ${address}/guard.tgz`,
    );
    expect(leftovers()).toEqual([]);
  });

  it('ends git too', async () => {
    const ended = await interrupted(['install', `git:${address}/guard.git`, '--yes', '--json']);
    expect(ended).toMatchObject({ exit: 130, signal: null });
    expect(JSON.parse(ended.stdout)).toMatchObject({ code: 'INSTALL_INTERRUPTED' });
    expect(leftovers()).toEqual([]);
  });

  it('hears the same from a question about what is newer, which is no answer then', async () => {
    answer = (response) => response.end(tarball);
    const installed = await runHooks(scratch, ['install', `${address}/guard.tgz`, '--yes']);
    expect(installed).toMatchObject({ exit: 0 });
    const ended = await interrupted(['outdated', '--json']);
    expect(ended).toMatchObject({ exit: 130 });
    expect(JSON.parse(ended.stdout)).toMatchObject({ code: 'INSTALL_INTERRUPTED' });
    expect(leftovers()).toEqual([]);
  });
});
