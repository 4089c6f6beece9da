import { closeSync, readSync } from 'node:fs';
import { openInside } from './inside.ts';
import type { ToolResult } from './tool-result.ts';

/** So far a file is looked into. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Of one answer. */
const MAX_SHOWN_CHARACTERS = 24_000;

/** The text of a file of the project from a line on, as much as one answer holds. */
export function readText(root: string, path: string, firstLine: number): ToolResult {
  const head = readHead(root, path, MAX_FILE_BYTES);
  if ('refused' in head) return { text: head.refused, isError: true };
  if (isBinary(head.bytes)) return { text: 'That is no text file.', isError: true };
  const lines = head.bytes.toString('utf8').split('\n');
  const from = Math.max(1, firstLine);
  if (from > lines.length) return { text: `It has ${lines.length} lines.`, isError: true };
  const rest = lines.slice(from - 1).join('\n');
  const shown = rest.slice(0, MAX_SHOWN_CHARACTERS);
  const last = from - 1 + shown.split('\n').length;
  const more =
    shown.length < rest.length
      ? `\n(cut; go on with line ${last})`
      : head.isWhole
        ? ''
        : '\n(the rest is too far in)';
  return { text: `(lines ${from} to ${last})\n${shown}${more}`, isError: false };
}

/** The first bytes of a regular file of the project. */
export function readHead(
  root: string,
  path: string,
  most: number,
): { readonly bytes: Buffer; readonly isWhole: boolean } | { readonly refused: string } {
  const opened = openInside(root, path);
  if ('refused' in opened) return opened;
  try {
    const bytes = Buffer.alloc(Math.min(opened.size, most));
    let filled = 0;
    while (filled < bytes.length) {
      const read = readSync(opened.fd, bytes, filled, bytes.length - filled, filled);
      if (read === 0) break;
      filled += read;
    }
    return { bytes: bytes.subarray(0, filled), isWhole: opened.size <= most };
  } catch {
    return { refused: 'That file cannot be read.' };
  } finally {
    closeSync(opened.fd);
  }
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8192).includes(0);
}
