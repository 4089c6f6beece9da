import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Call, type Ended, runNode } from './run-hooks.ts';
import { makeScratch, type Scratch } from './scratch.ts';

export const PROGRAM: string = fileURLToPath(
  new URL('../../packages/fleet/dist/hooks-fleet.js', import.meta.url),
);

export const DAY_MS = 86_400_000;
export const MANIFEST =
  '---\nname: deny-rm\ndescription: Blocks rm\nevents: [PreToolUse]\ncommand: ./handler.sh\n---\n';

/** A publisher, a server of its repository and a machine, in one directory. */
export interface World {
  readonly scratch: Scratch;
  readonly dir: string;
  readonly fleet: string;
  readonly managed: string;
  readonly url: string;
  /** Replaces the server's own responses; null = the static files. */
  respond: RequestListener | null;
  run(words: readonly string[], call?: Call): Promise<Ended>;
  /** The root metadata of the first day. */
  readonly root: string;
  /** Writes a source of the next release. */
  write(path: string, text: string, mode?: number): void;
  init(...words: readonly string[]): Promise<Ended>;
  publish(...words: readonly string[]): Promise<Ended>;
  publishAt(aheadMs: number, ...words: readonly string[]): Promise<Ended>;
  pull(...words: readonly string[]): Promise<Ended>;
  /** With a clock that is ahead. */
  pullAt(aheadMs: number, ...words: readonly string[]): Promise<Ended>;
  close(): void;
}

