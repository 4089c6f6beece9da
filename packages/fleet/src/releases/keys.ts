import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, HookError } from '@hookmd/core/errors';
import { makeDirectory, namesIn, sha256, writeFileAtomic } from '@hookmd/core/system';

/** The public half of a key, as metadata has it. */
export interface PublicKey {
  readonly keytype: 'ed25519';
  readonly scheme: 'ed25519';
  /** 64 hex digits. */
  readonly keyval: { readonly public: string };
}

/** A key whose file is at hand. */
export interface SigningKey {
  /** sha256 of the canonical JSON of the public half. */
  readonly id: string;
  readonly file: string;
  readonly public: PublicKey;
  /** The signature in hex. */
  sign(bytes: Buffer): string;
}

/** Keys by their ids. */
export type Keys = ReadonlyMap<string, SigningKey>;

/** A key that no file has yet. */
export interface NewKey extends SigningKey {
  /** Writes it to `file` as PKCS #8, for the owner alone. */
  save(): void;
}

/** Makes an Ed25519 key for a file in `dir`. */
export function makeKey(dir: string, role: string): NewKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const file = join(dir, `${role}-${toSigningKey(privateKey, '').id.slice(0, 8)}.pem`);
  const save = (): void => {
    makeDirectory(dir);
    writeFileAtomic(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  };
  return { ...toSigningKey(privateKey, file), save };
}

/** Every key in these directories and in the directories directly in them. Throws FLEET_KEY for a file that is none. */
export function readKeys(dirs: readonly string[]): Keys {
  const all = dirs.flatMap((dir) => [dir, ...namesIn(dir).map((name) => join(dir, name))]);
  const files = all.flatMap((dir) =>
    namesIn(dir)
      .filter((name) => name.endsWith('.pem'))
      .map((name) => join(dir, name)),
  );
  return new Map(files.map(readKey).map((key) => [key.id, key]));
}

function readKey(file: string): SigningKey {
  try {
    return toSigningKey(createPrivateKey(readFileSync(file)), file);
  } catch (cause) {
    throw new HookError('FLEET_KEY', { file, detail: describeError(cause) }, { cause });
  }
}

function toSigningKey(key: KeyObject, file: string): SigningKey {
  const { crv, x = '' } = createPublicKey(key).export({ format: 'jwk' });
  if (crv !== 'Ed25519') throw new Error('it is a key of another kind');
  const hex = Buffer.from(x, 'base64url').toString('hex');
  // The names in alphabetical order and without blanks: that is its canonical JSON.
  const half: PublicKey = { keytype: 'ed25519', keyval: { public: hex }, scheme: 'ed25519' };
  const id = sha256(JSON.stringify(half));
  return { id, file, public: half, sign: (bytes) => sign(null, bytes, key).toString('hex') };
}
