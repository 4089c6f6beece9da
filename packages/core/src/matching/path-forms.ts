/** The base of a path: the agent's directory, the home directory, the root of the file system. */
export type PathBase = 'cwd' | 'home' | 'root';

/** One path, relative to each base a glob may count from. The root form has no leading slash. */
export type PathForms = Readonly<Record<PathBase, string>>;

/**
 * Resolves a path as the tool will: against `cwd`, with `.` and `..` removed, without reading the disk, so links count as
 * directories.
 *
 * A path that starts with `~` has two readings: some tools expand it, to others it is a name.
 */
export function pathForms(path: string, cwd: string, home: string): PathForms[] {
  const [fromCwd, fromHome] = [elementsOf(cwd), elementsOf(home)];
  return pathReadings(path, cwd, home).map((reading) => {
    const elements = resolveElements(reading, '/');
    return {
      cwd: relativeTo(fromCwd, elements),
      home: relativeTo(fromHome, elements),
      root: elements.join('/'),
    };
  });
}

/** The possible paths, from the root of the file system, with every `.` and `..` in them. */
export function pathReadings(path: string, cwd: string, home: string): string[] {
  const readings = [path.startsWith('/') ? path : `${cwd}/${path}`];
  if (path === '~' || path.startsWith('~/')) readings.push(`${home}/.${path.slice(1)}`);
  return readings;
}

/** Cached base directories of recent events; a few at a time. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 16;

function elementsOf(directory: string): readonly string[] {
  const cached = known.get(directory);
  if (cached !== undefined) return cached;
  if (known.size >= MOST_KNOWN) known.clear();
  const elements = resolveElements(directory, '/');
  known.set(directory, elements);
  return elements;
}

function resolveElements(path: string, from: string): string[] {
  const elements: string[] = [];
  const whole = path.startsWith('/') ? path : `${from}/${path}`;
  for (const element of whole.split('/')) {
    if (element === '..') elements.pop();
    else if (element !== '' && element !== '.') elements.push(element);
  }
  return elements;
}

function relativeTo(base: readonly string[], elements: readonly string[]): string {
  let shared = 0;
  while (shared < base.length && base[shared] === elements[shared]) shared += 1;
  const rest = shared === 0 ? elements.join('/') : elements.slice(shared).join('/');
  if (shared === base.length) return rest;
  const up = '../'.repeat(base.length - shared);
  return rest === '' ? up.slice(0, -1) : up + rest;
}
