import type { NpmSettings } from './npm-settings.ts';

/**
 * The header that npm would send to an address: from the settings that name its host and the longest beginning of its
 * path. Empty where it knows none.
 */
export function authorizationFor(url: URL, settings: NpmSettings): Readonly<Record<string, string>> {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  for (let count = parts.length; count >= 0; count--) {
    const path = parts.slice(0, count).join('/');
    for (const place of [
      `//${url.host}/${path}${path === '' ? '' : '/'}`,
      `//${url.host}${path === '' ? '' : `/${path}`}`,
    ]) {
      const header = headerAt(place, settings);
      if (header !== null) return { authorization: header };
    }
  }
  return {};
}

function headerAt(place: string, settings: NpmSettings): string | null {
  const get = (key: string): string | null => settings.get(`${place}:${key}`);
  const token = get('_authToken');
  if (token !== null) return plain(`Bearer ${token}`);
  const both = get('_auth');
  if (both !== null) return plain(`Basic ${both}`);
  const [name, password] = [get('username'), get('_password')];
  if (name === null || password === null) return null;
  const text = `${name}:${Buffer.from(password, 'base64').toString('utf8')}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** A line break would be another header. */
function plain(header: string): string | null {
  return /^[ -~]+$/.test(header) ? header : null;
}
