/** Spellings of one address. */
export interface UrlForms {
  /** All, for who looks for a site: whoever is named in the address, and whether or not it is encrypted. */
  readonly texts: readonly string[];
  /** As written, and as the network will see it: `HTTPS://Example.COM:443` is `https://example.com/`. Who permits asks about these alone. */
  readonly certain: readonly string[];
}

export function urlForms(written: string): UrlForms {
  const certain = URL.canParse(written) ? [written, new URL(written).href] : [written];
  const site = parseSite(written);
  if (site === null) return { texts: certain, certain };
  site.username = '';
  site.password = '';
  // The root of all names may be written out: `example.com.`
  site.hostname = site.hostname.replace(/\.+$/, '');
  const plain = site.href;
  site.protocol = 'https:';
  return { texts: [...new Set([...certain, plain, site.href])], certain };
}

/** Many tools take an address without a scheme: `example.com/x`, `example.com:8080`, `//example.com`. Null for other schemes. */
function parseSite(written: string): URL | null {
  const text = written.trim();
  const isWeb = /^https?:/i.test(text);
  if (!isWeb && /^[a-z][a-z0-9+.-]*:[\\/]{2}/i.test(text)) return null;
  const full = isWeb ? text : `http://${text.replace(/^[\\/]+/, '')}`;
  return URL.canParse(full) ? new URL(full) : null;
}
