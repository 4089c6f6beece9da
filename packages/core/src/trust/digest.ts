import { createHash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { openToRead } from '../state/files.ts';
import { findLinkProblem, findTreeProblems, type Problem, showPath } from './approvable.ts';
import { MAX_PACKAGE_BYTES, readTree, type TreeNode } from './package-tree.ts';

/** One file or link of a package, as its digest covers it. */
export interface PackageFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly type: 'file' | 'link';
  /** Whether the owner may execute it: all that counts of the mode. */
  readonly isExecutable: boolean;
  /** Bytes of the content; of a link, of its target. */
  readonly size: number;
  /** 64 hex digits, of the content; of a link, of its target. */
  readonly sha256: string;
  readonly target: string | null;
}

/** The content of a package directory. `digest` is null if an issue prevents approval. */
export interface PackageContent {
  /** Sorted by the bytes of the path. */
  readonly files: readonly PackageFile[];
  readonly digest: string | null;
  readonly issues: readonly Issue[];
}

/** Receives the very bytes that are hashed. What it throws passes through; `end` is called after that too. */
export interface ContentSink {
  begin(path: string, isExecutable: boolean): void;
  write(chunk: Uint8Array): void;
  end(): void;
}

/** Reads a whole package directory and its `hookpkg-v1` digest. Bounded; never blocks, executes or throws. `leavesOut` as in `readTree`. */
export function readPackage(dir: string, leavesOut: string | null = null): PackageContent {
  return toContent(dir, readContent(dir, null, leavesOut));
}

/** The same as plain data. */
export function toContent(
  dir: string,
  { files, problems }: { readonly files: readonly PackageFile[]; readonly problems: readonly Problem[] },
): PackageContent {
  const issues = problems.map((problem) =>
    issue('PACKAGE_UNAPPROVABLE', { ...problem }, { path: join(dir, problem.path) }),
  );
  return { files, digest: problems.length === 0 ? digestOf(files) : null, issues };
}

/** As `readPackage`, with the parameters of the issues and, on request, every byte that is hashed; `leavesOut` as in `readTree`. */
export function readContent(
  dir: string,
  sink: ContentSink | null = null,
  leavesOut: string | null = null,
): { files: PackageFile[]; problems: Problem[] } {
  const tree = readTree(dir, leavesOut);
  const problems = findTreeProblems(tree);
  const isRejected = new Set(problems.map(({ path }) => path));
  const files: PackageFile[] = [];
  if (tree.excess !== null) return { files, problems };
  let left = MAX_PACKAGE_BYTES;
  for (const node of tree.nodes) {
    if (node.stats.isDirectory() || isRejected.has(showPath(node.path))) continue;
    const file = node.stats.isSymbolicLink() ? readLink(node) : readFile(node, left, sink);
    if ('detail' in file) {
      problems.push(file);
    } else {
      files.push(file);
      left -= file.size;
    }
  }
  return { files, problems };
}

/**
 * As `readContent`, of a package that is one program: the file at `path`, under the name `name`. Its owner may execute
 * the copy.
 */
export function readProgram(
  path: string,
  name: string,
  sink: ContentSink | null = null,
): { files: PackageFile[]; problems: Problem[] } {
  const absolute = Buffer.from(path);
  const node: TreeNode = { path: Buffer.from(name), absolute, stats: lstatSync(path, { bigint: true }) };
  const problems = findTreeProblems({ nodes: [node], unreadable: [], tooDeep: [], excess: null });
  if (node.stats.size > MAX_PACKAGE_BYTES) {
    const detail = `it has more than ${MAX_PACKAGE_BYTES >> 20} MB`;
    problems.push(problemOf(node, detail, 'Put a small script that starts it in its place.'));
  }
  if (problems.length > 0) return { files: [], problems };
  const file = readFile(node, MAX_PACKAGE_BYTES, sink, true);
  return 'detail' in file ? { files: [], problems: [file] } : { files: [file], problems: [] };
}

/** As `readContent`, of one file that is not on disk yet. */
export function readBytes(
  bytes: Buffer,
  path: string,
  sink: ContentSink | null,
): { files: PackageFile[]; problems: Problem[] } {
  sink?.begin(path, false);
  sink?.write(bytes);
  sink?.end();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    files: [{ path, type: 'file', isExecutable: false, size: bytes.length, sha256, target: null }],
    problems: [],
  };
}

/**
 * `hookpkg-v1` of files without any problem, in the order of their paths.
 *
 * Each entry ends with a NUL, which no path has; the fields before the path have no blanks.
 */
export function digestOf(files: readonly PackageFile[]): string {
  const hash = createHash('sha256').update('hookpkg-v1\0');
  for (const { type, isExecutable, size, sha256, path } of files) {
    hash.update(`${type} ${isExecutable ? 'x' : '-'} ${size} ${sha256} ${path}\0`);
  }
  return `sha256:${hash.digest('hex')}`;
}

function readLink(node: TreeNode): PackageFile | Problem {
  const path = node.path.toString('utf8');
  try {
    const target = readlinkSync(node.absolute, { encoding: 'buffer' });
    const detail = findLinkProblem(path, target);
    if (detail !== null) return problemOf(node, detail, 'Put a copy of the file in its place.');
    const sha256 = createHash('sha256').update(target).digest('hex');
    return {
      path,
      type: 'link',
      isExecutable: false,
      size: target.length,
      sha256,
      target: target.toString('utf8'),
    };
  } catch (error) {
    return unreadable(node, describeError(error));
  }
}

const chunk = Buffer.allocUnsafe(64 * 1024);

function readFile(
  node: TreeNode,
  limit: number,
  sink: ContentSink | null,
  isProgram = false,
): PackageFile | Problem {
  const path = node.path.toString('utf8');
  let file: number;
  try {
    // It may have become a link or a pipe since it was listed: neither may be followed or waited for.
    file = openToRead(node.absolute);
  } catch (error) {
    return unreadable(node, describeError(error));
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return problemOf(node, 'it was replaced while it was read', 'Try again.');
    const isExecutable = isProgram || (stats.mode & 0o100) !== 0;
    const hash = createHash('sha256');
    let size = 0;
    sink?.begin(path, isExecutable);
    for (let count = readChunk(file); count !== 0; count = readChunk(file)) {
      if (typeof count === 'string') return unreadable(node, count);
      size += count;
      if (size > limit) return problemOf(node, 'it grew while it was read', 'Try again.');
      hash.update(chunk.subarray(0, count));
      sink?.write(chunk.subarray(0, count));
    }
    return { path, type: 'file', isExecutable, size, sha256: hash.digest('hex'), target: null };
  } finally {
    closeSync(file);
    sink?.end();
  }
}

/** Number of bytes in `chunk`, 0 at the end, or what went wrong. */
function readChunk(file: number): number | string {
  try {
    return readSync(file, chunk, 0, chunk.length, null);
  } catch (error) {
    return describeError(error);
  }
}

function problemOf(node: TreeNode, detail: string, fix: string): Problem {
  return { path: showPath(node.path), detail, fix };
}

function unreadable(node: TreeNode, reason: string): Problem {
  return problemOf(node, `it cannot be read (${reason})`, 'Make it readable for yourself.');
}
