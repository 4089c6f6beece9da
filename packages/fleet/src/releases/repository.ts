import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HookError, isErrno } from '@hookmd/core/errors';
import { namesIn, sha256 } from '@hookmd/core/system';
import { Metadata, MetadataKind, Signature } from '@tufjs/models';
import type { Keys, PublicKey, SigningKey } from './keys.ts';
import { writePublicFile } from './public-files.ts';

/** The roles that the root metadata names. Every other role is a ring. */
export const topRoles = ['root', 'targets', 'snapshot', 'timestamp'] as const;
type TopRole = (typeof topRoles)[number];

/** How long a signature of each role holds, in milliseconds; `rings` = of every ring and of `targets`. */
export type Lifetimes = Readonly<Record<'root' | 'rings' | 'snapshot' | 'timestamp', number>>;

interface Role {
  readonly keyids: readonly string[];
  readonly threshold: number;
}

type KeyMap = Readonly<Record<string, PublicKey>>;

interface RingRole extends Role {
  readonly name: string;
  readonly terminating: true;
  readonly paths: readonly string[];
}

/** A file of a release, as the metadata of its ring has it. */
export interface Target {
  readonly length: number;
  readonly hashes: { readonly sha256: string };
}

/** Paths in the repository, such as `all/policy.yaml`. */
export type Targets = Readonly<Record<string, Target>>;

interface Root {
  readonly consistent_snapshot: true;
  readonly keys: KeyMap;
  readonly roles: Readonly<Record<TopRole, Role>>;
}

interface TargetsBody {
  readonly targets: Targets;
  readonly delegations?: { readonly keys: KeyMap; readonly roles: readonly RingRole[] };
}

interface MetaBody {
  readonly meta: Readonly<
    Record<string, { readonly version: number; readonly length?: number; readonly hashes?: object }>
  >;
}

type Body = Root | TargetsBody | MetaBody;

interface Signed {
  readonly version: number;
  readonly expires: string;
}

interface Signing<T extends Body = Body> {
  readonly signed: Signed & T;
  readonly bytes: Buffer;
}

const SPECIFICATION = '1.0.31';
/** What is older than this share of its lifetime is signed again. */
const WORN = 0.5;

/**
 * A TUF repository of static files. Changes are collected, and `commit` writes them so that clients see the old state or
 * the new one at each instant. A name that was used once is never used again for other bytes, except `timestamp.json`.
 */
export class Repository {
  readonly #dir: string;
  #keys: Keys;
  readonly #lifetimes: Lifetimes;
  readonly #now: number;
  readonly #signings = new Map<string, Signing>();
  readonly #pending = new Map<string, Buffer>();

  private constructor(dir: string, keys: Keys, lifetimes: Lifetimes) {
    this.#dir = dir;
    this.#keys = keys;
    this.#lifetimes = lifetimes;
    this.#now = Date.now();
  }

  /** A new repository with these keys: of each role that the root names, and of each ring. */
  static create(
    dir: string,
    keys: Keys,
    lifetimes: Lifetimes,
    holders: ReadonlyMap<string, readonly string[]>,
    rings: ReadonlyMap<string, string>,
    threshold: number,
  ): Repository {
    const repository = new Repository(dir, keys, lifetimes);
    const role = (name: TopRole): Role => ({
      keyids: holders.get(name) ?? [],
      threshold: name === 'root' ? threshold : 1,
    });
    const roles = {
      root: role('root'),
      targets: role('targets'),
      snapshot: role('snapshot'),
      timestamp: role('timestamp'),
    };
    const all = Object.fromEntries([...keys].map(([id, key]) => [id, key.public]));
    const root: Root = { consistent_snapshot: true, keys: keepUsed(all, Object.values(roles)), roles };
    repository.#sign('root', root, [roles.root]);
    const delegated = [...rings].map(([name, id]) => ringRole(name, id));
    const delegations = { keys: keepUsed(all, delegated), roles: delegated };
    repository.#sign('targets', { targets: {}, delegations }, [roles.targets]);
    repository.update();
    return repository;
  }

