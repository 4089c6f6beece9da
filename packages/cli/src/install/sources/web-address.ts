/** Why a text is no spec, as the end of a sentence. */
export interface WrongSpec {
  readonly wrong: string;
  /** Default: one example of each form. */
  readonly fix?: string;
}

/** A name or an address of a machine; URL would also accept quotes and characters of a shell. */
const HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])$/;

/**
 * Parses a URL that HookMD may fetch: https, or http of this machine. Returns its normal form.
 *
 * Rejects what another program could read otherwise: characters beyond ASCII, backslashes, blanks, names or passwords.
 */
export function parseWebAddress(text: string): { readonly url: string } | WrongSpec {
  if (/[^!-~]|\\/.test(text)) return { wrong: 'the URL has spaces, backslashes or non-ASCII characters' };
  if (!/^https?:\/\/[^/]/i.test(text)) return { wrong: 'the URL does not start with `https://HOST`' };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return { wrong: 'it is not a URL' };
  // Also an empty one, which URL forgets.
  if (/^https?:\/\/[^/?#]*@/i.test(text)) {
    return {
      wrong: 'it has a name or a password in it, which would be kept and shown',
      fix: 'Leave it out; npm and git have places of their own for credentials.',
    };
  }
  if (!HOSTNAME.test(url.hostname)) return { wrong: 'its host is no name' };
  if (url.port === '0') return { wrong: 'port 0 is none' };
  if (url.hash !== '') return { wrong: 'it has a part after `#`' };
  if (leadsBack(url.pathname)) return { wrong: 'its path has a `..` in it, and could be another one' };
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return { wrong: 'what comes by http can be read and changed on the way', fix: 'Write `https://…`.' };
  }
  return { url: url.href };
}

/** Whether a server could read another path than the text shows: with `.` or `..`, also percent-encoded. */
export function leadsBack(path: string): boolean {
  const read = path.replace(/%(2e|2f|5c)/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return read.split(/[/\\]/).some((part) => part === '.' || part === '..');
}

/** Whether a URL is of this machine: no other may be fetched without https. */
export function isLoopback({ hostname }: URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
