import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { callService, findAddressProblem, type HandlerResult, sendRequest } from '@hookmd/core/hook-types';
import { monotonicMs } from '@hookmd/core/system';
import { describe, expect, it } from 'vitest';
import { badServices, startService } from './bad-services.ts';

const LIMIT_MS = 600;
/** What a run may take beyond its limit. */
const SETTLES_WITHIN_MS = 500;
const MEMORY_BYTES = 96 * 1024 * 1024;

const here = async (): Promise<readonly { address: string }[]> => [{ address: '127.0.0.1' }];

interface HookResult {
  readonly signal?: AbortSignal;
  readonly find?: () => Promise<readonly { address: string }[]>;
  readonly stdin?: Buffer;
}

function ask(
  url: string,
  { signal, find = here, stdin = Buffer.from('{}') }: HookResult = {},
): Promise<HandlerResult> {
  return callService(
    {
      argv: ['hook'],
      phase: 'guard',
      stdin,
      environment: {},
      cwd: '/',
      owner: {},
      timeoutMs: LIMIT_MS,
      signal: signal ?? new AbortController().signal,
      service: { mode: 'http', url, headers: {}, shape: null },
    },
    find,
  );
}

describe('a service that', () => {
  it.each(Object.entries(badServices))(
    '%s ends as it should, within its limit and in little memory',
    async (_, row) => {
      const service = await startService(row);
      const before = process.memoryUsage().rss;
      const startedAt = monotonicMs();
      const result = await ask(service.url);
      const tookMs = monotonicMs() - startedAt;
      await service.stop();
      if (typeof row.ends === 'string') expect(result).toMatchObject({ kind: 'failed', cause: row.ends });
      else expect(result.kind === 'ended' ? result.stdout.toString() : result).toBe(row.ends.body);
      expect(tookMs).toBeLessThan(LIMIT_MS + SETTLES_WITHIN_MS);
      expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_BYTES);
    },
  );

  it('is not there fails at once', async () => {
    const service = await startService({ does: () => {}, ends: 'NO_CONNECTION' });
    await service.stop();
    expect(await ask(service.url)).toMatchObject({ cause: 'NO_CONNECTION', reason: /nothing listens there/ });
  });

  it('has a name that is looked up without end is given up at the limit', async () => {
    expect(await ask('http://slow.example/', { find: () => new Promise(() => {}) })).toMatchObject({
      cause: 'TIMEOUT',
    });
  });

  it('is called off ends at once', async () => {
    const service = await startService({ does: () => {}, ends: 'ABORTED' });
    const caller = new AbortController();
    const startedAt = monotonicMs();
    const result = ask(service.url, { signal: caller.signal });
    caller.abort();
    expect(await result).toMatchObject({ cause: 'ABORTED' });
    expect(monotonicMs() - startedAt).toBeLessThan(LIMIT_MS);
    expect(await ask(service.url, { signal: AbortSignal.abort() })).toMatchObject({ cause: 'ABORTED' });
    await service.stop();
  });

  it('is asked with more than a socket holds gets all of it', async () => {
    const stdin = Buffer.from(JSON.stringify({ text: 'x'.repeat(8 * 1024 * 1024) }));
    const service = await startService({
      does: (socket) => {
        socket.on('data', (bytes) => {
          if (bytes.toString('latin1').endsWith('"}')) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
        });
      },
      ends: { body: '' },
    });
    expect(await ask(service.url, { stdin })).toMatchObject({ kind: 'ended' });
    await service.stop();
  });

  it('has a certificate that nobody vouches for is skipped, whatever the environment says', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'hookmd-tls-'));
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${cert}`;
    expect(spawnSync('openssl', words.split(' ')).status).toBe(0);
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    let heard = 0;
    const does = (): void => void heard++;
    rmSync(dir, { recursive: true });
    const service = await startService({ scheme: 'https', tls, does, ends: 'NO_CONNECTION' });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const result = await ask(service.url);
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    await service.stop();
    expect(result).toMatchObject({
      cause: 'NO_CONNECTION',
      reason: /TLS failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    });
    expect(heard).toBe(0);
  });
});

/** An address of this machine in its network, which no service may have. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((item) => item ?? [])
  .find(({ family, address }) => family === 'IPv4' && findAddressProblem(address) !== null)?.address;

describe('a connection', () => {
  it.skipIf(ownAddress === undefined)(
    'to a name that stands for a private address is never made',
    async () => {
      let connections = 0;
      const server = createServer(() => connections++);
      await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const call = {
        method: 'POST' as const,
        url: new URL(`http://policy.example:${port}/`),
        headers: {},
        signal: AbortSignal.timeout(5000),
        rejectsPrivateAddresses: true,
        lookUp: async () => [{ address: '127.0.0.1' }, { address: ownAddress ?? '' }],
      };
      await expect(sendRequest(call, async ({ status }) => status)).rejects.toMatchObject({
        cause: 'ADDRESS_REFUSED',
      });
      server.close();
      expect(connections).toBe(0);
    },
  );
});
