import { join, relative } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { findInside } from './inside.ts';
import { firstEntries } from './list-folder.ts';
import { isBinary, readHead } from './read-text.ts';
import type { ToolResult } from './tool-result.ts';

const MAX_FILES = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_ENTRIES = 10_000;
const MAX_MATCHES = 100;
const MAX_LINE = 240;
/** What a project holds and nobody wrote there. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

interface Search {
  readonly root: string;
  readonly text: string;
  readonly matches: string[];
  files: number;
  bytes: number;
}

/** Lines that hold a text, below a folder or in a file. Links are not followed. Its time grows with what it reads and no faster. */
export async function searchFiles(
  root: string,
  text: string,
  path: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (text === '' || text.includes('\n'))
    return { text: 'Search for a text within one line that is not empty.', isError: true };
  const start = findInside(root, path);
  if ('refused' in start) return { text: start.refused, isError: true };
  const search: Search = { root, text, matches: [], files: 0, bytes: 0 };
  const waiting = [start.path];
  let isCut = false;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    isCut = search.matches.length >= MAX_MATCHES || search.bytes >= MAX_BYTES || search.files >= MAX_FILES;
    if (isCut || signal.aborted) break;
    search.files += 1;
    // Again for each: a folder may have become a link since it was listed.
    const found = findInside(root, at);
    if ('refused' in found || found.path !== at) continue;
    if (found.stats.isDirectory()) waiting.push(...below(at));
    else if (found.stats.isFile()) searchFile(search, at);
    await breathe();
  }
  const rest = isCut ? ['(there may be more; search in a smaller folder)'] : [];
  return { text: [...search.matches, ...rest].join('\n') || 'No line holds it.', isError: false };
}

/** The last one is taken first. */
function below(dir: string): readonly string[] {
  return (firstEntries(dir, MAX_ENTRIES) ?? [])
    .filter((one) => !SKIPPED.has(one.name) && (one.isDirectory() || one.isFile()))
    .map((one) => join(dir, one.name))
    .sort()
    .reverse();
}

function searchFile(search: Search, path: string): void {
  const head = readHead(search.root, path, MAX_FILE_BYTES);
  if ('refused' in head || isBinary(head.bytes)) return;
  search.bytes += head.bytes.length;
  if (!head.bytes.includes(search.text)) return;
  const name = relative(search.root, path);
  for (const [index, line] of head.bytes.toString('utf8').split('\n').entries()) {
    if (!line.includes(search.text)) continue;
    search.matches.push(`${name}:${index + 1}: ${line.trim().slice(0, MAX_LINE)}`);
    if (search.matches.length >= MAX_MATCHES) return;
  }
}
