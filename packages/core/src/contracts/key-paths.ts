/** Where a value stands: keys of objects, positions in lists. */
export type Steps = readonly (string | number)[];

/** Paths of keys, by their last one. */
export type KeyPaths = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Keys that say what a message or a part of it is: without them nobody could read it. */
const STRUCTURE: readonly string[] = ['role', 'type'];

/** More would be looked for at every key of every message. */
const MAX_PATHS = 100;

/**
 * Names under which secrets commonly stand, without case, dashes and underscores: what a hook may redact that declares
 * `redact` and no `redactKeys`.
 */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  'accesskey',
  'accesstoken',
  'apikey',
  'apitoken',
  'authorization',
  'clientsecret',
  'credentials',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'refreshtoken',
  'secret',
  'secretaccesskey',
  'secretkey',
  'sessiontoken',
  'token',
]);

/**
 * Reads paths such as `token`, `auth.token` or `messages.0.token`: keys joined by dots, from any depth on, `*` for any
 * of them; positions in lists may be left out. The last key must be one that the hook may redact.
 */
export function readKeyPaths(
  paths: readonly string[],
  redactKeys: readonly string[],
): { readonly paths: KeyPaths } | { readonly violation: string } {
  const unique = [...new Set(paths)];
  if (unique.length > MAX_PATHS)
    return { violation: `named ${unique.length} paths to redact, more than ${MAX_PATHS}` };
  const byLastKey = new Map<string, (readonly string[])[]>();
  for (const path of unique) {
    const keys = path.split('.');
    const last = keys.at(-1) ?? '';
    if (keys.includes('')) return { violation: `"${path}" is no path of keys joined by dots` };
    if (STRUCTURE.includes(last)) return { violation: `\`${last}\` says what a message is and stays` };
    if (!mayRedact(path, last, redactKeys)) return { violation: describeForeignKey(path, redactKeys) };
    byLastKey.set(last, [...(byLastKey.get(last) ?? []), keys]);
  }
  return { paths: byLastKey };
}

/** Whether one of the paths ends where `steps` ends. */
export function isNamed(steps: Steps, paths: KeyPaths): boolean {
  const last = steps.at(-1);
  return typeof last === 'string' && (paths.get(last) ?? []).some((path) => isEndOf(steps, path));
}

function isEndOf(steps: Steps, path: readonly string[]): boolean {
  let at = steps.length - 1;
  for (const key of path.toReversed()) {
    const isMeant = (step: string | number | undefined): boolean => key === '*' || key === String(step);
    while (typeof steps[at] === 'number' && !isMeant(steps[at])) at--;
    if (at < 0 || !isMeant(steps[at])) return false;
    at--;
  }
  return true;
}

function mayRedact(path: string, last: string, redactKeys: readonly string[]): boolean {
  if (redactKeys.length > 0) return redactKeys.includes(last) || redactKeys.includes(path);
  return SECRET_KEYS.has(last.toLowerCase().replaceAll(/[-_]/g, ''));
}

function describeForeignKey(path: string, redactKeys: readonly string[]): string {
  const may = redactKeys.length > 0 ? redactKeys.join(', ') : 'the usual names of secrets';
  return `redacted ${path}, may redact ${may}; declare the key under \`redactKeys\``;
}
