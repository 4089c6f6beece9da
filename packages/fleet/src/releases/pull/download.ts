import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { HOOKMD_VERSION, randomHex } from '@hookmd/core/system';

export interface DownloadOptions {
  /** How long a small file may take; larger ones get more. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** For files that are not verified yet. */
  readonly directory: string;
}

/** The slowest server that is waited for, beyond the timeout. */
const SLOWEST_BYTES_PER_MS = 64;
const ROOT_MAX_BYTES = 512_000;
/** A client that missed more continues at its next pull. */
const MAX_NEW_ROOTS = 32;

/** Fetches files within limits of size and time, and follows no redirect. What goes wrong is in `problem` too, because the TUF client only passes on its text. */
export class Downloads {
  problem: HookError | null = null;
  readonly #options: DownloadOptions;
  readonly #roots = new Map<string, Buffer>();

  constructor(options: DownloadOptions) {
    this.#options = options;
  }

  /** Fetches the root metadata that follows a version, until there is none; the TUF client then gets it from here. */
  async fetchRoots(baseUrl: string, version: number): Promise<number> {
    for (let count = 0; count < MAX_NEW_ROOTS; count++) {
      const url = `${baseUrl}${version + count + 1}.root.json`;
      const bytes = await this.#fetch(url, ROOT_MAX_BYTES);
      if (bytes === null) return count;
      this.#roots.set(url, bytes);
    }
    return MAX_NEW_ROOTS;
  }

  async downloadBytes(url: string, maxLength: number): Promise<Buffer> {
    const bytes = this.#roots.get(url) ?? (await this.#fetch(url, maxLength));
    if (bytes === null) throw this.#fail(new HookError('RELEASE_MISSING', { url }));
    return bytes;
  }

  async downloadFile<T>(url: string, maxLength: number, handle: (file: string) => Promise<T>): Promise<T> {
    const file = join(this.#options.directory, `download-${randomHex(6)}`);
    try {
      writeFileSync(file, await this.downloadBytes(url, maxLength));
      return await handle(file);
    } finally {
      rmSync(file, { force: true });
    }
  }

  #fail(error: HookError): HookError {
    this.problem = error;
    return error;
  }

  /** Null = the server has no such file. */
  async #fetch(url: string, maxLength: number): Promise<Buffer | null> {
    const { timeoutMs, signal } = this.#options;
    const limitMs = Math.ceil(timeoutMs + maxLength / SLOWEST_BYTES_PER_MS);
    const timeout = AbortSignal.timeout(limitMs);
    const end = new AbortController();
    try {
      const response = await fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout, end.signal]),
        headers: { 'accept-encoding': 'identity', 'user-agent': `hookmd/${HOOKMD_VERSION}` },
      });
      const { status } = response;
      if (status === 404 || status === 403) return null;
      if (status >= 300 && status < 400)
        throw new HookError('RELEASE_REDIRECT', {
          url,
          target: response.headers.get('location') ?? 'nowhere',
        });
      if (status !== 200)
        throw new HookError('RELEASE_UNREACHABLE', { url, detail: `the server sent status ${status}` });
      return await readBody(response, url, maxLength);
    } catch (error) {
      if (isHookError(error)) throw this.#fail(error);
      const { cause = error } = error as Error;
      throw this.#fail(
        signal.aborted
          ? new HookError('RELEASE_INTERRUPTED', { url })
          : timeout.aborted
            ? new HookError('RELEASE_TOO_SLOW', { url, seconds: Math.ceil(limitMs / 1000) })
            : new HookError('RELEASE_UNREACHABLE', { url, detail: describeError(cause) }),
      );
    } finally {
      // The body of an error is not read: without this the process would wait for its end.
      end.abort();
    }
  }
}

async function readBody(response: Response, url: string, maxLength: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxLength) throw new HookError('RELEASE_TOO_LARGE', { url, limit: maxLength });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
