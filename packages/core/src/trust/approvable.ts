import { isUtf8 } from 'node:buffer';
import { MAX_DEPTH, type PackageTree, type TreeNode } from './package-tree.ts';

/** Parameters of PACKAGE_UNAPPROVABLE: which entry, what is wrong, what to do. */
export interface Problem {
  readonly path: string;
  readonly detail: string;
  readonly fix: string;
}

const SET_ID = 0o6000n;
const REMOVE = 'Remove it from the package.';
const RENAME = 'Rename it.';

/** Problems of names, kinds and number of entries: a digest of such a package would be ambiguous. */
export function findTreeProblems(tree: PackageTree): Problem[] {
  return [
    ...tree.unreadable.map(({ path, detail }) => ({
      path: showPath(path),
      detail: `it cannot be read (${detail})`,
      fix: 'Make it readable for yourself.',
    })),
    ...tree.tooDeep.map((path) => ({
      path: showPath(path),
      detail: `it is more than ${MAX_DEPTH} levels deep`,
      fix: 'Flatten the directories.',
    })),
    ...(tree.excess === null
      ? []
      : [
          { path: '.', detail: `the package has ${tree.excess}`, fix: 'Keep only what is needed to run it.' },
        ]),
    ...tree.nodes.flatMap((node) => [...findNameProblem(node), ...findKindProblem(node)]),
    ...findTwins(tree.nodes),
  ];
}

function findNameProblem({ path }: TreeNode): Problem[] {
  const name = path.subarray(path.lastIndexOf('/') + 1);
  if (!isUtf8(name)) return [{ path: showPath(path), detail: 'its name is not UTF-8', fix: RENAME }];
  const text = name.toString('utf8');
  // The list of files is shown before approval; such a name could show something else.
  if (/\p{Cc}/u.test(text))
    return [{ path: showPath(path), detail: 'its name has control characters', fix: RENAME }];
  if (foldName(text) !== '.git') return [];
  return [
    {
      path: showPath(path),
      detail: 'it belongs to git, which changes it and runs programs named in it',
      fix: REMOVE,
    },
  ];
}

function findKindProblem({ path, stats }: TreeNode): Problem[] {
  const problem = (detail: string, fix: string): Problem[] => [{ path: showPath(path), detail, fix }];
  if (stats.isFile()) {
    return (stats.mode & SET_ID) === 0n
      ? []
      : problem('it is set-user-id or set-group-id', 'Run `chmod ug-s` on it.');
  }
  if (stats.isDirectory() || stats.isSymbolicLink()) return [];
  if (stats.isFIFO()) return problem('it is a named pipe', REMOVE);
  if (stats.isSocket()) return problem('it is a socket', REMOVE);
  return problem('it is a device', REMOVE);
}

/** Names that are the same on some file systems: which of the two runs would depend on the machine. */
function findTwins(nodes: readonly TreeNode[]): Problem[] {
  const seen = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { path } of nodes) {
    const name = path.toString('utf8');
    const folded = foldName(name);
    const twin = seen.get(folded);
    if (twin === undefined) seen.set(folded, name);
    else {
      const detail = `on some file systems it is the same as ${showPath(Buffer.from(twin))}`;
      problems.push({ path: showPath(path), detail, fix: 'Rename one of the two.' });
    }
  }
  return problems;
}

/** The canonical caseless form; upper before lower case, so that `ß` and `ss`, `ſ` and `s` meet. */
export function foldName(name: string): string {
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * Why the target of a link is not allowed, or null.
 *
 * `..` only at the beginning: then it depends only on the directory of the link, which is a real one, and
 * a chain of such links cannot leave the package either.
 */
export function findLinkProblem(path: string, target: Buffer): string | null {
  if (!isUtf8(target) || /\p{Cc}/u.test(target.toString('utf8')))
    return 'the target of the link is not valid text';
  const parts = target.toString('utf8').split('/');
  if (parts[0] === '') return 'it is a link to an absolute path';
  const down = parts.findIndex((part) => part !== '..' && part !== '.');
  const leading = down === -1 ? parts : parts.slice(0, down);
  const climbs = leading.filter((part) => part === '..').length;
  if (climbs >= path.split('/').length) return 'it is a link that leaves the package';
  if (parts.slice(leading.length).includes('..')) return 'it is a link with `..` after a name';
  return null;
}

/** A path for people: a name cannot write to their terminal. */
export function showPath(path: Buffer): string {
  const text = path.length === 0 ? '.' : path.toString('utf8');
  return text.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}
