import { cleanLine } from '@hookmd/core/text';
import type { Context } from '../../command-line/context.ts';
import { cut, printErr } from '../../ui/output.ts';

/** What takes its time now, on one line that is written over, and is gone with null; only where somebody watches. */
export function showProgress(
  { err, isJson }: Context,
  fetching: { readonly what: string; readonly bytes?: number; readonly of?: number | null } | null,
): void {
  if (!err.isTerminal || isJson) return;
  if (fetching === null) {
    printErr('\r\x1b[2K');
    return;
  }
  const { what, bytes, of } = fetching;
  const size = bytes === undefined ? '' : `  ${inKb(bytes)}${of ? ` of ${inKb(of)}` : ''} kB`;
  printErr(`\r\x1b[2K${cut(`fetching ${cleanLine(what)}${size}`, err.width - 1)}`);
}

function inKb(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
