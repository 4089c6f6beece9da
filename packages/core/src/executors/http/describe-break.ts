import type { FailureCause } from '../../protocol/outcome.ts';

interface Break {
  readonly cause: FailureCause;
  readonly message: string;
}

/** What the code of an error means, the first that fits; its message would say more than a record may hold. */
const meanings: readonly (readonly [code: RegExp, cause: FailureCause, says: string])[] = [
  [/^ECONNREFUSED$/, 'NO_CONNECTION', 'nothing listens there'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'NO_CONNECTION', 'the connection broke'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'NO_CONNECTION', 'no connection came about in time'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/, 'NO_CONNECTION', 'there is no way to it'],
  [/^(?:CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/, 'NO_CONNECTION', 'TLS failed'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'OUTPUT_LIMIT', 'the header of its answer is too long'],
  [/^(?:HPE_|HTTPParserError|UND_ERR_RES)/, 'BAD_OUTPUT', 'what it answered is not HTTP'],
  [/^(?:Z_|ERR_BROTLI|ERR__)/, 'BAD_OUTPUT', 'its answer cannot be unpacked'],
];

/** Why an exchange broke off. */
export function describeBreak(error: unknown): Break {
  const code = codeOf(error);
  const [, cause, says] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  if (cause === undefined) return { cause: 'NO_CONNECTION', message: `it could not be asked (${code})` };
  return { cause, message: `${says} (${code})` };
}

/** An error of the HTTP parser may have no code; its name says enough. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
