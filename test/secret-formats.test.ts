import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findTokens, redactTokens, tokenFormats } from '../packages/core/src/contracts/token-formats.ts';

interface Format {
  readonly section: string;
  readonly name: string;
  readonly template: string;
  readonly token: string;
  readonly secrets: readonly string[];
}

const root = join(import.meta.dirname, '..');
const { readSecretFormats } = await import(pathToFileURL(join(root, 'scripts/quality/redaction.mjs')).href);
const formats: readonly Format[] = readSecretFormats();
const isRedacted = ({ section }: Format): boolean => !section.startsWith('not');
const redacted = formats.filter(isRedacted);
/** Prefixes that are so rare that they are redacted within words and in names too. */
const rarePrefix = /^(?:dckr|gh[pousr]|github|glpat|glcbt|gldt|glrt|glsoat|glptt|xox[a-z])[_-]$/;

describe('test/corpora/secret-formats.txt', () => {
  it.each(redacted)('$name: no part of the token is left', ({ token, secrets }) => {
    for (const text of [`KEY=${token}\n`, `{"key":"${token}"}`, `Bearer ${token} and`, `(${token})`]) {
      const clean = redactTokens(text);
      expect(secrets.filter((secret) => clean.includes(secret))).toEqual([]);
      expect(clean).toContain('[redacted]');
    }
  });

  it.each(formats.filter((format) => !isRedacted(format)))('$name stays', ({ token }) => {
    expect(redactTokens(`KEY=${token}\n`)).toBe(`KEY=${token}\n`);
  });

  it('has a token of each format in the table', () => {
    const found = new Set(
      redacted.flatMap(({ token }) => findTokens(`KEY=${token}\n`)).map(({ name }) => name),
    );
    expect(tokenFormats.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
  });
});

describe('a name in code that begins like a token stays', () => {
  const starts = new Set(redacted.map(({ template }) => /^[a-z]{2,12}[_-]/.exec(template)?.[0] ?? ''));
  it.each([...starts].filter((start) => start !== '' && !rarePrefix.test(start)))('%s', (start) => {
    for (const separator of ['_', '-']) {
      const name = start + 'name_of_a_long_thing_in_the_code'.replaceAll('_', separator).repeat(4);
      expect(redactTokens(`a ${name} b`)).toBe(`a ${name} b`);
    }
  });
});

/** What a tool prints that is no secret, though it looks random. */
describe('nothing is redacted in', () => {
  const digest = (name: string, seed: unknown, encoding: 'hex' | 'base64' | 'base64url' = 'hex'): string =>
    createHash(name).update(String(seed)).digest(encoding);
  const series = (length: number, textOf: (index: number) => string): string =>
    Array.from({ length }, (_, index) => textOf(index)).join('\n');
  const bytes = (length: number): Buffer =>
    Buffer.concat(
      Array.from({ length: length / 64 }, (_, index) => createHash('sha512').update(`${index}`).digest()),
    );
  const sourcesIn = (directory: string, extension: RegExp): string =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
      .filter((file) => extension.test(file) && !/\.test\.|token-formats/.test(file))
      .sort()
      .map((file) => readFileSync(join(root, directory, file), 'utf8'))
      .join('\n');

  it.each<[string, () => string]>([
    ['the lockfile', () => readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')],
    ['the sources of HookMD', () => sourcesIn('packages/core/src', /\.ts$/)],
    ['built code with source maps', () => sourcesIn('packages/cli/dist', /\.(?:m?js|map)$/)],
    ['code of another project', () => sourcesIn('node_modules/vitest/dist', /\.(?:js|d\.ts)$/)],
    [
      'code of two more',
      () =>
        sourcesIn('node_modules/esbuild', /\.(?:js|md)$/) + sourcesIn('node_modules/fast-check/lib', /\.js$/),
    ],
    ['certificates', () => rootCertificates.join('\n')],
    ['an image in base64', () => `<img src="data:image/png;base64,${bytes(1 << 20).toString('base64')}">`],
    ['bytes in base64url, as in a URL', () => bytes(1 << 20).toString('base64url')],
    [
      'base64 in lines',
      () =>
        bytes(1 << 20)
          .toString('base64')
          .replace(/.{76}/g, '$&\n'),
    ],
    [
      'a dump in hexadecimal',
      () =>
        bytes(1 << 18)
          .toString('hex')
          .replace(/.{32}/g, '$& '),
    ],
    [
      'commits',
      () => series(5_000, (at) => `${digest('sha1', at)} ${digest('sha1', -at).slice(0, 7)} fix #${at}`),
    ],
    [
      'digests',
      () => series(5_000, (at) => `sha256:${digest('sha256', at)} sha512-${digest('sha512', at, 'base64')}`),
    ],
    [
      'checksums of Go',
      () => series(5_000, (at) => `example.org/x v0.${at}.0 h1:${digest('sha256', at, 'base64')}`),
    ],
    [
      'names of built files',
      () =>
        series(
          5_000,
          (at) =>
            `/assets/index-${digest('sha1', at, 'base64url').slice(0, 8)}.js cache-key-${digest('md5', at)}`,
        ),
    ],
    [
      'UUIDs',
      () => series(5_000, (at) => digest('md5', at).replace(/^(.{8})(.{4})(.{4})(.{4})/, 'id-$1-$2-$3-$4-')),
    ],
    [
      'versions',
      () =>
        series(
          5_000,
          (at) => `1.${at}.0-next.${digest('sha1', at).slice(0, 12)}+build.${at}.sha.${digest('sha1', at)}`,
        ),
    ],
    [
      'classes of CSS',
      () =>
        series(
          5_000,
          (at) => `.sk-${digest('md5', at).slice(0, 8)}{--hf_size:${at}px;grid-area:npm_a/pat-b}`,
        ),
    ],
    [
      'addresses',
      () =>
        series(
          5_000,
          (at) => `https://example.org:8080/@scope/pkg@${at}.0.0/a.js?v=${digest('md5', at)}#a@b`,
        ),
    ],
    [
      'names in code',
      () =>
        series(
          2_000,
          (at) =>
            `const sk_test_case_${at} = api_client_for_the_test.rk_live_update(live_reload_of_the_page_number_${at});`,
        ),
    ],
  ])('%s', (_, textOf) => {
    const text = textOf();
    expect(text.length).toBeGreaterThan(50_000);
    const found = findTokens(text).map(({ name, index, length }) => [
      name,
      text.slice(index, index + length),
    ]);
    expect(found).toEqual([]);
  });
});
