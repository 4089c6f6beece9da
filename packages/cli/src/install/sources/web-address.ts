import type { WrongSpec } from './wrong-spec.ts';

/** A name or an address of a machine; URL would also take quotes and signs of a shell for one. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])$/;

/**
 * An address that may be asked: https, or http of this machine, written as it is read.
 *
 * A text that another program could read otherwise is refused: signs beyond ASCII, backslashes, blanks, names or
 * passwords in it.
 */
export function parseWebAddress(text: string): { readonly url: string } | WrongSpec {
  if (/[^!-~]|\\/.test(text)) return { wrong: 'the address has blanks, backslashes or signs beyond ASCII' };
  if (!/^https?:\/\/[^/]/i.test(text)) return { wrong: 'the address does not begin with `https://HOST`' };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return { wrong: 'it is no address' };
  // Also an empty one, which URL forgets.
  if (/^https?:\/\/[^/?#]*@/i.test(text)) {
    return {
      wrong: 'it has a name or a password in it, which would be kept and shown',
      fix: 'Leave it out; npm and git have places of their own for credentials.',
    };
  }
  if (!HOST.test(url.hostname)) return { wrong: 'its host is no name' };
  if (url.port === '0') return { wrong: 'port 0 is none' };
  if (url.hash !== '') return { wrong: 'it has a part behind `#`' };
  if (leadsBack(url.pathname)) return { wrong: 'its path has a `..` in it, and could be another one' };
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return { wrong: 'what comes by http can be read and changed on the way', fix: 'Write `https://…`.' };
  }
  return { url: url.href };
}

/** Whether whoever is asked could read a path as another than it seems: with `.` or `..`, also spelled by their numbers. */
export function leadsBack(path: string): boolean {
  const read = path.replace(/%(2e|2f|5c)/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return read.split(/[/\\]/).some((part) => part === '.' || part === '..');
}

/** Whether an address is of this machine: the only ones that may be asked without https. */
export function isLoopback({ hostname }: URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