  /** Reads what the newest timestamp names, and the newest root. Throws FLEET_MISSING. */
  static open(dir: string, keys: Keys, lifetimes: Lifetimes): Repository {
    const repository = new Repository(dir, keys, lifetimes);
    repository.#load('root', `${repository.#newest('root')}.root.json`);
    repository.#load('timestamp', 'timestamp.json');
    const { version = 0 } = repository.#body<MetaBody>('timestamp').meta['snapshot.json'] ?? {};
    repository.#load('snapshot', `${version}.snapshot.json`);
    for (const [file, meta] of Object.entries(repository.#body<MetaBody>('snapshot').meta))
      repository.#load(file.slice(0, -'.json'.length), `${meta.version}.${file}`);
    return repository;
  }

  get rings(): readonly string[] {
    return this.#delegations.roles.map(({ name }) => name);
  }

  /** The version of a role's metadata; of a ring it is the number of its release. 0 = none. */
  version(role: string): number {
    return this.#signings.get(role)?.signed.version ?? 0;
  }

  expires(role: string): string {
    return this.#signings.get(role)?.signed.expires ?? '';
  }

  /** The files of a ring's newest release. */
  targetsOf(ring: string): Targets {
    return this.#signings.has(ring) ? this.#body<TargetsBody>(ring).targets : {};
  }

  /** Adds a file of a release; its name in the repository has its hash. */
  addTarget(path: string, bytes: Buffer): Target {
    const hash = sha256(bytes);
    this.#pending.set(`targets/${dirname(path)}/${hash}.${basename(path)}`, bytes);
    return { length: bytes.length, hashes: { sha256: hash } };
  }

  /** Whether the repository has a file of a release with the bytes that were signed. */
  hasTarget(path: string, { hashes }: Target): boolean {
    try {
      const file = join(this.#dir, 'targets', dirname(path), `${hashes.sha256}.${basename(path)}`);
      return sha256(readFileSync(file)) === hashes.sha256;
    } catch {
      return false;
    }
  }

  /** The same file under another path. Throws the error of the file system. */
  copyTarget(from: string, { length, hashes }: Target, to: string): Target {
    const bytes = readFileSync(
      join(this.#dir, 'targets', dirname(from), `${hashes.sha256}.${basename(from)}`),
    );
    const copy = this.addTarget(to, bytes);
    if (copy.length === length && copy.hashes.sha256 === hashes.sha256) return copy;
    throw new Error(`${from} of the repository is not what was signed`);
  }

  /**
   * Signs what changed, what its keys do not cover any more, and what expires soon and can be signed here. The timestamp
   * always; that alone needs no other key. Throws FLEET_KEYS_MISSING.
   */
  update(release?: { readonly ring: string; readonly targets: Targets }): void {
    const { roles } = this.#body<Root>('root');
    if (this.#isWorn('targets', 'root')) this.#sign('targets', this.#body('targets'), [roles.targets]);
    for (const role of this.#delegations.roles) {
      if (release?.ring === role.name) this.#sign(role.name, { targets: release.targets }, [role]);
      else if (this.#signings.has(role.name) && this.#isWorn(role.name, 'targets'))
        this.#sign(role.name, this.#body(role.name), [role]);
    }
    const meta = Object.fromEntries(
      ['targets', ...this.rings]
        .filter((name) => this.#signings.has(name))
        .map((name) => [`${name}.json`, this.#describe(name)]),
    );
    const isSame =
      this.#signings.has('snapshot') &&
      JSON.stringify(meta) === JSON.stringify(this.#body<MetaBody>('snapshot').meta);
    if (!isSame || this.#isWorn('snapshot', 'root')) this.#sign('snapshot', { meta }, [roles.snapshot]);
    this.#sign('timestamp', { meta: { 'snapshot.json': this.#describe('snapshot') } }, [roles.timestamp]);
  }

  /** Ids of the keys of a role, the oldest first; null = there is no such role. */
  keysOf(role: string): readonly string[] | null {
    return this.#roleOf(role)?.keyids ?? null;
  }

  /** The file of a key; null = it is not here. */
  fileOf(keyId: string): string | null {
    return this.#keys.get(keyId)?.file ?? null;
  }

  /** Gives a role another key instead of an old one, and signs again what the role signed. */
  replaceKey(role: string, oldId: string, fresh: SigningKey): void {
    this.#keys = new Map([...this.#keys, [fresh.id, fresh]]);
    const swap = <T extends Role>(old: T): T => ({
      ...old,
      keyids: [...old.keyids.filter((id) => id !== oldId), fresh.id],
    });
    const root = this.#body<Root>('root');
    const old = root.roles[role as TopRole];
    if (old === undefined) {
      const roles = this.#delegations.roles.map((ring) => (ring.name === role ? swap(ring) : ring));
      const keys = keepUsed({ ...this.#delegations.keys, [fresh.id]: fresh.public }, roles);
      const body = { targets: this.#body<TargetsBody>('targets').targets, delegations: { keys, roles } };
      this.#sign('targets', body, [root.roles.targets]);
    } else {
      const roles = { ...root.roles, [role]: swap(old) };
      const keys = keepUsed({ ...root.keys, [fresh.id]: fresh.public }, Object.values(roles));
      // The old keys vouch for the new root, so that clients of the old one accept it.
      this.#sign('root', { ...root, keys, roles }, [root.roles.root, roles.root]);
    }
    this.update();
  }

  /** Writes everything that is new: files first, the timestamp that names them last. Returns the paths. */
  commit(): readonly string[] {
    const rank = (file: string): number =>
      ['targets/', 'metadata/'].findIndex((start) => file.startsWith(start)) +
      (file.endsWith('.root.json') ? 1 : 0) +
      (file === TIMESTAMP ? 2 : 0);
    const files = [...this.#pending].sort(([a], [b]) => rank(a) - rank(b));
    const written = files.filter(([file, bytes]) => !isThere(join(this.#dir, file), bytes));
    for (const [file, bytes] of written) writePublicFile(join(this.#dir, file), bytes);
    return written.map(([file]) => file);
  }

  get #delegations(): NonNullable<TargetsBody['delegations']> {
    return this.#body<TargetsBody>('targets').delegations ?? { keys: {}, roles: [] };
  }

  #roleOf(name: string): Role | undefined {
    const ring = this.#delegations.roles.find((role) => role.name === name);
    return ring ?? this.#body<Root>('root').roles[name as TopRole];
  }

  #body<T extends Body>(role: string): T {
    const { signed } = this.#signings.get(role) as Signing<T>;
    const { version: _, expires: __, ...body } = signed;
    return body as unknown as T;
  }

  #describe(role: string): MetaBody['meta'][string] {
    const { signed, bytes } = this.#signings.get(role) as Signing;
    return { version: signed.version, length: bytes.length, hashes: { sha256: sha256(bytes) } };
  }

  #isWorn(role: string, delegator: string): boolean {
    const isOld = Date.parse(this.expires(role)) - this.#now < this.#lifetimeOf(role) * WORN;
    const { keyids = [], threshold = 1 } = this.#roleOf(role) ?? {};
    if (isOld && keyids.filter((id) => this.#keys.has(id)).length >= threshold) return true;
    try {
      this.#parse(delegator).verifyDelegate(role, this.#parse(role));
      return false;
    } catch {
      return true;
    }
  }

  #lifetimeOf(role: string): number {
    return this.#lifetimes[role as keyof Lifetimes] ?? this.#lifetimes.rings;
  }

  #parse(role: string): Metadata<never> {
    const { bytes } = this.#signings.get(role) as Signing;
    return parseMetadata(role, JSON.parse(bytes.toString('utf8')));
  }

  /** `holders`: each must have as many signatures as its threshold. */
  #sign(role: string, body: Body, holders: readonly Role[]): void {
    const version = Math.max(this.version(role), this.#newest(role)) + 1;
    const expires = new Date(this.#now + this.#lifetimeOf(role)).toISOString().replace(/\.\d+Z$/, 'Z');
    const signed = { ...body, _type: kindOf(role), spec_version: SPECIFICATION, version, expires };
    const metadata = parseMetadata(role, { signed, signatures: [] });
    for (const { keyids, threshold } of holders) {
      const held = keyids.flatMap((id) => this.#keys.get(id) ?? []);
      if (held.length < threshold) throw missingKeys(role, keyids, threshold, held.length);
      for (const key of held)
        metadata.sign((bytes) => new Signature({ keyID: key.id, sig: key.sign(bytes) }));
    }
    const bytes = Buffer.from(`${JSON.stringify(metadata.toJSON(), null, 1)}\n`);
    this.#signings.set(role, { signed: { ...body, version, expires }, bytes });
    this.#pending.set(role === 'timestamp' ? TIMESTAMP : `metadata/${version}.${role}.json`, bytes);
  }

  /** The highest number of a file of a role, also of one that a killed run left. */
  #newest(role: string): number {
    const suffix = `.${role}.json`;
    const numbers = namesIn(join(this.#dir, 'metadata'))
      .filter((name) => name.endsWith(suffix))
      .map((name) => Number(name.slice(0, -suffix.length)));
    return Math.max(0, ...numbers.filter(Number.isSafeInteger));
  }

  #load(role: string, file: string): void {
    const path = join(this.#dir, 'metadata', file);
    try {
      const bytes = readFileSync(path);
      const { signed } = JSON.parse(bytes.toString('utf8'));
      const { _type, spec_version, ...body } = signed;
      this.#signings.set(role, { signed: body, bytes });
    } catch (cause) {
      if (!isErrno(cause, 'ENOENT', 'ENOTDIR')) throw cause;
      const dir = dirname(this.#dir);
      throw new HookError('FLEET_MISSING', { dir, detail: `${path} is missing` }, { cause });
    }
  }
}

const TIMESTAMP = 'metadata/timestamp.json';

function ringRole(name: string, id: string): RingRole {
  // In a path of TUF `*` matches one level.
  const paths = ['*', '*/*', '*/*/*'].map((pattern) => `${name}/${pattern}`);
  return { name, keyids: [id], threshold: 1, terminating: true, paths };
}

function kindOf(role: string): MetadataKind {
  const kinds: Readonly<Record<string, MetadataKind>> = MetadataKind;
  return Object.values(kinds).find((kind) => kind === role) ?? MetadataKind.Targets;
}

function parseMetadata(role: string, document: object): Metadata<never> {
  return Metadata.fromJSON(kindOf(role) as MetadataKind.Root, document as never) as never;
}

function keepUsed(keys: KeyMap, roles: readonly Role[]): KeyMap {
  const used = new Set(roles.flatMap(({ keyids }) => keyids));
  return Object.fromEntries(Object.entries(keys).filter(([id]) => used.has(id)));
}

function isThere(path: string, bytes: Buffer): boolean {
  return existsSync(path) && readFileSync(path).equals(bytes);
}

function missingKeys(role: string, ids: readonly string[], threshold: number, held: number): HookError {
  const keys = ids.map((id) => id.slice(0, 8)).join(', ');
  return new HookError('FLEET_KEYS_MISSING', { role, keys, threshold, held });
}
