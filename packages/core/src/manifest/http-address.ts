/** `metadata` names that a cloud answers with credentials; more is judged when the name is looked up. */
const REFUSED_HOSTS: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.tencentyun.com',
  'instance-data',
]);

/** Why an address can never be asked, or null. Addresses behind names are judged at the event. Source: security.md, HTTP hooks. */
export function checkAddress(text: string): string | null {
  if (/[\\\s]/.test(text)) return 'it holds a backslash or a blank';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'it does not begin with `http://` or `https://`';
  if (!URL.canParse(text)) return 'it is not an address';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'it holds a name or a password';
  if (url.port === '0') return 'nothing listens on port 0';
  if (REFUSED_HOSTS.has(url.hostname.replace(/\.$/, ''))) return 'it names the metadata service of a cloud';
  return null;
}
