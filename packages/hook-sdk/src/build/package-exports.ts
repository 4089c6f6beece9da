/** The kind of an import, which selects one of a library's two forms. */
export type ImportKind = 'import' | 'require';

const conditionsOf: Readonly<Record<ImportKind, readonly string[]>> = {
  import: ['node', 'import', 'default'],
  require: ['node', 'require', 'default'],
};

/**
 * Looks a name up in `exports` or `imports` of a package.json, as Node does. Pure.
 *
 * `name` is `.` or `./sub/path` in `exports`, `#name` in `imports`. Null = the package does not offer it.
 */
export function lookUp(table: unknown, name: string, kind: ImportKind): string | null {
  const rows =
    isObject(table) && Object.keys(table).some((key) => /^[.#]/.test(key)) ? table : { '.': table };
  if (Object.hasOwn(rows, name) && !name.includes('*')) return choose(rows[name], '', kind);
  const [best] = Object.keys(rows)
    .filter((key) => fits(key, name))
    .sort((a, b) => b.indexOf('*') - a.indexOf('*') || b.length - a.length);
  if (best === undefined) return null;
  const [before = '', after = ''] = best.split('*');
  return choose(rows[best], name.slice(before.length, name.length - after.length), kind);
}

function fits(pattern: string, name: string): boolean {
  const [before = '', after, more] = pattern.split('*');
  if (after === undefined || more !== undefined) return false;
  return name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length;
}

/** The first that applies, in the order in which the package has them. */
function choose(target: unknown, star: string, kind: ImportKind): string | null {
  if (typeof target === 'string') return target.replaceAll('*', () => star);
  const options = Array.isArray(target)
    ? target
    : isObject(target)
      ? Object.keys(target)
          .filter((condition) => conditionsOf[kind].includes(condition))
          .map((condition) => target[condition])
      : [];
  for (const option of options) {
    const chosen = choose(option, star, kind);
    if (chosen !== null) return chosen;
  }
  return null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
