const HOSTS = ['hooks.slack.com', 'hooks.slack-gov.com'];
const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\]|localhost)$/;

/** The URL as `{url}`, or `{problem}`, which contains no part of it. */
export function readAddress(text, hosts) {
  if (!URL.canParse(text)) return { problem: 'is not a URL' };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return { problem: 'contains a user name' };
  if (LOOPBACK.test(url.hostname))
    return /^https?:$/.test(url.protocol) ? { url } : { problem: 'does not use https' };
  if (url.protocol !== 'https:') return { problem: 'does not use https' };
  const isKnown = url.port === '' && [...HOSTS, ...hosts].includes(url.hostname);
  return isKnown ? { url } : { problem: 'is not a Slack URL; add its host to the option `hosts`' };
}
