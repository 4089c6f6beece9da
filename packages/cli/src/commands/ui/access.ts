import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const SECRET_BYTES = 32;

/** Who may read: each link opens one session, and a session has a secret that only its page knows. */
export class Access {
  readonly #tokens = new Set<string>();
  readonly #secrets = new Set<string>();

  /** The token of a new link. */
  newToken(): string {
    return added(this.#tokens);
  }

  /** The secret of a new session; null if the token is wrong or was used. */
  openSession(token: string): string | null {
    const known = find(this.#tokens, token);
    if (known === undefined) return null;
    this.#tokens.delete(known);
    return added(this.#secrets);
  }

  /** Whether the header `Authorization` has the secret of a session. */
  allows({ authorization = '' }: IncomingHttpHeaders): boolean {
    const [, secret = ''] = /^Bearer (\S+)$/.exec(authorization) ?? [];
    return find(this.#secrets, secret) !== undefined;
  }
}

/**
 * Whether a request comes from the page itself, or is one for the page. The name must be the address: another name that leads here is
 * one that an attacker bound to it. A browser names the origin of a page that sends a request. A header that is sent twice is wrong.
 */
export function isOwnRequest(headers: IncomingMessage['headersDistinct'], address: string): boolean {
  const [host, origin, site, mode, destination] = [
    'host',
    'origin',
    'sec-fetch-site',
    'sec-fetch-mode',
    'sec-fetch-dest',
  ].map((name) => headers[name]?.join());
  // A link in another page may open this one: it has no data before it has a session.
  const isOpened = mode === 'navigate' && destination === 'document';
  return (
    host === address &&
    (origin === undefined || origin === `http://${address}`) &&
    (site === undefined || site === 'same-origin' || site === 'none' || isOpened)
  );
}

function added(all: Set<string>): string {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  all.add(secret);
  return secret;
}

/** Takes as long for a value that is nearly right. */
function find(all: ReadonlySet<string>, value: string): string | undefined {
  const bytes = Buffer.from(value);
  return [...all].find((known) => {
    const knownBytes = Buffer.from(known);
    return knownBytes.length === bytes.length && timingSafeEqual(knownBytes, bytes);
  });
}
