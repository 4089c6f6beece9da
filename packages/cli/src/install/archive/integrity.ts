import { createHash } from 'node:crypto';
import { PackageRejected } from '../package-problem.ts';

/** `sha512-…`, as package-lock.json and hooks.lock write it. */
export function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/**
 * The SHA-512 among what a registry or lock file says, or null. Others beside it are weaker, and one that is not of
 * 64 bytes fits nothing.
 */
export function strongIntegrity(text: string): string | null {
  const found = text.split(/\s+/).filter((one) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(one));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Throws INTEGRITY_MISMATCH; `what` names whose bytes these are. */
export function holdToIntegrity(bytes: Buffer, expected: string, what: string): void {
  const found = integrityOf(bytes);
  if (found !== expected)
    throw new PackageRejected({ code: 'INTEGRITY_MISMATCH', parameters: { what, expected, found } });
}