/** A copy of the directory of `model`, with a server of its own; without a model it is empty. */
export async function makeWorld(model?: World): Promise<World> {
  const scratch = makeScratch();
  const inside = (name: string): string => join(scratch.dir, name);
  const repository = inside('fleet/repository');
  const world: Pick<World, 'respond'> = { respond: null };
  const server: Server = createServer((request, response) => {
    if (world.respond !== null) return world.respond(request, response);
    try {
      response.end(readFileSync(join(repository, decodeURIComponent(request.url ?? ''))));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (model !== undefined)
    for (const name of ['fleet', 'managed'])
      cpSync(join(model.dir, name), inside(name), { recursive: true, verbatimSymlinks: true });
  const run = (words: readonly string[], call: Call = {}): Promise<Ended> =>
    runNode(scratch, [PROGRAM, ...words], call);
  const pull = (words: readonly string[]): readonly string[] => [
    ...['pull', '--managed', inside('managed'), '--url', url],
    ...words,
  ];
  const publish = (words: readonly string[]): readonly string[] => [
    ...['publish', inside('fleet')],
    ...(words.includes('--ring') ? [] : ['--ring', 'all']),
    ...words,
  ];
  return Object.assign(world, {
    scratch,
    dir: scratch.dir,
    fleet: inside('fleet'),
    managed: inside('managed'),
    url,
    run,
    root: join(repository, 'metadata/1.root.json'),
    write: (path: string, text: string, mode = 0o644) => {
      const file = join(inside('fleet/release'), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode });
    },
    init: (...words: readonly string[]) => run(['init', inside('fleet'), '--url', url, ...words]),
    publish: (...words: readonly string[]) => run(publish(words)),
    publishAt: (aheadMs: number, ...words: readonly string[]) => run(publish(words), clock(aheadMs)),
    pull: (...words: readonly string[]) => run(pull(words)),
    pullAt: (aheadMs: number, ...words: readonly string[]) => run(pull(words), clock(aheadMs)),
    close: () => {
      server.closeAllConnections();
      server.close();
      scratch.remove();
    },
  });
}

function clock(aheadMs: number): Call {
  const code = `const D = Date;
    globalThis.Date = class extends D {
      constructor(...words) { super(...(words.length === 0 ? [D.now() + ${aheadMs}] : words)); }
      static now() { return D.now() + ${aheadMs}; }
    };`;
  return startWith(code);
}

/**
 * Runs a program again and again, each time killed before another one of its changes below a directory (except in what it only prepares), until it is not
 * killed any more. Returns how often it was.
 */
export async function killEverywhere(below: string, run: (call: Call) => Promise<Ended>): Promise<number> {
  for (let count = 0; ; count++) {
    const code = `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      let left = ${count};
      for (const name of ['mkdirSync', 'renameSync', 'rmSync', 'unlinkSync', 'writeFileSync', 'copyFileSync']) {
        const change = fs[name];
        fs[name] = (...words) => {
          const isCounted = words.some((word) => typeof word === 'string' && word.includes(${JSON.stringify(below)}) && !word.includes('/staging/'));
          if (isCounted && left-- === 0) for (process.kill(process.pid, 'SIGKILL'); ; );
          return change(...words);
        };
      }
      syncBuiltinESMExports();`;
    const { signal, exit } = await run(startWith(code));
    if (signal === null && exit === 0) return count;
    if (signal !== 'SIGKILL') throw new Error(`It ended with ${exit}.`);
  }
}

function startWith(code: string): Call {
  return { env: { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"` } };
}

/** Every file with its mode and content, without what belongs to the client alone, and what a killed process left half. */
export function listTree(dir: string): Readonly<Record<string, string>> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names
      .filter((name) => name !== 'fleet' && !/^fleet\/|\.tmp$/.test(name))
      .map((name) => {
        const stats = lstatSync(join(dir, name));
        const content = stats.isFile() ? readFileSync(join(dir, name), 'latin1') : '';
        return [name, `${(stats.mode & 0o777).toString(8)} ${content}`];
      }),
  );
}

interface Document {
  signatures: { keyid: string; sig: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a forger changes what it likes
  signed: any;
}

/** JSON in the one form that is signed. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

/** Somebody who has copied some of the keys, and writes the files of the server. */
export class Forger {
  readonly #repository: string;
  readonly #keys = new Map<string, { readonly id: string; sign(bytes: Buffer): string }>();

  /** `keys`: a directory of the publisher. */
  constructor(fleet: string, keys: string = join(fleet, 'keys')) {
    this.#repository = join(fleet, 'repository');
    for (const name of readdirSync(keys, { recursive: true, encoding: 'utf8' }).filter((text) =>
      text.endsWith('.pem'),
    )) {
      const key = createPrivateKey(readFileSync(join(keys, name)));
      const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
      const half = {
        keytype: 'ed25519',
        keyval: { public: Buffer.from(x, 'base64url').toString('hex') },
        scheme: 'ed25519',
      };
      const id = createHash('sha256').update(canonical(half)).digest('hex');
      const role =
        name
          .split('/')
          .at(-1)
          ?.replace(/-[0-9a-f]{8}\.pem$/, '') ?? '';
      const sequel = [...this.#keys.keys()].filter((text) => text.startsWith(role)).length;
      this.#keys.set(sequel === 0 ? role : `${role}${sequel}`, {
        id,
        sign: (bytes) => sign(null, bytes, key).toString('hex'),
      });
    }
  }

  read(file: string): Document {
    return JSON.parse(readFileSync(join(this.#repository, 'metadata', file), 'utf8'));
  }

  keyOf(holder: string): string {
    return this.#keys.get(holder)?.id ?? '';
  }

  /** The newest metadata of a role. */
  newest(role: string): Document {
    const names = readdirSync(join(this.#repository, 'metadata')).filter((name) =>
      name.endsWith(`.${role}.json`),
    );
    const [version] = names.map((name) => Number.parseInt(name, 10)).toSorted((a, b) => b - a);
    return this.read(role === 'timestamp' ? 'timestamp.json' : `${version}.${role}.json`);
  }

  /** Signs a changed copy of the newest metadata as its next version, with the keys of these holders. */
  write(
    role: string,
    change: (signed: Document['signed']) => void,
    holders: readonly string[] = [role],
  ): { version: number; length: number; hashes: { sha256: string } } {
    const { signed } = this.newest(role);
    signed.version += 1;
    change(signed);
    const bytes = Buffer.from(canonical(signed));
    const signatures = holders.flatMap((holder) => {
      const key = this.#keys.get(holder);
      return key === undefined ? [] : [{ keyid: key.id, sig: key.sign(bytes) }];
    });
    const text = JSON.stringify({ signatures, signed });
    const file = role === 'timestamp' ? 'timestamp.json' : `${signed.version}.${role}.json`;
    writeFileSync(join(this.#repository, 'metadata', file), text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { version: signed.version, length: text.length, hashes: { sha256 } };
  }

  /** New metadata of a ring and all above it. */
  writeRing(
    ring: string,
    change: (signed: Document['signed']) => void,
    holders: readonly string[] = [ring],
  ): void {
    const meta = this.write(ring, change, holders);
    this.writeSnapshot((signed) => {
      signed.meta[`${ring}.json`] = meta;
    });
  }

  writeSnapshot(change: (signed: Document['signed']) => void): void {
    const snapshot = this.write('snapshot', change);
    this.write('timestamp', (signed) => {
      signed.meta['snapshot.json'] = snapshot;
    });
  }

  /** Adds a file to a ring, with the metadata that it needs. */
  addFile(ring: string, path: string, bytes: Buffer): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const at = path.lastIndexOf('/') + 1;
    const dir = join(this.#repository, 'targets', path.slice(0, at));
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, `${sha256}.${path.slice(at)}`), bytes);
    this.writeRing(ring, (signed) => {
      signed.targets[path] = { length: bytes.length, hashes: { sha256 } };
    });
  }
}

/** An archive with entries that no honest publisher has. */
export function makeArchive(
  entries: readonly {
    readonly name: string;
    readonly type?: string;
    readonly link?: string;
    readonly text?: string;
  }[],
): Buffer {
  const blocks = entries.flatMap(({ name, type = '0', link = '', text = '' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\x000000000\x000000000\x00', 100);
    header.write(`${text.length.toString(8).padStart(11, '0')}\x0000000000000\x00`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(link, 157);
    header.write('ustar\x0000', 257);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\x00 `,
      148,
    );
    return [header, Buffer.from(text), Buffer.alloc(-text.length & 511)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
