import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { runServer } from 'verdaccio';
import { hasInstallScript, readManifest } from './installed.ts';

export interface Published {
  /** ISO; default: a year ago, so that it is old enough. */
  readonly at?: string;
  /** Further keys of its document, such as `deprecated`. */
  readonly keys?: Readonly<Record<string, unknown>>;
  /** Default: `latest`. */
  readonly tag?: string;
}

/** A real npm registry on this machine. Packages of the scope `@private` are for who has `token`. */
export interface Registry {
  /** Ends with `/`. */
  readonly url: string;
  readonly token: string;
  /** The text of an `.npmrc` that makes it the registry, with the token. */
  readonly npmrc: string;
  /** Publishes a folder, whose package.json says name and version; `version` in its place. */
  publish(dir: string, version?: string, published?: Published): Promise<void>;
  /** Writes different content over a tarball that was published. */
  tamper(name: string, version: string, change: (bytes: Buffer) => Buffer): void;
  /** Changes what it says of a package. */
  edit(name: string, change: (document: RegistryDocument) => void): void;
  stop(): Promise<void>;
}

interface RegistryDocument {
  versions: Record<string, { dist: { integrity?: string; tarball: string; shasum: string } }>;
  time: Record<string, string>;
  'dist-tags': Record<string, string>;
}

const YEAR_MS = 365 * 24 * 3_600_000;

export async function startRegistry(): Promise<Registry> {
  const dir = mkdtempSync(join(tmpdir(), 'hookmd-registry-'));
  const server = await listen(dir);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const token = await logIn(url);
  const documentPath = (name: string): string => join(dir, 'storage', name, 'package.json');
  const tarballName = (name: string, version: string): string => `${name.split('/').at(-1)}-${version}.tgz`;
  const edit: Registry['edit'] = (name, change) => {
    const document = JSON.parse(readFileSync(documentPath(name), 'utf8')) as RegistryDocument;
    change(document);
    writeFileSync(documentPath(name), JSON.stringify(document));
  };

  return {
    url,
    token,
    npmrc: `registry=${url}\n${url.slice('http:'.length)}:_authToken=${token}\n`,
    publish: async (from, version, { at, keys = {}, tag = 'latest' } = {}) => {
      const manifest = {
        ...readManifest(from),
        ...(version === undefined ? {} : { version }),
      };
      // The public registry adds it: npm warns about such scripts.
      const added = hasInstallScript(manifest) ? { hasInstallScript: true } : {};
      const bytes = await pack(from, manifest, dir);
      await put(url, token, {
        manifest: { ...manifest, ...added, ...keys },
        bytes,
        tag,
        file: tarballName(manifest.name, manifest.version),
      });
      edit(manifest.name, ({ time }) => {
        time[manifest.version] = at ?? new Date(Date.now() - YEAR_MS).toISOString();
      });
    },
    tamper: (name, version, change) => {
      const path = join(dir, 'storage', name, tarballName(name, version));
      writeFileSync(path, change(readFileSync(path)));
    },
    edit,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function listen(dir: string): Promise<Server> {
  const server = (await runServer({
    self_path: dir,
    storage: join(dir, 'storage'),
    auth: { htpasswd: { file: join(dir, 'htpasswd'), algorithm: 'sha1' } },
    uplinks: {},
    packages: {
      '@private/*': { access: '$authenticated', publish: '$authenticated' },
      '**': { access: '$all', publish: '$authenticated' },
    },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
    web: { enable: false },
    // The public registry takes more than its 10 MB.
    max_body_size: '50mb',
  } as never)) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function logIn(url: string): Promise<string> {
  const output = await fetch(`${url}-/user/org.couchdb.user:tester`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'tester', password: 'only for this test' }),
  });
  const { token } = (await output.json()) as { token?: string };
  if (token === undefined) throw new Error(`the registry did not let us in: ${output.status}`);
  return token;
}

/** As `npm pack` does: everything below `package/`, with the package.json of this version. */
async function pack(from: string, manifest: object, dir: string): Promise<Buffer> {
  const work = mkdtempSync(join(dir, 'pack-'));
  cpSync(from, join(work, 'package'), { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(work, 'package', 'package.json'), JSON.stringify(manifest));
  const file = join(work, 'package.tgz');
  await create({ cwd: work, file, gzip: true, portable: true }, ['package']);
  return readFileSync(file);
}

interface Upload {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly bytes: Buffer;
  readonly tag: string;
  readonly file: string;
}

async function put(url: string, token: string, { manifest, bytes, tag, file }: Upload): Promise<void> {
  const { name, version } = manifest;
  const dist = {
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    shasum: createHash('sha1').update(bytes).digest('hex'),
    tarball: `${url}${name}/-/${file}`,
  };
  const output = await fetch(`${url}${name.replace('/', '%2f')}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      _id: name,
      name,
      'dist-tags': { [tag]: version },
      versions: { [version]: { ...manifest, _id: `${name}@${version}`, _npmUser: { name: 'tester' }, dist } },
      _attachments: {
        [file]: {
          content_type: 'application/octet-stream',
          data: bytes.toString('base64'),
          length: bytes.length,
        },
      },
    }),
  });
  if (!output.ok) throw new Error(`not published: ${output.status} ${await output.text()}`);
}
