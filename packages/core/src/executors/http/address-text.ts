/** Names by which a cloud hands credentials to whoever asks, as they are and as the end of a longer name. */
const METADATA_NAMES = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.azure.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
];

/**
 * Why an address can never be asked, or null. Pure; what it names is judged when it is asked.
 *
 * Source: security.md, HTTP hooks.
 */
export function checkAddress(text: string): string | null {
  if (/[\\\s]/.test(text)) return 'it holds a backslash or a blank';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'it does not begin with `http://` or `https://`';
  if (!URL.canParse(text)) return 'it is not an address';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'it holds a name or a password';
  // `http://@host` has neither, and yet is written to look like another host.
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return 'it holds an `@` before its host';
  if (url.port === '0') return 'nothing listens on port 0';
  return isMetadataName(url.hostname) ? 'it names the metadata service of a cloud' : null;
}

function isMetadataName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  return METADATA_NAMES.some((one) => name === one || name.endsWith(`.${one}`));
}
