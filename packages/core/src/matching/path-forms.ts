/** What a path is counted from: the agent's folder, the home folder, the root of the file system. */
export type PathBase = 'cwd' | 'home' | 'root';

/** One path, relative to each base a glob may count from. The root form has no leading slash. */
export type PathForms = Readonly<Record<PathBase, string>>;

/**
 * Resolves a path as the tool will: against `cwd`, `.` and `..` removed, no look at the disk, so links count as folders.
 *
 * Two readings for one that begins with `~`: some tools expand it, to others it is a folder's name.
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

/** What a path may be, from the root of the file system on, with every `.` and `..` that stands in it. */
export function pathReadings(path: string, cwd: string, home: string): string[] {
  const readings = [path.startsWith('/') ? path : `${cwd}/${path}`];
  if (path === '~' || path.startsWith('~/')) readings.push(`${home}/.${path.slice(1)}`);
  return readings;
}

/** Of the folders that one event after another counts from; few at a time. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 16;

function elementsOf(folder: string): readonly string[] {
  const kept = known.get(folder);
  if (kept !== undefined) return kept;
  if (known.size >= MOST_KNOWN) known.clear();
  const elements = resolveElements(folder, '/');
  known.set(folder, elements);
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
